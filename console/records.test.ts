import { expect, test } from 'vitest'
import { PRICE_LISTS } from '#domain/prices.ts'
import { agreedEstimate } from './parts/price-breakdown.tsx'

const FACILITIES = [
  { no: 1, facilityName: 'あおば', facilityNumber: '1310100011', serviceKey: 'KYODO' },
]

test('what was agreed to is estimated again under its own list', () => {
  const estimateOf = (priceList: string | null, facilities = FACILITIES) =>
    agreedEstimate({ priceList, facilities } as never)
  const totals = PRICE_LISTS.map(({ version }) => [version, estimateOf(version)?.total])
  expect(Object.fromEntries(totals)).toMatchObject({ 'contract-1': 9980 })
  expect(new Set(totals.map(([, total]) => total)).size).toBeGreaterThan(1)
  expect(estimateOf(null)).toBeNull()
  expect(estimateOf('contract-1', [])).toBeNull()
})
