/**
 * How an application stands, for whoever has its link; and behind the gate, which the number given in the application
 * opens, everything that was typed. Looking changes nothing, however often and by whatever program.
 */
import type { StatusAnswer, StatusQuestion } from '#contract/status-schemas.ts'
import { FLOWS } from '#domain/flows.ts'
import type { OperatorWords } from '#domain/operator-words.ts'
import { isClosed, isStaffStatus, STAFF_STATUSES } from '#domain/staff.ts'
import { APPLICANT_STATUSES } from '#domain/status.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import { facilitiesOf } from '../store/queries/public-calls.ts'
import { type Standing, statusesOf } from '../store/queries/status-links.ts'
import type { Transaction } from '../store/statement.ts'
import { hasOpenQuestion, saidOf, typedOf } from './conversation.ts'
import { gateOf, type Way, type WayOptions } from './gate.ts'

export type StatusOptions = WayOptions & { words: Pick<OperatorWords, 'next' | 'version'> }

export type AskStatus = (question: StatusQuestion) => Promise<StatusAnswer>

export type Shown = Pick<StatusOptions, 'clock' | 'words'>

/** Throws `link_unknown`, `gate_refused`, `gate_resting`, `rate_limited`. */
export function statusOperation(way: Way, shown: Shown): AskStatus {
  return ({ link, answer }) =>
    answer === undefined
      ? way.see(link, (tx, application) => standingOf(tx, application, shown))
      : way.enter({ link, answer }, (tx, application) => wholeOf(tx, application, shown))
}

/** What whoever has the link sees. */
async function standingOf(
  tx: Transaction,
  application: Standing,
  { clock, words }: Shown,
): Promise<StatusAnswer> {
  const { id, flow, reference, staff_status: status } = application
  const steps = await stepsOf(tx, application)
  const rows = await facilitiesOf(tx, { application: id })
  return {
    application: {
      flow,
      receiptNumber: reference,
      receivedAt: isoTime(application.completed_at ?? application.created_at),
      status: STAFF_STATUSES[status].shownAs,
      steps: steps.map(({ status, at }) => ({ status, at: isoTime(at) })),
      facilities: rows.length,
      price: application.consent_price,
      questionWaiting: !isClosed(status) && (await hasOpenQuestion(tx, id)),
      next: isClosed(status) ? null : (words.next?.[flow] ?? null),
    },
    gate: gateOf(application, clock()),
  }
}

/** What the right answer shows. */
export async function wholeOf(
  tx: Transaction,
  application: Standing,
  shown: Shown,
): Promise<StatusAnswer> {
  const standing = await standingOf(tx, application, shown)
  const said = await saidOf(tx, application, shown.clock())
  return { ...standing, details: { ...(await detailsOf(tx, application)), ...said } }
}

type Step = StatusAnswer['application']['steps'][number]

/** The way to the present status: one that was taken back is not on it. */
async function stepsOf(
  tx: Transaction,
  application: Standing,
): Promise<(Omit<Step, 'at'> & { at: number })[]> {
  const { id, created_at, completed_at, staff_status } = application
  let steps: Awaited<ReturnType<typeof stepsOf>> = [
    { status: 'received', at: completed_at ?? created_at },
  ]
  for (const { detail, at } of await statusesOf(tx, { application: id })) {
    if (!isStaffStatus(detail)) continue
    const status = STAFF_STATUSES[detail].shownAs
    // Whatever follows a close has taken it back.
    const kept = steps.filter((step) => !APPLICANT_STATUSES[step.status].isEnd)
    const reached = kept.findIndex((step) => step.status === status)
    steps = reached === -1 ? [...kept, { status, at }] : kept.slice(0, reached + 1)
  }
  // In a moment between two commits of an older process its entry may be still to come.
  const status = STAFF_STATUSES[staff_status].shownAs
  if (steps.at(-1)?.status === status) return steps
  return [...steps, { status, at: application.closed_at ?? steps.at(-1)?.at ?? 0 }]
}

async function detailsOf(tx: Transaction, application: Standing) {
  const { id, flow, customer, customer_number: issued } = application
  const rows = await facilitiesOf(tx, { application: id })
  return {
    ...typedOf(flow, application, rows),
    customerNumber: FLOWS[flow].customer === 'existing' ? customer : issued || null,
  }
}
