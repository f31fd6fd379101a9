/** From somebody's spreadsheet to the database. */
import { expect, test } from './fixtures.ts'
import { button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { CLIPBOARDS, drop, paste, shiftJisCsv } from './spreadsheets.ts'
import { storedAs } from './stored-applications.ts'
import { expectAccessible, expectRows, expectStatus, preview, total } from './table.ts'

const HEADINGS = ['No.', 'サービス種別', '指定番号メモ', '事業所番号', '施設名']
/** As a spreadsheet has them: its own columns, abbreviations, a lost zero, a service that is two things. */
const TEN = [
  ['1', '就労B', '', '1311111114', 'ひまわり作業所'],
  ['2', '就労継続支援Ａ型', '', '1311111114', 'ひまわり作業所　A'],
  ['3', '放デイ', '', '110100013', 'つばめ教室'],
  ['4', '児発', '', '110100013', 'つばめ教室 幼児'],
  ['5', 'グループホーム', '', '1310000001', 'さくら荘'],
  ['6', '移行', '', '1311111114', 'ひまわり移行'],
  ['7', '計画相談', '', '1330000017', '相談室ひまわり'],
  ['8', '移動支援', '', '', 'おでかけ'],
  ['9', 'ショート', '', '1310000001', 'さくら荘\n"別館"'],
  ['10', '移行', '', '1311111114', 'ひまわり移行2'],
]
const TAKEN = [
  ['ひまわり作業所', '1311111114', 'SYUKEI_B'],
  ['ひまわり作業所　A', '1311111114', 'SYUKEI_A'],
  ['つばめ教室', '110100013', 'HOKAGO'],
  ['つばめ教室 幼児', '110100013', 'JIHATSU'],
  ['さくら荘', '1310000001', 'KYODO'],
  ['ひまわり移行', '1311111114', 'SYURO_IKOU'],
  ['相談室ひまわり', '1330000017', 'KEIKAKU_SOUDAN'],
  ['おでかけ', '', 'IDO'],
  ['さくら荘 "別館"', '1310000001', 'TANKI'],
  ['ひまわり移行2', '1311111114', 'SYURO_IKOU'],
]

test(
  'ten rows from Excel become an application',
  { tag: '@main' },
  async ({ page, staffUrl }, { project }) => {
    const email = `table.${project.name}@sakura.example`
    const withAxe = project.name === 'chromium'
    await page.goto('/entry/input')
    await fillApplicant(page, {
      companyName: '社会福祉法人 髙﨑さくら会',
      zipcode: '1000001',
      address: '東京都千代田区千代田1-1',
      tel: '03-1234-5678',
      email,
      person: '山田 花子',
    })

    await test.step('a preview says what goes where, and asks once for what it did not understand', async () => {
      const cell = facilityControl(page, 1, 'facilityName')
      await paste(cell, CLIPBOARDS.excel([HEADINGS, ...TEN]))
      await expect(preview(page)).toContainText('10件を、表の1行目から10行目までに取り込みます。')
      await expect(preview(page)).toContainText('見出しの1行は取り込みません。')
      await expect(preview(page)).toContainText('読み取れなかった内容が2か所あります。')
      await expect(cell).toHaveValue('')
      if (withAxe) await expectAccessible(page)
      await preview(page)
        .getByRole('combobox', { name: '「移行」（2行）' })
        .selectOption({ label: '就労移行支援' })
      await expect(preview(page)).not.toContainText('読み取れなかった内容が')
      await button(page, '表に取り込む').click()
      await expectStatus(page, '10件を取り込みました。')
      await expect(cell).toBeFocused()
      await expectRows(page, TAKEN)
    })

    await test.step('the lost zeros come back in one press, and the total follows', async () => {
      await expect(total(page)).toHaveText('44,900円')
      const repair = button(page, '先頭の0を補う')
      // By the keyboard: before a click, Playwright scrolls to what sticks in Firefox by itself.
      await repair.focus()
      const repaired = facilityControl(page, 4, 'facilityNumber')
      const before = await repaired.boundingBox()
      await repair.press('Enter')
      await expectStatus(page, '2件の事業所番号に先頭の0を補いました。')
      await expect(repaired).toHaveValue('0110100013')
      // Remarks above it go away; the table does not run off.
      const shift = ((await repaired.boundingBox())?.y ?? NaN) - (before?.y ?? NaN)
      expect(Math.abs(shift)).toBeLessThan(150)
      await expect(button(page, '先頭の0を補う')).toBeHidden()
      await expect(total(page)).toHaveText('44,900円')
      if (withAxe) await expectAccessible(page)
    })

    await test.step('the rows outlive a reload', async () => {
      await page.reload()
      await expect(facilityControl(page, 9, 'facilityName')).toHaveValue('さくら荘 "別館"')
      await expect(facilityControl(page, 4, 'facilityNumber')).toHaveValue('0110100013')
    })

    await test.step('estimate, registration, and a copy of it', async () => {
      await button(page, '見積もる').click()
      await expect(page.locator('.estimate .total')).toContainText('44,900円')
      await button(page, '規約に同意して登録する').click()
      await expect(page).toHaveURL('/entry/result')
      const copy = page.getByRole('region', { name: '受付内容の控え' })
      const main = page.getByRole('main')
      await expect(copy).toContainText('月額44,900円（税抜）')
      await expect(copy.getByRole('row')).toHaveCount(11)
      await expect(page.getByText(email)).toHaveCount(2)
      if (withAxe) await expectAccessible(page)

      const stored = await storedAs(staffUrl, email)
      await expect(main).toContainText(stored.reference)
      expect(stored).toMatchObject({ priceText: '44,900' })
      expect(stored.facilities).toEqual(
        TAKEN.map(([facilityName, number = '', serviceKey], index) => ({
          no: index + 1,
          facilityName,
          facilityNumber: number.length === 9 ? `0${number}` : number,
          serviceKey,
        })),
      )
      await page.reload()
      await expect(main).toContainText(stored.reference)
    })
  },
)

test('of 396 rows from LibreOffice a hundred fit, the rest is kept, and one press undoes it all', {
  tag: '@long',
}, async ({ page }) => {
  const rows = Array.from({ length: 396 }, (_, index) => [
    `1310${String(100000 + index)}`,
    `あおぞら第${index + 1}`,
    index % 2 === 0 ? '生活介護' : '放デイ',
  ])
  await page.goto('/entry/input')
  await fillFacilities(page, [
    { facilityName: '打ち込んだ名前', facilityNumber: '', serviceKey: 'IDO' },
  ])
  const first = facilityControl(page, 1, 'facilityName')
  const grid = [['事業所番号', '事業所名', 'サービス種類'], ...rows]
  await paste(first, CLIPBOARDS.libreOffice(grid))
  await expect(preview(page)).toContainText('貼り付けた396件のうち、100件を取り込みます。')
  await expect(preview(page)).toContainText('入力済みの「打ち込んだ名前」は消えます。')
  await button(page, '表に取り込む').click()
  await expectStatus(page, '100件を取り込みました（残り296件は表の下）。')
  await expectRows(page, [['あおぞら第100', '1310100099', 'HOKAGO']], 100)

  await button(page, '残りの296件をコピーする').click()
  await expectStatus(page, '残りの296件をコピーしました。')
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\r\n')
  expect(copied).toHaveLength(297)
  expect(copied[0]).toBe('事業所名\t事業所番号\tサービス種類')
  expect(copied[1]).toBe('あおぞら第101\t1310100100\t生活介護')
  expect(copied[296]).toBe('あおぞら第396\t1310100395\t放課後等デイサービス')
  const saved = page.waitForEvent('download')
  await button(page, 'CSVファイルに保存する').click()
  expect((await saved).suggestedFilename()).toBe('表に入らなかった事業所.csv')

  await page.reload()
  await expect(facilityControl(page, 100, 'facilityName')).toHaveValue('あおぞら第100')
  await expect(page.getByText('表に入らなかった296件を残しています')).toBeVisible()

  await paste(first, CLIPBOARDS.libreOffice([['別の施設', '1311111114', '就B']]))
  await button(page, '表に取り込む').click()
  await expectRows(page, [['別の施設', '1311111114', 'SYUKEI_B']])
  await button(page, '元に戻す').click()
  await expectStatus(page, '元に戻しました。')
  await expectRows(page, [['あおぞら第1', '1310100000', 'SEIKATSU_KAIGO']])
  // It belongs to the first paste, which stands.
  const leftOver = page.getByText('表に入らなかった296件を残しています')
  await expect(leftOver).toBeVisible()

  await paste(facilityControl(page, 99, 'facilityName'), CLIPBOARDS.libreOffice(grid.slice(0, 6)))
  await button(page, '表に取り込む').click()
  await expect(page.getByText('表に入らなかった3件を残しています')).toBeVisible()
  await button(page, '元に戻す').click()
  await expect(leftOver).toBeVisible()
  await page.reload()
  await expect(leftOver).toBeVisible()
})

test('rows from Google Sheets fill from the cell that has the focus, and Ctrl+Z takes them back', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await facilityControl(page, 10, 'facilityName').fill('すずらん')
  const cell = facilityControl(page, 9, 'facilityName')
  const payload = CLIPBOARDS.googleSheets([['ひばり'], ['めじろ'], ['つぐみ']])
  await paste(cell, payload)
  await expect(preview(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview(page)).toBeHidden()
  await expect(cell).toBeFocused()
  await expect(cell).toHaveValue('')

  await paste(cell, payload)
  await expect(preview(page)).toContainText('入力済みの「すずらん」は消えます。')
  await button(page, '表に取り込む').click()
  await expect(facilityControl(page, 11, 'facilityName')).toHaveValue('つぐみ')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(facilityControl(page, 10, 'facilityName')).toHaveValue('すずらん')
  await expect(facilityControl(page, 9, 'facilityName')).toHaveValue('')
  await expect(facilityControl(page, 11, 'facilityName')).toHaveCount(0)
})

test('a CSV in Shift_JIS is read from a chooser and from a drop, below what was typed', async ({
  page,
}) => {
  const file = shiftJisCsv([
    ['事業所番号', '施設名', 'サービス'],
    ['110100013', 'つばめ教室', '放課後等デイ'],
    ['1311111114', 'ひまわり', '就労継続支援Ｂ型'],
  ])
  await page.goto('/inherit-facility-info/input?customerNumber=C-100')
  await facilityControl(page, 1, 'facilityName').fill('さくら荘')
  const chosen = page.waitForEvent('filechooser')
  await button(page, 'ファイルを選んで読み込む').click()
  await (await chosen).setFiles({ name: '事業所.csv', mimeType: 'text/csv', buffer: file })
  await expect(preview(page)).toContainText('2件を、表の2行目から3行目までに取り込みます。')
  await button(page, '表に取り込む').click()
  await expectRows(page, [
    ['さくら荘', '', ''],
    ['つばめ教室', '110100013', 'HOKAGO'],
    ['ひまわり', '1311111114', 'SYUKEI_B'],
  ])

  const table = page.getByRole('table', { name: '事業所' })
  await drop(page, table, file, '事業所.csv')
  await expect(preview(page)).toContainText('2件を、表の4行目から5行目までに取り込みます。')
  await button(page, '取り込まない').click()
  await expect(facilityControl(page, 4, 'facilityName')).toHaveValue('')
  await drop(page, table, Buffer.from('504b0304140000000800', 'hex'), '事業所.xlsx')
  await expectStatus(page, 'ファイルが壊れているようです。')
})

test('a paste that comes before its code waits for it', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/table-tools-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/entry/input')
  await paste(
    facilityControl(page, 1, 'facilityName'),
    CLIPBOARDS.excel([['ひばり', '1311111114', '就B']]),
  )
  await expect(preview(page)).toBeHidden()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('')
  release()
  await button(page, '表に取り込む').click()
  await expectRows(page, [['ひばり', '1311111114', 'SYUKEI_B']])
})
