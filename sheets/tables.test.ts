/** Whole tables, in any order of columns and among whatever else stands in a sheet. */
import { describe, expect, test } from 'vitest'
import type { PasteCorrections } from './paste-plan.ts'
import { asksColumns, planPaste as planSheet, rowsAfter } from './plan.ts'
import { sheetOfClipboard } from './read/clipboard.ts'
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

describe('what a cell or a line says more than once', () => {
  test('facilities below each other in the cells of one line', () => {
    const grid = drawn(
      `法人名|${HEADS}\n花の会|ひまわり⏎つばめ|${HIMAWARI}⏎${SUZURAN}|就労B⏎放デイ\n花の会|すずらん|${SUZURAN}|GH`,
    )
    expect(pasted(top, grid)).toEqual([
      [1, 'ひまわり', HIMAWARI, 'SYUKEI_B'],
      [2, 'つばめ', SUZURAN, 'HOKAGO'],
      [3, 'すずらん', SUZURAN, 'KYODO'],
    ])
  })

  test('a name in two lines beside two numbers of one prefecture is looked at', () => {
    const child = '1350400170'
    const grid = drawn(`${HEADS}\n多機能型事業所⏎ひまわり|${A}⏎${child}|生活介護⏎放デイ`)
    const [row] = planPaste(top, grid).rows
    expect(row?.cells.facilityName?.doubtful).toBe(true)
  })

  test.each([
    ['上段：事業所名⏎下段：設置法人名', 'ひまわり⏎株式会社花'],
    ['上段：設置法人名⏎下段：事業所名', '株式会社花⏎ひまわり'],
    ['事業所名⏎所在地', 'ひまわり⏎東京都新宿区1-1'],
    ['事業所名⏎所在地', 'ひまわり⏎東京都新宿区1-1⏎ひまわりビル'],
    ['所在地⏎事業所名', '東京都新宿区1-1⏎ひまわり'],
  ])('the halves of a cell go by their heading: %s', (head, cell) => {
    const grid = drawn(`事業所番号|${head}|サービス\n${HIMAWARI}|${cell}|就労B`)
    expect(pasted(top, grid)).toEqual([[1, 'ひまわり', HIMAWARI, 'SYUKEI_B']])
  })

  test('a section reaches over lines of other corporations', () => {
    const grid = drawn(
      `事業所番号|事業所名|法人番号\n■就労B|\n${HIMAWARI}|ひまわり|7010001010003\n${TSUBAME}|つばめ|7010001010004`,
    )
    expect(pasted(top, grid).map(([, , , service]) => service)).toEqual(['SYUKEI_B', 'SYUKEI_B'])
  })

  test('a title and its date above a table without headings are no facilities', () => {
    const grid = drawn(
      `令和6年度　指定事業所台帳|\n||令和6年11月1日現在\nひまわり|${HIMAWARI}|就労B\nつばめ|${TSUBAME}|放デイ`,
    )
    expect(pasted(top, grid).map(([, name]) => name)).toEqual(['ひまわり', 'つばめ'])
  })

  test('the service in a name stays where the title says the service', () => {
    const grid = drawn(
      `就労定着支援事業所一覧\n事業所名|事業所番号\nひまわり（就労定着）|${HIMAWARI}`,
    )
    expect(pasted(top, grid)[0]?.[1]).toBe('ひまわり（就労定着）')
  })
})

describe('what stands around facilities is none', () => {
  const marksOf = (text: string) =>
    planPaste(top, drawn(text)).rows.map(({ cells: { facilityName: name } }) => [
      name?.value,
      name?.doubtful,
    ])

  test('the legal forms of public corporations head their facilities', () => {
    const text = `${HEADS}\n地方独立行政法人花の会||\nひまわり|${HIMAWARI}|就労B`
    expect(pasted(top, drawn(text)).map(([, name]) => name)).toEqual(['ひまわり'])
  })

  test('a name alone is looked at where nearly all others have more', () => {
    const lines = [HIMAWARI, TSUBAME, SUZURAN, A, B].map((number, at) => `園${at}|${number}|就労B`)
    expect(marksOf([HEADS, ...lines, '花の会|||'].join('\n')).at(-1)).toEqual(['花の会', true])
  })

  test('a name from above is looked at beside a number of another prefecture', () => {
    const text = `${HEADS}\nひまわり|${A}|生活介護\n|0150400011|放デイ`
    expect(marksOf(text).at(-1)).toEqual(['ひまわり', true])
  })

  test('a reading goes behind its names, also where one ends like a town', () => {
    const text = [
      `${HIMAWARI}|就労B|ファーム神明町|ふぁーむしんめいちょう`,
      `${TSUBAME}|放デイ|北九州フレンド|きたきゅうしゅうふれんど`,
    ].join('\n')
    expect(pasted(top, drawn(text)).map(([, name]) => name)).toEqual([
      'ファーム神明町',
      '北九州フレンド',
    ])
  })

  test('a telephone in its parts is no number, whatever its check digit', () => {
    const [row] = pasted(top, drawn(`ひまわり|0898-35-5607|3850600325|放デイ`))
    expect(row?.[2]).toBe('3850600325')
  })

  test('a register is called so above its columns', () => {
    const text = `令和6年度　指定事業所台帳|\n${HIMAWARI}|ひまわり|就労B\n${TSUBAME}|つばめ|放デイ`
    expect(pasted(top, drawn(text)).map(([, name]) => name)).toEqual(['ひまわり', 'つばめ'])
  })

  test('greetings between lines of tabs', () => {
    const text = `ご担当者様|\n■就労B|\nひまわり|${HIMAWARI}\nよろしくお願いします|`
    expect(pasted(top, drawn(text)).map(([, name]) => name)).toEqual(['ひまわり'])
  })

  test('columns under headings of ours stay columns, whatever else they hold', () => {
    const text = [
      '番号\t番地\t事業所名\t介護保険事業所番号',
      '■行動援護',
      `${A}\t若草町11-42\tひまわり\t1472000087`,
      '■計画相談',
      `1330100011\t四ツ石75−2\tつばめ\t1472000016`,
    ].join('\n')
    const sheet = sheetOfClipboard({ text, html: '' }) ?? { grid: [] }
    const rows = planSheet(top, sheet).rows.map(({ cells }) => cells.facilityName?.value)
    expect(rows).toEqual(['ひまわり', 'つばめ'])
  })
})
