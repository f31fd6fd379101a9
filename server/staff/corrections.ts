/** What staff make of a correction that an applicant proposes: accepted it is what counts, declined it is answered with a sentence. */
import { WIRE_NAMES } from '#contract/apply.ts'
import type { Correction } from '#contract/console.ts'
import { applicantFieldsOf } from '#domain/applicant.ts'
import { isPricedAlike } from '#domain/difference.ts'
import { FLOWS, hasApplicant } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { isClosed } from '#domain/staff.ts'
import { rowsOf } from '../applications/correction.ts'
import { newStatusCall, newStatusMail, searchKeysOf } from '../applications/new-rows.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import {
  facilitiesOf,
  insertConsents,
  insertFacilities,
  insertOutbox,
  lastConsentOf,
} from '../store/queries/applications.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { addFlag } from '../store/queries/flags.ts'
import {
  applyRevision,
  decideOne,
  deleteFacilities,
  facilitiesOfRevision,
  lastRevision,
} from '../store/queries/revisions.ts'
import { queueForSearch } from '../store/queries/search-index.ts'
import { holdApplication } from '../store/queries/staff-changes.ts'
import { raiseGeneration } from '../store/queries/status-links.ts'
import { APPLICANT_COLUMNS, type ApplicationRow, type RevisionRow } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, onlyApplication, recordAction } from './actions.ts'
import { isoTime, isoTimeOrNull } from './application-fields.ts'
import { facilityAsJson } from './application-json.ts'
import type { Actor } from './audit.ts'
import { NOTHING_TO_DO } from './conversation.ts'
import { mailStatus, type StatusCalls } from './status-change.ts'

export type Decision = {
  reference: string
  by: Actor
  /** The correction that the person saw. */
  number: number
  /** The revision that counted then. */
  base: number
  accept: boolean
  /** For the applicant, where it is declined. */
  sentence: string
}

export type Corrections = {
  /** The last one; null where none was proposed. */
  of(application: ApplicationRow): Promise<Correction | null>
  /** Throws AppError `action_refused`, `changed_meanwhile`, `not_found`. */
  decide(decision: Decision): Promise<void>
}

export function createCorrections(
  database: Database,
  clock: () => number,
  calls: StatusCalls,
): Corrections {
  return {
    of: (application) => database.read((tx) => readCorrection(tx, application)),
    decide: (decision) =>
      database.atomic(async (tx) => {
        const { id } = await onlyApplication(tx, decision.reference)
        if (!(await holdApplication(tx, { id }))) throw notAllowed(NOTHING_TO_DO)
        // As it is while this transaction holds it.
        const application = await onlyApplication(tx, decision.reference)
        await decideWithin(tx, application, decision, { at: clock(), calls })
      }),
  }
}

export async function readCorrection(
  tx: Transaction,
  { id: application, flow }: ApplicationRow,
): Promise<Correction | null> {
  const last = await lastRevision(tx, { application })
  if (!last || last.state === 'first' || !hasApplicant(flow)) return null
  const rows = await facilitiesOfRevision(tx, { application, revision: last.number })
  const fields = applicantFieldsOf(flow).map((field) => [
    WIRE_NAMES[field],
    last[APPLICANT_COLUMNS[field]],
  ])
  return {
    number: last.number,
    base: last.base,
    state: last.state,
    at: isoTime(last.at),
    decidedAt: isoTimeOrNull(last.decided_at),
    decidedBy: last.decided_by,
    sentence: last.reason,
    fields: Object.fromEntries(fields),
    facilities: rows.map(facilityAsJson),
    words: last.button,
    termsVersion: last.terms_version,
    priceText: last.consent_price,
    priceList: last.price_list,
  }
}

type Now = { at: number; calls: StatusCalls }

async function decideWithin(
  tx: Transaction,
  application: ApplicationRow,
  { by, number, base, accept, sentence }: Decision,
  { at, calls }: Now,
): Promise<void> {
  const { id } = application
  const last = await lastRevision(tx, { application: id })
  const to = accept ? 'accepted' : 'declined'
  if (last?.number !== number || last.state !== 'waiting' || application.revision !== base) {
    const isDone = last?.number === number && last.decided_by === by.name
    // The answer to this very press was lost.
    if (isDone && last.state === to && last.reason === sentence) return
    throw changedMeanwhile(last, to)
  }
  if (isClosed(application.staff_status)) throw notAllowed(CLOSED)
  // What counts is changed first: a newer correction in the same commit looks at that last.
  if (accept) await makeCount(tx, application, last, { at, calls })
  const decided = { application: id, number, state: to, reason: sentence, by: by.name, at } as const
  if (!(await decideOne(tx, decided))) throw new Conflict()
  // Declined too: whoever was answered `correction_waiting` is given the application again.
  await raiseVersion(tx, { application: id })
  const entry = { action: `correction_${to}`, detail: String(number), at } as const
  await recordAction(tx, application, { by }, entry)
  const { email } = accept ? last : application
  await mailStatus(tx, { ...application, email }, { by }, at)
  // Erased in the same commit: what was written behind the erasure must not stay.
  if (!(await holdApplication(tx, { id }))) throw new Conflict()
}

/** The price is the one that was agreed to with the correction, whatever list is in force by now. */
async function makeCount(
  tx: Transaction,
  before: ApplicationRow,
  revision: RevisionRow,
  { at, calls }: Now,
): Promise<void> {
  const { id, flow, created_at } = before
  const { number, base, price_list, email, tel } = revision
  const rows = await facilitiesOfRevision(tx, { application: id, revision: number })
  const rowsBefore = await facilitiesOf(tx, { application: id })
  const isAgreedAnew = !isPricedAlike(rowsOf(rowsBefore), rowsOf(rows))
  const consentSeq = isAgreedAnew ? await consentTo(tx, before, revision) : before.consent_seq
  const keys = searchKeysOf({ email, tel, companyName: revision.company_name })
  const counting = { application: id, number, base, consentSeq }
  if (!(await applyRevision(tx, { ...revision, ...keys, ...counting }))) throw new Conflict()
  await deleteFacilities(tx, { application: id })
  await insertFacilities(tx, rows)
  await queueForSearch(tx, { created_at, application: id, cause: `corrected.${number}` })
  const { catalogue } = FLOWS[flow]
  const inForce = catalogue && priceListAt(catalogue, revision.at).version
  if (isAgreedAnew && price_list !== null && price_list !== inForce)
    await addFlag(tx, { application: id, flag: 'other_price_list', detail: price_list, at })
  if (email !== before.email || tel !== before.tel) {
    await raiseGeneration(tx, { application: id })
    const farewell = email === before.email ? null : newStatusMail(before, at)
    if (farewell) await insertOutbox(tx, [farewell])
  }
  const event = 'application.corrected'
  if (calls.webhookUrl !== '' && calls.events.includes(event))
    await insertOutbox(tx, [newStatusCall(id, { event, webhookUrl: calls.webhookUrl }, at)])
}

/** The consent to another price, beside the earlier ones; its number. */
async function consentTo(
  tx: Transaction,
  { id: application, consent_seq }: ApplicationRow,
  revision: RevisionRow,
): Promise<number> {
  const last = await lastConsentOf(tx, { application })
  if (!last) return consent_seq
  const seq = last.seq + 1
  const { at, terms_version, button } = revision
  const price = { price_text: revision.consent_price, price_list: revision.price_list }
  await insertConsents(tx, [{ ...last, seq, at, terms_version, button, ...price }])
  return seq
}

function changedMeanwhile(last: RevisionRow | undefined, to: 'accepted' | 'declined'): AppError {
  const who = last?.decided_by ?? null
  return new AppError('changed_meanwhile', {
    sentence: `${last ? OVERTAKEN[last.state] : '訂正の申し出はありません。'}内容を確認してから、もう一度操作してください。`,
    sides: {
      field: 'correction',
      yours: { from: 'waiting', to },
      theirs: { value: last?.state ?? '', who, at: isoTimeOrNull(last?.decided_at ?? null) },
    },
  })
}

const OVERTAKEN: Record<RevisionRow['state'], string> = {
  first: '訂正の申し出はありません。',
  waiting: 'この間に、申込者が新しい訂正を申し出ました。',
  accepted: 'この訂正は、すでに反映されています。',
  declined: 'この訂正の申し出は、すでに断られています。',
  replaced: 'この間に、申込者が新しい訂正を申し出ました。',
  lapsed: 'お申し込みへの対応が終わったため、この訂正の申し出も終わっています。',
}
const CLOSED =
  '対応が終わったお申し込みは訂正できません。先に「対応中」に戻してから、もう一度操作してください。'
