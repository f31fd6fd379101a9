/** What the directory says of numbers that come into the table: in the preview of a paste, and beside a row. */
import { expect } from './fixtures.ts'
import { button, facilityControl } from './form.ts'
import { expectNoFindings, expectNoSidewaysScrolling, expectTargets } from './inspect.ts'
import { openEntry, test } from './sample-directory.ts'
import { CLIPBOARDS, paste } from './spreadsheets.ts'
import { expectRows, preview } from './table.ts'

const SETTLE = '公表されている内容で補う（済み）'

test('the directory settles what a sheet left open, shows each, and takes it back', async ({
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
