/** What applicant and staff have said to each other since the application, as its page shows it behind the gate. */
import { WIRE_NAMES } from '#contract/apply.ts'
import { CORRECTIONS_A_DAY } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { applicantFieldsOf } from '#domain/applicant.ts'
import { type Flow, hasApplicant, hasRows } from '#domain/flows.ts'
import { isClosed } from '#domain/staff.ts'
import { isoTime, tokyoDay } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'
import type { MessageRow } from '../store/applicant-rows.ts'
import { lastWithdrawal, messagesOf } from '../store/queries/messages.ts'
import { countRevisions, facilitiesOfRevision, lastProposal } from '../store/queries/revisions.ts'
import {
  APPLICANT_COLUMNS,
  type ApplicationRow,
  type FacilityRecord,
  type Registration,
  type RevisionRow,
} from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'

type Details = NonNullable<StatusAnswer['details']>
type Said = Pick<Details, 'revision' | 'proposal' | 'withdrawal' | 'messages' | 'actions'>

/** What was said, and what the applicant may do next. */
export async function saidOf(tx: Transaction, row: ApplicationRow, now: number): Promise<Said> {
  const { id: application, staff_status: status } = row
  const messages = await messagesOf(tx, { application })
  const last = await lastWithdrawal(tx, { application })
  const closed = isClosed(status)
  const isWaiting = last?.state === 'waiting'
  return {
    revision: row.revision,
    proposal: await proposalOf(tx, row),
    withdrawal:
      closed || !last || last.state === 'confirmed'
        ? null
        : { state: last.state, at: isoTime(last.at), sentence: last.sentence },
    messages: messages.map((message) => ({
      id: message.id,
      kind: message.kind,
      at: isoTime(message.at),
      text: message.text,
      isWaiting: !closed && isOpen(message),
    })),
    actions: {
      correct: isCorrectable(row),
      correctionsLeft: await correctionsLeft(tx, { application, day: tokyoDay(now) }),
      withdraw: closed || isWaiting ? null : isWithdrawnAtOnce(row) ? 'at_once' : 'request',
      message: !messages.some(({ day }) => day === tokyoDay(now)),
    },
  }
}

/** How many more corrections a day takes. */
export async function correctionsLeft(
  tx: Transaction,
  of: { application: string; day: string },
): Promise<number> {
  const sent = await countRevisions(tx, of)
  return Math.max(0, CORRECTIONS_A_DAY - (sent?.count ?? 0))
}

/** While nobody has begun to work on it. */
export function isWithdrawnAtOnce({ staff_status: status }: ApplicationRow): boolean {
  return status === 'received'
}

/** Requests of existing customers have neither telephone nor address to be corrected: they telephone. */
export function isCorrectable({ flow, staff_status: status }: ApplicationRow): boolean {
  return hasApplicant(flow) && hasRows(flow) && !isClosed(status)
}

type Answered = RevisionRow & { state: 'waiting' | 'declined' }

/** The last correction, where it waits or was declined. */
async function proposalOf(
  tx: Transaction,
  { id: application, flow }: ApplicationRow,
): Promise<Said['proposal']> {
  const last = await lastProposal(tx, { application })
  if (!isAnswered(last)) return null
  const rows = await facilitiesOfRevision(tx, { application, revision: last.number })
  const { number, state, at, consent_price: price, reason } = last
  return { number, state, at: isoTime(at), ...typedOf(flow, last, rows), price, reason }
}

function isAnswered(last: RevisionRow | undefined): last is Answered {
  return last?.state === 'waiting' || last?.state === 'declined'
}

/** Throws where another correction waits (null: none) than the applicant saw. */
export function assertShown(waiting: number | null, shown: number | null): void {
  if (shown !== waiting) throw new AppError('proposal_changed')
}

/** Fields that a procedure asks for and rows, as they travel. */
export function typedOf(
  flow: Flow,
  typed: Registration,
  rows: readonly FacilityRecord[],
): Pick<Details, 'fields' | 'rows'> {
  const fields = hasApplicant(flow) ? applicantFieldsOf(flow) : []
  return {
    fields: Object.fromEntries(
      fields.map((field) => [WIRE_NAMES[field], typed[APPLICANT_COLUMNS[field]]]),
    ),
    rows: rows.map(({ facility_name, facility_number, service_key }) => ({
      ...{ name: facility_name, number: facility_number, service: service_key },
    })),
  }
}

export function isOpen({ kind, settled_at }: MessageRow): boolean {
  return kind === 'question' && settled_at === null
}

/** Whether staff wait for an answer. */
export async function hasOpenQuestion(tx: Transaction, application: string): Promise<boolean> {
  return (await messagesOf(tx, { application })).some(isOpen)
}
