import { describe, expect, test } from 'vitest'
import {
  acceptedPriceLists,
  formatAmount,
  formatYen,
  isOffered,
  PRICE_LISTS,
  priceListAt,
  priceListsOf,
  REPLACED_LIST_MS,
} from './prices.ts'

const TURN = Date.parse('2025-02-01T00:00:00+09:00')
const contract = priceListAt('contract', TURN)
const trialBefore = priceListAt('trial', TURN - 1)
const trialAfter = priceListAt('trial', TURN)

describe('price lists', () => {
  test.each([
    ['contract', contract, { consultation: 9980, community: 4980, disability: 9980 }],
    ['trial before', trialBefore, { consultation: 9980, community: 4980, disability: 9980 }],
    [
      'trial after',
      trialAfter,
      { consultation: 10980, community: 5480, disability: 10980, child: 10800 },
    ],
  ])('%s', (_, list, prices) => {
    expect(list.prices).toEqual(prices)
  })

  test.each([
    [TURN - 1, 'trial-1'],
    [TURN, 'trial-2025-02'],
    [TURN + 1, 'trial-2025-02'],
    [0, 'trial-1'],
    [-8.64e15, 'trial-1'],
  ])('at %i the trial has %s', (at, version) => {
    expect(priceListAt('trial', at).version).toBe(version)
  })

  test.each([TURN - 1, TURN, 0])('at %i a contract has contract-1', (at) => {
    expect(priceListAt('contract', at).version).toBe('contract-1')
  })

  // A revision changes these lines.
  test.each([
    ['contract', 'contract-1'],
    ['trial', 'trial-2025-02'],
  ] as const)('the newest list of %s is %s', (catalogue, version) => {
    expect(priceListAt(catalogue, 8.64e15).version).toBe(version)
  })

  test('versions are unique, and the lists of a catalogue stand oldest first', () => {
    expect(new Set(PRICE_LISTS.map(({ version }) => version)).size).toBe(PRICE_LISTS.length)
    for (const catalogue of ['contract', 'trial'] as const) {
      const days = priceListsOf(catalogue).map(({ from }) => from)
      expect(days).toEqual([...days].sort())
    }
  })
})

test('a replaced list is taken for an hour after the midnight in Tokyo', () => {
  const accepted = (at: number) => acceptedPriceLists('trial', at)
  expect(accepted(TURN - 1)).toEqual([trialBefore])
  expect(accepted(TURN)).toEqual([trialAfter, trialBefore])
  expect(accepted(TURN + REPLACED_LIST_MS - 1)).toEqual([trialAfter, trialBefore])
  expect(accepted(TURN + REPLACED_LIST_MS)).toEqual([trialAfter])
})

test.each([
  [contract, 'HOKAGO', true],
  [contract, 'SYURO_SENTAKU', false],
  [trialBefore, 'SYURO_SENTAKU', true],
  [trialBefore, 'HOKAGO', false],
  [trialAfter, 'HOKAGO', true],
  [trialAfter, 'constructor', false],
])('%o offers %s: %s', (list, key, offered) => {
  expect(isOffered(list, key)).toBe(offered)
})

test.each([
  [0, '0', '0円'],
  [980, '980', '980円'],
  [9980, '9,980', '9,980円'],
  [19960, '19,960', '19,960円'],
  [998000, '998,000', '998,000円'],
  [1234567, '1,234,567', '1,234,567円'],
])('%i is written %s and %s', (yen, amount, text) => {
  expect(formatAmount(yen)).toBe(amount)
  expect(formatYen(yen)).toBe(text)
})
