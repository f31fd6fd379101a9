/** What the directory says of numbers that come into the table: in the preview of a paste, and beside a row. */
import { expect } from './fixtures.ts'
import { button, facilityControl, fillFacilities } from './form.ts'
import { expectNoFindings, expectNoSidewaysScrolling, expectTargets } from './inspect.ts'
import { findingsOf, nuFindingsOf } from './markup.ts'
import { openEntry, test } from './sample-directory.ts'
import { CLIPBOARDS, paste } from './spreadsheets.ts'
import { expectRows, preview } from './table.ts'

const SETTLE = '公表されている内容で補う（済み）'

/** Documents that this worker has seen, for one run of the Nu checker. */
const seen = new Map<string, string>()

test('the directory fills in and corrects what a sheet left open, shows each, and takes it back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openEntry(page)
  const rows = [
    ['事業所名', '略称', '事業所番号', 'サービス種類'],
    ['本部', 'あさひの里ホーム', '1390010021', '自立生活援助'],
    ['あさひの里デイ', '', '1390010013 / 1390010039', '生活介護'],
    ['', '', '1390020004', '同行援護'],
    ['あさひの里ワークセンター', '', '1390010005', ''],
  ]
  await paste(facilityControl(page, 1, 'facilityName'), CLIPBOARDS.excel(rows))
  await expect(preview(page)).toContainText('公表されている内容で、')
  await expect(preview(page)).toContainText('出典：WAM NET、2025年3月末時点')
  await expect(preview(page)).toContainText(
    '「本部」ではなく、この番号で公表されている、同じ行の「あさひの里ホーム」を取り込みます。',
  )
  await expect(preview(page)).toContainText('この番号で公表されているのは、')
  await expectNoFindings(page)
  seen.set('preview', await page.content())
  await expectTargets(page)
  await expectNoSidewaysScrolling(page)
  await button(page, SETTLE).click()
  await expect(preview(page)).toContainText('公表されている内容では補いません。')
  await expect(preview(page)).not.toContainText('この番号で公表されている')
  await button(page, '公表されている内容で補う').click()
  await button(page, '表に取り込む').click()
  await expectRows(page, [
    ['あさひの里ホーム', '1390010021', 'JIKATSU'],
    ['あさひの里デイ', '1390010013', 'SEIKATSU_KAIGO'],
    ['あさひケアステーション', '1390020004', 'DOUKOU'],
    ['あさひの里ワークセンター', '1390010005', ''],
  ])
})

test('a number is enough: one key takes its name and services, and another press undoes it', async ({
  page,
}) => {
  await openEntry(page)
  const number = facilityControl(page, 1, 'facilityNumber')
  await number.focus()
  await page.keyboard.type('1390020004')
  const take = page.getByRole('button', { name: '1行目にこの内容を3行に入れる' })
  await expect(take).toBeVisible()
  await expect(number).toBeFocused()
  await expect(
    page.getByRole('status').filter({ hasText: '1行目：公表：あさひケア' }),
  ).toBeAttached()
  await page.keyboard.press('Control+Enter')
  await expectRows(page, [
    ['あさひケアステーション', '1390020004', 'HOME_HELP'],
    ['あさひケアステーション', '1390020004', 'JUHO'],
    ['あさひケアステーション', '1390020004', 'DOUKOU'],
  ])
  // A phone folds blank rows down to their name.
  await expect(facilityControl(page, 4, 'facilityName')).toHaveValue('')
  await expect(take).toHaveCount(0)
  await page.getByRole('button', { name: '元に戻す', exact: true }).click()
  await expectRows(page, [['', '1390020004', '']])
  await expect(facilityControl(page, 2, 'facilityName')).toHaveValue('')
})

test('a number of another corporation, or of nobody, gets a quiet remark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openEntry(page)
  // The live region says the same.
  const notes = page.locator('.row-notes')
  await page.getByLabel('法人名', { exact: true }).fill('べつの会')
  await fillFacilities(page, [
    { facilityName: 'ケア', facilityNumber: '1390020004', serviceKey: 'HOME_HELP' },
    { facilityName: 'あさひの里ホーム', facilityNumber: '1390010021' },
  ])
  await expect(notes.getByText('この番号は、「株式会社　あさひケア」の事業所として')).toBeVisible()
  await expect(
    notes.getByText('公表：あさひの里ホーム（共同生活援助・自立生活援助）'),
  ).toBeVisible()
  await facilityControl(page, 2, 'facilityName').fill('さくら')
  await facilityControl(page, 2, 'facilityNumber').fill('1399999992')
  await facilityControl(page, 2, 'serviceKey').selectOption('SYUKEI_B')
  await expect(notes.getByText('公表されている一覧（2025年3月末時点）にありません。')).toBeVisible()
  // What sticks to the window covers targets until its own place is reached.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expectNoFindings(page)
  seen.set('remarks', await page.content())
  await expectTargets(page)
  await expectNoSidewaysScrolling(page)
  expect(await findingsOf(await page.content())).toEqual([])
})

test.afterAll('the Nu checker finds nothing', async () => {
  if (seen.size > 0) expect(await nuFindingsOf(seen)).toEqual([])
})
