/** An applicant corrects an application: a proposal with a consent of its own, which counts for nothing until staff accept it. */
import { randomUUID } from 'node:crypto'
import { applicantOf } from '#contract/apply.ts'
import type { CorrectionCall } from '#contract/status-schemas.ts'
import { correctionWords } from '#domain/consent.ts'
import { isPricedAlike } from '#domain/difference.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { type FlowWithApplicant, type FlowWithRows, hasApplicant, hasRows } from '#domain/flows.ts'
import { APPLICANT } from '#domain/staff.ts'
import { tokyoDay } from '#domain/tokyo-time.ts'
import { isSameRecords, newStaffNews, recordsOf } from '../apply/new-rows.ts'
import {
  agreedPrice,
  facilityFaults,
  numbered,
  priceFaults,
  refuse,
  registrationFaults,
} from '../apply/refusals.ts'
import { registrationOf } from '../apply/register.ts'
import { AppError } from '../errors.ts'
import { facilitiesOf, insertOutbox, lastConsentOf } from '../store/queries/public-calls.ts'
import {
  endWaiting,
  insertRevisionFacilities,
  insertRevisions,
  lastRevision,
} from '../store/queries/revisions.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import {
  type ApplicationRow,
  type FacilityRecord,
  REGISTRATION_COLUMNS,
  type RevisionRow,
} from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import { type Answered, applicantCall } from './applicant-calls.ts'
import { assertShown, correctionsLeft, isCorrectable } from './conversation.ts'
import type { Way } from './gate.ts'
import type { Shown } from './look.ts'
import type { ToldOf } from './withdraw.ts'

export type Correct = (call: CorrectionCall & { key: string | null }) => Promise<Answered>

type Told = Pick<ToldOf, 'staffMail'>

/**
 * Throws `validation_failed`, `price_mismatch` with the list in force, `correction_closed`, `correction_empty`,
 * `correction_limit`, `base_changed`, `proposal_changed`, and as `applicantCall`.
 */
export function correction(way: Way, shown: Shown, told: Told): Correct {
  return ({ base, proposal: shownProposal, fields, rows, priceText, ...call }) => {
    // Not what it replaces: the same content after a lost answer is the same correction, whatever waits by then.
    const request = ['correction', JSON.stringify([base, fields, rows, priceText ?? null])]
    const facilities = rows.map(({ name, number, service }) => ({
      ...{ facilityName: name, facilityNumber: number, serviceKey: service },
    }))
    const content = { fields, rows: numbered(facilities), price: priceText ?? null }
    const proposal = { base, shownProposal, ...content }
    return applicantCall(way, shown, { ...call, request }, (tx, held, at) =>
      propose(tx, held, proposal, { ...told, termsVersion: shown.words.version, at }),
    )
  }
}

type Proposal = {
  base: number
  /** The correction that the applicant saw waiting. */
  shownProposal: number | null
  fields: Readonly<Record<string, string>>
  rows: readonly FacilityRow[]
  price: string | null
}

async function propose(
  tx: Transaction,
  held: ApplicationRow,
  { base, shownProposal, fields, rows, price }: Proposal,
  { staffMail, termsVersion, at }: Told & { termsVersion: string; at: number },
): Promise<void> {
  const { id: application, flow } = held
  if (!isCorrectable(held) || !hasApplicant(flow) || !hasRows(flow))
    throw new AppError('correction_closed')
  if (held.revision !== base) throw new AppError('base_changed')
  const newest = await lastRevision(tx, { application })
  assertShown(newest?.state === 'waiting' ? newest.number : null, shownProposal)
  const applicant = applicantOf(fields)
  refuse({ ...registrationFaults(flow, applicant, held), ...facilityFaults(flow, rows) })
  const before = await facilitiesOf(tx, { application })
  const after = recordsOf(application, rows)
  const sent = registrationOf({ flow, applicant, campaign: held })
  const isSame = REGISTRATION_COLUMNS.every((column) => held[column] === sent[column])
  if (isSame && isSameRecords(before, after)) throw new AppError('correction_empty')
  const day = tokyoDay(at)
  if ((await correctionsLeft(tx, { application, day })) === 0)
    throw new AppError('correction_limit')

  const last = newest ?? (await keepFirst(tx, held, before))
  const replaced = { application, state: 'replaced', reason: '', by: APPLICANT, at } as const
  await endWaiting(tx, replaced)
  const number = last.number + 1
  const agreed = agreedFor(held, { flow, before, after, price, at })
  const row = { application, number, base, at, day, reason: '', ...UNDECIDED }
  const consent = { terms_version: termsVersion, ...agreed }
  await insertRevisions(tx, [{ ...row, state: 'waiting', ...consent, ...sent }])
  await insertRevisionFacilities(tx, number, after)
  const entry = { id: randomUUID(), application, at, who: APPLICANT }
  await addHistory(tx, { ...entry, action: 'correction', detail: String(number) })
  await insertOutbox(tx, [newStaffNews(application, staffMail, at)])
}

const UNDECIDED = { decided_at: null, decided_by: null } as const

type Pricing = {
  flow: FlowWithApplicant & FlowWithRows
  before: readonly FacilityRecord[]
  after: readonly FacilityRecord[]
  price: string | null
  at: number
}
type Agreed = Pick<RevisionRow, 'button' | 'consent_price' | 'agreed_price' | 'price_list'>

/** Where numbers and services stay, so do price and list, and nothing is asked; else all rows are priced by the list in force. */
function agreedFor(held: ApplicationRow, { flow, before, after, price, at }: Pricing): Agreed {
  const rows = rowsOf(after)
  if (isPricedAlike(rowsOf(before), rows)) {
    const { consent_price, agreed_price, price_list } = held
    return { button: correctionWords(flow, false), consent_price, agreed_price, price_list }
  }
  refuse(priceFaults(flow, price ?? undefined))
  const { total, list } = agreedPrice(flow, rows, price, at)
  const button = correctionWords(flow, true)
  return { button, consent_price: price, agreed_price: total, price_list: list }
}

export function rowsOf(records: readonly FacilityRecord[]): FacilityRow[] {
  return records.map(({ no, facility_name, facility_number, service_key }) => ({
    ...{ no, facilityName: facility_name },
    ...{ facilityNumber: facility_number, serviceKey: service_key },
  }))
}

/** The application as it was sent: whatever comes later, this stays as evidence. */
export async function keepFirst(
  tx: Transaction,
  held: ApplicationRow,
  rows: readonly FacilityRecord[],
): Promise<{ number: number }> {
  const { id: application, completed_at, created_at, agreed_price, price_list } = held
  const consent = await lastConsentOf(tx, { application })
  if (!consent) throw new Conflict()
  const { terms_version, button, price_text: consent_price } = consent
  const number = 1
  const sent = Object.fromEntries(REGISTRATION_COLUMNS.map((column) => [column, held[column]]))
  await insertRevisions(tx, [
    {
      ...{
        application,
        number,
        state: 'first',
        base: 0,
        at: completed_at ?? created_at,
        day: null,
      },
      ...{ ...UNDECIDED, reason: '', terms_version, button },
      ...{ consent_price, agreed_price, price_list },
      ...(sent as Pick<ApplicationRow, (typeof REGISTRATION_COLUMNS)[number]>),
    },
  ])
  await insertRevisionFacilities(tx, number, rows)
  return { number }
}
