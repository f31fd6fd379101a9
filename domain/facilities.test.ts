import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERVICE_KEYS } from './catalogue.ts'
import {
  CELL_LABELS,
  cellName,
  FACILITY_CELLS,
  FACILITY_LIMITS,
  type FacilityRow,
  isBlankRow,
  normaliseCell,
  normaliseRow,
  validateRows,
  validRows,
} from './facilities.ts'
import { FLOWS } from './flows.ts'
import { messages } from './messages.ts'

const entry = FLOWS.entry.rows
const trial = FLOWS.trial.rows

const row = (
  facilityName: string,
  facilityNumber: string,
  serviceKey: string,
  no = 1,
): FacilityRow => ({
  no,
  facilityName,
  facilityNumber,
  serviceKey,
})
const good = row('ひまわり', '1311111116', 'SYUKEI_B')

/** What is said of one row, in entry or in the trial. */
const problemsOf = (rules: typeof entry | typeof trial, ...rows: FacilityRow[]) =>
  validateRows(rules, rules === trial ? 'trial' : 'contract', rows)

const HALF = '1行目：事業所名またはサービス種類が入力されていません。'

describe('validateRows', () => {
  test('says nothing of good rows', () => {
    expect(problemsOf(entry, good, row('つばめ', '', 'TANKI', 2))).toEqual([])
    expect(problemsOf(trial, good, row('つばめ', '', 'IDO', 2))).toEqual([])
  })

  test.each([
    ['a name alone', row('ひまわり', '', ''), { field: 'facilities.1.serviceKey' }],
    ['a service alone', row('', '', 'SYUKEI_B'), { field: 'facilities.1.facilityName' }],
    ['name and number', row('ひまわり', '1', ''), { field: 'facilities.1.serviceKey' }],
    ['service and number', row('', '1', 'SYUKEI_B'), { field: 'facilities.1.facilityName' }],
    [
      'a number alone',
      row('', '1', ''),
      { field: 'facilities.1.facilityName', also: 'facilities.1.serviceKey' },
    ],
    ['a name of white space', row(' 　', '1', 'SYUKEI_B'), { field: 'facilities.1.facilityName' }],
    [
      'a service of the other catalogue',
      row('ひまわり', '1', 'SYURO_SENTAKU'),
      { field: 'facilities.1.serviceKey' },
    ],
    [
      'a service of the prototype',
      row('ひまわり', '1', '__proto__'),
      { field: 'facilities.1.serviceKey' },
    ],
  ])('%s is half a row, marked on the half that is missing', (_, half, where) => {
    expect(problemsOf(entry, half)).toEqual([{ ...where, message: HALF }])
  })

  test('a half row in the trial is not also judged by its missing number', () => {
    expect(problemsOf(trial, row('', '1', 'SYUKEI_B')).map(({ message }) => message)).toEqual([
      HALF,
    ])
  })

  test('the row number stands in front, and rows are reported in order', () => {
    expect(
      problemsOf(entry, row('a', '', '', 7), good, row('b', '', '', 100)).map(
        ({ message }) => message,
      ),
    ).toEqual([
      '7行目：事業所名またはサービス種類が入力されていません。',
      '100行目：事業所名またはサービス種類が入力されていません。',
    ])
  })

  test.each([
    ['1'.repeat(32), []],
    ['1'.repeat(33), ['1行目：事業所番号は32文字以内で入力してください。']],
    ['𠮷'.repeat(16), []],
    [`${'𠮷'.repeat(16)}1`, ['1行目：事業所番号は32文字以内で入力してください。']],
    ['👨‍👩‍👧'.repeat(4), []],
    [`${'👨‍👩‍👧'.repeat(4)}髙`, ['1行目：事業所番号は32文字以内で入力してください。']],
  ])('entry: number %j', (facilityNumber, messages) => {
    expect(problemsOf(entry, { ...good, facilityNumber }).map(({ message }) => message)).toEqual(
      messages,
    )
  })

  test.each([
    ['あ'.repeat(255), []],
    ['あ'.repeat(256), ['1行目：事業所名は255文字以内で入力してください。']],
    [`${'𠮷'.repeat(127)}﨑`, []],
    ['𠮷'.repeat(128), ['1行目：事業所名は255文字以内で入力してください。']],
  ])('name %j', (facilityName, messages) => {
    expect(problemsOf(entry, { ...good, facilityName }).map(({ message }) => message)).toEqual(
      messages,
    )
  })

  const DECORATED = '1行目：事業所番号の前後の空白と引用符を取り除いてください。'
  const TEN = '1行目：事業所番号は10文字で入力してください。'
  test.each([
    ['1311111116', []],
    ['131111111', [TEN]],
    ['13111111160', [TEN]],
    ['', [TEN]],
    ['一二三四五六七八九十', []],
    ['𠮷𠮷𠮷𠮷𠮷', []],
    [' 311111116', [DECORATED]],
    ['1311111116 ', [DECORATED]],
    ['　1311111116', [DECORATED]],
    ['1311111116\n', [DECORATED]],
    ['"311111116', [DECORATED]],
    ["13111'1116", [DECORATED]],
    ['“311111116', [DECORATED]],
    ['31111111”6', [DECORATED]],
    ['‘311111116', [DECORATED]],
    ['131111111’', [DECORATED]],
    ['＂311111116', [DECORATED]],
    ['131111111＇', [DECORATED]],
    ['1311 11116', []],
    ['"123"', [DECORATED, TEN]],
    [' 131', [DECORATED, TEN]],
    ['1'.repeat(32), [TEN]],
    ['1'.repeat(33), ['1行目：事業所番号は32文字以内で入力してください。']],
  ])('trial: number %j', (facilityNumber, messages) => {
    expect(problemsOf(trial, { ...good, facilityNumber }).map(({ message }) => message)).toEqual(
      messages,
    )
  })

  test.each(['facilityName', 'facilityNumber'] as const)(
    'text that could not be stored is an error of its cell: %s',
    (cell) => {
      for (const text of ['1311\u000b11116', '1311\t11116', '1311\ud84211116'])
        expect(problemsOf(trial, { ...good, [cell]: text })).toEqual([
          {
            field: `facilities.1.${cell}`,
            message: `1行目：${messages.unstorable(CELL_LABELS[cell])}`,
          },
        ])
    },
  )

  test('around a name it is one too, around a number it is cut off', () => {
    expect(problemsOf(trial, { ...good, facilityName: 'さくら\n' })).toHaveLength(1)
    expect(problemsOf(entry, { ...good, facilityNumber: `${good.facilityNumber}\n` })).toEqual([])
  })

  test.each(['IDO', 'NICCHU', 'OTHER'])(
    'trial: %s takes any number, but no decorated one',
    (serviceKey) => {
      for (const facilityNumber of ['', '1', '1'.repeat(32)])
        expect(problemsOf(trial, { ...good, serviceKey, facilityNumber })).toEqual([])
      expect(problemsOf(trial, { ...good, serviceKey, facilityNumber: ' 1' })).toEqual([
        { field: 'facilities.1.facilityNumber', message: DECORATED },
      ])
    },
  )

  test('trial: quotes without a name are only half a row', () => {
    expect(problemsOf(trial, row('', '"1"', '')).map(({ message }) => message)).toEqual([HALF])
  })

  test('entry lets white space and quotes of a number be', () => {
    expect(problemsOf(entry, { ...good, facilityNumber: ' "1" ' })).toEqual([])
  })

  test.each([[[]], [[row('', '', '', 3)]], [[row(' ', '　', '', 3)]]])(
    'no row at all: %j',
    (rows) => {
      expect(problemsOf(entry, ...rows)).toEqual([
        {
          field: `facilities.${rows[0]?.no ?? 1}.facilityName`,
          message: '事業所を1件以上入力してください。',
        },
      ])
    },
  )

  test('when no row counts because of an error, the error is enough', () => {
    expect(problemsOf(entry, row('ひまわり', '', '')).map(({ message }) => message)).toEqual([HALF])
  })
})

describe('validRows', () => {
  test('keeps rows with name, service and a number within the limit', () => {
    const rows = [
      good,
      row('つばめ', '', 'IDO', 2),
      row('', '1', 'IDO', 3),
      row('名前', '1', '', 4),
      row('名前', '1'.repeat(33), 'IDO', 5),
      row('あ'.repeat(256), '1', 'IDO', 6),
      row('名前', '1', 'SYURO_SENTAKU', 7),
      row('', '', '', 8),
      row('　', '', 'IDO', 9),
    ]
    expect(validRows('contract', rows).map(({ no }) => no)).toEqual([1, 2])
    expect(validRows('trial', rows).map(({ no }) => no)).toEqual([1, 2, 7])
  })
})

describe('normalising', () => {
  test.each([
    [entry, 'facilityName', 'ﾋﾏﾜﾘ１ ', 'ヒマワリ１ '],
    [entry, 'facilityNumber', '　１３１１１１１１１６ ', '1311111116'],
    [trial, 'facilityNumber', '　１３１１１１１１１６ ', '　1311111116 '],
    [trial, 'facilityName', 'ｶﾞｰﾃﾞﾝ', 'ガーデン'],
    [entry, 'serviceKey', 'ＩＤＯ', 'ＩＤＯ'],
  ] as const)('%o %s %j → %j', (rules, cell, typed, sent) => {
    expect(normaliseCell(rules, cell, typed)).toBe(sent)
  })
})

test('names, order and limits of the cells', () => {
  expect(FACILITY_CELLS).toEqual(['facilityName', 'facilityNumber', 'serviceKey'])
  expect(CELL_LABELS).toEqual({
    facilityName: '事業所名',
    facilityNumber: '事業所番号',
    serviceKey: 'サービス種類',
  })
  expect(cellName(3, 'serviceKey')).toBe('facilities.3.serviceKey')
  expect(FACILITY_LIMITS).toEqual({ facilityName: 255, facilityNumber: 32, serviceKey: 64 })
  expect(SERVICE_KEYS.every((key) => key.length <= FACILITY_LIMITS.serviceKey)).toBe(true)
})

test.each([
  [row('', '', ''), true],
  [row('　', ' \t', ''), true],
  [row('', '1', ''), false],
  [row('', '', 'IDO'), false],
  [row('', '', ' '), false],
])('isBlankRow(%j) is %s', (each, blank) => {
  expect(isBlankRow(each)).toBe(blank)
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '1311111116', 'ｶﾞ', '𠮷'.repeat(17), '__proto__'),
)
const anyRow = fc.record({
  no: fc.integer({ min: 1, max: 100 }),
  facilityName: anyText,
  facilityNumber: anyText,
  serviceKey: fc.oneof(anyText, fc.constantFrom(...SERVICE_KEYS)),
})
const anyRules = fc.constantFrom(entry, trial)

describe('whatever is typed', () => {
  test('validation never throws and never changes the rows; blank rows say nothing', () => {
    fc.assert(
      fc.property(fc.array(anyRow), anyRules, (rows, rules) => {
        const before = structuredClone(rows)
        const problems = problemsOf(rules, ...rows.map((each) => Object.freeze(each)))
        expect(rows).toEqual(before)
        const blank = row('', ' ', '', 101)
        if (rows.length > 0) expect(problemsOf(rules, ...rows, blank)).toEqual(problems)
      }),
    )
  })

  test('normalising twice is normalising once', () => {
    fc.assert(
      fc.property(anyRow, anyRules, (each, rules) => {
        const once = normaliseRow(rules, each)
        expect(normaliseRow(rules, once)).toEqual(once)
      }),
    )
  })

  test('rows without a problem and not blank are exactly the rows that count', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const numbered = rows.map((each, index) => ({ ...each, no: index + 1 }))
        const wrong = new Set(
          problemsOf(entry, ...numbered).map(({ field }) => Number(field.split('.')[1])),
        )
        const counted = validRows('contract', numbered)
        fc.pre(counted.length > 0)
        expect(counted).toEqual(numbered.filter((each) => !wrong.has(each.no) && !isBlankRow(each)))
      }),
    )
  })
})
