/** JSON as it was sent or not at all: no bytes that are not UTF-8, no key twice, no key of Object.prototype. */
import { isUtf8 } from 'node:buffer'
import { AppError } from '../errors.ts'
import { fieldName, misfit } from './misfit.ts'

/** Far deeper than any body of the contract, which needs four. */
const MAX_DEPTH = 16
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Throws malformed_request, which names the field where one can be told. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw misfit('malformed_request', fieldsWithBadBytes(bytes))
  const text = bytes.toString('utf8')
  const value = parse(text)
  refuseTrickyKeys(text)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('malformed_request', { cause })
  }
}

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{}]/g

/** Walks the tokens of a text that is known to be JSON. */
function refuseTrickyKeys(text: string): void {
  const keysOfOpen: Set<string>[] = []
  for (const [token, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      keysOfOpen.push(new Set())
      if (keysOfOpen.length > MAX_DEPTH) throw new AppError('malformed_request')
    } else if (token === '}' || token === ']') {
      keysOfOpen.pop()
    } else if (colon !== undefined) {
      const key: string = JSON.parse(token.slice(0, -colon.length))
      const keys = keysOfOpen.at(-1)
      if (PROTOTYPE_KEYS.has(key) || keys?.has(key))
        throw misfit('malformed_request', [fieldName([key])])
      keys?.add(key)
    }
  }
}

/** The paths of the strings that hold the bad bytes, read with every byte as one character. */
function fieldsWithBadBytes(bytes: Buffer): string[] {
  const found: string[] = []
  const visit = (value: unknown, path: string[]) => {
    if (typeof value === 'string' && !isUtf8(Buffer.from(value, 'latin1')))
      found.push(fieldName(path))
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
  }
  const text = bytes.toString('latin1')
  const value = parse(text)
  refuseTrickyKeys(text)
  visit(value, [])
  return found
}
