/**
 * The way of an applicant to the own application: the link names it, and the number that was given in it opens the gate.
 * Looks and actions go the same way, so that a wrong answer counts the same wherever it is tried.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Gate } from '#contract/status.ts'
import { hasApplicant } from '#domain/flows.ts'
import { withoutHidden } from '#domain/hidden-characters.ts'
import { APPLICANT } from '#domain/staff.ts'
import { namesNumberOf, telephoneNumbersIn } from '#domain/telephone.ts'
import { HYPHENS } from '#domain/text.ts'
import { DAY_MS, HOUR_MS } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'
import { hourOf } from '../http/limits/rate-limits.ts'
import type { Database } from '../store/database.ts'
import { held } from '../store/queries/held.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import {
  findStanding,
  giveTryBack,
  hasPassed,
  type Standing,
  takeTry,
} from '../store/queries/status-links.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { StatusLinks } from './link.ts'

export type WayOptions = {
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  links: StatusLinks
  /**
   * Throws `rate_limited` where a link that opens was asked too often. Any other is counted to its sender alone: whoever
   * has an ended link keeps nobody out of the new one, and every link that does not open is answered alike.
   */
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

/** Passes of the gate within so long of a recorded one are not recorded again. */
const PASS_MS = HOUR_MS
/** A link ends so long after the application was closed. */
export const LINK_DAYS = 90
/** Wrong answers after which the gate rests: until the next hour, and until staff renew the link. */
export const WRONG_ANSWERS = { anHour: 5, inAll: 20 } as const

export function wayOfApplicants({ database, clock, links, admitLink }: WayOptions): Way {
  const linkedBy = (link: string) => {
    const linked = links.read(link)
    return async (tx: Transaction) => {
      // What we never signed is looked for too: how long an answer takes says nothing of what there is.
      const application = await findStanding(tx, { reference: linked?.reference ?? '' })
      if (!linked?.isGenuine || application?.link_generation !== linked.generation) return undefined
      return isOver(application, clock()) ? undefined : application
    }
  }
  return {
    async see(link, work) {
      const find = linkedBy(link)
      const found = await database.read(async (tx) => {
        const application = await find(tx)
        return application && { application, done: await work(tx, application) }
      })
      if (!found) throw new AppError('link_unknown')
      await admitLink(nameOf(found.application))
      return found.done
    },
    async enter({ link, answer }, work) {
      const find = linkedBy(link)
      const found = await database.read(find)
      if (!found) throw new AppError('link_unknown')
      await admitLink(nameOf(found))
      const entered = await database.alone(async (tx) => {
        // Behind a link that opens something, and not before: nobody else makes others wait for an application.
        await held(tx, found)
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

/** What opens it now. */
function nameOf({ reference, link_generation }: Standing): string {
  return `${reference}.${link_generation}`
}

/** Whether nothing is shown of it any more. A process of the version before left `closed_at` as it was, and an entry in the history. */
export function isOver({ state, erased_at, closed_at }: ApplicationRow, now: number): boolean {
  if (state !== 'complete' || erased_at !== null) return true
  return closed_at !== null && now > closed_at + LINK_DAYS * DAY_MS
}

/** A try is taken before the answer is compared, so that nothing opens by trying many at once. */
async function passGate(
  tx: Transaction,
  application: Standing,
  answer: string,
  at: number,
): Promise<'gate_refused' | 'gate_resting' | undefined> {
  const { id } = application
  if (!canBeOpened(application)) return 'gate_refused'
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
  if (!canBeOpened(application)) return 'by_telephone_only'
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

/** A text without a whole telephone number proves nothing. */
function canBeOpened({ flow, tel }: Standing): boolean {
  return !hasApplicant(flow) || telephoneNumbersIn(tel).length > 0
}

function isRight({ flow, tel, customer }: Standing, answer: string): boolean {
  return hasApplicant(flow)
    ? namesNumberOf(tel, answer, isSame)
    : isSame(plainNumber(customer), plainNumber(answer))
}

function plainNumber(text: string): string {
  return withoutHidden(text).normalize('NFKC').trim().replace(ANY_HYPHEN, '-')
}

const ANY_HYPHEN = new RegExp(`[${HYPHENS}]`, 'g')

/** Digests have one length, and are compared in one time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
