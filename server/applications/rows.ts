/** Rows as they are first stored: an application, a consent, the notices that a completion promises. */
import { randomUUIDv7 } from 'node:crypto'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { CONSENT_WORDS, TERMS_VERSION } from '#domain/consent.ts'
import { type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { priceListAt } from '#domain/pricing.ts'
import type { Progress } from '../store/applications.ts'
import {
  type ApplicationRow,
  type ConsentRow,
  EMPTY_REGISTRATION,
  type FacilityRecord,
  type OutboxRow,
} from '../store/schema.ts'
import { newReference } from './names.ts'

export type NewApplication = Pick<
  ApplicationRow,
  'id' | 'flow' | 'customer' | 'application_key' | 'assurance' | 'created_at'
>

/** An application before its first consent, and without an applicant. */
export function newApplication(given: NewApplication): ApplicationRow {
  return {
    ...EMPTY_REGISTRATION,
    search_mail: null,
    search_tel: null,
    search_company: null,
    state: 'pending',
    staff_status: 'received',
    consent_seq: 0,
    consent_price: null,
    agreed_price: null,
    price_list: null,
    repeat_count: 0,
    superseded_by: null,
    completed_at: null,
    erased_at: null,
    ...given,
    reference: newReference(),
  }
}

/** The evidence of a consent: what was pressed, under which terms, at which price (reading 21). */
export function newConsent(
  flow: Flow,
  given: Pick<ConsentRow, 'application' | 'seq' | 'price_text' | 'at'>,
): ConsentRow {
  const { kind, catalogue } = FLOWS[flow]
  return {
    ...given,
    kind,
    terms_version: TERMS_VERSION,
    button: CONSENT_WORDS[flow],
    price_list: catalogue && priceListAt(catalogue, given.at).version,
  }
}

/** What a completed application promises to send: to its applicant where there is one, to staff, to billing. */
export function newNotices(
  { id, email }: Pick<Progress, 'id' | 'email'>,
  { staffMail, webhookUrl }: { staffMail: string; webhookUrl: string },
  at: number,
): OutboxRow[] {
  const notices: [kind: OutboxRow['kind'], recipient: string][] = []
  if (email !== EMPTY_APPLICANT.email) notices.push(['mail_applicant', email])
  notices.push(['mail_staff', staffMail])
  if (webhookUrl !== '') notices.push(['webhook', webhookUrl])
  return notices.map(([kind, recipient]) => ({
    // In the order of time, which is also the order of the table's key.
    id: randomUUIDv7(),
    application: id,
    kind,
    recipient,
    state: 'queued',
    attempts: 0,
    next_at: at,
    last_error: null,
    created_at: at,
    sent_at: null,
  }))
}

/** A wholly empty row is nothing; the others keep their numbers and their text exactly. */
export function recordsOf(application: string, rows: readonly FacilityRow[]): FacilityRecord[] {
  return rows
    .filter((row) => !isBlankRow(row))
    .map(({ no, facilityName, facilityNumber, serviceKey }) => ({
      application,
      no,
      facility_name: facilityName,
      facility_number: facilityNumber,
      service_key: serviceKey,
    }))
}

export function isSameRecords(
  stored: readonly FacilityRecord[],
  sent: readonly FacilityRecord[],
): boolean {
  return (
    stored.length === sent.length &&
    stored.every(
      (row, index) =>
        row.no === sent[index]?.no &&
        row.facility_name === sent[index].facility_name &&
        row.facility_number === sent[index].facility_number &&
        row.service_key === sent[index].service_key,
    )
  )
}
