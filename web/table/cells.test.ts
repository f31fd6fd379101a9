import { expect, test } from 'vitest'
import { cellName, FACILITY_CELLS } from '#domain/facilities.ts'
import { placeOf } from './cells.ts'

test.each(FACILITY_CELLS)('a control of %s says where it stands', (cell) => {
  expect(placeOf(cellName(100, cell))).toEqual({ no: 100, cell })
})

test.each(['', 'companyName', 'facilities.1', 'facilities.x.facilityName', 'facilities.1.other'])(
  '%j is no cell',
  (name) => {
    expect(placeOf(name)).toBeNull()
  },
)
