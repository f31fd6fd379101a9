import { expect, test } from 'vitest'
import { priceListAt, priceListsOf } from '#domain/prices.ts'
import { startOfDayInTokyo } from '#domain/tokyo-time.ts'

test('the new list holds from its day on, and not before', () => {
  const from = startOfDayInTokyo('2999-04-01')
  expect(priceListAt('contract', from - 1)).toBe(priceListsOf('contract').at(-2))
  expect(priceListAt('contract', from).version).toBe('contract-2999-04')
  expect(priceListAt('contract', from).prices.disability).toBe(11_980)
})
