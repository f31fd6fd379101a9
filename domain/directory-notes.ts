/**
 * Notes of the directory beside a row: what is published of its number, and that it is another corporation's or of nobody.
 * Which numbers are worth asking stands here too.
 */

import { isServiceKey, mayLackNumber, SERVICES, type ServiceKey } from './catalogue.ts'
import { formatPeriod, type NumberedFacility } from './directory.ts'
import { type FacilityRow, hasValidCheckDigit, isEmpty, NUMBER_DIGITS } from './facilities.ts'
import { foldName } from './search-folding.ts'
import { toHalfWidthAlphanumerics } from './text.ts'

/** What a row may be filled with: blank cells alone; each further service becomes a row below. */
export type RowOffer = { no: number; name: string; number: string; services: ServiceKey[] }
/** Several offers where several facilities are published under the number and the row has no name yet. */
export type DirectoryNote = { no: number; message: string | null; offers: RowOffer[] }

type Facts = {
  rows: readonly FacilityRow[]
  excerpt: DirectoryExcerpt
  /** The corporation's name as typed; empty where the page has none. */
  corporation: string
  /** Services that the page offers. */
  offered: ReadonlySet<string>
}

/** As it would be asked for. */
export function numberOf({ facilityNumber }: FacilityRow): string {
  return toHalfWidthAlphanumerics(facilityNumber).trim()
}

/** Rows without anything to say are left out. */
export function directoryNotes(facts: Facts): DirectoryNote[] {
  return facts.rows.flatMap((row) => {
    const published = facts.excerpt.facilities.get(numberOf(row))
    if (!published) return []
    const message =
      published.length === 0
        ? unpublishedMessage(row, facts.excerpt)
        : otherCorporationMessage(facts.corporation, published)
    const offers = offersFor(row, published, facts)
    return message || offers.length > 0 ? [{ no: row.no, message, offers }] : []
  })
}

/** Municipal services and those that were not imported are in no directory; a doubtful check digit has a note of its own. */
function unpublishedMessage(
  row: FacilityRow,
  { services, period }: DirectoryExcerpt,
): string | null {
  if (!shouldBePublished(row, services)) return null
  return `この番号は、公表されている一覧（${formatPeriod(period)}）にありません。正しければ、このままで構いません。`
}

/** Whether the number would be published if there were such a facility. */
export function shouldBePublished(row: FacilityRow, services: ReadonlySet<ServiceKey>): boolean {
  const { serviceKey } = row
  const isCovered = isServiceKey(serviceKey) && services.has(serviceKey)
  return isCovered && !mayLackNumber(serviceKey) && hasValidCheckDigit(numberOf(row))
}

function otherCorporationMessage(
  corporation: string,
  published: readonly NumberedFacility[],
): string | null {
  const [first] = published
  // A corporation that is not named is contained in every name.
  if (!first || published.some((one) => isSameCorporation(corporation, one.corporation)))
    return null
  return `この番号は、「${first.corporation}」の事業所として公表されています。正しければ、このままで構いません。`
}

/** A branch has the name of its corporation with more behind it. */
export function isSameCorporation(one: string, other: string): boolean {
  const [a, b] = [foldName(one).core, foldName(other).core]
  return a.includes(b) || b.includes(a)
}

function offersFor(
  row: FacilityRow,
  published: readonly NumberedFacility[],
  { rows, offered }: Facts,
): RowOffer[] {
  const { no, facilityName, serviceKey } = row
  const number = numberOf(row)
  const lacksName = isEmpty(facilityName)
  const present = new Set(
    rows.filter((other) => numberOf(other) === number).map((other) => other.serviceKey),
  )
  const fitting = published.filter(
    (facility) =>
      (lacksName || isSameName(facility.name, facilityName)) &&
      (serviceKey === '' || facility.serviceKey === serviceKey),
  )
  return [...new Set(fitting.map(({ name }) => name))].slice(0, MOST_OFFERS).flatMap((name) => {
    const keys = fitting.filter((facility) => facility.name === name)
    const services = new Set(keys.map((facility) => facility.serviceKey))
    const missing = [...services].filter((key) => offered.has(key) && !present.has(key))
    return lacksName || missing.length > 0 ? [{ no, name, number, services: missing }] : []
  })
}

/** Of the numbers published for March 2025 with several names nearly all have two or three. */
const MOST_OFFERS = 5

/** 「公表：さくら作業所（生活介護・短期入所）」 */
export function offerText({ name, services }: RowOffer): string {
  const named = services.map((key) => SERVICES[key].name).join('・')
  return `公表：${name}${named && `（${named}）`}`
}

/** The answer of the directory about facility numbers. */
export type DirectoryExcerpt = {
  /** By number; none where the number is not published. A number that was not asked for is not there. */
  facilities: ReadonlyMap<string, readonly NumberedFacility[]>
  /** The services that were imported. */
  services: ReadonlySet<ServiceKey>
  /** yyyy-mm */
  period: string
}

/** The number as it may be published: with the zero that a spreadsheet drops; null for anything else. */
export function askedNumber(text: string): string | null {
  if (!/^[0-9]+$/.test(text)) return null
  if (text.length === NUMBER_DIGITS) return text
  return text.length === NUMBER_DIGITS - 1 ? `0${text}` : null
}

/** Whether two spellings name the same facility: width, case, spaces and signs apart. */
export function isSameName(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other)
}

function lettersOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
