/** JSON as it was sent or not at all: no bytes that are not UTF-8, no key twice, no key of Object.prototype. */
import { isUtf8 } from 'node:buffer'
import { AppError } from '../errors.ts'
import { fieldName, invalidRequest } from './invalid-request.ts'

/** Far deeper than any body of the contract, which needs four. */
const MAX_DEPTH = 16
/** Far more than any body of the contract, which has some 300: a schema tells every value that is wrong. */
const MAX_VALUES = 2_000
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Throws malformed_request, which names the field where one can be told. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidRequest('malformed_request', fieldsWithBadBytes(bytes))
  const text = bytes.toString('utf8')
  const value = parse(text)
  if (value === undefined) throw invalidRequest('malformed_request', fieldsWithRawControls(text))
  refuseTrickyKeys(text)
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

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{},]/g

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const ESCAPE_QUOTE_CONTROL = /\\.|["\x00-\x1f]/gs

/** A control character written raw makes a string no JSON: the names of such strings. One walk, whatever the text is. */
function fieldsWithRawControls(text: string): string[] {
  let inString = false
  const mended = text.replace(ESCAPE_QUOTE_CONTROL, (token) => {
    if (token === '"') inString = !inString
    return inString && token < ' ' ? '\\u0000' : token
  })
  return fieldsWhere(mended, (value) => value.includes('\0'))
}

/** Every byte is read as one character, so that a string is found by its own bytes. */
function fieldsWithBadBytes(bytes: Buffer): string[] {
  const isBad = (value: string) => !isUtf8(Buffer.from(value, 'latin1'))
  return fieldsWhere(bytes.toString('latin1'), isBad)
}

/** The names of the strings in a JSON text that are bad; none where it is no JSON. */
function fieldsWhere(text: string, isBad: (value: string) => boolean): string[] {
  const found: string[] = []
  const visit = (value: unknown, path: string[]) => {
    if (typeof value === 'string' && isBad(value)) found.push(fieldName(path))
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
  }
  const value = parse(text)
  if (value !== undefined) refuseTrickyKeys(text)
  visit(value, [])
  return found
}
