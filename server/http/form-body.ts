/** Strict parser of urlencoded forms: bad escapes and bytes that are not UTF-8 are errors. Usual parsers replace or keep them. */
import { isUtf8 } from 'node:buffer'
import { AppError } from '../errors.ts'
import { fieldName, invalidRequest } from './invalid-request.ts'

/**
 * Field name → value. A repeated name is refused.
 * Throws malformed_request, which names the field whose escapes or bytes are not UTF-8.
 */
export function parseFormBody(bytes: Buffer): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  // One character a byte, so that a bad one is found in the field where it stands.
  for (const pair of bytes.toString('latin1').split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    if (name === null) throw new AppError('malformed_request')
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1))
    if (value === null || Object.hasOwn(fields, name))
      throw invalidRequest('malformed_request', [fieldName([name])])
    fields[name] = value
  }
  return fields
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
const ASCII = /^[\x00-\x7f]*$/

/** Percent-decodes a name or value; null where the result is not UTF-8. */
function decode(encoded: string): string | null {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded
  const raw = ASCII.test(spaced) ? spaced : decodeBytes(spaced)
  if (raw === null || !raw.includes('%')) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    return null
  }
}

function decodeBytes(latin1: string): string | null {
  const bytes = Buffer.from(latin1, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : null
}
