/** A table of many rows: its charges, the ways through it by keyboard, and what a phone folds. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, facilityControl, fillAtOnce, fillFacilities } from './form.ts'
import { expectNoFindings } from './inspect.ts'
import { pasteText } from './spreadsheets.ts'
import { total } from './table.ts'

const NUMBER = '1311111114'

const cellOf = (page: Page, no: number, column: string): Locator =>
  page.locator(`#row-${no}-${column}`)

const menuStops = (page: Page): Promise<string[]> =>
  page
    .locator('.row-button > button:not([tabindex="-1"])')
    .evaluateAll((stops) => stops.map((stop) => stop.getAttribute('aria-label') ?? ''))

test('each row shows its charge, or the row that carries it, and no sentence beside it', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await fillFacilities(page, [
    { facilityName: 'A', facilityNumber: NUMBER, serviceKey: 'KYODO' },
    { facilityName: 'B', facilityNumber: NUMBER, serviceKey: 'TANKI' },
    { facilityName: 'C', facilityNumber: '', serviceKey: 'IDO' },
    { facilityName: 'D', facilityNumber: '', serviceKey: 'NICCHU' },
  ])
  await expect(total(page)).toHaveText('14,960円')
  for (const [index, charge] of ['2行目に含む', '9,980円', '4,980円', '3行目に含む', ''].entries())
    await expect(cellOf(page, index + 1, 'charge')).toHaveText(charge)
  await expect(page.locator('.facilities-head')).toContainText('料金')
  await expect(page.locator('.row-notes p')).toHaveCount(0)
})

test('the trial says that the charges are those of a later contract', async ({ page }) => {
  await page.goto('/trial/input')
  await fillFacilities(page, [{ facilityName: 'A', facilityNumber: NUMBER, serviceKey: 'KYODO' }])
  await expect(cellOf(page, 1, 'charge')).toHaveText('10,980円')
  await expect(page.getByRole('columnheader', { name: 'ご契約時' })).toBeVisible()
})

test('the menus of the rows are one tab stop, that of the row in use; arrows lead along them', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await fillFacilities(page, [
    { facilityName: 'A', facilityNumber: NUMBER, serviceKey: 'KYODO' },
    { facilityName: 'B', facilityNumber: NUMBER, serviceKey: 'TANKI' },
  ])
  await expect(button(page, '10行目の操作')).toBeVisible()
  await facilityControl(page, 3, 'serviceKey').focus()
  await page.keyboard.press('Tab')
  await expect(facilityControl(page, 4, 'facilityName')).toBeFocused()

  // Going through by Tab passes the menus by; whoever does something in a row has its menu next.
  await facilityControl(page, 1, 'facilityName').focus()
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab')
  await expect(facilityControl(page, 2, 'facilityName')).toBeFocused()
  await page.keyboard.press('Home')
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab')
  await expect(button(page, '2行目の操作')).toBeFocused()
  expect(await menuStops(page)).toEqual(['2行目の操作'])
  for (const [key, no] of [
    ['ArrowUp', 1],
    ['ArrowUp', 1],
    ['End', 10],
    ['Home', 1],
    ['ArrowDown', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect(button(page, `${no}行目の操作`)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(button(page, '見積もりへ進む')).toBeFocused()
})

/** Six rows without a number, and one that has a mistyped one. */
const UNNUMBERED = Array.from({ length: 7 }, (_, index) => [
  `さくら作業所${index + 1}`,
  index === 4 ? '1310000002' : '',
  '生活介護',
])

test('a remark on several rows is said once, with their number and a way to the next; each has its mark', async ({
  page,
}) => {
  const BLANK = '事業所番号が空欄です。番号をお持ちの場合は入力してください。'
  const number = (no: number) => facilityControl(page, no, 'facilityNumber')
  const said = page.locator('.row-notes p:not(.unseen)')
  await page.goto('/entry/input')
  await pasteText(
    facilityControl(page, 1, 'facilityName'),
    UNNUMBERED.map((row) => row.join('\t')),
  )
  await button(page, '表に取り込む').click()
  await expect(said).toHaveText([new RegExp(`^${BLANK}（ほかに5行）`), /打ち間違い/])
  await expect(number(4)).toHaveAccessibleDescription(new RegExp(BLANK))
  const marks = await page
    .locator('[data-label=事業所番号]')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::after').content))
  expect(marks.map((mark) => mark.includes('！'))).toEqual([
    ...Array(7).fill(true),
    ...Array(3).fill(false),
  ])

  await button(page, '次の行へ（2行目）').click()
  await expect(number(2)).toBeFocused()
  await number(2).fill('1311111114')
  await number(2).press('Tab')
  // The row that was mended says it no more, the one after it does.
  await expect(
    page
      .getByRole('row')
      .filter({ has: number(3) })
      .locator('p'),
  ).toHaveText(new RegExp(`^${BLANK}（ほかに4行）`))
  await button(page, '次の行へ（4行目）').click()
  await button(page, '次の行へ（6行目）').click()
  await expect(number(6)).toBeFocused()
  await expect(said).toHaveCount(2)
  await expectNoFindings(page)
})

test('the total so far is one line, at any width', async ({ page }) => {
  await page.goto('/entry/input')
  await fillFacilities(page, [{ facilityName: 'A', facilityNumber: NUMBER, serviceKey: 'KYODO' }])
  await expect(total(page)).toHaveText('9,980円')
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const { height } = (await page.locator('.bar').boundingBox()) ?? {}
    expect(height, `at ${width}`).toBeLessThanOrEqual(72)
  }
})

test('while somebody types in the table, a phone keeps nothing over it', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/entry/input')
  await fillFacilities(page, [{ facilityName: 'A', facilityNumber: NUMBER, serviceKey: 'KYODO' }])
  await expect(total(page)).toHaveText('9,980円')
  const bar = page.locator('.bar')
  await facilityControl(page, 2, 'facilityName').focus()
  await expect(bar).toHaveCSS('position', 'static')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect(bar).toHaveCSS('position', 'sticky')
})

test('what the menu of a row has done can be taken back on a phone without a search for the way', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/entry/input')
  const rows = ['A', 'B', 'C'].map((facilityName) => ({ facilityName, serviceKey: 'IDO' }))
  await fillFacilities(page, rows)
  for (const no of [1, 3]) {
    await button(page, `${no}行目の操作`).tap()
    await button(page, 'この行を削除').tap()
    await expect(facilityControl(page, 3, 'facilityName')).toHaveValue('')
    await expect(button(page, '元に戻す')).toBeInViewport({ ratio: 1 })
    await button(page, '元に戻す').tap()
    await expect(facilityControl(page, 3, 'facilityName')).toHaveValue('C')
  }
})

test('on a phone a row that nobody has used is a line, and a button opens the next', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/entry/input')
  const next = page.getByRole('button', { name: '次の行を入力' })
  await facilityControl(page, 1, 'facilityName').fill('A')
  await expect(next).toHaveCount(1)
  const line = page.getByRole('row').filter({ has: facilityControl(page, 2, 'facilityName') })
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(44)
  await next.tap()
  await expect(facilityControl(page, 2, 'facilityName')).toBeFocused()
  await expect(facilityControl(page, 2, 'serviceKey')).toBeVisible()
  await expect(next).toHaveCount(0)
  await facilityControl(page, 2, 'facilityName').fill('B')
  await expect(next).toHaveCount(1)
})

test('a link leads past the table to the next button', async ({ page }) => {
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  const skip = page.getByRole('link', { name: '表をとばす' })
  await skip.focus()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(button(page, '見積もる')).toBeFocused()
})

test('with a mouse, a dozen rows are in sight, and none moves when the table is first used', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 })
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  const before = await topsOf(page)
  expect(((before[9] ?? 0) - (before[0] ?? 0)) / 9).toBeLessThan(650 / 13)
  await facilityControl(page, 1, 'facilityName').fill('A')
  await facilityControl(page, 1, 'serviceKey').selectOption('IDO')
  await expect(cellOf(page, 1, 'charge')).toHaveText('4,980円')
  expect(await topsOf(page)).toEqual(before)
})

test('on a phone blank cards are a line each; one opens at a touch, stays open, and moves nothing above', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  const folded = await topsOf(page)
  for (const no of [2, 10]) {
    await expect(facilityControl(page, no, 'facilityName')).toBeVisible()
    await expect(facilityControl(page, no, 'serviceKey')).toBeHidden()
  }
  expect((folded[9] ?? 0) - (folded[8] ?? 0)).toBeLessThan(80)

  await facilityControl(page, 3, 'facilityName').tap()
  await expect(facilityControl(page, 3, 'serviceKey')).toBeVisible()
  await expect(button(page, '3行目の操作')).toBeVisible()
  const open = await topsOf(page)
  expect(open.slice(0, 3)).toEqual(folded.slice(0, 3))

  // Whoever goes on to the next card finds it where it was pressed.
  await facilityControl(page, 4, 'facilityName').tap()
  await expect(facilityControl(page, 3, 'serviceKey')).toBeVisible()
  expect((await topsOf(page)).slice(0, 4)).toEqual(open.slice(0, 4))
})

test('on a phone a row that is filled from elsewhere stands open', { tag: '@mobile' }, async ({
  page,
}) => {
  await page.goto('/entry/input')
  await facilityControl(page, 1, 'facilityName').fill('A')
  await facilityControl(page, 1, 'serviceKey').selectOption('IDO')
  await button(page, '1行目の操作').tap()
  await button(page, 'この行を複製').tap()
  await expect(facilityControl(page, 2, 'serviceKey')).toHaveValue('IDO')
  await button(page, '1行目の操作').tap()
  await button(page, '下に行を挿入').tap()
  await expect(facilityControl(page, 3, 'serviceKey')).toBeVisible()
  await expect(facilityControl(page, 4, 'serviceKey')).toBeHidden()
})

test('on a phone a complete row that was read from elsewhere is two lines, and opens at a touch; one that lacks something or says a remark stands open', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  const rowsBut = (changes: Record<number, object>) =>
    Array.from({ length: 7 }, (_, index) => ({
      ...{ facilityName: `さくら作業所 第${index + 1}`, facilityNumber: '', serviceKey: 'IDO' },
      ...changes[index + 1],
    }))
  const [withoutService, mistyped] = [
    { serviceKey: '' },
    { facilityNumber: '1310000002', serviceKey: 'SYUKEI_B' },
  ]
  await fillAtOnce(page, rowsBut({ 4: withoutService, 5: mistyped, 6: mistyped }))
  const card = (no: number) =>
    page.getByRole('row').filter({ has: facilityControl(page, no, 'facilityName') })
  const heightOf = async (no: number) => (await card(no).boundingBox())?.height
  await expect(cellOf(page, 7, 'charge')).not.toHaveText('')
  await expect.poll(() => heightOf(5)).toBeGreaterThan(200)
  // Of two rows with one remark the second has a mark.
  for (const no of [2, 6, 7]) expect(await heightOf(no)).toBeLessThanOrEqual(64)
  for (const no of [1, 4]) expect(await heightOf(no)).toBeGreaterThan(200)
  await expect(button(page, '次の行を入力')).toHaveCount(0)
  // Wherever it is touched.
  for (const [no, y] of [
    [2, 8],
    [3, 52],
  ] as const) {
    await card(no).tap({ position: { x: 150, y } })
    await expect(facilityControl(page, no, 'facilityName')).toBeFocused()
    await expect(button(page, `${no}行目の操作`)).toBeVisible()
  }
  // Keys that lead down a column reach every cell.
  await facilityControl(page, 6, 'facilityNumber').focus()
  await page.keyboard.press('ArrowDown')
  await expect(facilityControl(page, 7, 'facilityNumber')).toBeFocused()
  expect(await heightOf(7)).toBeGreaterThan(200)
  await button(page, '6行目の操作').focus()
  await page.keyboard.press('End')
  await expect(button(page, '10行目の操作')).toBeFocused()
  // What a remark opened stays open when it goes without a touch.
  await fillAtOnce(page, rowsBut({}))
  await expect(page.getByText('事業所番号に打ち間違いがないか')).toHaveCount(0)
  expect(await heightOf(5)).toBeGreaterThan(200)
})

test('on a phone every row with an error stands open', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  const tooLong = { facilityName: 'あ'.repeat(300), facilityNumber: '', serviceKey: 'IDO' }
  await fillAtOnce(page, [tooLong, { ...tooLong, facilityName: 'すみれ作業所' }, tooLong])
  await expect(facilityControl(page, 3, 'facilityNumber')).toHaveCSS('opacity', '0')
  await button(page, '見積もる').click()
  await expect(facilityControl(page, 3, 'facilityName')).toHaveAttribute('aria-invalid', 'true')
  await expect(facilityControl(page, 3, 'facilityNumber')).toHaveCSS('opacity', '1')
})

test('on a phone every row opens while somebody is called by its signs', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  const ofRow = { facilityName: 'さくら作業所', facilityNumber: '', serviceKey: 'IDO' }
  await fillAtOnce(page, [ofRow, { ...ofRow, facilityName: 'すみれ作業所' }])
  await expect(facilityControl(page, 2, 'facilityNumber')).toHaveCSS('opacity', '0')
  await button(page, '電話で相談中').click()
  await expect(facilityControl(page, 2, 'facilityNumber')).toHaveCSS('opacity', '1')
})

/** Of every row, from the top of the page. */
function topsOf(page: Page): Promise<number[]> {
  return page
    .locator('.facilities [role=rowgroup]:last-child > [role=row]')
    .evaluateAll((rows) =>
      rows.map((row) => Math.round(row.getBoundingClientRect().top + window.scrollY)),
    )
}
