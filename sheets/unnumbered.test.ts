import { expect, test } from 'vitest'
import { planPaste } from './plan.ts'
import { sheetOfClipboard } from './read/clipboard.ts'
import { A, C, read, target } from './testing/drawn-sheet.ts'

test('lines of a table without a number are rows as well, and not one facility with many services', () => {
  const text = Array.from({ length: 7 }, (_, at) =>
    [`さくら作業所${at + 1}`, at === 4 ? '1310000002' : '', '生活介護'].join('\t'),
  ).join('\n')
  const sheet = sheetOfClipboard({ text, html: '' }) ?? { grid: [] }
  const rows = planPaste(target, sheet).rows.map(({ cells }) => cells.facilityName?.value)
  expect(rows).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `さくら作業所${at}`))
})

const rowsOf = (text: string) =>
  read(text).filter((row) => !/^(?:見出し|区切り|表題など|注記など)$/.test(row))

test.each([
  [
    'a word in the place of the number',
    `・さくら（生活介護）${A}\n・かえで（短期入所）申請中\n・つばき（短期入所）番号申請中`,
  ],
  ['nothing', `・さくら（生活介護）${A}\n・かえで（短期入所）\n・つばき（短期入所）`],
  ['nothing behind a number', `さくら　${A}　生活介護\nかえで　短期入所\nつばき　短期入所`],
  ['nothing behind the name', `生活介護 / さくら / ${A}\n短期入所 / かえで\n短期入所 / つばき`],
])('entries of a text that say %s are facilities of their own', (_, text) => {
  expect(rowsOf(text)).toEqual([`さくら ${A} SEIKATSU_KAIGO`, 'かえで  TANKI', 'つばき  TANKI'])
})

test('a text of which no entry has a number', () => {
  const text = '・さくら（生活介護）\n・かえで（短期入所）\n・つばき（短期入所）'
  expect(rowsOf(text)).toEqual(['さくら  SEIKATSU_KAIGO', 'かえで  TANKI', 'つばき  TANKI'])
})

test('names are found beside numbers of which most are pending', () => {
  const text = [
    `渡辺 恵|さくら園|${A}|営利|生活介護`,
    '伊藤 花子|かえで園|申請中|社福|短期入所',
    '山田 太郎|つばき園|申請中|社福|短期入所',
    '高橋 一郎|もみじ園|申請中|社福|短期入所',
  ].join('\n')
  expect(rowsOf(text).map((row) => row.split(' ')[0])).toEqual([
    'さくら園',
    'かえで園',
    'つばき園',
    'もみじ園',
  ])
})

test('a telephone with a right check digit is no number beside a column of which most are pending', () => {
  const text = `0594-24-7009|さくら|無し|生活介護\n0992-97-6019|かえで|${A}|短期入所\n0878-45-0339|つばき|無し|短期入所`
  expect(rowsOf(text)).toEqual(['さくら  SEIKATSU_KAIGO', `かえで ${A} TANKI`, 'つばき  TANKI'])
})

test('two entries that are parted are a list, names and services one below the other none', () => {
  expect(rowsOf('生活介護 / さくら\n短期入所 / かえで')).toEqual([
    'さくら  SEIKATSU_KAIGO',
    'かえで  TANKI',
  ])
})

test('an entry of a text without a name has none from the entry above', () => {
  const text = `・さくら　${A}　生活介護\n・　1350400170　放デイ\n・つばき　${C}　短期入所`
  expect(rowsOf(text)[1]).toMatch(/^! 1350400170 /)
})

test('two lines are a list where a wide space parts name and service; where they stay whole, they are looked at', () => {
  expect(rowsOf('さくら　生活介護\nかえで　短期入所')).toEqual([
    'さくら  SEIKATSU_KAIGO',
    'かえで  TANKI',
  ])
  expect(rowsOf('さくら 生活介護\nかえで 短期入所').every((row) => row.startsWith('!'))).toBe(true)
})

test('a facility called by figures alone is one of several in a line', () => {
  expect(rowsOf(`さくら（${A}、生活介護）、2981（${C}、短期入所）`)).toEqual([
    `さくら ${A} SEIKATSU_KAIGO`,
    `!2981 ${C} TANKI`,
  ])
})

test('a number whose check digit is wrong is one where most that are parted so are right', () => {
  const lines = [
    '・さくら　131-010-0118',
    '・独立行政法人かえで　131-010-0127',
    '・つばき　131-010-0134',
  ]
  expect(rowsOf(lines.join('\n')).map((row) => row.split(' ').at(-2))).toEqual([
    '1310100118',
    '!1310100127',
    '1310100134',
  ])
})

test('what holds several facilities with spaces in their names is no name', () => {
  const text =
    '特定非営利活動法人 総合相談支援センター キャッチ（計画相談支援、4131100408） 小平市立あおぞら福祉センター（居宅介護、1313400424） 独立行政法人国立病院機構 南岡山医療センター（短期入所、3312600038） self-A・151A魚津（就労移行支援、1610400226） 名古屋市中央療育センター（わかくさ学園）（児童発達支援、2356200119） アヴェク南森町（就労定着支援、2714101470） 就労継続支援多機能型事業所しまんと創庫（重度訪問介護、3912500133） 農協共済 別府リハビリテーションセンターにじ（居宅介護、4410200283） すみれ（重度訪問介護、2813800188）'
  expect(rowsOf(text)).toHaveLength(9)
  const few = `特定非営利活動法人 さくら（生活介護、${A}） 農協共済 かえで（短期入所、${C}） つばき（もみじ）（施設入所支援、1310100126）`
  expect(rowsOf(few)).toHaveLength(3)
})

test('a name of thirty letters beside a service with a remark is an entry', () => {
  const name = '国立障害者リハビリテーションセンター自立支援局福岡視力障害センター'
  const text = `　若楠療育園　${A}　同行援護\n　${name}　居宅介護（身体介護・家事援助）\n　さんてらすなの花　保育所等訪問支援`
  expect(rowsOf(text)).toHaveLength(3)
})
