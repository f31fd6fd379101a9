import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applicantFieldsOf, EMPTY_APPLICANT } from './applicant.ts'
import {
  differenceOf,
  isPricedAlike,
  isUnchanged,
  type RowDifference,
  type Version,
  versionOf as versionOfFlow,
} from './difference.ts'
import type { FacilityRow } from './facilities.ts'

/** Rows written as `name number SERVICE`, numbered from 1. */
const rowsOf = (...written: string[]): FacilityRow[] =>
  written.map((text, index) => {
    const [facilityName = '', facilityNumber = '', serviceKey = ''] = text.split(' ')
    return { no: index + 1, facilityName, facilityNumber, serviceKey }
  })

const versionOf = (...rows: string[]): Version => ({ fields: {}, rows: rowsOf(...rows) })

/** A line each: what became of the row, its number before and after, the cells that changed. */
const shown = (row: RowDifference): string =>
  [
    row.kind,
    `${'before' in row ? row.before.no : '-'}→${'after' in row ? row.after.no : '-'}`,
    ...('cells' in row ? row.cells : []),
  ].join(' ')

const A = 'あおば 1310100001 KYODO'
const B = 'いちご 1310100002 TANKI'
const C = 'うさぎ 1310100003 HOKAGO'
const D = 'えのき  IDO'

describe('rows', () => {
  test.each<[string, string[], string[], string[]]>([
    ['nothing', [], [], []],
    ['the same', [A, B], [A, B], ['kept 1→1', 'kept 2→2']],
    ['added at the end', [A], [A, B, C], ['kept 1→1', 'added -→2', 'added -→3']],
    ['added in between', [A, B], [A, C, B], ['kept 1→1', 'added -→2', 'kept 2→3']],
    ['the first removed', [A, B], [B], ['removed 1→-', 'kept 2→1']],
    [
      'removed stands where it stood',
      [A, B, C, D],
      [A, D],
      ['kept 1→1', 'removed 2→-', 'removed 3→-', 'kept 4→2'],
    ],
    ['all removed', [A, B], [], ['removed 1→-', 'removed 2→-']],
    ['in another order', [A, B, C], [C, A, B], ['kept 3→1', 'kept 1→2', 'kept 2→3']],
    ['a name', [A, B], ['あおぞら 1310100001 KYODO', B], ['changed 1→1 facilityName', 'kept 2→2']],
    [
      'a number',
      [A, B],
      [A, 'いちご 1310100009 TANKI'],
      ['kept 1→1', 'changed 2→2 facilityNumber'],
    ],
    ['a service', [A], ['あおば 1310100001 TANKI'], ['changed 1→1 serviceKey']],
    [
      'a name, below a new row',
      [A, B],
      [C, 'あおぞら 1310100001 KYODO', B],
      ['added -→1', 'changed 1→2 facilityName', 'kept 2→3'],
    ],
    [
      'a row without a number',
      [A, D],
      [A, 'えのき園  IDO'],
      ['kept 1→1', 'changed 2→2 facilityName'],
    ],
    [
      'two cells, by its place',
      [A, B, C],
      [A, 'いろは 1310100009 TANKI', C],
      ['kept 1→1', 'changed 2→2 facilityName facilityNumber', 'kept 3→3'],
    ],
    [
      'two cells, by its place below a new row',
      [A, B],
      [D, A, 'いろは 1310100009 TANKI'],
      ['added -→1', 'kept 1→2', 'changed 2→3 facilityName facilityNumber'],
    ],
    ['one of two that are the same', [A, A, B], [A, B], ['kept 1→1', 'removed 2→-', 'kept 3→2']],
    [
      'what is the same is found before what is alike',
      ['あおぞら 1310100001 KYODO', A],
      [A],
      ['removed 1→-', 'kept 2→1'],
    ],
    [
      'names that were exchanged stay with their numbers',
      [A, B],
      ['いちご 1310100001 KYODO', 'あおば 1310100002 TANKI'],
      ['changed 1→1 facilityName', 'changed 2→2 facilityName'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(differenceOf(versionOf(...before), versionOf(...after)).rows.map(shown)).toEqual(
      expected,
    )
  })
})

test('fields: those that changed, in their order; one that a version lacks is empty there', () => {
  const before = {
    fields: { companyName: 'あおぞら', tel: '03-0000-0000', email: 'a@example.jp' },
    rows: [],
  }
  const after = {
    fields: { companyName: 'あおぞら会', tel: '03-0000-0000', person: '山田' },
    rows: [],
  }
  expect(differenceOf<string>(before, after).fields).toEqual([
    { name: 'companyName', before: 'あおぞら', after: 'あおぞら会' },
    { name: 'email', before: 'a@example.jp', after: '' },
    { name: 'person', before: '', after: '山田' },
  ])
})

test.each<[string, string[], string[], unchanged: boolean, pricedAlike: boolean]>([
  ['the same', [A, B], [A, B], true, true],
  ['another order', [A, B], [B, A], false, false],
  ['another name', [A, B], ['あおぞら 1310100001 KYODO', B], false, true],
  ['another number', [A], ['あおば 1310100009 KYODO'], false, false],
  ['another service', [A], ['あおば 1310100001 TANKI'], false, false],
  ['a row more', [A], [A, A], false, false],
  ['a row less', [A, B], [A], false, false],
])('%s', (_, before, after, unchanged, pricedAlike) => {
  expect(isUnchanged(differenceOf(versionOf(...before), versionOf(...after)))).toBe(unchanged)
  expect(isPricedAlike(rowsOf(...before), rowsOf(...after))).toBe(pricedAlike)
})

test('a field that changed is a change', () => {
  const of = (tel: string) => ({ fields: { tel }, rows: [] })
  expect(isUnchanged(differenceOf(of('1'), of('2')))).toBe(false)
})

test.each(['entry', 'trial'] as const)(
  'a version of %s has the fields that its flow asks for, in screen order',
  (flow) => {
    const fields = Object.keys(versionOfFlow(flow, EMPTY_APPLICANT, []).fields)
    expect(fields).toEqual(applicantFieldsOf(flow))
  },
)

/** The second version, made of the first and what changed. */
function applied(first: Version, { fields, rows }: ReturnType<typeof differenceOf>): Version {
  const rowOf = (no: number) => first.rows.find((row) => row.no === no)
  return {
    fields: {
      ...first.fields,
      ...Object.fromEntries(fields.map(({ name, after }) => [name, after])),
    },
    rows: rows.flatMap((row): FacilityRow[] => {
      if (row.kind === 'removed') return []
      if (row.kind === 'added') return [row.after]
      const cells = row.kind === 'changed' ? row.cells.map((cell) => [cell, row.after[cell]]) : []
      return [
        {
          ...(rowOf(row.before.no) as FacilityRow),
          ...Object.fromEntries(cells),
          no: row.after.no,
        },
      ]
    }),
  }
}

// Few texts, so that rows repeat and resemble one another.
const text = fc.constantFrom('', 'a', 'b', '"],["')
const rows = fc
  .array(fc.record({ facilityName: text, facilityNumber: text, serviceKey: text }), {
    maxLength: 12,
  })
  .map((all) => all.map((row, index) => ({ no: index + 1, ...row })))
const version = fc.record({ fields: fc.record({ tel: text, person: text }), rows })

test('the difference, applied to the first version, gives the second, and every row of the first is in it once', () => {
  fc.assert(
    fc.property(version, version, (before, after) => {
      const difference = differenceOf(before, after)
      expect(applied(before, difference)).toEqual(after)
      const origins = difference.rows.flatMap((row) => ('before' in row ? [row.before.no] : []))
      expect(origins.toSorted((a, b) => a - b)).toEqual(before.rows.map(({ no }) => no))
      expect(isUnchanged(difference)).toBe(JSON.stringify(before) === JSON.stringify(after))
    }),
    { numRuns: 500 },
  )
})

test('a hundred rows against a hundred take no time', () => {
  const hundred = (mark: string) =>
    versionOf(...Array.from({ length: 100 }, (_, i) => `あ${mark}${i} ${i}${mark} KYODO`))
  const [first, second] = [hundred(''), hundred('x')]
  const start = performance.now()
  const { rows } = differenceOf(first, second)
  expect(performance.now() - start).toBeLessThan(50)
  expect(rows.map(shown)).toEqual(
    first.rows.map(({ no }) => `changed ${no}→${no} facilityName facilityNumber`),
  )
})
