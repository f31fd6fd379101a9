/** The preview of a paste: columns are put right, single values matched, and it fits a small screen. */
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillFacilities } from './form.ts'
import { expectNoFindings } from './inspect.ts'
import { CLIPBOARDS, paste, pasteText } from './spreadsheets.ts'
import { expectRows, expectStatus, preview } from './table.ts'

test('a person corrects which column is which', async ({ page }) => {
  await page.goto('/trial/input')
  const cell = facilityControl(page, 1, 'facilityName')
  await paste(cell, CLIPBOARDS.excel([['A-1', 'ひばり', '1311111114', '就B']]))
  await expect(preview(page)).toBeVisible()
  const columns = preview(page).getByText('列の割り当てを変える')
  if (
    !(await preview(page)
      .getByRole('combobox', { name: /^1列目/ })
      .isVisible())
  )
    await columns.click()
  await preview(page)
    .getByRole('combobox', { name: /^1列目/ })
    .selectOption('facilityName')
  await expect(preview(page).getByRole('combobox', { name: /^2列目/ })).toHaveValue('')
  await preview(page)
    .getByRole('combobox', { name: /^2列目/ })
    .selectOption('facilityName')
  await button(page, '表に取り込む').click()
  await expectRows(page, [['ひばり', '1311111114', 'SYUKEI_B']])
})

test('a table pasted where no field has the focus goes to the first free row; in a field it is text', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await fillFacilities(page, [{ facilityName: 'ある事業所' }])
  const lines = ['事業所名\t事業所番号', 'みほん作業所\t1310000018']
  const heading = page.getByRole('heading', { level: 1 })
  await heading.click()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await pasteText(page.locator('body'), lines)
  await expect(preview(page)).toContainText('2行目')
  await button(page, '表に取り込む').click()
  await expect(facilityControl(page, 2, 'facilityName')).toHaveValue('みほん作業所')
  await pasteText(applicantControl(page, 'address'), lines)
  await expect(preview(page)).toHaveCount(0)
})

test('a single value pasted into a select is matched by name, into a text it is the browser’s', async ({
  page,
}) => {
  await page.goto('/entry/input')
  const service = facilityControl(page, 2, 'serviceKey')
  await paste(service, { text: '放デイ', html: '<b>放デイ</b>' })
  await expect(service).toHaveValue('HOKAGO')
  await expectStatus(page, '「放デイ」を「放課後等デイサービス」として取り込みます。')
  await paste(service, { text: '謎', html: '謎' })
  await expectStatus(page, '「謎」と一致するサービス種類がありません。')
  await expect(service).toHaveValue('HOKAGO')
  const name = facilityControl(page, 2, 'facilityName')
  await paste(name, { text: 'ひばり\r\n', html: 'ひばり' })
  await expect(name).toHaveValue('ひばり')
  await expect(preview(page)).toBeHidden()
})

test('on a phone a row of the preview is two lines, what is read alike is said once, and the rows come first', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/entry/input')
  await pasteText(facilityControl(page, 1, 'facilityName'), [
    '名称\t番号\tサービス\t備考',
    ...Array.from(
      { length: 8 },
      (_, index) => `さくら第${index + 1}作業所\t131000000${index}\t就労B\t`,
    ),
  ])
  const dialog = preview(page)
  const READ = '「就労B」を「就労継続支援B型」として取り込みます。'
  await expect(dialog.locator('.notes p').filter({ hasText: READ })).toHaveCount(1)
  await expect(dialog.getByText(`${READ}（ほかに7行）`)).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /第8作業所/ })).toHaveAccessibleDescription(
    new RegExp(READ),
  )
  const heights = await dialog
    .locator('tbody')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights.slice(1))).toBeLessThan(110)
  await expect(dialog.getByRole('checkbox', { name: /第1作業所/ })).toBeInViewport()
  await expect(dialog.getByText('見出しの1行は取り込みません。')).toBeHidden()
  await dialog.getByText('読み取りの内容').click()
  await expect(dialog.getByText('見出しの1行は取り込みません。')).toBeVisible()
  await expectNoFindings(page)
})

test('on a narrow and low screen the preview keeps its words apart, and nothing that sticks covers the table', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 200 })
  await page.goto('/entry/input')
  await paste(
    facilityControl(page, 1, 'facilityName'),
    CLIPBOARDS.excel([['特定非営利活動法人日本障害者就労支援協会', '1311111114', '就B']]),
  )
  const cells = preview(page).getByRole('cell')
  const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth
  expect(await cells.first().evaluate(isCut)).toBe(false)
  const number = preview(page).getByText('1311111114', { exact: true })
  const linesIn = (cell: Element) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getClientRects().length
  }
  expect(await number.evaluate(linesIn)).toBe(1)
  await cells.first().scrollIntoViewIfNeeded()
  await expect(cells.first()).toBeInViewport({ ratio: 0.5 })
  await button(page, '表に取り込む').click()
  await expect(facilityControl(page, 1, 'facilityName')).toBeFocused()
  await expect(page.locator('.bar')).not.toBeInViewport({ ratio: 0.5 })
})
