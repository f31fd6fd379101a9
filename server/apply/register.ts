/** The first call of entry and trial: a corporation becomes a temporary customer. Idempotency: a repeat under a bound key is answered as the first was. */
import {
  type Applicant,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  EMPTY_APPLICANT,
} from '#domain/applicant.ts'
import { FLOWS } from '#domain/flows.ts'
import { AppError } from '../errors.ts'
import { addFlag } from '../store/queries/flags.ts'
import { findRegistration, insertApplication, supersede } from '../store/queries/public-calls.ts'
import { APPLICANT_COLUMNS, type Registration } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Applications, ApplicationsOptions, RegisterCall } from './call-types.ts'
import { idOfIssued, newApplication, newUsername, searchKeysOf } from './new-rows.ts'
import { refuse, registrationFaults } from './refusals.ts'

export function registerOperation({
  database,
  clock,
}: ApplicationsOptions): Applications['register'] {
  return async (call) => {
    const { key, flow, applicant, campaign, supersedes, flags, refusal } = call
    refuse(registrationFaults(flow, applicant, campaign))
    const sent = registrationOf(call)
    const at = clock()

    return database.atomic(async (tx) => {
      const username = newUsername()
      const id = idOfIssued(username)
      const values = { id, issued_name: username, flow, application_key: key, created_at: at }
      const row = {
        ...newApplication({ ...values, assurance: 'none' }),
        ...sent,
        ...searchKeysOf(applicant),
      }
      if (!refusal && (await insertApplication(tx, row))) {
        if (supersedes !== null && supersedes !== key)
          await supersede(tx, { key: supersedes, flow, by: row.reference })
        for (const flag of flags) await addFlag(tx, { application: id, ...flag, at })
        return { username, reference: row.reference, replayed: false, isNew: true }
      }
      const bound = key === null ? undefined : await findRegistration(tx, { key })
      // No application has the key: a random identifier collided.
      if (!bound) throw refusal ?? new Conflict()
      if (bound.flow !== flow || !isSame(bound, sent)) throw new AppError('key_reused')
      const { issued_name, reference } = bound
      return { username: issued_name, reference, replayed: true, isNew: false }
    })
  }
}

/** What the flow asks for, exactly as sent; whatever else came is not stored. */
export function registrationOf({
  flow,
  applicant,
  campaign,
}: Pick<RegisterCall, 'flow' | 'applicant' | 'campaign'>): Registration {
  const fields = new Set(applicantFieldsOf(flow))
  const columns = (Object.keys(APPLICANT_COLUMNS) as (keyof Applicant)[]).map((field) => [
    APPLICANT_COLUMNS[field],
    fields.has(field) ? applicant[field] : EMPTY_APPLICANT[field],
  ])
  const tracking = CAMPAIGN_KEYS.map((key) => [
    key,
    FLOWS[flow].tracksCampaign ? campaign[key] : '',
  ])
  return Object.fromEntries([...columns, ...tracking]) as Registration
}

function isSame(stored: Registration, sent: Registration): boolean {
  return (Object.keys(sent) as (keyof Registration)[]).every(
    (column) => stored[column] === sent[column],
  )
}
