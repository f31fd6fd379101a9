/** Which published rows are offered to a table, and where they come to stand in it. */
import type { DirectoryFacility } from './directory.ts'
import { type FacilityRow, isBlankRow } from './facilities.ts'
import { isOffered, type PriceList } from './price-lists.ts'

/** Why a published row is not taken unless a person ticks it; `not-offered` cannot be. */
export type OfferState = 'new' | 'present' | 'branch' | 'not-offered'
export type OfferedRow = { key: string; facility: DirectoryFacility; state: OfferState }

/** In the given order; what stands in the table already is known by number and service. */
export function offeredRows(
  list: PriceList,
  facilities: readonly DirectoryFacility[],
  rows: readonly FacilityRow[],
): OfferedRow[] {
  const present = new Set(rows.map(({ facilityNumber, serviceKey }) => facilityNumber + serviceKey))
  return facilities.map((facility, index) => {
    const { number, serviceKey, branch } = facility
    const state = !isOffered(list, serviceKey)
      ? 'not-offered'
      : present.has(number + serviceKey)
        ? 'present'
        : branch === undefined
          ? 'new'
          : 'branch'
    return { key: String(index), facility, state }
  })
}

/** The table with the facilities below its last row in use, and those for which it has no room. */
export function withFacilities(
  rows: readonly FacilityRow[],
  facilities: readonly DirectoryFacility[],
  max: number,
): { rows: FacilityRow[]; first: number; left: DirectoryFacility[] } {
  const first = rows.findLastIndex((row) => !isBlankRow(row)) + 2
  const room = Math.max(0, max - first + 1)
  const added = facilities.slice(0, room).map(({ name, number, serviceKey }, index) => ({
    no: first + index,
    facilityName: name,
    facilityNumber: number,
    serviceKey,
  }))
  const after = [...rows.slice(0, first - 1), ...added, ...rows.slice(first - 1 + added.length)]
  return { rows: after, first, left: facilities.slice(room) }
}
