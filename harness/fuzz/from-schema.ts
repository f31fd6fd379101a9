/** Values made of the JSON Schema that the server itself publishes: most of them right, the others wrong in every way. */
import fc from 'fast-check'
import { ATTACKS } from './corpus.ts'

export type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
}

const hardText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ATTACKS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 250, max: 260 }).map((length) => 'あ'.repeat(length)) },
)

/** Now and then a value, else undefined. */
export function oneIn<T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: times - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary },
  )
}

/** Any text; `schema` is what it should be. */
export function textFor(schema: Schema): fc.Arbitrary<string> {
  const choices = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  const right =
    choices.length > 0
      ? fc.constantFrom(...choices.map(String))
      : schema.pattern !== undefined
        ? fc.stringMatching(new RegExp(schema.pattern, 'u'))
        : fc.string({ unit: 'grapheme', maxLength: Math.min(schema.maxLength ?? 40, 40) })
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: hardText })
}

/** A JSON value; one in some is of another type, shape or size than the schema's. */
export function jsonFor(schema: Schema): fc.Arbitrary<unknown> {
  const right = rightly(schema)
  const disguised = fc
    .tuple(right, fc.constantFrom(...DISGUISES))
    .map(([value, disguise]) => disguise(value))
  return fc.oneof(
    { weight: 20, arbitrary: right },
    { weight: 2, arbitrary: disguised },
    { weight: 1, arbitrary: WRONG },
  )
}

/** The right value in another type, as careless readers take it. */
const DISGUISES: readonly ((value: unknown) => unknown)[] = [
  (value) => JSON.stringify(value),
  (value) => [value],
]

const WRONG = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 3 }).filter(isJson),
  fc.constantFrom<unknown>(null, true, '1', {}, -0, 0.1, ''),
  fc.nat(3_000).map((length) => Array.from({ length }, () => ({}))),
)

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

function rightly(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.type === 'string') return textFor(schema)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'number' || schema.type === 'integer') {
    const { minimum: min = -1e6, maximum: max = 1e6 } = schema
    return fc.double({ min, max, noNaN: true })
  }
  if (schema.type === 'array') {
    const maxLength = Math.min((schema.maxItems ?? 3) + 1, 120)
    return fc.array(jsonFor(schema.items ?? {}), { maxLength, size: 'medium' })
  }
  if (schema.type === 'object') return objectOf(schema)
  return fc.jsonValue()
}

/** Whether a value has the shape that a schema describes: types, choices, what must be there. Nothing else is ever taken. */
export function fits(schema: Schema, value: unknown): boolean {
  const { type, enum: choices, items = {}, properties = {}, required = [] } = schema
  if (choices && !choices.includes(value)) return false
  if (type === 'array') return Array.isArray(value) && value.every((item) => fits(items, item))
  if (type !== 'object') return type === undefined || typeof value === TYPES[type]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const own = new Map(Object.entries(value))
  return (
    required.every((name) => own.has(name)) &&
    Object.entries(properties).every(([name, of]) => !own.has(name) || fits(of, own.get(name)))
  )
}

const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'number' }

/** The properties, now and then one left out or one that nobody asked for. */
function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const entries = Object.entries(properties).map(([name, schema]) => [
    name,
    fc.option(jsonFor(schema), { nil: undefined, freq: required.includes(name) ? 30 : 3 }),
  ])
  const stray = oneIn(8, fc.tuple(fc.constantFrom(...STRAYS), fc.jsonValue({ maxDepth: 2 })))
  return fc.tuple(fc.record(Object.fromEntries(entries)), stray).map(([value, extra]) => {
    return extra ? Object.fromEntries([...Object.entries(value), extra]) : value
  })
}

/** Names that some program, somewhere, would have taken to heart. */
export const STRAYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'status',
  'state',
  'staff_status',
  'id',
  'username',
  'customer',
  'assurance',
  'agreed_price',
  '',
  'a b',
  '$where',
  'kind[]',
] as const
