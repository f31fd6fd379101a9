/** Rows by hand: moving, deleting, inserting, copying, what is said beside them, and the estimate on paper. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, expectAlive, facilityControl, fillFacilities } from './form.ts'
import { expectRows, expectStatus, total } from './table.ts'

test('Enter and the arrows move in the column and never send', async ({ page }) => {
  await page.goto('/entry/input')
  await expectAlive(page)
  await facilityControl(page, 1, 'facilityNumber').fill('1311111114')
  const at = (no: number) => facilityControl(page, no, 'facilityNumber')
  await at(1).focus()
  for (const [key, no] of [
    ['Enter', 2],
    ['ArrowDown', 3],
    ['Shift+Enter', 2],
    ['ArrowUp', 1],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(at(no)).toBeFocused()
  }
  const service = facilityControl(page, 1, 'serviceKey')
  await service.focus()
  await page.keyboard.press('ArrowDown')
  await expect(service).toBeFocused()
  await expect(service).toHaveValue('KEIKAKU_SOUDAN')
  await page.keyboard.press('Enter')
  await expect(facilityControl(page, 2, 'serviceKey')).toBeFocused()
  await expect(page).toHaveURL('/entry/input')
})

/** The code of the table is under way until the returned function is called. */
async function holdTableTools(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/table-tools-*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

test('a key that is pressed before the code of the table has come moves on when it comes', async ({
  page,
}) => {
  const release = await holdTableTools(page)
  await page.goto('/entry/input')
  await expectAlive(page)
  await facilityControl(page, 1, 'facilityNumber').fill('1311111114')
  await page.keyboard.press('Enter')
  await expect(facilityControl(page, 1, 'facilityNumber')).toBeFocused()
  release()
  await expect(facilityControl(page, 2, 'facilityNumber')).toBeFocused()
})

test('but who has typed on since is not carried away', async ({ page }) => {
  const release = await holdTableTools(page)
  await page.goto('/entry/input')
  await expectAlive(page)
  await facilityControl(page, 1, 'facilityName').fill('あおぞら')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  release()
  await expect(button(page, '全行をコピー')).toBeVisible()
  await expect(facilityControl(page, 1, 'facilityName')).toBeFocused()
  await expectRows(page, [['あおぞら1', '', '']])
})

test('a row is deleted, comes back, and one is inserted; each clears the estimate', async ({
  page,
}) => {
  const rows = [
    { facilityName: 'A', facilityNumber: '1311111114', serviceKey: 'KYODO' },
    { facilityName: 'B', facilityNumber: '1310000001', serviceKey: 'TANKI' },
  ]
  const register = button(page, '規約に同意して登録する')
  const estimated = async () => {
    await button(page, '見積もる').click()
    await expect(register).toBeEnabled()
  }
  await page.goto('/entry/input')
  await fillFacilities(page, rows)
  await estimated()

  await button(page, '1行目の操作').click()
  await button(page, 'この行を削除').click()
  await expectRows(page, [
    ['B', '1310000001', 'TANKI'],
    ['', '', ''],
  ])
  await expect(button(page, '1行目の操作')).toBeFocused()
  await expect(register).toBeDisabled()
  await expect(total(page)).toHaveText('9,980円')
  await facilityControl(page, 3, 'facilityName').fill('C')
  await button(page, '元に戻す').click()
  await expectRows(page, [
    ['A', '1311111114', 'KYODO'],
    ['B', '1310000001', 'TANKI'],
    ['', '', ''],
    ['C', '', ''],
  ])
  await facilityControl(page, 4, 'facilityName').fill('')

  await estimated()
  await button(page, '1行目の操作').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, '下に行を挿入')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(facilityControl(page, 2, 'facilityName')).toBeFocused()
  await expectRows(page, [
    ['A', '1311111114', 'KYODO'],
    ['', '', ''],
    ['B', '1310000001', 'TANKI'],
  ])
  await expect(facilityControl(page, 11, 'facilityName')).toBeVisible()
  await expect(register).toBeDisabled()

  await button(page, '2行目の操作').click()
  await page.keyboard.press('Escape')
  await expect(button(page, '2行目の操作')).toBeFocused()
})

test('what was said of rows goes with the rows, and the rest of it stays', async ({ page }) => {
  await page.goto('/trial/input')
  await facilityControl(page, 2, 'facilityName').fill('A')
  await button(page, '無料体験を申し込む').click()
  const summary = page.getByRole('region', { name: /^入力内容に誤りがあります/ })
  await expect(summary).toBeFocused()
  await expect(facilityControl(page, 2, 'serviceKey')).toHaveAttribute('aria-invalid', 'true')
  await button(page, '1行目の操作').click()
  await button(page, 'この行を削除').click()
  await expect(button(page, '1行目の操作')).toBeFocused()
  await expect(facilityControl(page, 2, 'serviceKey')).not.toHaveAttribute('aria-invalid')
  await expect(summary).toContainText('法人名を入力してください。')
  await expect(summary).not.toContainText('2行目')
})

test('notes come when a row is left, describe its number, and say nothing while it is typed', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await fillFacilities(page, [
    { facilityName: 'A', facilityNumber: '1311111114', serviceKey: 'KYODO' },
  ])
  const number = facilityControl(page, 2, 'facilityNumber')
  await facilityControl(page, 2, 'facilityName').fill('A')
  await facilityControl(page, 2, 'serviceKey').selectOption('TANKI')
  await number.focus()
  await page.keyboard.type('1311111115')
  await expect(total(page)).toHaveText('19,960円')
  await expect(number).toHaveAccessibleDescription('')
  await page.keyboard.press('Tab')
  await expect(number).toHaveAccessibleDescription(
    '確認：事業所番号に打ち間違いがないかご確認ください（チェックの数字が合いません）。',
  )
  await number.fill('1311111114')
  await number.press('Tab')
  await expect(total(page)).toHaveText('9,980円')
  await expect(facilityControl(page, 1, 'facilityNumber')).toHaveAccessibleDescription(
    '2行目に含む',
  )
})

test('all rows are copied as a spreadsheet takes them', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/entry/input')
  await fillFacilities(page, [
    { facilityName: 'A', facilityNumber: '1311111114', serviceKey: 'KYODO' },
    { facilityName: '', facilityNumber: '', serviceKey: '' },
    { facilityName: 'B', facilityNumber: '', serviceKey: 'IDO' },
  ])
  await button(page, '全行をコピー').click()
  await expectStatus(page, '2行をコピーしました。')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '事業所名\t事業所番号\tサービス種類\r\nA\t1311111114\t共同生活援助\r\nB\t\t移動支援',
  )
})

test('the estimate prints on one page', async ({ page }) => {
  await page.goto('/entry/input')
  await applicantControl(page, 'companyName').fill('社会福祉法人さくら会')
  await fillFacilities(page, [
    { facilityName: 'A', facilityNumber: '1311111114', serviceKey: 'KYODO' },
    { facilityName: 'B', facilityNumber: '', serviceKey: 'IDO' },
  ])
  await button(page, '見積もる').click()
  await expect(button(page, '見積書を印刷する')).toBeVisible()
  await expect(page.getByText('社会福祉法人さくら会 御中')).toBeHidden()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  const title = page.getByRole('heading', { name: 'お見積書' })
  await expect(title).toBeVisible()
  await expect(title).toHaveCSS('text-align', 'center')
  await expect(page.getByText('社会福祉法人さくら会 御中')).toBeVisible()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('14,960円')
  await expect(sheet).toContainText('消費税（10％）1,496円合計（税込）16,456円')
  await expect(sheet).toContainText(/見積番号：\d{8}-[2-9A-Z]{6}発行日：.+有効期限：.+日/)
  await expect(page.getByRole('heading', { name: '新規お申し込み' })).toBeHidden()
})

test('the total so far, which sticks to the window, covers no row on paper', async ({ page }) => {
  await page.goto('/entry/input')
  await facilityControl(page, 1, 'facilityName').fill('A')
  const bar = page.locator('.bar')
  await expect(bar).toHaveCSS('position', 'sticky')
  await page.emulateMedia({ media: 'print' })
  await expect(bar).toHaveCSS('position', 'static')
})

test('beside one very long name, numbers and services keep to their line on paper', async ({
  page,
}) => {
  const long = '特定非営利活動法人日本障害者就労支援協会ひまわり第二作業所別館三階'
  await page.goto('/entry/input')
  await fillFacilities(page, [
    { facilityName: long + long, facilityNumber: '0110100013', serviceKey: 'HOKAGO' },
    { facilityName: 'A', facilityNumber: '0110100013', serviceKey: 'TANKI' },
  ])
  await button(page, '見積もる').click()
  await expect(button(page, '見積書を印刷する')).toBeVisible()
  // As wide as a page of A4 between its margins.
  await page.setViewportSize({ width: 680, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const linesOf = (words: string) =>
    page
      .getByRole('article')
      .getByRole('cell', { name: words, exact: true })
      .first()
      .evaluate((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size
      })
  await expect.poll(() => linesOf('0110100013')).toBe(1)
  expect(await linesOf('放課後等デイサービス')).toBe(1)
  expect(await linesOf('2行目に含む')).toBe(1)
  expect(await linesOf(long + long)).toBeGreaterThan(1)
})

test('the same sentence is said again when the same is done again', async ({ page }) => {
  await page.goto('/entry/input')
  await fillFacilities(page, [
    { facilityName: 'A', facilityNumber: '', serviceKey: 'IDO' },
    { facilityName: 'B', facilityNumber: '', serviceKey: 'IDO' },
  ])
  const spoken = await page.locator('.bar [role=status]').evaluateHandle((status) => {
    const texts: string[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const { textContent } of addedNodes) texts.push(textContent ?? '')
    }).observe(status, { childList: true })
    return texts
  })
  for (const left of ['B', '']) {
    await button(page, '1行目の操作').click()
    await button(page, 'この行を削除').click()
    await expect(facilityControl(page, 1, 'facilityName')).toHaveValue(left)
  }
  await expectStatus(page, '1行目を削除しました。')
  expect(await spoken.jsonValue()).toEqual(['1行目を削除しました。', '1行目を削除しました。'])
})

test('three keys lead from any row to the estimate, and the headings stay in sight', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await facilityControl(page, 1, 'facilityName').fill('A')
  await facilityControl(page, 1, 'serviceKey').selectOption('IDO')
  const tenth = facilityControl(page, 10, 'facilityName')
  await tenth.focus()
  await expect(page.locator('.facilities-head')).toBeInViewport()
  await expect(button(page, '見積もりへ進む')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, '見積もりへ進む')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, '見積もる')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.estimate .total')).toContainText('4,980円')
})
