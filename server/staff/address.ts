/**
 * Staff set another mail address, after a call to the number on file: a revision without a new consent. Of telephone and
 * address, by which an application is opened, staff can change this one alone.
 */
import { WIRE_NAMES } from '#contract/apply.ts'
import type { Applicant } from '#domain/applicant.ts'
import { hasApplicant } from '#domain/flows.ts'
import { isClosed } from '#domain/staff.ts'
import { searchKeysOf } from '../apply/new-rows.ts'
import { registrationFaults } from '../apply/refusals.ts'
import { AppError } from '../errors.ts'
import { leaveContacts, type StatusCalls, tellBilling } from '../follow-up/after-change.ts'
import { keepFirst } from '../follow-up/correct.ts'
import type { Database } from '../store/database.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { facilitiesOf } from '../store/queries/public-calls.ts'
import {
  applyRevision,
  insertRevisionFacilities,
  insertRevisions,
  lastRevision,
  waitsToCorrect,
} from '../store/queries/revisions.ts'
import { rewriteSearchText } from '../store/queries/search-texts.ts'
import {
  APPLICANT_COLUMNS,
  type ApplicationRow,
  REGISTRATION_COLUMNS,
  type Registration,
} from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, type Press, recordAction, refuseIncomplete } from './actions.ts'
import type { Actor } from './audit.ts'
import { pressedOn } from './press.ts'
import { mailStatus } from './status-change.ts'

export type NewAddress = {
  reference: string
  by: Actor
  to: string
  /** For the history; empty for none. */
  note: string
  press?: Press | undefined
}

/** Throws AppError `validation_failed`, `action_refused`, `changed_meanwhile`, `correction_waiting`, `not_found`. */
export type SetAddress = (wanted: NewAddress) => Promise<void>

export function addressSetter(
  database: Database,
  clock: () => number,
  calls: StatusCalls,
): SetAddress {
  return async (wanted) => {
    await database.alone((tx) =>
      pressedOn(tx, { ...wanted, name: 'address' }, clock, async (before, at) => {
        await refuse(tx, before, wanted)
        await setWithin(tx, before, wanted, { at, calls })
        return {}
      }),
    )
  }
}

async function refuse(tx: Transaction, before: ApplicationRow, { to }: NewAddress) {
  const { id, flow, email, staff_status } = before
  refuseIncomplete(before)
  if (!hasApplicant(flow)) throw notAllowed(NO_APPLICANT)
  if (isClosed(staff_status)) throw notAllowed(CLOSED)
  if (to === email) throw notAllowed(SAME)
  // What was proposed was made from what counts now.
  if (await waitsToCorrect(tx, { application: id })) throw new AppError('correction_waiting')
  const typed = Object.entries(APPLICANT_COLUMNS).map(([field, column]) => [field, before[column]])
  const applicant: Applicant = { ...Object.fromEntries(typed), email: to }
  const faults = registrationFaults(flow, applicant, before)[WIRE_NAMES.email]
  if (faults)
    throw new AppError('validation_failed', { fields: { [WIRE_NAMES.email]: [...faults] } })
}

async function setWithin(
  tx: Transaction,
  before: ApplicationRow,
  { by, to, note }: NewAddress,
  { at, calls }: { at: number; calls: StatusCalls },
): Promise<void> {
  const { id, tel, company_name, consent_seq, consent_price, agreed_price, price_list } = before
  const rows = await facilitiesOf(tx, { application: id })
  const last = (await lastRevision(tx, { application: id })) ?? (await keepFirst(tx, before, rows))
  const number = last.number + 1
  const typed = Object.fromEntries(REGISTRATION_COLUMNS.map((column) => [column, before[column]]))
  const registration = { ...(typed as Registration), email: to }
  const agreed = { consent_price, agreed_price, price_list }
  await insertRevisions(tx, [
    {
      ...{ application: id, number, state: 'accepted', base: before.revision, at, day: null },
      ...{ decided_at: at, decided_by: by.name, reason: '', terms_version: '', button: '' },
      ...agreed,
      ...registration,
    },
  ])
  await insertRevisionFacilities(tx, number, rows)
  const keys = searchKeysOf({ email: to, tel, companyName: company_name })
  const counting = { application: id, number, consentSeq: consent_seq }
  await applyRevision(tx, { ...registration, ...keys, ...agreed, ...counting })
  await rewriteSearchText(tx, id)
  await leaveContacts(tx, before, registration, at)
  await raiseVersion(tx, { application: id })
  await tellBilling(tx, { application: id, event: 'application.corrected', at }, calls)
  await recordAction(tx, before, { by }, { action: 'address', detail: '', at })
  if (note !== '') await recordAction(tx, before, { by }, { action: 'note', detail: note, at })
  await mailStatus(tx, { ...before, email: to }, { by }, at)
}

const NO_APPLICANT =
  'このお手続きにはメールアドレスがありません。ご契約中のお客様の連絡先は、請求システムで確認してください。'
const CLOSED =
  '対応が終わったお申し込みのメールアドレスは変更できません。先に「対応中」に戻してから、もう一度操作してください。'
const SAME = '登録されているメールアドレスと同じです。正しいメールアドレスを入力してください。'
