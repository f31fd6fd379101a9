/** The rows that one line of a sheet becomes, and what is said of their cells. */
import { describe, expect, test } from 'vitest'
import type { FacilityCell } from '#domain/facilities.ts'
import type { PlannedCell } from '../paste-plan.ts'
import { planPaste } from '../plan.ts'
import type { Merge } from '../sheet.ts'
import { A, B, C, drawn, HEADS, read, target } from '../testing/drawn-sheet.ts'
import { at, planPaste as planAt } from '../testing/pasting.ts'

const cellsOf = (cell: FacilityCell, text: string, merges: Merge[] = []) =>
  planPaste(target, { grid: drawn(text), merges }).rows.map(({ cells }) => cells[cell])

/** Values with what is said of them. */
const notesOf = (cells: readonly (PlannedCell | undefined)[]) =>
  cells.map((cell) => [cell?.value, cell?.note])

describe('a service', () => {
  const OURS = `事業所名|番号|`

  test.each([
    ['○', [['HOME_HELP', '「居介」の列に「○」とあるため取り込みます。']]],
    [' 有 ', [['HOME_HELP', '「居介」の列に「有」とあるため取り込みます。']]],
    ['20名', [['HOME_HELP', '「居介」の列に「20名」とあるため取り込みます。']]],
    ['（5）', [['HOME_HELP', '「居介」の列に「（5）」とあるため取り込みます。']]],
    [
      ' △ ',
      [['HOME_HELP', '「居介」の列に「△」とあります。このサービスかどうか、ご確認ください。']],
    ],
    ['重訪', [['JUHO', '「重訪」を「重度訪問介護」として取り込みます。']]],
    ['×', [['', 'サービス種類が空欄です。取り込んだあと、入力してください。']]],
    ['０', [['', 'サービス種類が空欄です。取り込んだあと、入力してください。']]],
    ['', [['', 'サービス種類が空欄です。取り込んだあと、入力してください。']]],
  ])('under its name, by the mark %j', (mark, expected) => {
    const cells = cellsOf('serviceKey', `${OURS}居介\nあ|${A}|${mark}`)
    expect(notesOf(cells)).toEqual(expected)
    const isOpen = mark === ' △ ' || expected[0]?.[0] === ''
    expect(cells[0]).toMatchObject({ doubtful: isOpen, unclear: false })
  })

  test('under a word for several by a mark is asked about', () => {
    const [cell] = cellsOf('serviceKey', `${OURS}居宅\nあ|${A}|○`)
    expect(cell).toMatchObject({
      value: '',
      unclear: true,
      candidates: ['HOME_HELP', 'JIHATSU_KYOTAKU'].slice(0, cell?.candidates.length),
    })
    expect(cell).toMatchObject({ source: '居宅', note: expect.stringMatching(/^「居宅」だけでは/) })
    expect(read(`${OURS}居宅|種別\nあ|${A}|移動支援|GH`)[0]).toBe(`あ ${A} KYODO`)
  })

  test('by its code', () => {
    const text = `${HEADS}コード\nあ|${A}|46\nい|${B}|55`
    const [cell] = cellsOf('serviceKey', text)
    expect(cell).toMatchObject({
      value: 'SYUKEI_B',
      source: '46',
      note: '「46」を「就労継続支援B型」として取り込みます。',
      unclear: false,
    })
  })

  test('by a code that may mean two is asked about', () => {
    const [cell] = cellsOf('serviceKey', `${HEADS}\nあ|${A}|61`)
    expect(cell).toEqual({
      source: '61',
      value: '',
      unclear: true,
      doubtful: false,
      note: '「61」だけではサービス種類を1つに決められません。取り込んだあと、児童発達支援・自立生活援助などから選んでください。',
      candidates: ['JIHATSU', 'JIKATSU'],
      numbers: [],
      replaces: '',
    })
    const mixed = `${HEADS}\nあ|${A}|61\nい|${B}|GH`
    expect(read(mixed).slice(0, 2)).toEqual([`あ ${A} ?`, `い ${B} KYODO`])
  })

  test('by ticked boxes', () => {
    const notes = (cell: string) => notesOf(cellsOf('serviceKey', `${HEADS}\nあ|${A}|${cell}`))
    expect(notes('☑生活介護 □短期入所')).toEqual([
      ['SEIKATSU_KAIGO', '「☑生活介護 □短期入所」をサービスごとの行に分けます。'],
    ])
    expect(notes('□特養 ☑GH').map(([value]) => value)).toEqual(['KYODO'])
    expect(notes('☑特養 □GH')).toEqual([
      ['', '「特養」と一致するサービス種類がありません。取り込んだあとに選んでください。'],
    ])
    expect(read(`${HEADS}\nあ|${A}|□特養 □GH`).slice(0, 2)).toEqual([`あ ${A} ?`, `あ ${A} !KYODO`])
    expect(read(`${HEADS}\nあ|${A}|☑GH・児発 □生介`).slice(0, 2)).toEqual([
      `あ ${A} KYODO`,
      `あ ${A} JIHATSU`,
    ])
  })

  test('by its code beside lines that have none', () => {
    expect(read(`${HEADS}コード\nあ|${A}| 46 \nい|${B}| `).slice(0, 2)).toEqual([
      `あ ${A} SYUKEI_B`,
      `い ${B} !`,
    ])
  })

  test('of several in a cell, each on a row that names its part', () => {
    const { rows, notices } = planPaste(target, {
      grid: drawn(`${HEADS}\nあ|${A}|GH、特養、GH\nい|${B}|児発`),
    })
    expect(rows.map(({ key, line, part }) => [key, line, part])).toEqual([
      ['0.0', 2, { index: 1, count: 2 }],
      ['0.1', 2, { index: 2, count: 2 }],
      ['1.0', 3, null],
    ])
    expect(notesOf(rows.map(({ cells }) => cells.serviceKey)).slice(0, 2)).toEqual([
      ['KYODO', '「GH、特養、GH」をサービスごとの行に分けます。'],
      ['', '「特養」と一致するサービス種類がありません。取り込んだあとに選んでください。'],
    ])
    expect(notices).toContain('複数のサービスが書かれた1行を、サービスごとの行に分けます。')
  })

  test.each(['－', ' なし ', '×', '無し'])('that is none by %s is missing', (none) => {
    expect(read(`${HEADS}\nあ|${A}|${none}`)[0]).toBe(`あ ${A} !`)
  })

  test('pasted as a single cell stays one', () => {
    const single = (text: string) =>
      planAt(at(1, 'serviceKey'), [[text]]).rows.map((row) => row.cells.serviceKey)
    expect(single('GH、児発')).toMatchObject([
      { value: '', unclear: true, candidates: ['KYODO', 'JIHATSU'] },
    ])
    expect(single('☑生活介護 □短期入所')).toHaveLength(1)
    expect(single('なし')).toMatchObject([{ value: '', unclear: true, source: 'なし' }])
    const cells = planAt(at(1, 'serviceKey'), [['GH'], [''], ['－']]).rows.map(
      (row) => row.cells.serviceKey,
    )
    expect(cells.map((cell) => [cell?.value, cell?.unclear])).toEqual([
      ['KYODO', false],
      ['', false],
      ['', true],
    ])
  })
})

describe('a number', () => {
  const numbersOf = (text: string) =>
    cellsOf('facilityNumber', `${HEADS}\n${text}`).map((cell) => [
      cell?.value,
      cell?.doubtful,
      cell?.note,
    ])
  const [CHILD, HOME, PLAN, CHILD_PLAN] = ['1350100127', '1320400052', '1330400084', '1370400085']
  const chosen = (of: string, number: string) => [
    number,
    false,
    `「${of}」のうち、このサービスの番号と思われる${number}を取り込みます。`,
  ]

  test.each([
    ['放デイ', CHILD],
    ['GH', HOME],
    ['計画相談', PLAN],
    ['地域移行', PLAN],
    ['地域定着', PLAN],
    ['障害児相談', CHILD_PLAN],
    ['生活介護', A],
  ])('of several, by the kind of %s', (service, number) => {
    const all = `${CHILD} ${HOME} ${PLAN} ${CHILD_PLAN} ${A}`
    expect(numbersOf(`あ|${all}|${service}`)).toEqual([chosen(all, number)])
  })

  test('of a group home that has none of its own kind', () => {
    expect(numbersOf(`あ|${CHILD}・${A}|GH`)).toEqual([chosen(`${CHILD}・${A}`, A)])
  })

  test('of several that would do in the order of the services, to be looked at', () => {
    const several = (of: string) =>
      `番号が2つ以上あります（「${of}」）。このサービスの番号をご確認ください。`
    expect(numbersOf(`あ|${A} ${B}|生活介護、短期入所`)).toEqual([
      [A, true, several(`${A} ${B}`)],
      [B, true, several(`${A} ${B}`)],
    ])
    expect(numbersOf(`あ|${A} ${B}|移動支援、地活`).map(([value]) => value)).toEqual([A, B])
    expect(numbersOf(`あ|${A} ${B} ${C}|生活介護、短期入所`)).toEqual([
      ['', false, several(`${A} ${B} ${C}`)],
      ['', false, several(`${A} ${B} ${C}`)],
    ])
  })

  test('of several is asked where the service has no kind, or is not known', () => {
    for (const service of ['移動支援', '特養'])
      expect(numbersOf(`あ|${CHILD} ${A}|${service}`)[0]?.[0]).toBe('')
  })

  test('is chosen among those that the cell keeps', () => {
    const [cell] = cellsOf('facilityNumber', `${HEADS}\nあ|${A}、 ${B}|GH`)
    expect(cell).toMatchObject({ source: `${A}、 ${B}`, numbers: [A, B], unclear: true, value: '' })
  })

  test('of two columns is the one that says something', () => {
    const text = (one: string, other: string) =>
      `事業所名|番号（者）|番号（児）|種別\nあ|${one}|${other}|GH`
    expect(read(text('', A))[0]).toBe(`あ ${A} KYODO`)
    expect(read(text('なし', A))[0]).toBe(`あ ${A} KYODO`)
    expect(read(text('なし', '無'))[0]).toBe('あ  KYODO')
    expect(read(text('ひみつ', ''))[0]).toBe('あ ? KYODO')
    expect(read(text('', ''))[0]).toBe('あ  KYODO')
    const heads = '事業所名|番号1|番号2|番号3|種別'
    const lines = [`あ| ${A} ||${B}⏎|GH`, `い|なし|${B}||GH`, `う|${C}||${C}|GH`]
    const cells = cellsOf('facilityNumber', [heads, ...lines].join('\n'))
    expect(cells[0]?.source).toBe(`${A} ${B}`)
    expect(cells.map((cell) => cell?.value)).toEqual(['', B, C])
  })

  test('the same in two columns is one', () => {
    expect(read(`事業所名|番号（者）|番号（児）|種別\nあ|${A}|${A}|GH`)[0]).toBe(`あ ${A} KYODO`)
  })

  test('in a merged cell keeps what is said of it as a number', () => {
    const merges = [{ line: 1, column: 1, lines: 2, columns: 1 }]
    const cells = cellsOf('facilityNumber', `${HEADS}\nあ|110100013|GH\nい||GH`, merges)
    const note = '先頭の0が失われた番号のようです。正しくは0110100013ではないか、ご確認ください。'
    expect(notesOf(cells)).toEqual([
      ['110100013', note],
      ['110100013', note],
    ])
  })

  test('that repeats one without its zero is that one', () => {
    const cells = cellsOf('facilityNumber', `${HEADS}\nあ|110100013|GH\nい|〃|GH`)
    expect(notesOf(cells)[1]).toEqual([
      '110100013',
      'すぐ上と同じ「110100013」として取り込みます。',
    ])
  })

  test('that repeats words is not understood either, and says why', () => {
    const cells = cellsOf('facilityNumber', `${HEADS}\nあ|ひみつ|GH\n〃|〃|児発`)
    expect(cells[1]).toMatchObject({
      ...{ value: '', unclear: true, doubtful: false, source: 'ひみつ' },
      note: '「ひみつ」は番号として読み取れません。取り込んだあと、入力してください。',
    })
  })
})

test('what a service repeats from above is looked at, unless it was not read there', () => {
  const text = `サービス|事業所名|番号\n特養|あ|${A}\n|い|${B}`
  expect(read(text).slice(0, 2)).toEqual([`あ ${A} ?`, `い ${B} ?`])
  expect(cellsOf('serviceKey', text)[1]?.source).toBe('特養')
  const service = cellsOf('serviceKey', text.replace('特養', 'GH'))[1]
  expect(service).toMatchObject({ source: '', doubtful: true })
})

test('a name is a name, whatever it is written like', () => {
  const text = `${HEADS}\nOTHER|${A}|GH\n〃|${B}|GH\nﾋﾏﾜﾘ|${C}|GH\n|${C}|児発`
  const merges = [{ line: 3, column: 0, lines: 2, columns: 1 }]
  expect(notesOf(cellsOf('facilityName', text, merges)).slice(1)).toEqual([
    ['OTHER', '「OTHER」の行に、違う番号があります。事業所名と番号をご確認ください。'],
    ['ヒマワリ', '「ﾋﾏﾜﾘ」を「ヒマワリ」として取り込みます。'],
    ['ヒマワリ', '結合されたセルの「ヒマワリ」を取り込みます。'],
  ])
})

test('a name that is missing is looked at', () => {
  expect(notesOf(cellsOf('facilityName', `${HEADS}\n|${A}|GH`))).toEqual([
    ['', '事業所名が空欄です。取り込んだあと、入力してください。'],
  ])
  expect(planAt(at(1, 'facilityName'), [['', '']]).rows).toEqual([])
})

describe('services and numbers that share a cell', () => {
  const K = '1370100110'
  const S = '1350100127'
  const leftOut = (left: string, source: string) =>
    `「${source}」のうち、介護保険などの${left}は取り込みません。`

  test.each([
    ['生活介護、居宅、通所介護', [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} ?`], '「通所介護」'],
    ['訪問看護、生活介護', [`あ ${A} SEIKATSU_KAIGO`], '「訪問看護」'],
    ['生活介護、通所介護、訪問看護', [`あ ${A} SEIKATSU_KAIGO`], '「通所介護」「訪問看護」'],
  ])('of 「%s」 what another law knows is left out, and named', (services, rows, left) => {
    const text = `${HEADS}\nあ|${A}|${services}\nい|${B}|短期入所`
    expect(read(text)).toEqual([...rows, `い ${B} TANKI`, '見出し'])
    expect(cellsOf('serviceKey', text)[0]?.note).toBe(leftOut(left, services))
  })

  test.each([
    ['居宅、通所介護', [`あ ${A} ?`]],
    ['通所介護', [`あ ${A} ?`]],
    ['居宅ほか', [`あ ${A} ?`]],
    ['知らない言葉ほか', [`あ ${A} ?`]],
    ['生活介護 居宅 他', [`あ ${A} ?`]],
    ['生活介護ほか', [`あ ${A} !SEIKATSU_KAIGO`]],
    ['生活介護 短期入所 ほか', [`あ ${A} !SEIKATSU_KAIGO`, `あ ${A} !TANKI`]],
  ])('「%s」 is asked about, or to be looked at', (services, rows) => {
    expect(read(`${HEADS}\nあ|${A}|${services}`)).toEqual([...rows, '見出し'])
  })

  test.each([
    [
      'each with its service',
      [A, K],
      '生活介護⏎障害児相談支援',
      [`あ ${A} SEIKATSU_KAIGO`, `あ ${K} SHOGAIJI_SODAN`],
    ],
    // The long-term care insurance gives numbers of this kind too.
    ['one without a service', [A, K], '障害児相談支援', [`あ !${K} SHOGAIJI_SODAN`]],
    ['of three, one of its kind', [A, K, S], '障害児相談支援', [`あ ${K} SHOGAIJI_SODAN`]],
    ['another kind', [A, S], '放デイ', [`あ ${S} HOKAGO`]],
    ['in another order', [K, A], '生活介護', [`あ ${A} SEIKATSU_KAIGO`]],
    [
      'two of one kind, as many as services',
      [A, B],
      '生活介護⏎短期入所',
      [`!あ !${A} SEIKATSU_KAIGO`, `!あ !${B} TANKI`],
    ],
    ['two of one kind, one service', [A, B], '生活介護', ['あ ? SEIKATSU_KAIGO']],
  ])('numbers: %s', (_, numbers, services, rows) => {
    const text = `${HEADS}\nあ|${numbers.join('・')}|${services}`
    expect(read(text)).toEqual([...rows, '見出し'])
  })
})
