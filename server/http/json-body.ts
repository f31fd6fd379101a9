/** Strict JSON parser: refuses bytes that are not UTF-8, duplicate keys, keys of Object.prototype, and depth and size beyond the contract's. */
import { isUtf8 } from 'node:buffer'
import { AppError } from '../errors.ts'
import { fieldName, invalidRequest } from './invalid-request.ts'

/** Far deeper than any body of the contract, which needs four. */
const MAX_DEPTH = 16
/** Far more than any body of the contract, which has some 300: a schema tells every value that is wrong. */
const MAX_VALUES = 2_000
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** What stands where a byte was not UTF-8, or a control character was written raw. */
const REPLACEMENT = '\ufffd'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const RAW_CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g

/** Throws malformed_request, which names the field where one can be told. */
export function parseJsonBody(bytes: Buffer): unknown {
  const sent = bytes.toString('utf8')
  const text = isUtf8(bytes) ? sent.replace(RAW_CONTROL, REPLACEMENT) : sent
  const value = parse(text)
  if (value === undefined) throw new AppError('malformed_request')
  refuseTrickyKeys(text)
  if (!isUtf8(bytes) || text !== sent)
    throw invalidRequest('malformed_request', fieldsWithReplacements(value, []))
  return value
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The names of the strings in which something was replaced. */
function fieldsWithReplacements(value: unknown, path: string[]): string[] {
  if (typeof value === 'string') return value.includes(REPLACEMENT) ? [fieldName(path)] : []
  return Object.entries(value ?? {}).flatMap(([key, inner]) =>
    fieldsWithReplacements(inner, [...path, key]),
  )
}

/** In JSON every string is closed; one that is not would be read to the end from each of its quotes. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?(\s*:)?|[[\]{},]/g

/** Walks the tokens of a text that is known to be JSON. */
function refuseTrickyKeys(text: string): void {
  const keysOfOpen: Set<string>[] = []
  let values = 1
  for (const [token, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      keysOfOpen.push(new Set())
      if (keysOfOpen.length > MAX_DEPTH) throw new AppError('malformed_request')
    } else if (token === '}' || token === ']') {
      keysOfOpen.pop()
    } else if (token === ',') {
      values += 1
      if (values > MAX_VALUES) throw new AppError('malformed_request')
    } else if (colon !== undefined) {
      const key: string = JSON.parse(token.slice(0, -colon.length))
      const keys = keysOfOpen.at(-1)
      if (PROTOTYPE_KEYS.has(key) || keys?.has(key))
        throw invalidRequest('malformed_request', [fieldName([key])])
      keys?.add(key)
    }
  }
}
