/**
 * Request bodies: which types a group of routes takes (any other, and any charset but UTF-8, is 415), strict parsers, and
 * zod as Fastify's validator, without coercion (reading 23). The JSON parser refuses bytes that are not UTF-8, duplicate
 * keys, keys of Object.prototype, and depth and size beyond the contract's. In urlencoded forms bad escapes are errors,
 * which usual parsers replace or keep. An error names the fields; the pages never send one.
 */

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import type { ZodType } from 'zod'
import { API_ERRORS, type ErrorCode } from '#domain/messages.ts'
import { AppError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body as it came; 0 where there was none. */
    bodyBytes: number
  }
}

export function takeJson(app: FastifyInstance): void {
  take(app, 'application/json', parseJsonBody)
}

export function takeForms(app: FastifyInstance): void {
  take(app, 'application/x-www-form-urlencoded', parseFormBody)
}

function take(app: FastifyInstance, type: string, parse: (bytes: Buffer) => unknown): void {
  app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, done) => {
    request.bodyBytes = bytes.length
    try {
      if (!isUtf8Type(request.headers['content-type'])) throw new AppError('unsupported_media_type')
      done(null, parse(bytes))
    } catch (error) {
      done(error as AppError)
    }
  })
}

/** Whether a Content-Type names no charset, or UTF-8: text in another one would be read as other characters. */
function isUtf8Type(type = ''): boolean {
  return type.split(';').every((parameter) => {
    const [name = '', value = ''] = parameter.split('=')
    return name.trim().toLowerCase() !== 'charset' || /^"?utf-?8"?$/i.test(value.trim())
  })
}

/** Far deeper than any body of the contract, which needs four. */
const MAX_DEPTH = 16
/** Far more than any body of the contract, which has some 300: a schema tells every value that is wrong. */
const MAX_VALUES = 2_000
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** What stands where a control character was written raw. */
const REPLACEMENT = '\ufffd'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const RAW_CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g

/** Throws malformed_request, which names the field where one can be told; of bytes that are not UTF-8 none is. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new AppError('malformed_request')
  const sent = bytes.toString('utf8')
  const text = sent.replace(RAW_CONTROL, REPLACEMENT)
  const value = parse(text)
  if (value === undefined) throw new AppError('malformed_request')
  refuseTrickyKeys(text)
  if (text !== sent) throw invalidRequest('malformed_request', fieldsWithReplacements(value, []))
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

/** A schema that has a sentence for people says it in Japanese; zod's own messages are English, and for nobody. */
const FOR_PEOPLE = /\p{Script=Hiragana}/u

function refusalOf(faults: readonly (readonly [field: string, message: string])[]): AppError {
  const refusal = invalidRequest('validation_failed', [...new Set(faults.map(([field]) => field))])
  const told = faults.filter(
    ([field, message]) => refusal.fields?.[field] && FOR_PEOPLE.test(message),
  )
  if (told.length === 0) return refusal
  const sentences = told.map(([field, message]) => [field, [message]])
  return new AppError(refusal.code, {
    fields: { ...refusal.fields, ...Object.fromEntries(sentences) },
  })
}

const compileZod: FastifySchemaCompiler<ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const result = schema.safeParse(data)
    if (result.success) return { value: result.data }
    const faults = result.error.issues.map(
      ({ path, message }) => [fieldName(path), message] as const,
    )
    return { error: refusalOf(faults.filter(([field]) => field !== '')) }
  }
}

/** With these, Fastify loads no validator and no serializer of its own; its types know only that validator. */
export const ZOD_COMPILERS = {
  compilersFactory: {
    buildValidator: () => compileZod,
    // Replies are checked against their schema by the compiler; a check at run time would cost every answer.
    buildSerializer: () => () => JSON.stringify,
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>
