/** A version of an application as the status call sends it. */
import { applicantOf } from '#contract/apply.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import type { ApplicantField } from '#domain/applicant.ts'
import { type Version, versionOf } from '#domain/difference.ts'
import type { FlowWithApplicant } from '#domain/flows.ts'

type Sent = Pick<NonNullable<StatusAnswer['details']>, 'fields' | 'rows'>

/** A version as the status call sends it. */
export function versionFrom(
  flow: FlowWithApplicant,
  { fields, rows }: Sent,
): Version<ApplicantField> {
  const numbered = rows.map(({ name, number, service }, index) => ({
    ...{ no: index + 1, facilityName: name, facilityNumber: number, serviceKey: service },
  }))
  return versionOf(flow, applicantOf(fields), numbered)
}
