/** Validation of the applicant block (specification 5). */
import {
  type Applicant,
  type ApplicantField,
  applicantFieldsOf,
  fieldRow,
  isShown,
  TEXT_LIMIT,
  ZIPCODE_DIGITS,
} from './applicant.ts'
import type { FlowWithApplicant } from './flows.ts'
import { messages } from './messages.ts'
import type { Problem } from './problem.ts'
import { isUnstorable } from './storable.ts'
import { lengthOf, trimOuterSpace } from './text.ts'

const ZIPCODE = new RegExp(`^[0-9]{${ZIPCODE_DIGITS}}$`)

/** Everything wrong with the applicant block of a flow, in screen order. */
export function validateApplicant(flow: FlowWithApplicant, values: Readonly<Applicant>): Problem[] {
  return applicantFieldsOf(flow).flatMap((field) => {
    if (!isShown(field, values)) return []
    const message = problemOfField(field, values[field])
    return message === null ? [] : [{ field, message }]
  })
}

/** What is wrong with one field; null where nothing is. */
export function problemOfField(field: ApplicantField, value: string): string | null {
  const { label, missing, choices } = fieldRow(field)
  if (trimOuterSpace(value) === '') return missing
  if (choices && !choices.some(([code]) => code === value)) return messages.notAChoice(label)
  if (field === 'zipcode')
    return ZIPCODE.test(value) ? null : messages.zipcodeDigits(ZIPCODE_DIGITS)
  if (isUnstorable(value)) return messages.unstorable(label)
  return lengthOf(value) <= TEXT_LIMIT ? null : messages.tooLong(label, TEXT_LIMIT)
}
