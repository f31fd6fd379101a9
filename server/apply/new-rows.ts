/**
 * Rows as they are first stored: an application with its identifiers (the secret name that is issued, the id, and the
 * receipt number for people) and its search columns, a consent, the notices that a completion promises.
 */

import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { CONSENT_WORDS } from '#domain/consent.ts'
import { type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import { FLOWS, type Flow, TEMPORARY_CUSTOMER_MARK } from '#domain/flows.ts'
import { mailboxOf, mailDomainOf } from '#domain/mail-address.ts'
import { priceListAt } from '#domain/prices.ts'
import { foldName } from '#domain/search-folding.ts'
import { domesticNumber } from '#domain/search-text.ts'
import { WEBHOOK_KINDS, type WebhookEvent } from '#domain/staff.ts'
import { telephoneNumbersIn } from '#domain/telephone.ts'
import { statusSource } from '../delivery/mail/limits.ts'
import type { Progress } from '../store/queries/public-calls.ts'
import {
  type ApplicationRow,
  type ConsentRow,
  EMPTY_REGISTRATION,
  type FacilityRecord,
  type OutboxRow,
  type SearchColumns,
} from '../store/schema.ts'

export type NewApplication = Pick<
  ApplicationRow,
  'id' | 'flow' | 'application_key' | 'assurance' | 'created_at'
> &
  Partial<Pick<ApplicationRow, 'issued_name' | 'customer'>>

/** The generation of the link that an application is completed with. */
export const FIRST_LINK = 1

/** An application before its first consent, and without an applicant. */
export function newApplication(given: NewApplication): ApplicationRow {
  return {
    ...EMPTY_REGISTRATION,
    issued_name: '',
    customer: '',
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
    link_generation: FIRST_LINK,
    closed_at: null,
    customer_number: '',
    revision: 1,
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
  const notices: Addressed[] = []
  if (email !== EMPTY_APPLICANT.email)
    notices.push({
      kind: 'mail_applicant',
      ...mailTo(email),
      source: sourceOf(mailboxOf(email), sender),
    })
  notices.push({ kind: 'mail_staff', ...mailTo(staffMail), source: '' })
  if (webhookUrl !== '') notices.push({ kind: 'webhook', ...webhookTo(webhookUrl), source: '' })
  return notices.map((notice) => newDelivery(id, notice, at))
}

/** To the address on file: how it stands after what staff or the applicant did; null where there is no address. */
export function newStatusMail(
  { id, email, reference }: Pick<ApplicationRow, 'id' | 'email' | 'reference'>,
  by: 'staff' | 'applicant',
  at: number,
): OutboxRow | null {
  if (email === EMPTY_APPLICANT.email) return null
  const source = statusSource(reference, by)
  return newDelivery(id, { kind: 'mail_status', ...mailTo(email), source }, at)
}

/** To staff, of what an applicant has done since the application. */
export function newStaffNews(application: string, staffMail: string, at: number): OutboxRow {
  return newDelivery(application, { kind: 'mail_staff_news', ...mailTo(staffMail), source: '' }, at)
}

/** To the billing system, besides what a completion promises. */
export function newStatusCall(
  application: string,
  { event, webhookUrl }: { event: WebhookEvent; webhookUrl: string },
  at: number,
): OutboxRow {
  const kind = WEBHOOK_KINDS[event]
  return newDelivery(application, { kind, ...webhookTo(webhookUrl), source: '' }, at)
}

type Addressed = Pick<OutboxRow, 'kind' | 'recipient' | 'mailbox' | 'destination' | 'source'>

function newDelivery(application: string, notice: Addressed, at: number): OutboxRow {
  return {
    // In the order of time, which is also the order of the table's key.
    id: randomUUIDv7(),
    application,
    ...notice,
    state: 'queued',
    attempts: 0,
    unknown_answers: 0,
    backoff_ms: 0,
    next_at: at,
    last_error: null,
    created_at: at,
    sent_at: null,
  }
}

function webhookTo(url: string) {
  return { recipient: url, mailbox: '', destination: new URL(url).host }
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

const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** What {customer} is after a registration: 128 random bits, the only key to the calls that follow (reading 18). */
export function newUsername(): string {
  return TEMPORARY_CUSTOMER_MARK + randomBase32()
}

/** The id of the application that a name was issued for: who knows the id does not know the name (reading 43). */
export function idOfIssued(username: string): string {
  return `app-${hash('sha256', username, 'hex').slice(0, 32)}`
}

/** The id of a request of an existing customer. */
export function newRequestId(): string {
  return `req-${randomBase32()}`
}

// No vowels, so that no words appear, and no characters that look alike.
const SPOKEN = '23456789BCDFGHJKMNPQRTVWXY'
const REFERENCE_LENGTH = 8

/** A receipt number to read aloud, such as `K7F4-9QXT`; chance alone makes it unique, the database sees to it. */
export function newReference(): string {
  const characters: string[] = []
  while (characters.length < REFERENCE_LENGTH)
    for (const byte of randomOf(REFERENCE_LENGTH)) {
      // Rejection sampling: avoids modulo bias.
      if (byte < 256 - (256 % SPOKEN.length)) characters.push(SPOKEN.charAt(byte % SPOKEN.length))
    }
  return `${characters.slice(0, 4).join('')}-${characters.slice(4, REFERENCE_LENGTH).join('')}`
}

/** 128 bits, five a character; the last one has the three that are left. */
function randomBase32(): string {
  let text = ''
  let bits = 0
  let count = 0
  for (const byte of randomOf(16)) {
    bits |= byte << count
    for (count += 8; count >= 5; count -= 5) {
      text += BASE_32.charAt(bits & 31)
      bits >>= 5
    }
  }
  return text + BASE_32.charAt(bits)
}

/** Random bytes are asked for in such portions: each question costs as much as hundreds of bytes. */
const PORTION = 4096
let portion = Buffer.alloc(0)

/** Bytes that are given to nobody else, and not kept. */
function randomOf(count: number): Uint8Array {
  if (portion.length < count) portion = randomBytes(PORTION)
  const bytes = Uint8Array.from(portion.subarray(0, count))
  portion.fill(0, 0, count)
  portion = portion.subarray(count)
  return bytes
}

export function searchKeysOf(applicant: {
  email: string
  tel: string
  companyName: string
}): SearchColumns {
  return {
    search_mail: mailKey(applicant.email),
    search_tel: telKey(applicant.tel),
    search_company: companyKey(applicant.companyName),
  }
}

export function mailKey(text: string): string | null {
  return text.trim().toLowerCase() || null
}

/** The first number that is named, as it is dialled within Japan; else whatever digits there are. */
export function telKey(text: string): string | null {
  const [number] = telephoneNumbersIn(text)
  return number ?? (domesticNumber(text).replace(/\D/g, '') || null)
}

/** The name in the form that it is searched by, without the corporation's legal form. */
export function companyKey(text: string): string | null {
  return foldName(text).core || null
}
