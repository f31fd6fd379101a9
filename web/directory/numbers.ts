/** Asks the directory about facility numbers: each once while the page is open, and not again for a while after a failure. */
import type { ServiceKey } from '#domain/catalogue.ts'
import { NUMBERS_A_CALL, type NumberedFacility } from '#domain/directory.ts'
import type { KnownNumbers } from '#domain/known-numbers.ts'
import { announcedPeriod } from './announced.ts'
import { facilitiesOfNumbers } from './look-up.ts'

/** Most numbers of one question: those of a full table and of what a paste has left over. */
const NUMBERS_A_QUESTION = 3 * NUMBERS_A_CALL
const PAUSE_AFTER_FAILURE_MS = 30_000

const facilities = new Map<string, NumberedFacility[]>()
let services: ReadonlySet<ServiceKey> = new Set()
let failedAt = Number.NEGATIVE_INFINITY

/** What is known by now. */
export function knownNumbers(): KnownNumbers {
  return { facilities: new Map(facilities), services, period: announcedPeriod() ?? '' }
}

/** Gives whether something new is known. */
export async function askNumbers(numbers: readonly string[]): Promise<boolean> {
  const unknown = [...new Set(numbers)].filter((number) => !facilities.has(number))
  if (performance.now() - failedAt < PAUSE_AFTER_FAILURE_MS) return false
  const asked = unknown.slice(0, NUMBERS_A_QUESTION)
  const calls = Array.from({ length: Math.ceil(asked.length / NUMBERS_A_CALL) }, (_, index) =>
    askOnce(asked.slice(index * NUMBERS_A_CALL, (index + 1) * NUMBERS_A_CALL)),
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
