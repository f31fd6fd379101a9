/**
 * How an application stands, for whoever has its link; and behind the gate, which the number given in the application
 * opens, everything that was typed. Looking changes nothing, however often and by whatever program.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { WIRE_NAMES } from '#contract/apply.ts'
import type { Gate } from '#contract/status.ts'
import type { StatusAnswer, StatusQuestion } from '#contract/status-schemas.ts'
import { applicantFieldsOf } from '#domain/applicant.ts'
import { FLOWS, hasApplicant } from '#domain/flows.ts'
import type { OperatorWords } from '#domain/operator-words.ts'
import { isClosed, isStaffStatus } from '#domain/staff.ts'
import { digitsOnly } from '#domain/text.ts'
import { AppError } from '../errors.ts'
import { hourOf } from '../http/limits/applications.ts'
import type { Database } from '../store/database.ts'
import { facilitiesOf } from '../store/queries/applications.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import {
  findStanding,
  giveTryBack,
  hasPassed,
  type Standing,
  statusesOf,
  takeTry,
} from '../store/queries/status-links.ts'
import { APPLICANT_COLUMNS, type ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { StatusLinks } from './status-link.ts'

export type StatusOptions = {
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  links: StatusLinks
  words: Pick<OperatorWords, 'next'>
  /** Throws `rate_limited` where a link that is ours was asked too often. */
  admitLink: (name: string) => Promise<void>
}

export type AskStatus = (question: StatusQuestion) => Promise<StatusAnswer>

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
const APPLICANT = '申込者'

type Step = StatusAnswer['application']['steps'][number]
type Seen = { application: Standing; steps: readonly (Omit<Step, 'at'> & { at: number })[] }

/** Throws `link_unknown`, `gate_refused`, `gate_resting`, `rate_limited`. */
export function statusOperation(options: StatusOptions): AskStatus {
  const { database, clock, links, admitLink } = options
  return async ({ link, answer }) => {
    const linked = links.read(link)
    if (linked?.isGenuine) await admitLink(linked.reference)
    const look = async (tx: Transaction) => {
      // What we never signed is looked for too: how long an answer takes says nothing of what there is.
      const application = await findStanding(tx, { reference: linked?.reference ?? '' })
      if (!linked?.isGenuine || application?.link_generation !== linked.generation) return undefined
      return (await isOver(tx, application, clock()))
        ? undefined
        : { application, steps: await stepsOf(tx, application) }
    }
    const shown = await database.read(async (tx) => shownTo(tx, options, await look(tx)))
    const found =
      typeof shown === 'string' || answer === undefined
        ? shown
        : await database.atomic(async (tx) => opened(tx, options, await look(tx), answer))
    // What was counted stays counted: a refusal is thrown outside of its transaction.
    if (typeof found === 'string') throw new AppError(found)
    return found
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

/** The way to the present status: one that was taken back is not on it. */
async function stepsOf(tx: Transaction, application: Standing): Promise<Seen['steps']> {
  const { id, created_at, completed_at, staff_status } = application
  let steps: Seen['steps'] = [{ status: 'received', at: completed_at ?? created_at }]
  for (const { detail: status, at } of await statusesOf(tx, { application: id })) {
    if (!isStaffStatus(status)) continue
    // Whatever follows a close has taken it back.
    const kept = steps.filter((step) => !isClosed(step.status))
    const reached = kept.findIndex((step) => step.status === status)
    steps = reached === -1 ? [...kept, { status, at }] : kept.slice(0, reached + 1)
  }
  // In a moment between two commits of an older process its entry may be still to come.
  if (steps.at(-1)?.status === staff_status) return steps
  return [...steps, { status: staff_status, at: application.closed_at ?? steps.at(-1)?.at ?? 0 }]
}

async function shownTo(
  tx: Transaction,
  { clock, words }: StatusOptions,
  seen: Seen | undefined,
): Promise<StatusAnswer | 'link_unknown'> {
  if (!seen) return 'link_unknown'
  const { application, steps } = seen
  const { id, flow, reference, staff_status: status } = application
  const rows = await facilitiesOf(tx, { application: id })
  return {
    application: {
      flow,
      receiptNumber: reference,
      receivedAt: isoTime(application.completed_at ?? application.created_at),
      status,
      steps: steps.map(({ status, at }) => ({ status, at: isoTime(at) })),
      facilities: rows.length,
      price: application.consent_price,
      questionWaiting: false,
      next: isClosed(status) ? null : (words.next?.[flow] ?? null),
    },
    gate: gateOf(application, hourOf(clock())),
  }
}

/** With an answer: a try is taken first, so that nothing opens by trying many at once. */
async function opened(
  tx: Transaction,
  options: StatusOptions,
  seen: Seen | undefined,
  answer: string,
): Promise<StatusAnswer | 'link_unknown' | 'gate_refused' | 'gate_resting'> {
  const shown = await shownTo(tx, options, seen)
  if (!seen || typeof shown === 'string') return 'link_unknown'
  const { application } = seen
  const { id } = application
  const at = options.clock()
  if (expectedOf(application) === null) return 'gate_refused'
  const wanted = { application: id, hour: hourOf(at), ...WRONG_ANSWERS }
  if (!(await takeTry(tx, wanted))) return 'gate_resting'
  if (!isRight(application, answer)) return 'gate_refused'
  await giveTryBack(tx, { application: id })
  await recordPass(tx, id, at)
  return { ...shown, details: await detailsOf(tx, application) }
}

/** One entry an hour: whoever looks again and again leaves no more of them. Its try has locked the application's row of tries. */
async function recordPass(tx: Transaction, application: string, at: number): Promise<void> {
  if (await hasPassed(tx, { application, since: at - PASS_MS, until: at })) return
  const entry = { id: randomUUID(), application, at, who: APPLICANT }
  await addHistory(tx, { ...entry, action: 'gate', detail: '' })
}

function gateOf(application: Standing, hour: number): Gate {
  const { tried_in, wrong_in_hour, wrong } = application
  const inHour = tried_in === hour ? (wrong_in_hour ?? 0) : 0
  if (expectedOf(application) === null) return 'by_telephone_only'
  if ((wrong ?? 0) >= WRONG_ANSWERS.inAll || inHour >= WRONG_ANSWERS.anHour) return 'resting'
  return hasApplicant(application.flow) ? 'telephone' : 'customer_number'
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

async function detailsOf(tx: Transaction, application: Standing) {
  const { id, flow, customer, customer_number: issued } = application
  const fields = hasApplicant(flow) ? applicantFieldsOf(flow) : []
  const rows = await facilitiesOf(tx, { application: id })
  return {
    fields: Object.fromEntries(
      fields.map((field) => [WIRE_NAMES[field], application[APPLICANT_COLUMNS[field]]]),
    ),
    rows: rows.map(({ facility_name, facility_number, service_key }) => ({
      name: facility_name,
      number: facility_number,
      service: service_key,
    })),
    customerNumber: FLOWS[flow].customer === 'existing' ? customer : issued || null,
  }
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
