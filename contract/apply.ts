/** The wire: names, fixed values, patterns and limits of the public apply API (specification 7). */

import {
  type Applicant,
  type ApplicantField,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  type Campaign,
  fieldRow,
  namesOfFields,
} from '#domain/applicant.ts'
import { FLOWS, type FlowWithApplicant } from '#domain/flows.ts'

/** A file beside the built pages that is never served: the other origins they call, one a line. */
export const CONNECT_ORIGINS_FILE = '.connect-origins'

/** Names one application through all its calls (reading 20). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
export const REPLAYED_HEADER = 'Idempotent-Replayed'
/** With every reply: the receipt number that mails and staff name the application by. */
export const REFERENCE_HEADER = 'Application-Reference'
/** The key of an earlier application that this registration takes the place of (reading 11). */
export const SUPERSEDES = 'Application-Supersedes'
export const INVITATION_HEADER = 'X-Invitation'
/** Version, id of the key, end (epoch seconds), id, MAC. Whether it is genuine, only the server can tell. */
export const INVITATION =
  /^v1\.([0-9A-Za-z_-]{1,32})\.(\d{1,12})\.([0-9A-Za-z_-]{22})\.([0-9A-Za-z_-]{43})$/
/** For clocks that differ. */
export const INVITATION_LEEWAY_SECONDS = 60
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/** How a form came to be filled in. Signals become flags for staff; they never hold or drop an application (reading 28). */
export const FORM_SIGNALS_HEADER = 'Form-Signals'
/** `elapsed` is milliseconds since the page came to life; `trap` whether the field hidden from people was filled. */
export type FormSignals = { elapsed: number; trap: boolean }

export function formatFormSignals({ elapsed, trap }: FormSignals): string {
  return `elapsed=${Math.round(elapsed)};trap=${trap ? 1 : 0}`
}

/** The header read back; null for anything that formatFormSignals does not write. */
export function parseFormSignals(text: string): FormSignals | null {
  const [, elapsed, trap] = /^elapsed=(\d{1,12});trap=([01])$/.exec(text) ?? []
  return elapsed === undefined ? null : { elapsed: Number(elapsed), trap: trap === '1' }
}

/** Field name on the pages → field name on the wire, in the order of specification 7. */
export const WIRE_NAMES = namesOfFields('wire')

/** The applicant of a body or an answer that has it by the wire's names; what it lacks is empty. */
export function applicantOf(sent: Readonly<Record<string, unknown>>): Applicant {
  const entries = Object.entries(WIRE_NAMES).map(([field, wire]) => [field, sent[wire] ?? ''])
  return Object.fromEntries(entries)
}

/** Sent with every registration, whatever was typed. */
export const FIXED_FIELDS = { insert: 'true', page: '2', plan3: '1' } as const

/** The registration body as form fields, in order; exactly the fields of specification 7. */
export function registrationFields(
  flow: FlowWithApplicant,
  applicant: Readonly<Applicant>,
  campaign: Readonly<Campaign>,
): [name: string, value: string][] {
  const fields = applicantFieldsOf(flow)
  const typed = (isSurvey: boolean) =>
    (Object.keys(WIRE_NAMES) as ApplicantField[])
      .filter((field) => fields.includes(field) && isSurvey === (fieldRow(field).isSurvey ?? false))
      .map((field): [string, string] => [WIRE_NAMES[field], applicant[field]])
  const tracking = CAMPAIGN_KEYS.map((key): [string, string] => [key, campaign[key]])
  return [
    ...typed(false),
    ['appform', String(FLOWS[flow].appform)],
    ...Object.entries(FIXED_FIELDS),
    ...typed(true),
    ...(FLOWS[flow].tracksCampaign ? tracking : []),
  ]
}

/** A monthly total with thousands separators: `0`, `9,980` (reading 21). */
export const PRICE_TEXT = /^(0|[1-9]\d{0,2}(,\d{3})*)$/

/** Characters of a priceText: far more than any price has. */
export const PRICE_TEXT_LIMIT = 15

/** Consents of one application: more than anybody compares, few enough that nobody fills a disk with them. */
export const MOST_CONSENTS = 10

/** Bytes; a kanji takes nine in a form body. */
export const BODY_LIMITS = {
  register: 65_536,
  consent: 4_096,
  facilities: 262_144,
  vitals: 2_048,
  usage: 1_024,
} as const

/** Bytes: a registration and its facilities, each of the greatest length. */
export const CORRECTION_BODY_LIMIT = BODY_LIMITS.register + BODY_LIMITS.facilities

/** The name of the one Trusted Types policy: the pages make it, the content security policy admits it. */
export const WORKER_POLICY = 'moushikomi-file-worker'

/** Where the public apply API answers (specification 7). */

export const API_BASE = '/api'

export const PATHS = {
  register: '/public/temp/customers/regist-renewal',
  consent: '/public/temp/customers/:customer/consent',
  facilities: '/public/temp/customers/:customer/facilities',
  postalCodes: '/postal-codes',
} as const

/** A path of PATHS with {customer} filled in and percent-encoded, without the API base. */
export function customerPath(call: 'consent' | 'facilities', customer: string): string {
  return PATHS[call].replace(':customer', encodeURIComponent(customer))
}
