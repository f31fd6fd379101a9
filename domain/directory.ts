/** The national directory of facilities: what the look-ups answer, how its source is named, how its rows are sorted, and corporate numbers. */
import { SERVICE_KEYS, type ServiceKey } from './catalogue.ts'

/** The name that the publisher asks to be given. */
export const DIRECTORY_SOURCE = 'WAM NET'

/** Under the API base. Not among PATHS, so that the first load of a page does not carry them. */
export const DIRECTORY_PATHS = {
  about: '/directory',
  corporations: '/directory/corporations',
  corporationFacilities: '/directory/corporations/:id/facilities',
  numberedFacilities: '/directory/facilities',
} as const

/** The published facilities of a corporation, without the API base. */
export function corporationPath(id: string): string {
  return DIRECTORY_PATHS.corporationFacilities.replace(':id', encodeURIComponent(id))
}

/** Names the directory's period in a page's Server-Timing header. */
export const DIRECTORY_ANNOUNCEMENT = 'directory'

/** Most characters of a search; longer names are found by their beginning. */
export const SEARCH_LENGTH = 60
/** Most facility numbers that one call asks about. */
export const NUMBERS_A_CALL = 100

/** `period`: yyyy-mm; null where no directory was imported. */
export type DirectoryAbout = { period: string | null; source: string }

export type DirectoryCorporation = {
  /** Names the corporation in further calls: its number, with more behind it for a branch. */
  id: string
  /** Thirteen digits; empty where none is published. */
  corporateNumber: string
  name: string
  kana: string
  address: string
  /** Seven digits where the address belongs to one code alone; else empty. */
  zipcode: string
  tel: string
  /** Published rows: one for each service of a facility. */
  facilities: number
}
/** `facility` is there where a facility's name or number led to the corporation. */
export type DirectoryHit = DirectoryCorporation & { facility?: string | undefined }
export type DirectoryHits = { corporations: DirectoryHit[] }

export type DirectoryFacility = {
  number: string
  name: string
  serviceKey: ServiceKey
  /** The name of the branch that the row is published under, where it is not the one that was asked for. */
  branch?: string | undefined
}
export type CorporationFacilities = {
  corporation: DirectoryCorporation
  facilities: DirectoryFacility[]
}
/** A corporation's facilities on their way to a table, with the period they are of. */
export type PublishedFacilities = CorporationFacilities & { period: string }
/** What is published of some facility numbers; a number that is not there is not published. */
export type NumberedFacilities = {
  facilities: NumberedFacility[]
  /** The services that were imported: of others nothing is published here. */
  services: ServiceKey[]
}
export type NumberedFacility = DirectoryFacility & { corporation: string; corporationId: string }

/** 2025-03 → 2025年3月末時点 */
export function formatPeriod(period: string): string {
  const [year, month] = period.split('-').map(Number)
  return `${year}年${month}月末時点`
}

type Sorted = Pick<DirectoryFacility, 'number' | 'name' | 'serviceKey'>

/** Prefecture and district first, then what stands at one place together, its services in the order of the selects. */
export function sortFacilities<T extends Sorted>(facilities: readonly T[]): T[] {
  const placed = facilities.map((facility) => ({
    facility,
    district: facility.number.slice(0, 2) + facility.number.slice(3, 5),
    service: SERVICE_KEYS.indexOf(facility.serviceKey),
  }))
  placed.sort(
    (a, b) =>
      compare(a.district, b.district) ||
      compare(a.facility.name, b.facility.name) ||
      compare(a.facility.number, b.facility.number) ||
      a.service - b.service,
  )
  return placed.map(({ facility }) => facility)
}

function compare(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}

/** Whether a text is thirteen half-width digits of which the first is the check digit of the others. */
export function isCorporateNumber(text: string): boolean {
  if (!/^[1-9][0-9]{12}$/.test(text)) return false
  const [check = 0, ...digits] = Array.from(text, Number)
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (1 + (index % 2)), 0)
  return check === 9 - (sum % 9)
}
