/** Validation problems from an error body: the applicant fields that the server refused (reading 15). */
import { APPLICANT_FIELDS, type ApplicantField } from '#domain/applicant.ts'
import { WIRE_NAMES } from '#domain/contract.ts'
import { messages } from '#domain/messages.ts'
import type { Problem } from '#domain/problem.ts'
import { refusalOf } from './refusal.ts'

/** Every applicant field that the body names, in screen order. */
export function problemsOfRefusal(body: unknown): Problem[] {
  return (Object.keys(APPLICANT_FIELDS) as ApplicantField[]).flatMap((field) => {
    const sentence = refusalOf(body, WIRE_NAMES[field])
    return sentence === null ? [] : [{ field, message: sentence || unworded(field) }]
  })
}

function unworded(field: ApplicantField): string {
  return field === 'email' ? messages.mailFormat : messages.generic
}
