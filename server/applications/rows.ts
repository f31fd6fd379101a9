/** Rows as they are first stored: an application, a consent, the notices that a completion promises. */
import { hash, randomUUIDv7 } from 'node:crypto'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { CONSENT_WORDS } from '#domain/consent.ts'
import { type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { mailboxOf, mailDomainOf } from '#domain/mailbox.ts'
import { priceListAt } from '#domain/price-lists.ts'
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
  given: Pick<ConsentRow, 'application' | 'seq' | 'price_text' | 'at' | 'terms_version'>,
): ConsentRow {
  const { kind, catalogue } = FLOWS[flow]
  return {
    ...given,
    kind,
    button: CONSENT_WORDS[flow],
    price_list: catalogue && priceListAt(catalogue, given.at).version,
  }
}

/** What a completed application promises to send: to its applicant where there is one, to staff, to billing. */
export function newNotices(
  { id, email }: Pick<Progress, 'id' | 'email'>,
  { staffMail, webhookUrl }: { staffMail: string; webhookUrl: string },
  { at, sender }: { at: number; sender: string },
): OutboxRow[] {
  const notices: Pick<OutboxRow, 'kind' | 'recipient' | 'mailbox' | 'destination' | 'source'>[] = []
  if (email !== EMPTY_APPLICANT.email)
    notices.push({
      kind: 'mail_applicant',
      ...mailTo(email),
      source: sourceOf(mailboxOf(email), sender),
    })
  notices.push({ kind: 'mail_staff', ...mailTo(staffMail), source: '' })
  if (webhookUrl !== '')
    notices.push({
      kind: 'webhook',
      recipient: webhookUrl,
      mailbox: '',
      destination: new URL(webhookUrl).host,
      source: '',
    })
  return notices.map((notice) => ({
    // In the order of time, which is also the order of the table's key.
    id: randomUUIDv7(),
    application: id,
    ...notice,
    state: 'queued',
    attempts: 0,
    unknown_answers: 0,
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

function mailTo(address: string) {
  return {
    recipient: address,
    mailbox: mailboxOf(address),
    destination: mailDomainOf(address),
  }
}

/** 16 bits: enough to tell a flood's sender from the applicant, too few to find a network address by trying. */
function sourceOf(mailbox: string, sender: string): string {
  return hash('sha256', `${mailbox} ${sender}`, 'hex').slice(0, 4)
}
