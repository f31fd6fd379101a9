/** How the console uses a window: where its list begins, and where what an applicant typed. */
import type { Locator, Page } from '@playwright/test'
import { applyForContract, askToStop } from './apply.ts'
import { expect, test } from './fixtures.ts'
import { expectNoSidewaysScrolling } from './inspect.ts'

/** Width of a window, and pixels above the first row of the list: `conditioned` beside the form that names a condition. */
const WINDOWS = [
  { width: 1920, above: 300, conditioned: 300 },
  { width: 1280, above: 300, conditioned: 300 },
  { width: 768, above: 300, conditioned: 410 },
  { width: 390, above: 370, conditioned: 520 },
] as const

const FACILITIES = Array.from({ length: 40 }, (_, at) => ({
  facilityName: `ひだまりの家 第${at + 1}`,
  facilityNumber: `13100000${String(at + 10)}`,
  serviceKey: 'KYODO' as const,
}))

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('not drawn')
  return box
}

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

for (const { width, above, conditioned } of WINDOWS)
  test(`the first row of the list stands within ${above} pixels, ${width} wide`, async ({
    page,
    product,
    mark,
  }) => {
    await applyForContract(product.url, { companyName: mark, email: `${mark}@example.jp` })
    await page.setViewportSize({ width, height: 800 })
    const first = page.getByRole('table', { name: 'お申し込み' }).getByRole('rowheader').first()
    // A condition, and the tab that is last in its strip.
    for (const query of ['', '?flow=entry&from=2026-01-01', '?waiting=withdrawal', '?late=true']) {
      await page.goto(`${product.staffUrl}/${query}`)
      const list = page.getByRole('region', { name: '検索結果' })
      await expect(list).toHaveAttribute('aria-busy', 'false')
      const isEmpty = (await first.count()) === 0
      const { y } = isEmpty ? { y: 0 } : await boxOf(first)
      const most = query.includes('from=') ? conditioned : above
      expect.soft([query, y <= most || y]).toEqual([query, true])
      await expectNoSidewaysScrolling(page)
      const open = page.getByRole('navigation', { name: '対応状況' }).locator('[aria-current]')
      for (const tab of await open.all()) await expect(tab).toBeInViewport({ ratio: 0.9 })
    }
    await page.goto(product.staffUrl)
    const { width: used } = await boxOf(page.getByRole('table', { name: 'お申し込み' }))
    expect(used).toBeGreaterThan(0.93 * width - 20)
  })

test('conditions unfold where somebody asks for them, and are named where they are set', async ({
  page,
  product,
}) => {
  await page.goto(`${product.staffUrl}/?flow=trial&assignee=-`)
  const conditions = page.getByRole('button', { name: /^絞り込みの条件/ })
  await expect(conditions).toHaveText(/60日間無料体験のお申し込み/)
  await expect(conditions).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('お手続き')).toBeHidden()
  await conditions.click()
  await expect(page.getByLabel('お手続き')).toHaveValue('trial')
  await page.getByLabel('お手続き').selectOption('')
  await page.getByRole('button', { name: '絞り込む' }).click()
  await expect(conditions).toHaveText(/^絞り込みの条件（担当：/)
})

for (const { width } of WINDOWS)
  test(`forty facilities, ${width} wide: what was typed comes first, ten rows at once`, async ({
    page,
    product,
    mark,
  }) => {
    const applicant = { companyName: mark, email: `${mark}@example.jp` }
    await applyForContract(product.url, applicant, FACILITIES)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${product.staffUrl}/?order=newest`)
    await page.getByRole('row').filter({ hasText: mark }).getByRole('link').click()
    const details = await boxOf(section(page, 'お申し込み内容'))
    const facilities = await boxOf(section(page, '事業所（40件）'))
    const work = await boxOf(section(page, '対応'))
    await expectNoSidewaysScrolling(page)
    expect(details.y).toBeLessThan(width < 640 ? 540 : 400)
    const rows = section(page, '事業所（40件）').getByRole('rowheader')
    await expect(rows.filter({ visible: true })).toHaveCount(10)
    const { height } = await boxOf(section(page, '事業所（40件）').getByRole('row').nth(1))
    if (width >= 640) expect(height).toBeLessThan(90)
    if (width < 1152) expect(work.y).toBeGreaterThan(facilities.y)
    else expect(work.y).toBeLessThan(details.y + 200)
    if (width >= 1600) {
      expect([details.y, facilities.x > details.x, work.x > facilities.x]).toEqual([
        facilities.y,
        true,
        true,
      ])
      expect(work.x + work.width - details.x).toBeGreaterThan(0.93 * width)
    }
    await section(page, '事業所（40件）').getByRole('button', { name: '残り30件を表示' }).click()
    await expect(rows.filter({ visible: true })).toHaveCount(40)
    await expect(section(page, '事業所（40件）').getByRole('row').nth(11)).toBeFocused()
  })

test('a row shows the whole customer number, however wide the window', async ({
  page,
  product,
}) => {
  const number = 'C-1234567890'
  await askToStop(product.url, number)
  await page.goto(`${product.staffUrl}/?flow=suspension&order=newest`)
  const name = page.getByRole('row').getByText(number, { exact: true }).first()
  for (const { width } of WINDOWS) {
    await page.setViewportSize({ width, height: 800 })
    const isWhole = await name.evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      const of = words.getBoundingClientRect()
      const { right } = element.getBoundingClientRect()
      const { bottom } = (element.parentElement ?? element).getBoundingClientRect()
      return of.right <= right && of.bottom <= bottom + 1
    })
    expect.soft([width, isWhole]).toEqual([width, true])
  }
})
