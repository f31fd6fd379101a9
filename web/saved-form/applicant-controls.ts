/** The controls of the corporation's fields: read and written as a whole. */
import { APPLICANT_FIELDS, type Applicant, type ApplicantField } from '#domain/applicant.ts'
import { controlOf, writeControl } from '#ui/write-control.ts'

const FIELDS = Object.keys(APPLICANT_FIELDS) as ApplicantField[]

/** What stands in the fields of this form; null where it asks for no corporation. */
export function applicantOnScreen(form: HTMLFormElement | null): Applicant | null {
  const controls = FIELDS.map((field) => controlOf(form, field))
  if (controls.every((control) => control === null)) return null
  return Object.fromEntries(
    FIELDS.map((field, index) => [field, controls[index]?.value ?? '']),
  ) as Applicant
}

/** Fills every field of the form, and tells it as typing would. */
export function writeApplicant(form: HTMLFormElement | null, values: Readonly<Applicant>): void {
  for (const field of FIELDS) writeControl(controlOf(form, field), values[field])
}

/** Takes back what turned `before` into `after`; what was typed since stays. */
export function revertApplicant(
  form: HTMLFormElement | null,
  before: Readonly<Applicant>,
  after: Readonly<Applicant>,
): void {
  const now = applicantOnScreen(form)
  if (!now) return
  const entries = FIELDS.map((field) => [
    field,
    now[field] === after[field] ? before[field] : now[field],
  ])
  writeApplicant(form, Object.fromEntries(entries) as Applicant)
}
