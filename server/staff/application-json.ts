/** Database rows as JSON under the wire's names, every field as it was sent. */

import { FIXED_FIELDS, WIRE_NAMES } from '#contract/apply.ts'
import type { ApplicationRecord, ListedApplication } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import type { ApiApplication, ConstantField, SentFields } from '#contract/staff-api-schemas.ts'
import { type ApplicantField, CAMPAIGN_KEYS } from '#domain/applicant.ts'
import { FLOWS } from '#domain/flows.ts'
import type { ListedRow } from '../store/queries/application-lists.ts'
import type { ToldApplication, WholeApplication } from '../store/queries/application-records.ts'
import {
  APPLICANT_COLUMNS,
  type ApplicationRow,
  type ConsentRow,
  type FacilityRecord,
} from '../store/schema.ts'

/** A row of the list as JSON; instants in ISO 8601. */
export function listedAsJson({ flags, facility_count, ...row }: ListedRow): ListedApplication {
  return {
    ...applicationAsJson(row),
    flags: flags.map(({ flag }) => flag),
    facilityCount: facility_count,
  }
}

export function wholeAsJson(whole: WholeApplication): ApplicationRecord {
  return {
    ...contentAsJson(whole),
    history: whole.history.map(({ at, who, action, detail }) => ({
      at: isoTime(at),
      who,
      action,
      detail,
    })),
    deliveries: whole.outbox.map((row) => ({
      id: row.id,
      kind: row.kind,
      // A webhook's address may hold a secret.
      recipient: row.kind === 'webhook' ? '' : row.recipient,
      state: row.state,
      attempts: row.attempts,
      lastError: row.last_error,
      sentAt: isoTimeOrNull(row.sent_at),
    })),
  }
}

/** What a billing system is told: all of an application but what staff noted of it and whom we told. */
export function contentAsJson({
  application,
  version,
  consents,
  facilities,
  flags,
}: ToldApplication): ApiApplication {
  return {
    ...applicationAsJson(application),
    ...constantFields(application),
    version,
    consents: consents.map(consentAsJson),
    facilities: facilities.map(facilityAsJson),
    flags: flags.map(({ flag, detail, at }) => ({ flag, detail, at: isoTime(at) })),
  }
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}

function applicationAsJson(row: ApplicationRow) {
  return {
    reference: row.reference,
    username: row.customer,
    flow: row.flow,
    state: row.state,
    status: row.staff_status,
    assurance: row.assurance,
    ...sentFields(row),
    priceText: row.consent_price,
    agreedPrice: row.agreed_price,
    priceList: row.price_list,
    repeats: row.repeat_count,
    supersededBy: row.superseded_by,
    createdAt: isoTime(row.created_at),
    completedAt: isoTimeOrNull(row.completed_at),
    erasedAt: isoTimeOrNull(row.erased_at),
  }
}

function sentFields(row: ApplicationRow): SentFields {
  const fields = (Object.keys(WIRE_NAMES) as ApplicantField[]).map((field) => [
    WIRE_NAMES[field],
    row[APPLICANT_COLUMNS[field]],
  ])
  const tracking = CAMPAIGN_KEYS.map((key) => [key, row[key]])
  return Object.fromEntries([...fields, ...tracking])
}

/** Constant fields of every registration; they are not stored, for any other value is refused. */
function constantFields({ flow }: ApplicationRow): { [F in ConstantField]?: string } {
  const { appform } = FLOWS[flow]
  return appform === null ? {} : { appform: String(appform), ...FIXED_FIELDS }
}

function consentAsJson({
  seq,
  kind,
  price_text,
  at,
  terms_version,
  button,
  price_list,
}: ConsentRow) {
  return {
    no: seq,
    kind,
    priceText: price_text,
    at: isoTime(at),
    termsVersion: terms_version,
    words: button,
    priceList: price_list,
  }
}

export function facilityAsJson({
  no,
  facility_name,
  facility_number,
  service_key,
}: FacilityRecord) {
  return {
    no,
    facilityName: facility_name,
    facilityNumber: facility_number,
    serviceKey: service_key,
  }
}

// A list's filter as the audit trail keeps it.

/** Conditions as name=value. What was searched for may name a person, and would outlive an erasure: only that it was. */
export function describeFilter({ search, ...exact }: Filter, after = ''): string {
  const conditions = Object.entries(exact).filter(([, value]) => value !== '')
  const texts = conditions.map(([name, value]) => `${name}=${value}`)
  return [...texts, ...(search === '' ? [] : ['search']), ...(after === '' ? [] : ['next'])].join(
    ' ',
  )
}
