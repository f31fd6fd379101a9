/** The keys that webhook calls are signed with: the first one's signature comes first, the second is for the time of a rotation. */
import { withoutEnd } from '#domain/text.ts'

/** Of the Standard Webhooks specification: bytes behind `whsec_`. */
const KEY_BYTES = { least: 24, most: 64 }
const SHORTEST_TEXT = 16
const MOST_KEYS = 2

/** One secret, or two between a comma: `whsec_` and base 64, or a text; undefined where one of them is neither. */
export function webhookKeys(text: string): readonly Buffer[] | undefined {
  const keys = text.split(',').map((secret) => keyOf(secret.trim()))
  const known = keys.filter((key) => key !== undefined)
  return known.length === keys.length && keys.length <= MOST_KEYS ? known : undefined
}

function keyOf(secret: string): Buffer | undefined {
  const [, encoded] = /^whsec_(.*)$/s.exec(secret) ?? []
  if (encoded === undefined) return secret.length < SHORTEST_TEXT ? undefined : Buffer.from(secret)
  const key = Buffer.from(encoded, 'base64')
  // Node.js skips what is no base 64: a key that says less than its text would sign with less.
  const isExact = withoutEnd(key.toString('base64'), /=/) === withoutEnd(encoded, /=/)
  return isExact && key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most ? key : undefined
}
