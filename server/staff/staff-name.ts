/** Names of staff accounts. */
import { STAFF_NAME_LIMIT } from '#domain/console.ts'
import { isUnstorable } from '#domain/storable.ts'

/** A name as accounts, history and audit trail keep it; null for any other text. */
export function staffName(text: string): string | null {
  const name = text.trim()
  return name === '' || name.length > STAFF_NAME_LIMIT || isUnstorable(name) ? null : name
}
