/** Finds a field's error anywhere in an error body (readings 15 and 22). */

/** The first sentence under this wire name at any depth, '' where the name has no words; null where it is absent. */
export function refusalOf(body: unknown, wireName: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  for (const [name, value] of Object.entries(body)) {
    const found = name === wireName ? sentenceOf(value) : null
    const deeper = found ?? refusalOf(value, wireName)
    if (deeper !== null) return deeper
  }
  return null
}

/** null for what says that all is well: null, false, an empty text or list. */
function sentenceOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return first === '' ? null : first
  return first === null || first === undefined || first === false ? null : ''
}
