/** Errors for requests that break the contract's shape, field by field. The pages never send one. */
import { API_ERRORS, type ErrorCode } from '#domain/messages.ts'
import { AppError } from '../errors.ts'

/** Bounds on the size of the error response. */
const LONGEST_NAME = 64
const MOST_NAMES = 100

/** A path into a body as an error's `fields` name it; rows count from 1, as on the screen. */
export function fieldName(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (/^\d+$/.test(String(part)) ? Number(part) + 1 : String(part)))
  return parts.join('.').slice(0, LONGEST_NAME)
}

/** The refusal of a request whose named fields cannot be read, or have the wrong shape. */
export function invalidRequest(code: ErrorCode, names: readonly string[]): AppError {
  if (names.length === 0) return new AppError('malformed_request')
  const entries = names.slice(0, MOST_NAMES).map((name) => [name, [API_ERRORS.malformed_request]])
  return new AppError(code, { fields: Object.fromEntries(entries) })
}
