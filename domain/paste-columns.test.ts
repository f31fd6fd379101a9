import { expect, test } from 'vitest'
import { FACILITY_CELLS } from './facilities.ts'
import { FLOWS } from './flows.ts'
import { planPaste } from './paste.ts'
import { priceListAt } from './price-lists.ts'

const target = {
  list: priceListAt('contract', 0),
  rules: FLOWS.entry.rows,
  rows: [],
  focus: { no: 1, cell: 'facilityName' },
} as const

test.each([
  { names: ['作業所1', '作業所2'] },
  { names: ['第1作業所', '第2作業所'] },
  { names: ['A作業所', 'B作業所'] },
])('beside a column of services $names are names, though a service is called so', ({ names }) => {
  const grid = names.map((name, index) => [name, `131000000${index}`, '生活介護'])
  const { layout, rows } = planPaste(target, { grid })
  expect(layout.columns).toEqual(FACILITY_CELLS)
  expect(rows.map(({ cells }) => cells.facilityName?.value)).toEqual(names)
})

test('services of one facility stand in two columns', () => {
  const grid = [
    ['さくら', '1310000001', '放課後等デイサービス', '生活介護'],
    ['つばさ', '1310000002', '児童発達支援', '短期入所'],
  ]
  const { layout } = planPaste(target, { grid })
  expect(layout.columns).toEqual(['facilityName', 'facilityNumber', 'serviceKey', 'serviceKey'])
})
