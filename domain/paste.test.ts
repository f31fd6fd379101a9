import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERVICE_KEYS, SERVICES } from './catalogue.ts'
import type { FacilityCell, FacilityRow } from './facilities.ts'
import { hasValidCheckDigit } from './facility-number.ts'
import { FLOWS } from './flows.ts'
import { planPaste as plan } from './paste.ts'
import type { PasteCorrections, PastePlan, PasteTarget } from './paste-plan.ts'
import { rowsAfter } from './paste-rows-after.ts'
import { isOffered, priceListAt } from './price-lists.ts'
import type { Grid } from './sheet.ts'

const list = priceListAt('contract', 0)
const planPaste = (target: PasteTarget, grid: Grid, corrections?: PasteCorrections) =>
  plan(target, { grid }, corrections)
const blank = (no: number): FacilityRow => ({
  no,
  facilityName: '',
  facilityNumber: '',
  serviceKey: '',
})
const ten = Array.from({ length: 10 }, (_, index) => blank(index + 1))

const at = (no: number, cell: FacilityCell, rows: readonly FacilityRow[] = ten): PasteTarget => ({
  list,
  rules: FLOWS.entry.rows,
  rows,
  focus: { no, cell },
})
const top = at(1, 'facilityName')

/** A spreadsheet written as text: cells between bars. */
const sheet = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** The rows of the table after a paste, blank ones left out, as name, number, service. */
const pasted = (target: PasteTarget, grid: Grid) =>
  rowsAfter(planPaste(target, grid), target.rows)
    .map((row) => [row.no, row.facilityName, row.facilityNumber, row.serviceKey])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''))

/** A number of a prefecture with the right check digit. */
const numberOf = (prefecture: number, serial: number): string => {
  const head = `${prefecture}`.padStart(2, '0') + `1${serial}`.padEnd(7, '0')
  return Array.from('0123456789', (digit) => head + digit).find(hasValidCheckDigit) ?? ''
}

const [HIMAWARI, TSUBAME, SUZURAN] = [
  numberOf(13, 100001),
  numberOf(13, 100002),
  numberOf(1, 100003),
]
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
    expect(pasted(top, sheet(text))).toEqual(EXPECTED)
    expect(pasted(at(1, 'serviceKey'), sheet(text))).toEqual(EXPECTED)
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
      sheet(`一覧||||\nNo.|事業所名|番号|種別|備考\n1|ひまわり|${HIMAWARI}|就労B|済`),
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
    const bare = planPaste(top, sheet(`1|ひまわり|${HIMAWARI}|就労B\n2|つばめ|${TSUBAME}|放デイ`))
    expect(bare.notices).toEqual(['次の列は取り込みません：1列目'])
  })

  test('and a column that is missing is said, unless it stands in the table already', () => {
    const grid = sheet(`${HIMAWARI}|就労B\n${TSUBAME}|放デイ`)
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
    const grid = sheet(`旧名|ひまわり|${HIMAWARI}|就労B\n古名|つばめ|${TSUBAME}|放デイ`)
    const { layout, notices } = planPaste(top, grid)
    expect(layout.columns).toEqual(['facilityName', null, 'facilityNumber', 'serviceKey'])
    expect(notices).toContain(
      '事業所名の列かもしれない列が、ほかにもあります。列の割り当てをご確認ください。',
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

describe('anything else fills from the focused cell', () => {
  test('a column of names downward, blank ones included', () => {
    const typed = ten.map((row) => ({ ...row, facilityName: row.no === 5 ? '消える' : '' }))
    expect(
      pasted(at(4, 'facilityName', typed), [['ひまわり'], [''], ['つばめ'], [''], ['']]),
    ).toEqual([
      [4, 'ひまわり', '', ''],
      [6, 'つばめ', '', ''],
    ])
  })

  test('a column of numbers or services into its own column, without a word', () => {
    const numbers = planPaste(at(2, 'facilityNumber'), [[HIMAWARI], [TSUBAME]])
    expect(rowsAfter(numbers, ten)[1]).toEqual({ ...blank(2), facilityNumber: HIMAWARI })
    expect(numbers.notices).toEqual([])
    expect(pasted(at(9, 'serviceKey'), [['生活介護'], ['ショート'], ['GH']])).toEqual([
      [9, '', '', 'SEIKATSU_KAIGO'],
      [10, '', '', 'TANKI'],
      [11, '', '', 'KYODO'],
    ])
  })

  test('a column that looks like another goes where the focus is, and says so', () => {
    const plan = planPaste(top, [[HIMAWARI], [TSUBAME]])
    expect(rowsAfter(plan, ten)[0]).toEqual({ ...blank(1), facilityName: HIMAWARI })
    expect(plan.notices).toEqual([
      '事業所番号のようですが、選んでいる事業所名の列に入ります。違う場合は取り込まず、事業所番号の列を選んで貼り付けてください。',
    ])
  })

  test('a column under its own heading goes where the heading says', () => {
    expect(pasted(top, [['事業所番号'], [HIMAWARI]])).toEqual([[1, '', HIMAWARI, '']])
  })

  test('several columns rightward, and what sticks out is said', () => {
    const plan = planPaste(at(1, 'facilityNumber'), [['12', 'あ', 'い']])
    expect(plan.layout.columns).toEqual(['facilityNumber', 'serviceKey', null])
    expect(plan.notices).toEqual([
      '読み取れなかった内容が1か所あります。空欄のまま取り込みますので、あとで入力してください。',
      '確認が必要な内容が1か所あります。印の付いた欄をご確認ください。',
      '次の列は取り込みません：3列目',
    ])
  })
})

describe('merged cells', () => {
  test('a name and number given once stand for the lines below', () => {
    const grid = sheet(
      `ひまわり|${HIMAWARI}|就労B\n||就労移行\n||移動支援\nつばめ|${TSUBAME}|放デイ\n|${SUZURAN}|児発`,
    )
    const plan = planPaste(top, grid)
    expect(pasted(top, grid)).toEqual([
      [1, 'ひまわり', HIMAWARI, 'SYUKEI_B'],
      [2, 'ひまわり', HIMAWARI, 'SYURO_IKOU'],
      [3, 'ひまわり', HIMAWARI, 'IDO'],
      [4, 'つばめ', TSUBAME, 'HOKAGO'],
      [5, 'つばめ', SUZURAN, 'JIHATSU'],
    ])
    expect(plan.rows[1]?.cells.facilityName?.note).toBe(
      '空欄のため、すぐ上の「ひまわり」と同じとして取り込みます。',
    )
    expect(plan.rows[4]?.cells.facilityNumber?.note).toBeNull()
  })

  test('a number that is missing beside a name stays missing, and so does a service', () => {
    expect(
      pasted(top, sheet(`ひまわり|${HIMAWARI}|就労B\nつばめ||放デイ\nすずらん|${SUZURAN}|`)),
    ).toEqual([
      [1, 'ひまわり', HIMAWARI, 'SYUKEI_B'],
      [2, 'つばめ', '', 'HOKAGO'],
      [3, 'すずらん', SUZURAN, ''],
    ])
  })

  test('nothing is taken over when cells are pasted one under another', () => {
    expect(pasted(at(1, 'serviceKey'), [['GH'], [''], ['児発']])).toEqual([
      [1, '', '', 'KYODO'],
      [3, '', '', 'JIHATSU'],
    ])
  })
})

describe('what is said of a cell', () => {
  const cellOf = (cell: FacilityCell, source: string) =>
    planPaste(at(1, cell), [[source]]).rows[0]?.cells[cell]

  test.each([
    ['facilityName', 'ひまわり', 'ひまわり', null],
    ['facilityName', ' ひまわり　', 'ひまわり', null],
    ['facilityName', 'ﾋﾏﾜﾘ', 'ヒマワリ', '「ﾋﾏﾜﾘ」を「ヒマワリ」として取り込みます。'],
    ['facilityName', 'ひまわり\n第2', 'ひまわり 第2', null],
    ['facilityName', 'a\ud800b', 'ab', null],
    ['facilityName', '髙﨑𠮷野👨‍👩‍👧', '髙﨑𠮷野👨‍👩‍👧', null],
    ['facilityNumber', '1311111114', '1311111114', null],
    [
      'facilityNumber',
      '１３１１１１１１１４',
      '1311111114',
      '「１３１１１１１１１４」を「1311111114」として取り込みます。',
    ],
    [
      'facilityNumber',
      '13-1111111-4',
      '1311111114',
      '「13-1111111-4」を「1311111114」として取り込みます。',
    ],
    [
      'facilityNumber',
      '110100013',
      '110100013',
      '先頭の0が失われた番号のようです。正しくは0110100013ではないか、ご確認ください。',
    ],
    ['facilityNumber', 'なし', '', '「なし」を番号なしとして取り込みます。'],
    ['serviceKey', '就労継続支援B型', 'SYUKEI_B', null],
    ['serviceKey', '就B', 'SYUKEI_B', '「就B」を「就労継続支援B型」として取り込みます。'],
  ] as const)('%s %j becomes %j', (cell, source, value, note) => {
    expect(cellOf(cell, source)).toEqual({
      source,
      value,
      unclear: false,
      note,
      doubtful: false,
      candidates: [],
      numbers: [],
      replaces: '',
    })
  })

  test.each([
    [
      'facilityNumber',
      '1.31E+09',
      '「1.31E+09」は表計算ソフトの表示で桁が失われています（13で始まる番号です）。元の表で列の幅を広げ、表示形式を文字列にしてから、コピーし直してください。',
      [],
    ],
    [
      'serviceKey',
      '自立訓練',
      '「自立訓練」だけではサービス種類を1つに決められません。取り込んだあと、自立訓練（機能訓練）・自立訓練（生活訓練）・宿泊型自立訓練などから選んでください。',
      ['KINOU_KUNREN', 'SEIKATSU_KUNREN', 'SYUKUHAKU_JIRITSU_KUNREN'],
    ],
    [
      'serviceKey',
      '居宅介護支援',
      '「居宅介護支援」と一致するサービス種類がありません。居宅介護のことであれば、取り込んだあと、一覧から選んでください。',
      ['HOME_HELP'],
    ],
    [
      'serviceKey',
      '特養',
      '「特養」と一致するサービス種類がありません。取り込んだあと、一覧から選んでください。',
      [],
    ],
    ['serviceKey', '就労選択支援', '「就労選択支援」は、このお申し込みでは選べません。', []],
  ] as const)('%s %j is left blank', (cell, source, note, candidates) => {
    expect(cellOf(cell, source)).toEqual({
      source,
      value: '',
      unclear: true,
      note,
      doubtful: false,
      candidates,
      numbers: [],
      replaces: '',
    })
  })

  test('candidates that are not offered are not named', () => {
    const trial = { ...at(1, 'serviceKey'), list: priceListAt('trial', 0), rules: FLOWS.trial.rows }
    expect(planPaste(trial, [['児童通所']]).rows[0]?.cells.serviceKey?.note).toBe(
      '「児童通所」と一致するサービス種類がありません。取り込んだあと、一覧から選んでください。',
    )
  })

  test('the trial takes 就労選択支援', () => {
    const trial: PasteTarget = {
      ...at(1, 'serviceKey'),
      list: priceListAt('trial', 0),
      rules: FLOWS.trial.rows,
    }
    expect(rowsAfter(planPaste(trial, [['就労選択支援']]), [])).toEqual([
      { ...blank(1), serviceKey: 'SYURO_SENTAKU' },
    ])
  })
})

describe('what was typed', () => {
  const typed: FacilityRow[] = [
    { no: 1, facilityName: 'ひまわり', facilityNumber: '9', serviceKey: 'IDO' },
    { no: 2, facilityName: '残る', facilityNumber: '', serviceKey: '' },
  ]

  test('is named where it would be replaced, by another text or by a blank', () => {
    const target = at(1, 'facilityName', typed)
    const plan = planPaste(target, sheet(`ひまわり||就労B`))
    const [row] = plan.rows
    expect([
      row?.cells.facilityName?.replaces,
      row?.cells.facilityNumber?.replaces,
      row?.cells.serviceKey?.replaces,
    ]).toEqual(['', '9', 'IDO'])
    expect(plan.notices).toEqual(['入力済みの2か所が、貼り付けた内容に置き換わります。'])
    expect(rowsAfter(plan, typed)).toEqual([
      { no: 1, facilityName: 'ひまわり', facilityNumber: '', serviceKey: 'SYUKEI_B' },
      typed[1],
    ])
  })

  test('is not touched by planning', () => {
    const before = structuredClone(typed)
    const target = at(1, 'facilityName', Object.freeze(typed.map((row) => Object.freeze(row))))
    rowsAfter(planPaste(target, sheet(`つばめ|${TSUBAME}|放デイ`)), target.rows)
    expect(typed).toEqual(before)
  })
})

describe('more than the limit', () => {
  const many = Array.from({ length: 396 }, (_, index) => [
    `事業所${index + 1}`,
    numberOf(13, 100000 + index),
    '生活介護',
  ])

  test('396 rows: 100 fit, 296 are kept and counted', () => {
    const plan = planPaste(top, [['事業所名', '番号', '種別'], ...many, ['', '', '']])
    expect(plan.rows.map(({ no }) => no)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
    expect(plan.rows[99]?.line).toBe(101)
    expect(plan.overflow).toEqual(many.slice(100))
    expect(plan.notices[0]).toBe(
      '貼り付けた396件のうち、100件を取り込みます。1回のお申し込みに入力できるのは100行までのため、残りの296件は取り込みません。残りの件はコピーして控え、サポートへご相談ください。',
    )
  })

  test('counts from the focused row', () => {
    const plan = planPaste(at(61, 'facilityName'), many)
    expect([plan.rows.length, plan.rows[0]?.no, plan.overflow.length]).toEqual([40, 61, 356])
  })

  test('the trial has room for 30', () => {
    const trial = { ...top, list: priceListAt('trial', 0), rules: FLOWS.trial.rows }
    expect(planPaste(trial, many).overflow).toHaveLength(366)
  })
})

describe('whatever is pasted', () => {
  test.each([[[]], [[[]]], [[['']]], [[['', ' '], ['\n']]], [[['事業所名', '番号']]]])(
    '%j has nothing to take',
    (grid) => {
      const plan = planPaste(top, grid)
      expect(plan.rows).toEqual([])
      expect(plan.notices[0]).toBe(
        '取り込める内容がありません。事業所名、事業所番号、サービス種類の表をコピーしてから貼り付けてください。',
      )
      expect(rowsAfter(plan, ten)).toEqual(ten)
    },
  )

  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      '事業所名',
      'No.',
      '生活介護',
      '自立訓練',
      HIMAWARI,
      '1.31E+09',
      'なし',
      '1',
      '2',
    ),
  )
  const grid = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 })

  const linesIn = ({ offered, overflow, skipped }: PastePlan) => ({
    entries: new Set([
      ...offered.map(({ line }) => `${line}`),
      ...overflow.map((_, index) => `overflow ${index}`),
    ]),
    skipped: new Set(skipped.map(({ line }) => line)),
  })

  test('no line is lost: each is a row, left over, left out or blank', () => {
    const rules = { initial: 1, step: 1, max: 4, number: 'lenient' } as const
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 4 }), (lines, no) => {
        const target: PasteTarget = {
          list,
          rules,
          rows: ten.slice(0, 4),
          focus: { no, cell: 'facilityName' },
        }
        const plan = planPaste(target, lines)
        const filled = lines.filter((line) => line.some((text) => text.trim() !== ''))
        const { entries, skipped } = linesIn(plan)
        // Of a line that becomes several rows some may be left over.
        const isWhole = plan.layout.shape === 'table' && plan.overflow.length === 0
        expect(entries.size + skipped.size).toBeGreaterThanOrEqual(filled.length)
        if (isWhole) expect(entries.size + skipped.size).toBe(filled.length)
        expect(plan.rows.every((row) => row.no <= 4)).toBe(true)
        expect(rowsAfter(plan, target.rows).map((row) => row.no)).toEqual([1, 2, 3, 4])
      }),
    )
  })

  test('a table of our own comes back as it was, in any order of columns', () => {
    const row = fc.record({
      facilityName: fc.stringMatching(/^[ぁ-ん]{2,6}園$/),
      facilityNumber: fc.integer({ min: 1, max: 999_999 }).map((serial) => numberOf(13, serial)),
      serviceKey: fc.constantFrom(...SERVICE_KEYS.filter((key) => isOffered(list, key))),
    })
    const order = fc.shuffledSubarray(['facilityName', 'facilityNumber', 'serviceKey'] as const, {
      minLength: 3,
    })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), order, (rows, cells) => {
        const lines = rows.map((each) =>
          cells.map((name) =>
            name === 'serviceKey' ? SERVICES[each.serviceKey].name : each[name],
          ),
        )
        expect(rowsAfter(planPaste(top, lines), [])).toEqual(
          rows.map((each, index) => ({ no: index + 1, ...each })),
        )
      }),
    )
  })
})
