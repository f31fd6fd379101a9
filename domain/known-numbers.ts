/** What the directory says of facility numbers that were asked for, and which numbers of a table are worth asking. */
import type { ServiceKey } from './catalogue.ts'
import type { NumberedFacility } from './directory.ts'
import { NUMBER_DIGITS } from './facility-number.ts'

export type KnownNumbers = {
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
