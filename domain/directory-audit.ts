/**
 * Compares the rows of a table with what is published of their corporation. It says where the two differ, never which is
 * wrong: a list is half a year old, and a name has several spellings.
 */
import { isServiceKey, mayLackNumber, SERVICES, type ServiceKey } from './catalogue.ts'
import type { CorporationFacilities, DirectoryFacility, NumberedFacility } from './directory.ts'
import {
  askedNumber,
  type DirectoryExcerpt,
  isSameCorporation,
  isSameName,
  numberOf,
} from './directory-notes.ts'
import { type FacilityRow, isBlankRow } from './facilities.ts'
import { foldName } from './search-folding.ts'

export type AuditFinding =
  /** In the list, not in the table. */
  | { kind: 'missing'; facility: DirectoryFacility }
  /** The number is not published; one that differs by a single slip is. */
  | { kind: 'number'; row: FacilityRow; facility: DirectoryFacility }
  | { kind: 'name'; row: FacilityRow; names: string[] }
  | { kind: 'service'; row: FacilityRow; services: ServiceKey[] }
  | { kind: 'elsewhere'; row: FacilityRow; corporation: string }
  | { kind: 'unpublished'; row: FacilityRow }

export type Audit = {
  findings: AuditFinding[]
  /** Rows that were compared, and rows in use that were not: of services that are not in the list. */
  compared: number
  leftOut: number
}

type Facts = {
  rows: readonly FacilityRow[]
  /** What is published of the corporation; null where none is known. */
  list: CorporationFacilities | null
  /** Holds the numbers of auditedNumbers. */
  excerpt: DirectoryExcerpt
  /** Services that the page offers. */
  offered: ReadonlySet<string>
}

/** The numbers to be looked up before an audit. */
export function auditedNumbers(rows: readonly FacilityRow[]): string[] {
  return [...new Set(rows.map(plainNumber))].filter((number) => askedNumber(number) === number)
}

/** The corporation that more than half of the published numbers are published for; undefined where there is none. */
export function corporationOfMost(
  rows: readonly FacilityRow[],
  { facilities }: DirectoryExcerpt,
): string | undefined {
  const published = auditedNumbers(rows).flatMap((number) => {
    const found = facilities.get(number) ?? []
    return found.length > 0 ? [new Set(found.map(({ corporationId }) => corporationId))] : []
  })
  const votes = new Map<string, number>()
  for (const id of published.flatMap((ids) => [...ids])) votes.set(id, (votes.get(id) ?? 0) + 1)
  return [...votes].find(([, count]) => count > published.length / 2)?.[0]
}

/** What differs, the rows in their order, then what is missing in the list's. */
export function auditRows({ rows, list, excerpt, offered }: Facts): Audit {
  const inUse = rows.filter((row) => !isBlankRow(row))
  const compared = inUse.filter((row) => isComparable(row, excerpt.services))
  const published = (list?.facilities ?? []).filter(({ branch }) => branch === undefined)
  const covered = new Set(inUse.map((row) => keyOf(plainNumber(row), row.serviceKey)))
  const findings = compared.flatMap((row) => {
    const found = excerpt.facilities.get(plainNumber(row)) ?? []
    if (found.length > 0) return differences(row, found, list)
    const meant = facilityMeant(row, published, covered)
    if (!meant) return [{ kind: 'unpublished', row } as const]
    covered.add(keyOf(meant.number, meant.serviceKey))
    return [{ kind: 'number', row, facility: meant } as const]
  })
  const missing = published.flatMap((facility): AuditFinding[] => {
    const { number, serviceKey } = facility
    // Where the service is not chosen yet, the row stands for all of its number.
    const keys = [keyOf(number, serviceKey), keyOf(number, '')]
    if (!offered.has(serviceKey) || keys.some((key) => covered.has(key))) return []
    covered.add(keyOf(number, serviceKey))
    return [{ kind: 'missing', facility }]
  })
  return {
    findings: [...findings, ...missing],
    compared: compared.length,
    leftOut: inUse.length - compared.length,
  }
}

/** Municipal services, and those that were not imported, are in no list. */
function isComparable({ serviceKey }: FacilityRow, services: ReadonlySet<ServiceKey>): boolean {
  if (serviceKey === '') return true
  return isServiceKey(serviceKey) && !mayLackNumber(serviceKey) && services.has(serviceKey)
}

/** Of a row whose number is published. */
function differences(
  row: FacilityRow,
  found: readonly NumberedFacility[],
  list: CorporationFacilities | null,
): AuditFinding[] {
  const ours = found.filter(
    ({ number, corporation }) =>
      !list ||
      list.facilities.some((facility) => facility.number === number) ||
      isSameCorporation(list.corporation.name, corporation),
  )
  const [first] = found
  if (ours.length === 0 && first)
    return [{ kind: 'elsewhere', row, corporation: first.corporation }]
  const { facilityName, serviceKey } = row
  const names = [...new Set(found.map(({ name }) => name))]
  const services = [...new Set(found.map((facility) => facility.serviceKey))]
  const findings: AuditFinding[] = []
  if (facilityName.trim() !== '' && !names.some((name) => isSpeltLike(name, facilityName)))
    findings.push({ kind: 'name', row, names })
  if (serviceKey !== '' && !services.some((service) => service === serviceKey))
    findings.push({ kind: 'service', row, services })
  return findings
}

/** Two spellings of one name: width, case, signs, old characters, abbreviated legal forms. */
function isSpeltLike(one: string, other: string): boolean {
  return isSameName(one, other) || foldName(one).whole === foldName(other).whole
}

/** The one facility whose number was mistyped, or left out, in this row. */
function facilityMeant(
  row: FacilityRow,
  published: readonly DirectoryFacility[],
  covered: ReadonlySet<string>,
): DirectoryFacility | undefined {
  const { facilityName, serviceKey } = row
  const typed = digitsOf(row)
  const free = published.filter(
    (facility) =>
      (serviceKey === '' || facility.serviceKey === serviceKey) &&
      !covered.has(keyOf(facility.number, facility.serviceKey)),
  )
  const close = free.filter(({ number }) => isOneSlipOff(typed, number))
  const named = (typed === '' ? free : close).filter(({ name }) => isSpeltLike(name, facilityName))
  const [only, ...others] = named.length > 0 ? named : close
  return others.some((other) => other.number !== only?.number) ? undefined : only
}

/** One digit another, one too many or too few, or two neighbours exchanged. */
export function isOneSlipOff(typed: string, published: string): boolean {
  if (typed === published || Math.abs(typed.length - published.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === published[start]) start += 1
  const [rest, other] = [typed.slice(start), published.slice(start)]
  const isExchanged =
    rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2)
  return [
    rest.slice(1) === other.slice(1),
    rest.slice(1) === other,
    rest === other.slice(1),
    isExchanged,
  ].includes(true)
}

/** Without the hyphens and blanks that people write in it; with the zero that a spreadsheet drops. */
function plainNumber(row: FacilityRow): string {
  const digits = digitsOf(row)
  return askedNumber(digits) ?? digits
}

function digitsOf(row: FacilityRow): string {
  return numberOf(row).replace(/[^0-9]/g, '')
}

function keyOf(number: string, service: string): string {
  return `${number} ${service}`
}

/** 「1310000001 さくら作業所（生活介護）」 */
export function facilityText({ number, name, serviceKey }: DirectoryFacility): string {
  return `${number} ${name}（${SERVICES[serviceKey].name}）`
}
