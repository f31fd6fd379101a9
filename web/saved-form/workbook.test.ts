import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { sheetsOfFile } from '#sheets/read/file.ts'
import { savedFormOf, type TypedForm } from './saved-form.ts'
import { savedFormFile } from './workbook.ts'

const NOW = new Date(2026, 10, 22, 12, 34)

const row = (
  no: number,
  facilityName: string,
  facilityNumber = '',
  serviceKey = '',
): FacilityRow => ({
  ...{ no, facilityName, facilityNumber, serviceKey },
})

const FORM: TypedForm = {
  flow: 'trial',
  applicant: {
    ...EMPTY_APPLICANT,
    companyName: '社会福祉法人<つばさ>&会',
    zipcode: '0600001',
    tel: '03-1234-5678',
    email: 'tantou@example.jp',
    chance: '6',
    otherFacility: '  _x0041_ 事業所 ',
    nowsoft: '2',
  },
  rows: [
    row(1, ' さくら　作業所', '0110000001', 'SYUKEI_B'),
    row(2, ''),
    row(3, '=1+1', '1E5', ''),
    row(4, 'タブ\tと𠮷と\u0007', '', 'IDO'),
  ],
  leftOver: [],
}

async function sheetsOf(form: TypedForm, edit = (xml: string) => xml) {
  const { content } = savedFormFile(form, NOW)
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()))
  const first = 'xl/worksheets/sheet1.xml'
  files[first] = strToU8(edit(strFromU8(files[first] ?? new Uint8Array())))
  const read = await sheetsOfFile(new File([zipSync(files)], 'kept.xlsx'))
  return 'sheets' in read ? read.sheets : []
}

async function readBack(
  form: TypedForm,
  flow: FlowWithRows = form.flow,
  edit?: (xml: string) => string,
) {
  const { rows, catalogue } = FLOWS[flow]
  return savedFormOf(await sheetsOf(form, edit), rows, priceListAt(catalogue, NOW.getTime()))
}

const inCells = (...cells: string[]) =>
  cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
const withRow = (cells: string) => (xml: string) =>
  xml.replace('</sheetData>', `<row r="6">${cells}</row></sheetData>`)

describe('a saved form', () => {
  test('comes back exactly: texts, zeros, blank rows between, chosen options', async () => {
    expect(await readBack(FORM)).toMatchObject({
      flow: 'trial',
      savedAt: '2026年11月22日 12:34',
      applicant: FORM.applicant,
      rows: FORM.rows,
    })
  })

  test('says what it is: a name with its day, a caution, the words of each choice', async () => {
    expect(savedFormFile(FORM, NOW).name).toBe('お申し込みの入力内容_2026-11-22.xlsx')
    expect(savedFormFile(FORM, new Date(2027, 0, 5)).name).toContain('_2027-01-05.xlsx')
    const [, saved] = await sheetsOf(FORM)
    expect(saved?.name).toBe('申し込みの内容')
    expect(saved?.grid.map(([label]) => label).toSpliced(4, 1)).toEqual([
      ...['項目', 'ファイルの形式', 'お手続き', '保存した日時'],
      ...['法人名', '郵便番号', '電話番号', 'メールアドレス'],
      ...['当ソフトを何でお知りになりましたか', 'ご紹介元の事業所名', '現在の請求方法'],
    ])
    expect(saved?.grid).toContainEqual([
      '当ソフトを何でお知りになりましたか',
      '他の事業所からの紹介',
    ])
    expect(JSON.stringify(saved?.grid)).toContain('個人情報として保管し')
  })

  test('what is typed into it in a spreadsheet is text, and keeps its zeros', async () => {
    const { content } = savedFormFile(FORM, NOW)
    const files = unzipSync(new Uint8Array(await content.arrayBuffer()))
    const xml = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(xml).toContain('<col min="2" max="2" width="14" style="1" customWidth="1"/>')
    expect(xml).toContain('<autoFilter ref="A1:C5"/>')
    expect(xml.match(/<\/row>(?!<row |<\/sheetData>)/g)).toBeNull()
    expect(content.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  })

  test('a row that was added with the words of the form is a row', async () => {
    const saved = await readBack(FORM, 'trial', withRow(inCells('追加', '0110000002', '生活介護')))
    expect(saved?.rows).toEqual([...FORM.rows, row(5, '追加', '0110000002', 'SEIKATSU_KAIGO')])
  })

  test.each([
    ['another word for a service', withRow(inCells('追加', '', '就B'))],
    ['a column more', withRow(inCells('追加', '', '生活介護', '備考'))],
    ['a line break in a cell', withRow(inCells('二\n行', '', '生活介護'))],
    ['another heading', (xml: string) => xml.replace('>事業所名<', '>名称<')],
    [
      'a merged cell',
      (xml: string) =>
        xml.replace(
          '</sheetData>',
          '</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
        ),
    ],
    ['a hidden row', (xml: string) => xml.replace('<row r="3"', '<row r="3" hidden="1"')],
  ])('rows are for the preview after %s', async (_, edit) => {
    const saved = await readBack(FORM, 'trial', edit)
    expect(saved?.rows).toBeNull()
    expect(saved?.facilities?.name).toBe('事業所')
    expect(saved?.applicant).toEqual(FORM.applicant)
  })

  test('rows are for the preview where the form has not so many, or not their service', async () => {
    const many = Array.from({ length: 31 }, (_, index) => row(index + 1, `${index}`))
    const entry: TypedForm = { ...FORM, flow: 'entry', rows: many }
    expect((await readBack({ ...FORM, rows: many.slice(1) }))?.rows).toHaveLength(30)
    expect((await readBack(entry))?.rows).toHaveLength(31)
    expect((await readBack(entry, 'trial'))?.rows).toBeNull()
    const chosen: TypedForm = { ...FORM, rows: [row(1, '選択', '1310000003', 'SYURO_SENTAKU')] }
    expect((await readBack(chosen))?.rows).toHaveLength(1)
    expect((await readBack(chosen, 'entry'))?.rows).toBeNull()
  })

  test('lines for which the table had no room are kept below it', async () => {
    const full = Array.from({ length: 30 }, (_, index) => row(index + 1, `${index}`))
    const saved = await readBack({ ...FORM, rows: full, leftOver: [['残り', '0110000009', '就B']] })
    expect(saved?.rows).toBeNull()
    expect(saved?.facilities?.grid.at(-1)).toEqual(['残り', '0110000009', '就B'])
  })

  test('a form without a corporation, or without rows, replaces neither', async () => {
    const migration = await readBack({ ...FORM, flow: 'migration', applicant: null })
    expect(migration).toMatchObject({ flow: 'migration', applicant: null })
    expect(migration?.rows).toHaveLength(4)
    expect(await readBack({ ...FORM, rows: [] })).toMatchObject({ rows: null, facilities: null })
  })

  test('other workbooks, and formats to come, are none', async () => {
    const [facilities, saved] = await sheetsOf(FORM)
    const { rows } = FLOWS.trial
    const list = priceListAt('trial', NOW.getTime())
    if (!facilities || !saved) throw new Error('two sheets were written')
    expect(savedFormOf([facilities], rows, list)).toBeNull()
    const later = saved.grid.map((cells) => cells.map((text) => text.replace('控え 1', '控え 2')))
    expect(savedFormOf([facilities, { ...saved, grid: later }], rows, list)).toBeNull()
  })
})
