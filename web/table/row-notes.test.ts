import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERVICE_KEYS } from '#domain/catalogue.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { numberRepairs, placesOf, provisionalEstimate, rowNotes } from './row-notes.ts'

const lenient = FLOWS.entry.rows
const exact = FLOWS.trial.rows
const contract = priceListAt('contract', 0)
const TURN = Date.parse('2025-02-01T00:00:00+09:00')

/** Rows written as `name number service`, a dash for nothing, numbered from 1. */
const rowsOf = (...written: string[]): FacilityRow[] =>
  written.map((text, index) => {
    const [facilityName = '', facilityNumber = '', serviceKey = ''] = text
      .split(' ')
      .map((part) => (part === '-' ? '' : part))
    return { no: index + 1, facilityName, facilityNumber, serviceKey }
  })

const notes = (...written: string[]) =>
  rowNotes(lenient, contract, rowsOf(...written)).map(({ no, kind, message }) => [
    no,
    kind,
    message,
  ])

const GOOD = '1311111114'
const OTHER_GOOD = '0110100013'

describe('rowNotes', () => {
  test('says nothing of good rows, half rows and blank rows', () => {
    expect(
      notes(
        `ひまわり ${GOOD} SYUKEI_B`,
        `つばめ ${OTHER_GOOD} HOKAGO`,
        '- - -',
        '- - -',
        'すずらん - -',
        '- - TANKI',
      ),
    ).toEqual([])
  })

  test('a row that is charged by its number is reminded of a missing one', () => {
    expect(notes('あ - SYUKEI_B', 'い - IDO', 'う - KEIKAKU_SOUDAN', 'え - -')).toEqual([
      [1, 'blank', '事業所番号が空欄です。番号をお持ちの場合は入力してください。'],
    ])
  })

  test('identical rows are pointed out, half ones too, and after normalising', () => {
    const identical = notes(
      `ﾋﾏﾜﾘ ${GOOD} SYUKEI_B`,
      'つばめ - -',
      `ヒマワリ ${GOOD} SYUKEI_B`,
      'つばめ - -',
      'つばめ - IDO',
    )
    expect(identical.filter(([, kind]) => kind === 'identical')).toEqual([
      [3, 'identical', '1行目と同じ内容です。重複していないかご確認ください。'],
      [4, 'identical', '2行目と同じ内容です。重複していないかご確認ください。'],
    ])
  })

  test.each([
    [
      '1311111115',
      'doubtful',
      '事業所番号に打ち間違いがないかご確認ください（チェックの数字が合いません）。',
    ],
    [
      '9911111114',
      'doubtful',
      '事業所番号に打ち間違いがないかご確認ください（チェックの数字が合いません）。',
    ],
    [
      '110100013',
      'zero',
      '先頭の0が失われた番号のようです。正しくは0110100013ではないか、ご確認ください。',
    ],
    ['110100014', 'length', '事業所番号は通常10桁の数字です。正しければ、このままで構いません。'],
    [
      '1311111114\u200b',
      'hidden',
      '事業所番号に見えない文字（U+200B）が含まれています。表の下の「余分な文字を取り除く」で取り除けます。',
    ],
    [
      '1311111114\ufe0d',
      'hidden',
      '事業所番号に見えない文字（U+FE0D）が含まれています。表の下の「余分な文字を取り除く」で取り除けます。',
    ],
    [
      '131-111-1114',
      'signs',
      '事業所番号にハイフンや空白が含まれているため、1311111114とは別の番号として計算されます。表の下の「余分な文字を取り除く」で取り除けます。',
    ],
    ['131-111-111', 'length', '事業所番号は通常10桁の数字です。正しければ、このままで構いません。'],
    ['13A1111114', 'length', '事業所番号は通常10桁の数字です。正しければ、このままで構いません。'],
    ['13111111151', 'length', '事業所番号は通常10桁の数字です。正しければ、このままで構いません。'],
    ['A1311111115', 'length', '事業所番号は通常10桁の数字です。正しければ、このままで構いません。'],
  ])('number %s', (number, kind, message) => {
    expect(notes(`あ ${number} SYUKEI_B`)).toEqual([[1, kind, message]])
  })

  test('signs that part a number are pointed out, whichever they are', () => {
    const numbers = ['131ー1111114', '131－111－1115', '13\u00a01111\u30001114', '131.111.1114']
    const rows = numbers.map((facilityNumber, index) => ({
      ...{ no: index + 1, facilityName: `${index}`, facilityNumber, serviceKey: 'SYUKEI_B' },
    }))
    expect(rowNotes(lenient, contract, rows).map(({ kind }) => kind)).toEqual([
      ...['signs', 'signs', 'signs', 'signs'],
    ])
    // Without its zero too: the remark on that follows.
    expect(notes('あ 110-100-013 SYUKEI_B')[0]?.[1]).toBe('signs')
    // A municipal number may have a hyphen of its own.
    expect(notes('あ 131-01-00012 IDO')).toEqual([])
    expect(notes('あ 131-111-1114 IDO')[0]?.[1]).toBe('signs')
  })

  test('a municipal number is doubted for a lost zero alone', () => {
    expect(notes('あ 110100013 IDO')).toEqual([
      [
        1,
        'zero',
        '先頭の0が失われた番号のようです。正しくは0110100013ではないか、ご確認ください。',
      ],
    ])
    expect(notes('あ 110100014 IDO', 'い 9911111114 NICCHU', 'う 13A1111114 OTHER')).toEqual([])
  })

  test('the trial speaks of lengths and missing numbers by its errors alone', () => {
    const trial = (...written: string[]) =>
      rowNotes(exact, priceListAt('trial', TURN), rowsOf(...written))
    expect(trial('あ 12345 SYUKEI_B', 'い - TANKI')).toEqual([])
    expect(trial('あ 1311111115 SYUKEI_B').map(({ kind }) => kind)).toEqual(['doubtful'])
  })
})

describe('placesOf', () => {
  const at = (anchors: [string, number][], ...nos: number[]) =>
    placesOf(
      nos.map((no) => ({ no, kind: 'blank' })),
      new Map(anchors),
    ).get('blank')

  test('a remark stands in the first row that has it, and leads from each to the next and round', () => {
    expect(at([], 7, 2, 5)).toEqual({ no: 2, others: 2, next: 5 })
    expect(at([['blank', 5]], 7, 2, 5)).toEqual({ no: 5, others: 2, next: 7 })
    expect(at([['blank', 7]], 7, 2, 5)).toEqual({ no: 7, others: 2, next: 2 })
    expect(at([], 4)).toEqual({ no: 4, others: 0, next: 4 })
  })

  test('where the row that a person was led to is mended, the next one says it', () => {
    expect(at([['blank', 5]], 2, 7)).toEqual({ no: 7, others: 1, next: 2 })
    expect(at([['blank', 9]], 2, 7)).toEqual({ no: 2, others: 1, next: 7 })
    expect(at([['length', 5]], 2, 7)).toEqual({ no: 2, others: 1, next: 7 })
  })
})

describe('provisionalEstimate', () => {
  test('counts the rows that are complete and lets the others be', () => {
    const rows = rowsOf(
      `あ ${GOOD} SYUKEI_B`,
      'い - -',
      `- ${GOOD} TANKI`,
      'う １３１１１１１１１４ TANKI',
      `え ${'1'.repeat(33)} TANKI`,
    )
    const result = provisionalEstimate(lenient, contract, rows)
    expect([result?.total, result?.rows.map(({ no }) => no)]).toEqual([9980, [1, 4]])
  })

  test('leaves out what the list does not offer', () => {
    const result = provisionalEstimate(
      exact,
      priceListAt('trial', TURN - 1),
      rowsOf(`あ ${GOOD} HOKAGO`, `い ${OTHER_GOOD} TANKI`),
    )
    expect(result?.total).toBe(9980)
  })

  test('of nothing is nothing', () => {
    expect(provisionalEstimate(lenient, contract, rowsOf('- - -'))?.total).toBe(0)
  })
})

test('lost zeros are repaired for all rows at once', () => {
  const rows = rowsOf(
    'あ 110100013 SYUKEI_B',
    `い ${GOOD} TANKI`,
    'う １１０１００００１３ TANKI',
    'え 110100014 TANKI',
    '- 110100013 -',
    'お 110100013 IDO',
    'か １１０１０００１３ KYODO',
  )
  expect(numberRepairs(lenient, rows).zero).toEqual([
    { no: 1, facilityNumber: '0110100013' },
    { no: 5, facilityNumber: '0110100013' },
    { no: 6, facilityNumber: '0110100013' },
    { no: 7, facilityNumber: '0110100013' },
  ])
})

test('signs that nobody sees or needs are taken out of a number, and nothing else is changed', () => {
  const numbers: [typed: string, repaired: string | null][] = [
    ['131-111-1114', '1311111114'],
    ['１３１ー１１１ー１１１４', '1311111114'],
    ['1311111114\ufe0d', '1311111114'],
    ['131\u200b-111-1114', '1311111114'],
    ['110-100-013', '110100013'],
    ['13A\u2800-1', '13A-1'],
    [GOOD, null],
    ['131-111', null],
    ['', null],
    [' 1311111114 ', null],
  ]
  const rows = numbers.map(([facilityNumber], index) => ({
    ...{ no: index + 1, facilityName: 'あ', facilityNumber, serviceKey: 'SYUKEI_B' },
  }))
  expect(numberRepairs(lenient, rows).signs).toEqual(
    numbers.flatMap(([, facilityNumber], index) =>
      facilityNumber === null ? [] : [{ no: index + 1, facilityNumber }],
    ),
  )
  // What stands around it is the trial's own error, which is mended by the same press.
  expect(numberRepairs(exact, rows).signs.at(-1)).toEqual({ no: 10, facilityNumber: '1311111114' })
})

test('notes never throw, never change the rows, and stand in their order', () => {
  const row = fc.record({
    facilityName: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('あ')),
    facilityNumber: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', GOOD, '110100013')),
    serviceKey: fc.oneof(fc.string(), fc.constantFrom(...SERVICE_KEYS)),
  })
  fc.assert(
    fc.property(fc.array(row), (cells) => {
      const rows = cells.map((each, index) => Object.freeze({ no: index + 1, ...each }))
      const nos = rowNotes(lenient, contract, Object.freeze(rows)).map(({ no }) => no)
      expect(nos).toEqual([...nos].sort((a, b) => a - b))
    }),
  )
})
