/** Whole tables, in any order of columns and among whatever else stands in a sheet. */
import { describe, expect, test } from 'vitest'
import type { PasteCorrections } from './paste-plan.ts'
import { asksColumns, rowsAfter } from './plan.ts'
import { A, B, drawn, HEADS } from './testing/drawn-sheet.ts'
import { at, HIMAWARI, pasted, planPaste, SUZURAN, TSUBAME, ten, top } from './testing/pasting.ts'

const EXPECTED = [
  [1, 'ひまわり', HIMAWARI, 'SYUKEI_B'],
  [2, 'つばめ', TSUBAME, 'HOKAGO'],
  [3, 'すずらん', SUZURAN, 'KYODO'],
]

describe('columns are found', () => {
  test.each([
    [
      'in our order',
      `ひまわり|${HIMAWARI}|就労B\nつばめ|${TSUBAME}|放デイ\nすずらん|${SUZURAN}|GH`,
    ],
    [
      'in another order',
      `就労B|ひまわり|${HIMAWARI}\n放デイ|つばめ|${TSUBAME}\nGH|すずらん|${SUZURAN}`,
    ],
    [
      'under headings',
      `事業所番号|サービス種類|事業所名\n${HIMAWARI}|就労B|ひまわり\n${TSUBAME}|放デイ|つばめ\n${SUZURAN}|GH|すずらん`,
    ],
    [
      'under a title and headings',
      `2026年度 事業所一覧||\n||\n事業所名|番号|種別\nひまわり|${HIMAWARI}|就労B\nつばめ|${TSUBAME}|放デイ\nすずらん|${SUZURAN}|GH`,
    ],
    [
      'beside row numbers, addresses, telephones and dates',
      `No.|法人名|事業所名|郵便番号|住所|電話番号|番号|サービス|指定年月日\n1|社会福祉法人 花|ひまわり|160-0022|東京都新宿区1-1|03-1234-5678|${HIMAWARI}|就労B|2020/4/1\n2|社会福祉法人 花|つばめ|160-0023|東京都新宿区1-2|03-1234-5679|${TSUBAME}|放デイ|2021/4/1\n3|社会福祉法人 花|すずらん|060-0001|北海道札幌市中央区1|011-211-2111|${SUZURAN}|GH|2022/4/1`,
    ],
    [
      'beside all that without headings',
      `1|社会福祉法人 花|ひまわり|160-0022|東京都新宿区1-1|03-1234-5678|${HIMAWARI}|就労B|2020/4/1\n2|社会福祉法人 花|つばめ|160-0023|東京都新宿区1-2|0312345679|${TSUBAME}|放デイ|2021/4/1\n3|社会福祉法人 花|すずらん|060-0001|北海道札幌市中央区1|0112112111|${SUZURAN}|GH|2022/4/1`,
    ],
    [
      'where headings are repeated',
      `事業所名|番号|種別\nひまわり|${HIMAWARI}|就労B\nつばめ|${TSUBAME}|放デイ\n事業所名|番号|種別\nすずらん|${SUZURAN}|GH`,
    ],
    [
      'where 番号 heads the row numbers',
      `番号|事業所名|事業所番号|種別\n1|ひまわり|${HIMAWARI}|就労B\n2|つばめ|${TSUBAME}|放デイ\n3|すずらん|${SUZURAN}|GH`,
    ],
    [
      'with blank lines between and after',
      `ひまわり|${HIMAWARI}|就労B\n||\nつばめ|${TSUBAME}|放デイ\n||\nすずらん|${SUZURAN}|GH\n||\n||`,
    ],
  ])('%s', (_, text) => {
    expect(pasted(top, drawn(text))).toEqual(EXPECTED)
    expect(pasted(at(1, 'serviceKey'), drawn(text))).toEqual(EXPECTED)
  })

  test('in the open data of the ministry, where a kana name stands beside the name', () => {
    const headings = [
      '都道府県コード又は市区町村コード',
      'NO（※システム内の固有の番号、連番）',
      '指定機関名',
      '法人の名称',
      '法人の名称_かな',
      '法人番号',
      '法人住所（市区町村）',
      '法人電話番号',
      'サービス種別',
      '事業所の名称',
      '事業所の名称_かな',
      '事業所番号',
      '事業所住所（市区町村）',
      '事業所電話番号',
      '定員',
    ]
    const rowOf = (name: string, kana: string, number: string, service: string) => [
      '13104',
      'A0000000001',
      '東京都',
      '社会福祉法人 花',
      'しゃかいふくしほうじんはな',
      '3430005000676',
      '東京都新宿区',
      '03-1234-5678',
      service,
      name,
      kana,
      number,
      '東京都新宿区',
      '0312345678',
      '20',
    ]
    const grid = [
      headings,
      rowOf('ひまわり', 'ひまわり', HIMAWARI, '就労継続支援B型'),
      rowOf('つばめ', 'つばめ', TSUBAME, '放課後等デイサービス'),
      rowOf('すずらん', 'すずらん', SUZURAN, '共同生活援助（介護サービス包括型）'),
    ]
    expect(pasted(top, grid)).toEqual(EXPECTED)
  })

  test('and what is left out is said', () => {
    const plan = planPaste(
      top,
      drawn(`一覧||||\nNo.|事業所名|番号|種別|備考\n1|ひまわり|${HIMAWARI}|就労B|済`),
    )
    expect(plan.layout.columns).toEqual([
      null,
      'facilityName',
      'facilityNumber',
      'serviceKey',
      null,
    ])
    expect(plan.notices).toEqual([
      '次の列は取り込みません：No.、備考',
      '表題などの1行、見出しの1行は取り込みません。',
    ])
    const bare = planPaste(top, drawn(`1|ひまわり|${HIMAWARI}|就労B\n2|つばめ|${TSUBAME}|放デイ`))
    expect(bare.notices).toEqual(['次の列は取り込みません：1列目'])
  })

  test('and a column that is missing is said, unless it stands in the table already', () => {
    const grid = drawn(`${HIMAWARI}|就労B\n${TSUBAME}|放デイ`)
    expect(planPaste(at(1, 'facilityNumber'), grid).notices).toEqual([
      '事業所名の列が見つかりませんでした。取り込んだあと、事業所名を入力してください。',
    ])
    const named = ten.map((row) => ({ ...row, facilityName: `名前${row.no}` }))
    expect(planPaste(at(1, 'facilityNumber', named), grid).notices).toEqual([])
    expect(pasted(at(1, 'facilityNumber', named), grid).slice(0, 2)).toEqual([
      [1, '名前1', HIMAWARI, 'SYUKEI_B'],
      [2, '名前2', TSUBAME, 'HOKAGO'],
    ])
  })

  test('a person can correct what was found', () => {
    const grid = drawn(`旧名|ひまわり|${HIMAWARI}|就労B\n古名|つばめ|${TSUBAME}|放デイ`)
    const { layout, notices } = planPaste(top, grid)
    expect(layout.columns).toEqual(['facilityName', null, 'facilityNumber', 'serviceKey'])
    expect(notices).toContain(
      '事業所名の列と思われる列が、ほかにもあります。列の割り当てをご確認ください。',
    )
    const corrected: PasteCorrections = {
      columns: [null, 'facilityName', 'facilityNumber', 'serviceKey'],
    }
    expect(rowsAfter(planPaste(top, grid, corrected), []).map((row) => row.facilityName)).toEqual([
      'ひまわり',
      'つばめ',
    ])
  })
})

test.each([
  ['all columns', `${HEADS}\nあ|${A}|GH`, false],
  ['all columns and no entry', HEADS, false],
  ['two columns and no entry', '事業所名|事業所番号', true],
  ['no services', `事業所名|事業所番号\nあ|${A}\nい|${B}`, true],
  ['services as parts', `事業所名|事業所番号\n【生活介護】|\nあ|${A}\n【GH】|\nい|${B}`, false],
  ['services for some alone', `事業所名|事業所番号\nあ|${A}\n【生活介護】|\nい|${B}`, true],
  ['two cells', 'あ|い', true],
  ['one column', 'あ\nい', false],
])('a person is asked where the columns go: with %s', (_, text, asks) => {
  expect(asksColumns(planPaste(top, drawn(text)))).toBe(asks)
})

test('columns beyond those that are read are said', () => {
  const wide = [...Array(200).fill(''), '済']
  expect(planPaste(top, [HEADS.split('|'), ['あ', A, 'GH'], wide]).notices).toContain(
    '表の列が多いため、200列目までを読み取りました。続きの列は取り込みません。',
  )
})
