/** 決裁用リンク: an estimate in a link, and what the page behind it says and does not do. */
import { deflateRawSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { FLOWS, QUOTE_PATH } from '#domain/flows.ts'
import { openReady, queryOf, ROWS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { button, expectAlive, facilityControl, fillAtOnce, fillFacilities } from './form.ts'
import { expectNoFindings, expectNoSidewaysScrolling } from './inspect.ts'
import { openLink } from './status-states.ts'

const SENTENCE = 'リンクの作成者が入力した内容による試算です。当社が発行した見積書ではありません。'
const MAKE = '決裁用リンクを作る'
const link = (page: Page) => page.getByRole('link', { name: 'リンクを開く' })

const pathOf = (...content: unknown[]) =>
  `${QUOTE_PATH}#${deflateRawSync(JSON.stringify(content)).toString('base64url')}`

test('from the estimate to what the director reads, by keys alone, at 360 @engines', async ({
  page,
  mark,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openReady(page, 'entry', mark)
  await fillFacilities(page, [
    { facilityName: 'つばさ作業所', facilityNumber: '1310000001', serviceKey: 'SYUKEI_B' },
    { facilityName: 'つばさ移動支援', facilityNumber: '', serviceKey: 'IDO' },
  ])
  await button(page, '見積もる').click()
  await button(page, MAKE).focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: '決裁用リンクを作りました。' }),
  ).toBeVisible()
  const address = (await link(page).getAttribute('href')) ?? ''
  expect(address.length).toBeLessThan(400)
  await expectNoSidewaysScrolling(page)

  const kept = () =>
    page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  const before = await kept()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openLink(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('料金の試算')
  await expect(page.getByRole('main')).toContainText(SENTENCE)
  await expect(page.getByRole('complementary', { name: 'お知らせ' })).toBeVisible()
  await expect(page.getByText('14,960円').first()).toBeVisible()
  await expect(
    page.getByRole('row', { name: /つばさ作業所 1310000001 就労継続支援B型 9,980円/ }),
  ).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('社会福祉法人')
  await expectNoSidewaysScrolling(page)
  await expectNoFindings(page)
  // It fills no form, leads nowhere and asks for nothing.
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('main').locator('form, input, select')).toHaveCount(0)
  const code = address.split('#')[1] ?? ''
  await page.waitForTimeout(2500)
  expect(requests.filter((url) => url.includes(code) && !url.includes('#'))).toEqual([])
  expect(requests.filter((url) => url.includes('/api/') && !/vitals|usage/.test(url))).toEqual([])
  expect(await kept()).toBe(before)
})

test('an estimate that is too long for a link is printed or saved instead', async ({ page }) => {
  await page.goto(FLOWS.migration.inputPath + queryOf('migration', 'long'))
  await expectAlive(page)
  for (let rows = 10; rows < 100; rows += 10) await button(page, '行を追加（10行）').click()
  await expect(facilityControl(page, 100, 'facilityName')).toBeAttached()
  const names = '春夏秋冬東西南北青赤白黒山川海空花鳥風月'
  await fillAtOnce(
    page,
    Array.from({ length: 100 }, (_, index) => ({
      facilityName: Array.from(
        { length: 20 },
        (_, at) => names[(index * 7 + at * at * (index + 3)) % 20],
      ).join(''),
      facilityNumber: String(1_310_000_000 + index * 7919),
      serviceKey: 'SYUKEI_B',
    })),
  )
  await button(page, '見積もる').click()
  await button(page, MAKE).click()
  await expect(
    page.getByRole('status').filter({
      hasText: '事業所が多いため、リンクを作れません。見積書を印刷するか',
    }),
  ).toBeVisible()
  await expect(link(page)).toHaveCount(0)
})

test('of a single row, a number that no link can carry is named as the reason', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await expectAlive(page)
  await fillFacilities(page, [{ ...ROWS[0], facilityNumber: '1310000001(2)' }])
  await button(page, '見積もる').click()
  await button(page, MAKE).click()
  await expect(
    page.getByRole('status').filter({
      hasText: /^事業所番号に記号があるか、番号が長すぎるため、リンクを作れません。/,
    }),
  ).toBeVisible()
  await expect(link(page)).toHaveCount(0)
})

const LINE = ['SYUKEI_B', '1310000001', 'つばさ作業所']

for (const [what, path, says] of [
  ['no link', QUOTE_PATH, 'このページは、料金の試算のリンクから開きます。'],
  [
    'a link that is cut',
    pathOf('contract-1', '2026-01-05', LINE).slice(0, -9),
    'このリンクは開けません。',
  ],
  ['foreign text', `${QUOTE_PATH}#<script>alert(1)</script>`, 'このリンクは開けません。'],
  [
    'a price of its own',
    pathOf('contract-1', '2026-01-05', [...LINE, 1]),
    'このリンクは開けません。',
  ],
  [
    'an advertisement',
    pathOf('contract-1', '2026-01-05', ['KYODO', '', 'https://evil.example/']),
    'このリンクは開けません。',
  ],
  [
    'a list nobody knows',
    pathOf('contract-99', '2026-01-05', LINE),
    'このリンクの料金表が分からないため',
  ],
  ['a day to come', pathOf('contract-1', '2999-01-05', LINE), 'このリンクの日付が今日より先のため'],
  ['a bomb', pathOf('contract-1', '2026-01-05', 'x'.repeat(1_000_000)), 'このリンクは開けません。'],
] as const)
  test(`${what}: says so, and shows no amount`, async ({ page }) => {
    await openLink(page, path)
    await expect(page.getByRole('main')).toContainText(says)
    await expect(page.getByRole('main')).not.toContainText('円')
    await expect(page.getByRole('main')).not.toContainText('evil')
  })

test('a second link in the same tab shows its own estimate', async ({ page }) => {
  await openLink(page, pathOf('contract-1', '2026-01-05', LINE))
  await expect(page.getByText('9,980円').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('2026年1月5日の試算')
  await page.goto(pathOf('contract-1', '2026-01-06', ['IDO', '', 'つばさ']))
  await expect(page.getByText('4,980円').first()).toBeVisible()
  await expect(page.getByText('9,980円')).toHaveCount(0)
})
