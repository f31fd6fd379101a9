/** A correction that an applicant proposes: as staff read it; accepted it is what counts, declined it is answered with a reason. */
import { WIRE_NAMES } from '#contract/apply.ts'
import type { Correction } from '#contract/console-answers.ts'
import { applicantFieldsOf } from '#domain/applicant.ts'
import { isPricedAlike } from '#domain/difference.ts'
import { FLOWS, hasApplicant } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { isClosed } from '#domain/staff.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import { searchKeysOf } from '../apply/new-rows.ts'
import { leaveContacts, type StatusCalls, tellBilling } from '../follow-up/after-change.ts'
import { rowsOf } from '../follow-up/correct.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { addFlag } from '../store/queries/flags.ts'
import {
  facilitiesOf,
  insertConsents,
  insertFacilities,
  lastConsentOf,
} from '../store/queries/public-calls.ts'
import {
  applyRevision,
  decideRevision,
  deleteFacilities,
  facilitiesOfRevision,
  lastProposal,
} from '../store/queries/revisions.ts'
import { rewriteSearchText } from '../store/queries/search-texts.ts'
import { APPLICANT_COLUMNS, type ApplicationRow, type RevisionRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, recordAction } from './actions.ts'
import { isoTimeOrNull } from './application-fields.ts'
import { facilityAsJson } from './application-json.ts'
import type { Actor } from './audit.ts'
import { mailStatus } from './status-change.ts'

export async function readCorrection(
  tx: Transaction,
  { id: application, flow }: ApplicationRow,
): Promise<Correction | null> {
  const last = await lastProposal(tx, { application })
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

/** Of the last one, which waits. */
export async function decideCorrection(
  tx: Transaction,
  application: ApplicationRow,
  { by, accept, reason }: { by: Actor; accept: boolean; reason: string },
  { at, calls }: Now,
): Promise<void> {
  const { id } = application
  const last = await lastProposal(tx, { application: id })
  if (!last || isClosed(application.staff_status)) throw notAllowed(CLOSED)
  const { number } = last
  const to = accept ? 'accepted' : 'declined'
  if (accept) await makeCount(tx, application, last, { at, calls })
  const decided = { application: id, number, state: to, reason, by: by.name, at } as const
  await decideRevision(tx, decided)
  // Declined too: whoever was answered `correction_waiting` is given the application again.
  await raiseVersion(tx, { application: id })
  const entry = { action: `correction_${to}`, detail: String(number), at } as const
  await recordAction(tx, application, { by }, entry)
  const { email } = accept ? last : application
  await mailStatus(tx, { ...application, email }, { by }, at)
}

/** The price is the one that was agreed to with the correction, whatever list is in force by now. */
async function makeCount(
  tx: Transaction,
  before: ApplicationRow,
  revision: RevisionRow,
  { at, calls }: Now,
): Promise<void> {
  const { id, flow } = before
  const { number, price_list, email, tel } = revision
  const rows = await facilitiesOfRevision(tx, { application: id, revision: number })
  const rowsBefore = await facilitiesOf(tx, { application: id })
  const isAgreedAnew = !isPricedAlike(rowsOf(rowsBefore), rowsOf(rows))
  const consentSeq = isAgreedAnew ? await consentTo(tx, before, revision) : before.consent_seq
  const keys = searchKeysOf({ email, tel, companyName: revision.company_name })
  await applyRevision(tx, { ...revision, ...keys, application: id, number, consentSeq })
  await deleteFacilities(tx, { application: id })
  await insertFacilities(tx, rows)
  await rewriteSearchText(tx, id)
  const { catalogue } = FLOWS[flow]
  const inForce = catalogue && priceListAt(catalogue, revision.at).version
  if (isAgreedAnew && price_list !== null && price_list !== inForce)
    await addFlag(tx, { application: id, flag: 'other_price_list', detail: price_list, at })
  await leaveContacts(tx, before, revision, at)
  await tellBilling(tx, { application: id, event: 'application.corrected', at }, calls)
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

const CLOSED =
  '対応が終わったお申し込みは訂正できません。先に「対応中」に戻してから、もう一度操作してください。'
