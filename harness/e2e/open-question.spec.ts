/** While the page asks something about the table, nothing else happens to the table. */
import { expect, test } from './fixtures.ts'
import { button, facilityControl } from './form.ts'
import { CLIPBOARDS, paste } from './spreadsheets.ts'
import { expectRows, expectStatus, preview } from './table.ts'

test('while a question is open, neither another paste nor Ctrl+Z reaches the table behind it', async ({
  page,
}) => {
  const grid = Array.from({ length: 100 }, (_, index) => [
    `あおぞら第${index + 1}`,
    `1310${String(100000 + index)}`,
    '生活介護',
  ])
  await page.goto('/entry/input')
  await paste(facilityControl(page, 1, 'facilityName'), CLIPBOARDS.excel(grid))
  await button(page, '表に取り込む').click()
  await expectStatus(page, '100件を取り込みました。')

  const cell = facilityControl(page, 50, 'facilityName')
  await paste(cell, CLIPBOARDS.excel([['ひばり', '1311111114', '就B']]))
  const summary = preview(page).getByText('1件を、表の50行目に取り込みます。')
  await expect(summary).toBeVisible()
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('ControlOrMeta+Z')
  // What either of them would do is done before the next key is answered.
  await page.keyboard.press('Tab')
  await expect(summary).toBeVisible()
  await expectRows(page, [['あおぞら第100', '1310100099', 'SEIKATSU_KAIGO']], 100)
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()

  await button(page, '50行目の操作').click()
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('ControlOrMeta+Z')
  await page.keyboard.press('Escape')
  await expect(preview(page)).toBeHidden()
  await expect(button(page, '50行目の操作')).toBeFocused()
  await expectRows(page, [['あおぞら第50', '1310100049', 'SEIKATSU_KAIGO']], 50)
})
