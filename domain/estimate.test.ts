import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Catalogue, groupOf, SERVICE_KEYS } from './catalogue.ts'
import {
  estimate,
  isOffered,
  type PricedRow,
  type PriceList,
  priceListAt,
  sharesCharge,
} from './prices.ts'

const TURN = Date.parse('2025-02-01T00:00:00+09:00')
const contract = priceListAt('contract', TURN)
const trialBefore = priceListAt('trial', TURN - 1)
const trialAfter = priceListAt('trial', TURN)

/** Rows written as `SERVICE number`, numbered from 1. */
const rowsOf = (...written: string[]): PricedRow[] =>
  written.map((text, index) => {
    const [serviceKey = '', facilityNumber = ''] = text.split(' ')
    return { no: index + 1, facilityNumber, serviceKey }
  })

test('a group without rows has no line', () => {
  expect(estimate(contract, [])).toMatchObject({ total: 0, lines: [], rows: [] })
  const result = estimate(contract, rowsOf('SYUKEI_B 1', 'SYUKEI_B 1'))
  expect(result?.lines.map(({ count, rowNos }) => [count, rowNos])).toEqual([[1, [1, 2]]])
  expect(result?.rows.map(sharesCharge)).toEqual([true, false])
})

describe('estimate', () => {
  test.each([
    ['nothing', contract, [], 0],
    ['one facility', contract, ['SYUKEI_B 1'], 9980],
    ['two services of one number', contract, ['SYUKEI_B 1', 'SYURO_IKOU 1'], 9980],
    ['three facilities, two of one number', contract, ['SYUKEI_B 1', 'TANKI 2', 'HOKAGO 1'], 19960],
    [
      'four consultations',
      contract,
      ['KEIKAKU_SOUDAN 1', 'TIKI_IKOU 2', 'TIKI_TEITYAKU 3', 'SHOGAIJI_SODAN 4'],
      9980,
    ],
    ['community services', contract, ['IDO', 'NICCHU', 'OTHER 9'], 4980],
    [
      'a per-corporation row does not take part in counting numbers',
      contract,
      ['SYUKEI_B 1', 'KEIKAKU_SOUDAN 1', 'IDO 1'],
      24940,
    ],
    ['rows without a number are one number', contract, ['SYUKEI_B', 'TANKI', 'KYODO 1'], 19960],
    ['numbers are compared as sent', contract, ['SYUKEI_B 1', 'SYUKEI_B 01', 'SYUKEI_B １'], 29940],
    [
      'trial before, one of each',
      trialBefore,
      ['KEIKAKU_SOUDAN 1', 'IDO', 'SYURO_SENTAKU 2'],
      24940,
    ],
    [
      'trial after, one of each',
      trialAfter,
      ['KEIKAKU_SOUDAN 1', 'IDO', 'SYURO_SENTAKU 2', 'HOKAGO 3'],
      38240,
    ],
    [
      'trial after, the later service wins: child',
      trialAfter,
      ['SEIKATSU_KAIGO 1', 'HOKAGO 1'],
      10800,
    ],
    [
      'trial after, the later service wins: disability',
      trialAfter,
      ['HOKAGO 1', 'SEIKATSU_KAIGO 1'],
      10980,
    ],
  ] satisfies [string, PriceList, string[], number][])('%s', (_, list, written, total) => {
    expect(estimate(list, rowsOf(...written))?.total).toBe(total)
  })

  test.each([
    ['a child service before the trial prices it', trialBefore, 'HOKAGO 1'],
    ['a service the catalogue has not', contract, 'SYURO_SENTAKU 1'],
    ['no service', contract, ' 1'],
    ['a name of the prototype', contract, '__proto__ 1'],
  ])('%s has no price', (_, list, written) => {
    expect(estimate(list, rowsOf('SYUKEI_B 2', written))).toBeNull()
  })

  test('explains itself line by line and row by row', () => {
    const rows = rowsOf('HOKAGO 1', 'IDO', 'KEIKAKU_SOUDAN 1', 'TANKI 1', 'KYODO 2', 'NICCHU')
    expect(estimate(trialAfter, rows)).toEqual({
      priceList: 'trial-2025-02',
      total: 10980 + 5480 + 2 * 10980,
      lines: [
        {
          group: 'consultation',
          per: 'corporation',
          count: 1,
          unitPrice: 10980,
          amount: 10980,
          rowNos: [3],
        },
        {
          group: 'community',
          per: 'corporation',
          count: 1,
          unitPrice: 5480,
          amount: 5480,
          rowNos: [2, 6],
        },
        {
          group: 'disability',
          per: 'number',
          count: 2,
          unitPrice: 10980,
          amount: 21960,
          rowNos: [4, 5],
        },
        { group: 'child', per: 'number', count: 0, unitPrice: 10800, amount: 0, rowNos: [1] },
      ],
      rows: [
        { no: 1, group: 'child', reason: 'same-number', by: 4 },
        { no: 2, group: 'community', reason: 'charged', by: 2 },
        { no: 3, group: 'consultation', reason: 'charged', by: 3 },
        { no: 4, group: 'disability', reason: 'charged', by: 4 },
        { no: 5, group: 'disability', reason: 'charged', by: 5 },
        { no: 6, group: 'community', reason: 'once-per-corporation', by: 2 },
      ],
    })
  })
})

/** A list with rows it can price; numbers collide often. */
const priced = fc.constantFrom(contract, trialBefore, trialAfter).chain((list) => {
  const keys = SERVICE_KEYS.filter((key) => isOffered(list, key))
  const row = fc.record({
    facilityNumber: fc.constantFrom('', '1', '2', '01', '1311111116', '__proto__', 'number 1'),
    serviceKey: fc.constantFrom(...keys),
  })
  return fc.record({
    list: fc.constant(list),
    rows: fc
      .array(row, { maxLength: 20 })
      .map((rows) => rows.map((each, index): PricedRow => ({ no: index + 1, ...each }))),
  })
})

/** Specification 9 read aloud, and nothing shared with the code under test but the catalogue. */
function slowTotal(
  catalogue: Catalogue,
  when: 'before' | 'after',
  rows: readonly PricedRow[],
): number {
  const dear = catalogue === 'trial' && when === 'after'
  const groups = rows.map((row) => String(groupOf(catalogue, row.serviceKey)))
  let total = 0
  if (groups.includes('consultation')) total += dear ? 10980 : 9980
  if (groups.includes('community')) total += dear ? 5480 : 4980
  rows.forEach((row, index) => {
    const perNumber = (i: number) => groups[i] === 'disability' || groups[i] === 'child'
    const later = rows.some(
      (other, i) => i > index && perNumber(i) && other.facilityNumber === row.facilityNumber,
    )
    if (!perNumber(index) || later) return
    if (groups[index] === 'child') total += 10800
    else total += dear ? 10980 : 9980
  })
  return total
}

describe('whatever the rows', () => {
  test('the estimate equals a slow reading of the specification, and its lines and rows add up', () => {
    fc.assert(
      fc.property(priced, ({ list, rows }) => {
        const result = estimate(list, rows)
        expect(result?.total).toBe(
          slowTotal(list.catalogue, list === trialAfter ? 'after' : 'before', rows),
        )
        expect(result?.lines.reduce((sum, line) => sum + line.count * line.unitPrice, 0)).toBe(
          result?.total,
        )
        const charged = result?.rows.filter(({ reason }) => reason === 'charged') ?? []
        const prices = charged.map(({ group }) => list.prices[group] ?? Number.NaN)
        expect(prices.reduce((sum, price) => sum + price, 0)).toBe(result?.total)
        expect(result?.rows.every(({ by }) => charged.some(({ no }) => no === by))).toBe(true)
      }),
    )
  })

  test('their order never changes a per-corporation price', () => {
    const shuffled = priced.chain(({ list, rows }) =>
      fc.record({
        list: fc.constant(list),
        rows: fc.constant(rows),
        other: fc.shuffledSubarray(rows, { minLength: rows.length }),
      }),
    )
    const perCorporation = (list: PriceList, rows: readonly PricedRow[]) =>
      estimate(list, rows)
        ?.lines.filter(({ per }) => per === 'corporation')
        .map(({ group, amount }) => [group, amount])
    fc.assert(
      fc.property(shuffled, ({ list, rows, other }) => {
        expect(perCorporation(list, other)).toEqual(perCorporation(list, rows))
      }),
    )
  })

  test('a further row in the same group with a number already there never changes the price', () => {
    const extended = priced
      .filter(({ rows }) => rows.length > 0)
      .chain(({ list, rows }) => {
        const charged =
          estimate(list, rows)?.rows.filter(({ reason }) => reason === 'charged') ?? []
        return fc.record({
          list: fc.constant(list),
          rows: fc.constant(rows),
          twin: fc.constantFrom(...charged).chain(({ no, group }) =>
            fc.record({
              no: fc.constant(rows.length + 1),
              facilityNumber: fc.constant(rows.find((row) => row.no === no)?.facilityNumber ?? ''),
              serviceKey: fc.constantFrom(
                ...SERVICE_KEYS.filter((key) => groupOf(list.catalogue, key) === group),
              ),
            }),
          ),
        })
      })
    fc.assert(
      fc.property(extended, ({ list, rows, twin }) => {
        expect(estimate(list, [...rows, twin])?.total).toBe(estimate(list, rows)?.total)
      }),
    )
  })

  test('rows are not changed', () => {
    fc.assert(
      fc.property(priced, ({ list, rows }) => {
        const before = structuredClone(rows)
        estimate(list, Object.freeze(rows.map((row) => Object.freeze(row))))
        expect(rows).toEqual(before)
      }),
    )
  })
})
