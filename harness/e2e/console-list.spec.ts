import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { applyForContract } from './apply.ts'
import { expect, test } from './fixtures.ts'

const rows = (page: Page) => page.getByRole('rowheader').getByRole('link')
const results = (page: Page) => page.getByRole('region', { name: '検索結果' })
const said = (page: Page, sentence: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()

/** Corporations that a search finds by the mark; the newest last. */
async function applyTimes(url: string, mark: string, times: number) {
  for (let no = 1; no <= times; no += 1)
    await applyForContract(url, {
      companyName: `${mark} ${no}号`,
      email: `${mark.replaceAll(/\W/g, '')}.${no}@example.jp`,
    })
}

/** The index follows an application within five seconds: searched again until all are found. */
async function search(page: Page, text: string, count: number) {
  await expect(async () => {
    await page.getByRole('searchbox', { name: '検索' }).fill(text)
    await page.keyboard.press('Enter')
    await expect(results(page)).toBeFocused()
    // Until the answer comes the list of before stands there.
    await expect(results(page)).toHaveAttribute('aria-busy', 'false')
    await expect(rows(page)).toHaveCount(count, { timeout: 1000 })
  }).toPass()
}

test('where a search finds nothing it says so, and shows what one slip separates from it', async ({
  page,
  product,
  mark,
}) => {
  await applyForContract(product.url, { companyName: `みずいろ工房${mark}` })
  await page.goto(product.staffUrl)
  await search(page, `みずいろ工房${mark}`, 1)
  await search(page, `みずいる工房${mark}`, 1)
  await said(page, '条件に合うお申し込みはありません。1文字違いのお申し込みを表示しています。')
  await expect(results(page).getByRole('checkbox')).toHaveCount(0)
  await rows(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('受付番号')
  await expect(page.getByText(`みずいろ工房${mark}`).first()).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toBeFocused()
})

test('what arrives waits until it is asked for, and nothing moves under the pointer', async ({
  page,
  product,
  mark,
}) => {
  await applyTimes(product.url, mark, 2)
  await page.goto(`${product.staffUrl}/?order=newest`)
  await expect(rows(page).first()).toBeVisible()
  const before = await rows(page).allInnerTexts()
  const top = await rows(page).first().boundingBox()
  await applyTimes(product.url, `${mark}新`, 3)
  const waiting = page.getByRole('button', { name: /^新しいお申し込み\d+件を表示$/ })
  await expect(waiting).toHaveText('新しいお申し込み3件を表示', { timeout: 20_000 })
  expect(await rows(page).allInnerTexts()).toEqual(before)
  expect((await rows(page).first().boundingBox())?.y).toBe(top?.y)

  await test.step('a row keeps its place when the filter fits it no more', async () => {
    const tab = page.getByRole('link', { name: /^未対応/ })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('row').filter({ hasText: `${mark}新 3号` })).toBeVisible()
    const order = await rows(page).allInnerTexts()
    const colleague = await page.context().newPage()
    await colleague.goto(`${product.staffUrl}/applications/${order[1]}`)
    await colleague.getByRole('radio', { name: '完了' }).check()
    await colleague.getByRole('button', { name: '記録する' }).click()
    await said(colleague, '「完了」に変更しました')
    await colleague.close()
    await expect(page.getByRole('row').filter({ hasText: order[1] ?? '' })).toContainText('条件外')
    expect(await rows(page).allInnerTexts()).toEqual(order)
  })
})

test('a search goes over all states, says how many it found, and stands in no address', async ({
  page,
  product,
  mark,
}) => {
  await applyTimes(product.url, mark, 2)
  await page.goto(`${product.staffUrl}/?status=done`)
  await search(page, mark, 2)
  await said(page, '2件あります。')
  expect(page.url()).toBe(`${product.staffUrl}/`)
  await page.getByRole('link', { name: /^対応中/ }).click()
  await said(page, '条件に合うお申し込みはありません。')
  expect(page.url()).toBe(`${product.staffUrl}/?status=in_progress`)
  await page.getByRole('button', { name: 'すべての状況から表示（2件）' }).click()
  await said(page, '2件あります。')
  await rows(page).first().click()
  await page.getByRole('navigation', { name: '現在位置' }).getByRole('link').first().click()
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
  await expect(rows(page)).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
})

test('until a search is answered, keys leave the rows of before alone', async ({
  page,
  product,
  mark,
}) => {
  await applyTimes(product.url, mark, 1)
  await page.goto(product.staffUrl)
  await expect(rows(page).first()).toBeVisible()
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/applications\?.*search=/, async (route) => {
    await isAnswered
    // A poll may have taken its place.
    await route.continue().catch(() => {})
  })
  await page.getByRole('searchbox', { name: '検索' }).fill(mark)
  await page.keyboard.press('Enter')
  await expect(results(page)).toBeFocused()
  for (const key of ['j', 'k', 'x']) await page.keyboard.press(key)
  await expect(results(page)).toBeFocused()
  await expect(results(page)).toHaveAttribute('aria-busy', 'true')
  answer()
  await page.unroute(/\/api\/applications\?.*search=/)
  await search(page, mark, 1)
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeFocused()
})

test('by keyboard alone: search, move, open, decide, go on, and back to the same place', async ({
  page,
  product,
  mark,
}) => {
  await applyTimes(product.url, mark, 3)
  await page.goto(product.staffUrl)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  // In the field the letters are text.
  await page.keyboard.type('jk')
  await expect(page.getByRole('searchbox')).toHaveValue('jk')
  await search(page, mark, 3)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('受付番号')
  const of = (no: number) => page.getByText(`${mark} ${no}号`).first()
  const [first, second, third] = [of(3), of(2), of(1)]

  await test.step('decide one after the other: two presses each', async () => {
    await expect(first).toBeVisible()
    await page.keyboard.press('2')
    await page.keyboard.press('Control+Shift+Enter')
    await said(page, '対応状況を「対応中」に変更しました。')
    await expect(second).toBeVisible()
    await page.keyboard.press('2')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(third).toBeVisible()
    await expect(page.getByRole('button', { name: '記録して一覧へ' })).toBeVisible()
    await page.keyboard.press('p')
    await expect(second).toBeVisible()
    await expect(page.getByRole('radio', { name: '対応中（現在）' })).toBeChecked()
    await page.keyboard.press('n')
    await expect(third).toBeVisible()
  })

  await test.step('the way back leads to the list and the row', async () => {
    await page
      .getByRole('navigation', { name: '現在位置' })
      .getByRole('link')
      .first()
      .press('Enter')
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).nth(2)).toBeFocused()
  })

  await test.step('the list of keys, and the switch that turns letters off', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'キー操作' })
    await expect(help.getByRole('row').filter({ hasText: '検索欄へ移動' })).toContainText('/')
    await help.getByRole('checkbox', { name: '1文字のキー操作を使う' }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).not.toBeFocused()
    await page.getByRole('button', { name: 'キー操作' }).press('Enter')
    await help.getByRole('checkbox').press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
  })
})

test('ten applications become 対応中 by three keys, and stand in the order of work', async ({
  page,
  product,
  mark,
}) => {
  await applyTimes(product.url, mark, 10)
  await page.goto(product.staffUrl)
  await search(page, mark, 10)
  // Without a tick a digit asks nothing.
  await page.keyboard.press('2')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('*')
  await said(page, '10件を選択中')
  await page.getByRole('button', { name: 'すべての選択を解除' }).click()
  await expect(results(page)).toBeFocused()
  await page.keyboard.press('*')
  await page.keyboard.press('2')
  await expect(page.getByRole('button', { name: '変更する' })).toBeFocused()
  await page.keyboard.press('Enter')
  await said(page, '10件の対応状況を「対応中」に変更しました。')
  await page.goto(`${product.staffUrl}/?status=in_progress`)
  await expect(rows(page).first()).toBeVisible()
  const times = () =>
    page.getByRole('row').filter({ hasText: mark }).getByRole('rowheader').allInnerTexts()
  const oldest = await times()
  await page.getByRole('button', { name: '新しい順に並べる' }).click()
  expect(page.url()).toBe(`${product.staffUrl}/?status=in_progress&order=newest`)
  await expect.poll(times).toEqual(oldest.toReversed())
  await page.getByRole('button', { name: '未完了の古い順に並べる' }).click()
  await expect.poll(times).toEqual(oldest)
})

test('ten applications become 対応中 with four presses', async ({ page, product, mark }) => {
  await applyTimes(product.url, mark, 10)
  await page.goto(product.staffUrl)
  await search(page, mark, 10)
  let presses = 0
  const press = async (work: Promise<void>) => {
    presses += 1
    await work
  }
  const ticks = page.getByRole('checkbox', { name: /を選択$/ })
  await press(ticks.first().click())
  await press(ticks.last().click({ modifiers: ['Shift'] }))
  await said(page, '10件を選択中')
  await press(page.getByRole('button', { name: '「対応中」にする' }).click())
  await expect(page.getByRole('button', { name: '変更する' })).toBeFocused()
  await press(page.keyboard.press('Enter'))
  await said(page, '10件の対応状況を「対応中」に変更しました。')
  expect(presses).toBe(4)
  await expect(results(page)).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: '対応中' })).toHaveCount(10)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)

  await test.step('what a colleague changed first is left out, by name and with the reason', async () => {
    const reference = (await rows(page).first().innerText()) ?? ''
    await ticks.nth(0).click()
    await ticks.nth(1).click()
    await page.route('**/api/applications?*', (route) => route.abort())
    await page.request.post(`${product.staffUrl}/api/applications/${reference}/status`, {
      headers: { 'idempotency-key': randomUUID() },
      data: {
        ...{ to: 'rejected', note: '' },
        seen: { status: 'in_progress', correction: '', withdrawal: '', message: '' },
      },
    })
    const ask = page.getByRole('button', { name: '「完了」にする' })
    const memo = page.getByRole('dialog').getByRole('textbox', { name: 'メモ（任意）' })
    await ask.click()
    await memo.fill('まとめて')
    await page.keyboard.press('Escape')
    // With a row that it was not typed for it is not offered; without that row it is there again.
    await ticks.nth(2).click()
    await ask.click()
    await expect(memo).toHaveValue('')
    await page.keyboard.press('Escape')
    await ticks.nth(2).click()
    await ask.click()
    await expect(memo).toHaveValue('まとめて')
    await page.getByRole('dialog').getByRole('button', { name: '変更する' }).click()
    const told = page.getByRole('dialog', { name: '1件を「完了」に変更しました' })
    await expect(told.getByRole('listitem')).toContainText(`${reference} ${mark} 10号`)
    await expect(told.getByRole('listitem')).toContainText('「却下」')
    await page.unroute('**/api/applications?*')
  })
})

test('tabs and search stay in sight where the head of the results is, which is brought into the window else', async ({
  page,
  product,
  mark,
}) => {
  await applyTimes(product.url, mark, 12)
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto(product.staffUrl)
  const tabs = page.getByRole('navigation', { name: '対応状況' })
  await tabs.getByRole('link', { name: /^未対応/ }).click()
  await expect(results(page)).toBeFocused()
  await expect(rows(page).first()).toBeVisible()
  await expect(tabs).toBeInViewport({ ratio: 1 })
  await search(page, mark, 12)
  await expect(page.getByRole('searchbox', { name: '検索' })).toBeInViewport({ ratio: 1 })

  // A window that ends above the results, as a phone's magnified.
  await page.setViewportSize({ width: 1280, height: 200 })
  await page.evaluate(() => scrollTo(0, 0))
  await tabs.getByRole('link', { name: /^未対応/ }).click()
  await expect(results(page)).toBeFocused()
  await expect(results(page)).toBeInViewport()
})
