import { expect, test } from 'vitest'
import { estimate, sharesCharge } from './estimate.ts'
import {
  acceptedPriceLists,
  type PriceList,
  priceListAt,
  priceListsOf,
  REPLACED_LIST_MS,
  startOfDayInTokyo,
} from './price-lists.ts'

const list = priceListAt('contract', Date.UTC(2026, 10, 1))
const row = (no: number, serviceKey: string) => ({ no, facilityNumber: '1310000018', serviceKey })

test('a group without rows has no line', () => {
  expect(estimate(list, [])).toMatchObject({ total: 0, lines: [], rows: [] })
  const result = estimate(list, [row(1, 'SYUKEI_B'), row(2, 'SYUKEI_B')])
  expect(result?.lines.map(({ count, rowNos }) => [count, rowNos])).toEqual([[1, [1, 2]]])
  expect(result?.rows.map(sharesCharge)).toEqual([true, false])
})

test('a replaced list is taken for an hour after the midnight in Tokyo', () => {
  const [before, after] = priceListsOf('trial').slice(-2) as [PriceList, PriceList]
  const turn = startOfDayInTokyo(after.from)
  const accepted = (at: number) => acceptedPriceLists('trial', at).map(({ from }) => from)
  expect(accepted(turn - 1)).toEqual([before.from])
  expect(accepted(turn)).toEqual([after.from, before.from])
  expect(accepted(turn + REPLACED_LIST_MS - 1)).toEqual([after.from, before.from])
  expect(accepted(turn + REPLACED_LIST_MS)).toEqual([after.from])
})
