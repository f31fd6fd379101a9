/** The directory of facilities on the server: whether there is one, corporations by a text, facilities by their numbers. Undefined where it does not answer: nobody needs it to apply. */
import { API_BASE } from '#contract/apply.ts'
import type { ServiceKey } from '#domain/catalogue.ts'
import {
  type CorporationFacilities,
  corporationPath,
  DIRECTORY_PATHS,
  type DirectoryCorporation,
  type DirectoryHit,
  type DirectoryHits,
  NUMBERS_A_CALL,
  type NumberedFacilities,
  type NumberedFacility,
  SEARCH_LENGTH,
} from '#domain/directory.ts'
import type { DirectoryExcerpt } from '#domain/directory-notes.ts'
import { get } from '../sending/http.ts'
import { announcedPeriod } from './announced.ts'

const TIMEOUT_MS = 8_000

export async function searchCorporations(text: string): Promise<DirectoryHit[] | undefined> {
  const query = encodeURIComponent(text.slice(0, SEARCH_LENGTH))
  const answer = await ask<DirectoryHits>(`${DIRECTORY_PATHS.corporations}?q=${query}`)
  return answer?.corporations
}

export async function facilitiesOf({
  id,
}: Pick<DirectoryCorporation, 'id'>): Promise<CorporationFacilities | undefined> {
  return ask(corporationPath(id))
}

/** Of up to NUMBERS_A_CALL numbers. */
async function facilitiesOfNumbers(
  numbers: readonly string[],
): Promise<NumberedFacilities | undefined> {
  return ask(`${DIRECTORY_PATHS.numberedFacilities}?numbers=${numbers.join()}`)
}

const ask = <T>(path: string): Promise<T | undefined> =>
  get(API_BASE + path, TIMEOUT_MS).then(
    (body) => body as T,
    () => undefined,
  )

/** Most numbers of one question: those of a full table and of what a paste has left over. */
const NUMBERS_A_QUESTION = 3 * NUMBERS_A_CALL
const PAUSE_AFTER_FAILURE_MS = 30_000

const facilities = new Map<string, NumberedFacility[]>()
let services: ReadonlySet<ServiceKey> = new Set()
let failedAt = Number.NEGATIVE_INFINITY

/** What the directory has answered since the page was opened. */
export function directoryExcerpt(): DirectoryExcerpt {
  return { facilities: new Map(facilities), services, period: announcedPeriod() ?? '' }
}

/** Asks for each number once while the page is open, and not for a while after a failure; whether there was a new answer. */
export async function askNumbers(numbers: readonly string[]): Promise<boolean> {
  const unknown = [...new Set(numbers)].filter((number) => !facilities.has(number))
  if (performance.now() - failedAt < PAUSE_AFTER_FAILURE_MS) return false
  const batch = unknown.slice(0, NUMBERS_A_QUESTION)
  const calls = Array.from({ length: Math.ceil(batch.length / NUMBERS_A_CALL) }, (_, index) =>
    askOnce(batch.slice(index * NUMBERS_A_CALL, (index + 1) * NUMBERS_A_CALL)),
  )
  return (await Promise.all(calls)).includes(true)
}

async function askOnce(numbers: readonly string[]): Promise<boolean> {
  const answer = await facilitiesOfNumbers(numbers)
  if (!answer) {
    failedAt = performance.now()
    return false
  }
  services = new Set(answer.services)
  for (const number of numbers) facilities.set(number, [])
  for (const facility of answer.facilities) facilities.get(facility.number)?.push(facility)
  return true
}
