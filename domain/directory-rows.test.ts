import { describe, expect, test } from 'vitest'
import { type DirectoryFacility, formatPeriod, sortFacilities } from './directory.ts'
import { offeredRows, withFacilities } from './directory-rows.ts'
import type { FacilityRow } from './facilities.ts'
import { priceListAt } from './price-lists.ts'

const facility = (number: string, more: Partial<DirectoryFacility> = {}): DirectoryFacility => ({
  number,
  name: `事業所${number}`,
  serviceKey: 'SYUKEI_B',
  ...more,
})
const row = (no: number, facilityNumber = '', serviceKey = ''): FacilityRow => ({
  no,
  facilityName: '',
  facilityNumber,
  serviceKey,
})

describe('offeredRows', () => {
  test('says what is there already, of another name, and not offered', () => {
    const list = priceListAt('contract', 0)
    const offered = offeredRows(
      list,
      [
        facility('1'),
        facility('2'),
        facility('2', { serviceKey: 'SYUKEI_A' }),
        facility('3', { branch: '東病院' }),
        facility('4', { serviceKey: 'SYURO_SENTAKU' }),
      ],
      [row(1, '2', 'SYUKEI_B')],
    )
    expect(offered.map(({ state }) => state)).toEqual([
      'new',
      'present',
      'new',
      'branch',
      'not-offered',
    ])
  })
})

describe('withFacilities', () => {
  test('puts them below the last row in use', () => {
    const { rows, first, left } = withFacilities(
      [row(1, 'x'), row(2), row(3)],
      [facility('1'), facility('2'), facility('3')],
      10,
    )
    expect(rows.map(({ no, facilityNumber }) => [no, facilityNumber])).toEqual([
      [1, 'x'],
      [2, '1'],
      [3, '2'],
      [4, '3'],
    ])
    expect([first, left]).toEqual([2, []])
  })

  test('gives what the table has no room for', () => {
    const many = Array.from({ length: 5 }, (_, index) => facility(String(index)))
    const { rows, left } = withFacilities([row(1), row(2)], many, 3)
    expect(rows).toHaveLength(3)
    expect(left.map(({ number }) => number)).toEqual(['3', '4'])
  })
})

test('facilities are sorted by district, place, number and service', () => {
  const sorted = sortFacilities([
    facility('2710000001'),
    facility('1310200001', { name: 'B', serviceKey: 'SYUKEI_B' }),
    facility('1310200001', { name: 'B', serviceKey: 'KEIKAKU_SOUDAN' }),
    facility('1350200009', { name: 'A' }),
    facility('1310100001', { name: 'C' }),
  ])
  expect(sorted.map(({ number, serviceKey }) => [number, serviceKey])).toEqual([
    ['1310100001', 'SYUKEI_B'],
    ['1350200009', 'SYUKEI_B'],
    ['1310200001', 'KEIKAKU_SOUDAN'],
    ['1310200001', 'SYUKEI_B'],
    ['2710000001', 'SYUKEI_B'],
  ])
})

test('a period is the end of its month', () => {
  expect(formatPeriod('2025-03')).toBe('2025年3月末時点')
})
