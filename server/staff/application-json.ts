/** Database rows as JSON under the wire's names, every field as it was sent. */

import { FIXED_FIELDS } from '#contract/apply.ts'
import type {
  ApplicationRecord,
  CustomerFacts,
  ListedApplication,
  Work,
} from '#contract/console-answers.ts'
import type { Filter } from '#contract/console-schemas.ts'
import type { ApiApplication, ConstantField } from '#contract/staff-api-schemas.ts'
import { FLOWS } from '#domain/flows.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import type { ListedRow } from '../store/queries/application-lists.ts'
import type {
  RelatedRow,
  StoredApplication,
  WholeApplication,
} from '../store/queries/stored-applications.ts'
import type {
  ApplicationRow,
  ConsentRow,
  CustomerAnswerRow,
  FacilityRecord,
  WorkRow,
} from '../store/schema.ts'
import { applicationAsJson, isoTimeOrNull } from './application-fields.ts'
import { deliveryAsJson } from './undelivered.ts'

/** A row of the list as JSON; instants in ISO 8601. */
export function listedAsJson({
  flags,
  facility_count,
  work,
  answer,
  part,
  ...row
}: ListedRow): ListedApplication {
  return {
    ...applicationAsJson(row),
    ...workAsJson(work),
    flags: flags.map(({ flag }) => flag),
    facilityCount: facility_count,
    customerAnswer: answer?.answer ?? null,
  }
}

function workAsJson(work: WorkRow | undefined): Work {
  if (!work) return { assignee: '', lastTouch: null }
  const { assignee, touched_by: who, touched_at: at } = work
  return { assignee, lastTouch: { who, at: isoTime(at) } }
}

function customerAsJson(row: CustomerAnswerRow | undefined): CustomerFacts | null {
  if (!row) return null
  const { answer, name, version, at } = row
  return { answer, name, version, at: isoTime(at) }
}

export function wholeAsJson(
  whole: WholeApplication,
  related: readonly RelatedRow[] = [],
): ApplicationRecord {
  return {
    ...contentAsJson(whole),
    ...workAsJson(whole.work),
    history: whole.history.map(({ at, who, action, detail, confirmed_by: confirmedBy }) => ({
      at: isoTime(at),
      who,
      action,
      detail,
      confirmedBy,
    })),
    deliveries: whole.outbox.map((row) => deliveryAsJson(row, whole.returned)),
    customer: customerAsJson(whole.answer),
    related: related.map(({ staff_status: status, created_at, invited_at, ...row }) => ({
      ...row,
      status,
      createdAt: isoTime(created_at),
      invitedAt: isoTimeOrNull(invited_at),
    })),
  }
}

/** The application as a billing system gets it: without the notes of staff and without deliveries. */
export function contentAsJson({
  application,
  version,
  consents,
  facilities,
  flags,
}: StoredApplication): ApiApplication {
  return {
    ...applicationAsJson(application),
    ...constantFields(application),
    version,
    consents: consents.map(consentAsJson),
    facilities: facilities.map(facilityAsJson),
    flags: flags.map(({ flag, detail, at }) => ({ flag, detail, at: isoTime(at) })),
  }
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
export function describeFilter({ search, ...exact }: Filter): string {
  const conditions = Object.entries(exact).filter(([, value]) => value !== '')
  const texts = conditions.map(([name, value]) => `${name}=${value}`)
  return [...texts, ...(search === '' ? [] : ['search'])].join(' ')
}
