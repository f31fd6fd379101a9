/**
 * The way of an applicant to the own application: the link names it, and the number that was given in it opens the gate.
 * Looks and actions go the same way, so that a wrong answer counts the same wherever it is tried.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Gate } from '#contract/status.ts'
import { hasApplicant } from '#domain/flows.ts'
import { isClosed } from '#domain/staff.ts'
import { digitsOnly } from '#domain/text.ts'
import { AppError } from '../errors.ts'
import { hourOf } from '../http/limits/applications.ts'
import type { Database } from '../store/database.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import {
  findStanding,
  giveTryBack,
  hasPassed,
  type Standing,
  statusesOf,
  takeTry,
} from '../store/queries/status-links.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { StatusLinks } from './status-link.ts'

export type WayOptions = {
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  links: StatusLinks
  /** Throws `rate_limited` where a link that is ours was asked too often. */
  admitLink: (name: string) => Promise<void>
}

type Work<T> = (tx: Transaction, application: Standing) => Promise<T>

export type Way = {
  /** What whoever has the link may see. Throws `link_unknown`, `rate_limited`. */
  see<T>(link: string, work: Work<T>): Promise<T>
  /**
   * In the one transaction that takes the try and passes the gate: all of it is done, or nothing. Throws `link_unknown`,
   * `gate_refused`, `gate_resting`, `rate_limited`, and what the work throws.
   */
  enter<T>(question: { link: string; answer: string }, work: Work<T>): Promise<T>
}

const DAY_MS = 86_400_000
/** Passes of the gate within so long of a recorded one are not recorded again. */
const PASS_MS = 3_600_000
/** A link ends so long after the application was closed. */
export const LINK_DAYS = 90
/** Wrong answers after which the gate rests: until the next hour, and until staff renew the link. */
export const WRONG_ANSWERS = { anHour: 5, inAll: 20 } as const
/** Digits of a telephone number that prove something. */
const FEWEST_DIGITS = 9
/** In an application's history. */
export const APPLICANT = '申込者'

export function wayOfApplicants({ database, clock, links, admitLink }: WayOptions): Way {
  const linkedBy = async (link: string) => {
    const linked = links.read(link)
    if (linked?.isGenuine) await admitLink(linked.reference)
    return async (tx: Transaction) => {
      // What we never signed is looked for too: how long an answer takes says nothing of what there is.
      const application = await findStanding(tx, { reference: linked?.reference ?? '' })
      if (!linked?.isGenuine || application?.link_generation !== linked.generation) return undefined
      return (await isOver(tx, application, clock())) ? undefined : application
    }
  }
  return {
    async see(link, work) {
      const find = await linkedBy(link)
      const found = await database.read(async (tx) => {
        const application = await find(tx)
        return application && { done: await work(tx, application) }
      })
      if (!found) throw new AppError('link_unknown')
      return found.done
    },
    async enter({ link, answer }, work) {
      const find = await linkedBy(link)
      if (!(await database.read(find))) throw new AppError('link_unknown')
      const entered = await database.atomic(async (tx) => {
        const application = await find(tx)
        if (!application) return 'link_unknown'
        const refusal = await passGate(tx, application, answer, clock())
        return refusal ?? { done: await work(tx, application) }
      })
      // What was counted stays counted: a refusal is thrown outside of its transaction.
      if (typeof entered === 'string') throw new AppError(entered)
      return entered.done
    },
  }
}

/** Whether nothing is shown of it any more. A process of the version before left `closed_at` as it was, and an entry in the history. */
export async function isOver(
  tx: Transaction,
  application: ApplicationRow,
  now: number,
): Promise<boolean> {
  const { id, state, erased_at, staff_status, closed_at, completed_at } = application
  if (state !== 'complete' || erased_at !== null) return true
  if (!isClosed(staff_status)) return false
  const last = (await statusesOf(tx, { application: id })).at(-1)
  return now > Math.max(last?.at ?? 0, closed_at ?? 0, completed_at ?? 0) + LINK_DAYS * DAY_MS
}

/** A try is taken before the answer is compared, so that nothing opens by trying many at once. */
async function passGate(
  tx: Transaction,
  application: Standing,
  answer: string,
  at: number,
): Promise<'gate_refused' | 'gate_resting' | undefined> {
  const { id } = application
  if (expectedOf(application) === null) return 'gate_refused'
  const wanted = { application: id, hour: hourOf(at), ...WRONG_ANSWERS }
  if (!(await takeTry(tx, wanted))) return 'gate_resting'
  if (!isRight(application, answer)) return 'gate_refused'
  await giveTryBack(tx, { application: id })
  await recordPass(tx, id, at)
  return undefined
}

/** One entry an hour: whoever looks again and again leaves no more of them. Its try has locked the application's row of tries. */
async function recordPass(tx: Transaction, application: string, at: number): Promise<void> {
  if (await hasPassed(tx, { application, since: at - PASS_MS, until: at })) return
  const entry = { id: randomUUID(), application, at, who: APPLICANT }
  await addHistory(tx, { ...entry, action: 'gate', detail: '' })
}

export function gateOf(application: Standing, at: number): Gate {
  if (expectedOf(application) === null) return 'by_telephone_only'
  if (gateRest(application, at) !== null) return 'resting'
  return hasApplicant(application.flow) ? 'telephone' : 'customer_number'
}

type Tries = { tried_in: number | null; wrong_in_hour: number | null; wrong: number | null }

/** Until when a gate rests after wrong answers; null where it does not. */
export function gateRest(
  { tried_in, wrong_in_hour, wrong }: Tries,
  at: number,
): 'next_hour' | 'renewal' | null {
  if ((wrong ?? 0) >= WRONG_ANSWERS.inAll) return 'renewal'
  const inHour = tried_in === hourOf(at) ? (wrong_in_hour ?? 0) : 0
  return inHour >= WRONG_ANSWERS.anHour ? 'next_hour' : null
}

/** What opens the gate, as it is compared; null where nothing does. */
function expectedOf({ flow, tel, customer }: Standing): string | null {
  if (!hasApplicant(flow)) return plainNumber(customer)
  const digits = plainDigits(tel)
  return digits.length < FEWEST_DIGITS ? null : digits
}

function isRight(application: Standing, answer: string): boolean {
  const given = hasApplicant(application.flow) ? plainDigits(answer) : plainNumber(answer)
  // Digests have one length, and are compared in one time.
  return timingSafeEqual(digestOf(given), digestOf(expectedOf(application) ?? ''))
}

function plainDigits(text: string): string {
  return digitsOnly(text.normalize('NFKC'))
}

function plainNumber(text: string): string {
  return text.normalize('NFKC').trim()
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
