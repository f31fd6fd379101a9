/** "Come back tomorrow, on any device": what was typed is kept as a file of the person's own and read back from it. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { CORPORATION, TRIAL_ANSWERS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { drop } from './spreadsheets.ts'
import { expectAccessible, expectRows, expectStatus, preview } from './table.ts'

const ROWS = [
  { facilityName: 'つばさ作業所', facilityNumber: '0110000001', serviceKey: 'SYUKEI_B' },
  { facilityName: '', facilityNumber: '', serviceKey: '' },
  { facilityName: 'つばさ移動', facilityNumber: '', serviceKey: 'IDO' },
]
const TYPED = { ...CORPORATION, email: 'tantou@example.jp' }
const SAVE = '入力内容をファイルに保存'

const question = (page: Page) => page.getByRole('dialog', { name: '保存した入力内容の読み込み' })

async function typeTrial(page: Page) {
  await page.goto('/trial/input')
  await fillApplicant(page, {
    ...TYPED,
    ...TRIAL_ANSWERS,
    chance: '6',
    otherFacility: 'ひまわり園',
  })
  await fillFacilities(page, ROWS)
  await page.getByRole('checkbox').check()
}

/** Presses the button and takes the file, from the browser's memory. */
async function saved(page: Page): Promise<Buffer> {
  await page.evaluate(() => {
    const create = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (blob: Blob) => {
      Object.assign(window, { saved: blob })
      return create(blob)
    }
  })
  await button(page, SAVE).click()
  await expectStatus(page, '個人情報が含まれますので、大切に保管してください。')
  const bytes = await page.evaluate(async () => {
    const blob = Reflect.get(window, 'saved') as Blob
    return Array.from(new Uint8Array(await blob.arrayBuffer()))
  })
  return Buffer.from(bytes)
}

async function choose(page: Page, file: Buffer) {
  const chosen = page.waitForEvent('filechooser')
  await button(page, 'ファイルを選んで読み込む').click()
  await (await chosen).setFiles({ name: '控え.xlsx', mimeType: '', buffer: file })
}

test('a form comes back on another device, without the consent and without the server', async ({
  page,
  browser,
  product,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${request.postData() ?? ''}`))
  await typeTrial(page)
  const file = await saved(page)
  expect(sent.filter((request) => /つばさ|^POST/.test(request))).toEqual([])

  const context = await browser.newContext({ baseURL: product.url, locale: 'ja-JP' })
  const other = await context.newPage()
  await other.goto('/trial/input')
  await choose(other, file)
  await expect(question(other)).toContainText('法人の情報9項目と事業所2件を読み込みます。')
  await expect(question(other)).not.toContainText('置き換わります')
  await expectAccessible(other)
  await button(other, '読み込む').click()
  await expectStatus(other, 'ファイルの内容を読み込みました。')
  for (const [field, value] of Object.entries({ ...TYPED, chance: '6', nowsoft: '1' }))
    await expect(applicantControl(other, field as keyof typeof TYPED)).toHaveValue(value)
  await expect(applicantControl(other, 'otherFacility')).toHaveValue('ひまわり園')
  await expectRows(
    other,
    ROWS.map((row) => Object.values(row)),
  )
  await expect(other.getByRole('checkbox')).not.toBeChecked()
  await context.close()
})

test('nothing typed is replaced unasked, and undo brings it back', async ({ page }) => {
  await typeTrial(page)
  const file = await saved(page)
  await applicantControl(page, 'person').fill('佐藤 花子')
  await facilityControl(page, 1, 'facilityName').fill('別の名前')
  await facilityControl(page, 4, 'facilityName').fill('あとから')
  await drop(page, page.getByRole('table', { name: '事業所' }), file, '控え.xlsx')
  await expect(question(page)).toContainText(
    '法人の情報9項目と事業所3件は、ファイルの内容に置き換わります。',
  )
  await button(page, '読み込まない').click()
  await expect(applicantControl(page, 'person')).toHaveValue('佐藤 花子')
  await expectRows(page, [['別の名前', '0110000001', 'SYUKEI_B']])

  await drop(page, page.getByRole('table', { name: '事業所' }), file, '控え.xlsx')
  await button(page, '読み込む').click()
  await expect(applicantControl(page, 'person')).toHaveValue(CORPORATION.person)
  await expectRows(page, [['つばさ作業所', '0110000001', 'SYUKEI_B']])
  await expect(facilityControl(page, 4, 'facilityName')).toHaveValue('')
  await button(page, '元に戻す').click()
  await expect(applicantControl(page, 'person')).toHaveValue('佐藤 花子')
  await expectRows(page, [['別の名前', '0110000001', 'SYUKEI_B']])
  await expect(facilityControl(page, 4, 'facilityName')).toHaveValue('あとから')
})

test('rows that were added in a spreadsheet come through the preview', async ({ page }) => {
  await page.goto('/entry/input')
  await fillApplicant(page, TYPED)
  await fillFacilities(page, ROWS)
  const files = unzipSync(new Uint8Array(await saved(page)))
  const sheet = 'xl/worksheets/sheet1.xml'
  const xml = strFromU8(files[sheet] ?? new Uint8Array())
  const added = ['つばさホーム', '0120000002', 'グループホーム']
    .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')
  files[sheet] = strToU8(xml.replace('</sheetData>', `<row r="5">${added}</row></sheetData>`))

  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/entry/result')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/entry/input')
  await choose(page, Buffer.from(zipSync(files)))
  await expect(question(page)).toContainText('次の画面で確認してから取り込みます。')
  await button(page, '読み込む').click()
  await expect(preview(page)).toContainText('3件を、表の1行目から3行目までに取り込みます。')
  await button(page, '表に取り込む').click()
  await expect(applicantControl(page, 'companyName')).toHaveValue(TYPED.companyName)
  await expectRows(page, [
    ['つばさ作業所', '0110000001', 'SYUKEI_B'],
    ['つばさ移動', '', 'IDO'],
    ['つばさホーム', '0120000002', 'KYODO'],
  ])
})

test('an empty form is not saved, and a broken file is refused with what to do', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await facilityControl(page, 1, 'facilityName').focus()
  await button(page, SAVE).click()
  await expectStatus(page, 'まだ何も入力されていません。')
  await facilityControl(page, 1, 'facilityName').fill('つばさ作業所')
  const download = page.waitForEvent('download')
  await button(page, SAVE).click()
  const path = await (await download).path()
  const whole = await readFile(path)
  await choose(page, whole.subarray(0, whole.length - 40))
  await expectStatus(page, 'ファイルが壊れているようです。')
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
})
