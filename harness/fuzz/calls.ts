/** Every call from its schema: both databases answer alike, and as the description says. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { ATTACKS, BAD_BYTES } from './corpus.ts'
import { describedAt, type Operation } from './description.ts'
import { exchange, judge, type Reply, type Sent } from './exchange.ts'
import { fits, jsonFor, oneIn, STRAYS, textFor } from './from-schema.ts'
import { explore, type Part } from './part.ts'

export const calls: Part = {
  name: 'calls',
  share: 0.4,
  async run({ servers, ...trial }) {
    const [first] = servers
    if (!first) throw new RangeError('no server')
    const operations = await describedAt(first.url)
    const issued = servers.map((): string[] => [])
    const anyCall = fc.oneof(...operations.map(callOf))
    const statuses = new Map<number, number>()
    let requests = 0
    const runs = await explore(trial, anyCall, async (call) => {
      requests += servers.length
      const answers = await Promise.all(
        servers.map(async ({ url }, index) => {
          const usernames = issued[index] ?? []
          const operation = operations[call.operation]
          if (!operation) throw new RangeError('no operation')
          const reply = await exchange(url, sentOf(operation, call, usernames))
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          const [username] = /tmp-[a-z2-7]{26}/.exec(reply.text) ?? []
          if (username && usernames.at(-1) !== username) usernames.push(username)
          return verdictOn(operation, call, reply)
        }),
      )
      for (const server of servers) server.requireWell()
      for (const answer of answers)
        if (!isDeepStrictEqual(answer, answers[0]))
          throw new Error(`the databases differ: ${JSON.stringify(answers)}`)
    })
    return { runs, requests, statuses }
  },
}

type Call = {
  /** Its place among the described. */
  operation: number
  /** The n-th username that was issued, or a text. */
  customer: number | string
  parameters: Record<string, string | undefined>
  /** One character a byte, so that it can be read when it fails. */
  body: string | undefined
  noise: Record<string, string | undefined>
  /** Another method or path than the operation's. */
  astray: { method?: string; path?: string }
}

function callOf(operation: Operation, place: number): fc.Arbitrary<Call> {
  const ofPlace = (place: string) => operation.parameters.filter((one) => one.in === place)
  const optional = [
    ...ofPlace('header').map(({ name }) => [name, oneIn(2, fc.oneof(KEY, headerText))]),
    ...ofPlace('query').map(({ name, schema }) => [
      name,
      oneIn(2, textFor(schema).filter(isPathText)),
    ]),
  ]
  return fc.record<Call>({
    operation: fc.constant(place),
    customer: fc.oneof(
      { weight: 6, arbitrary: fc.nat(500) },
      { weight: 2, arbitrary: fc.constantFrom('C-1', 'C-2', `tmp-${'a'.repeat(26)}`) },
      { weight: 1, arbitrary: fc.constantFrom(...ATTACKS).filter(isPathText) },
    ),
    parameters: fc.record(Object.fromEntries(optional)),
    body: operation.body
      ? bodyOf(operation.body).map((bytes) => bytes.toString('latin1'))
      : fc.constant(undefined),
    noise: noiseFor(operation),
    astray: ASTRAY,
  })
}

/** Few, so that they meet again. */
const KEY = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5')

/** encodeURIComponent takes no halves of characters, and a longer request line is a case of its own. */
function isPathText(text: string): boolean {
  return text.isWellFormed() && text.length <= 300
}

/** The bytes that a header may have; others are tried on the bare socket. */
const headerText = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 300 })
  .map((codes) => String.fromCharCode(...codes.filter((code) => code !== 0x7f)))

function noiseFor({ body }: Operation) {
  const types = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
  ]
  return fc.record({
    ...(body && {
      'content-type': oneIn(20, fc.constantFrom(...types, body.type.toUpperCase(), '')),
    }),
    'content-encoding': oneIn(20, fc.constantFrom('gzip', 'br', 'identity')),
    'sec-fetch-site': oneIn(20, fc.constantFrom('same-origin', 'cross-site', 'none', 'x')),
    origin: oneIn(
      20,
      fc.oneof(fc.constantFrom('null', 'https://evil.test', 'file://'), headerText),
    ),
    accept: oneIn(20, fc.constantFrom('text/html', '*/*', 'x')),
    'x-forwarded-for': oneIn(20, headerText),
    'x-forwarded-proto': oneIn(20, headerText),
    'x-forwarded-host': oneIn(20, headerText),
    'x-http-method-override': oneIn(20, fc.constantFrom('DELETE', 'PUT')),
    'form-signals': oneIn(4, fc.oneof(fc.constant('elapsed=1;trap=1'), headerText)),
    'x-invitation': oneIn(4, headerText),
    'if-none-match': oneIn(20, headerText),
    cookie: oneIn(20, headerText),
  })
}

const ASTRAY: fc.Arbitrary<Call['astray']> = fc.oneof(
  { weight: 15, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom(
        'GET',
        'HEAD',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom('GET', 'POST'),
      path: fc.oneof(
        fc.constantFrom('/', '/%zz', '/%ff', '//', '/api', '/api/', '/.git/config', '/..%2fapp.ts'),
        fc
          .constantFrom(...ATTACKS)
          .filter(isPathText)
          .map((text) => `/${encodeURIComponent(text)}`),
        fc
          .constantFrom(...ATTACKS)
          .filter(isPathText)
          .map((text) => `/teishi/input?customerNumber=${encodeURIComponent(text)}`),
        fc.webPath({ size: 'medium' }).map((path) => `/${path}`),
      ),
    }),
  },
)

function bodyOf({ type, schema, example }: NonNullable<Operation['body']>): fc.Arbitrary<Buffer> {
  const whole = type.includes('json') ? jsonOf(schema, example) : formOf(schema, example)
  return fc.oneof(
    { weight: 20, arbitrary: whole },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(whole, fc.nat(), fc.constantFrom(...BAD_BYTES, Buffer.from('%zz'), Buffer.from('"')))
        .map(([bytes, at, put]) => {
          const place = at % (bytes.length + 1)
          return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place)])
        }),
    },
  )
}

function jsonOf(
  schema: Parameters<typeof jsonFor>[0],
  example: Record<string, unknown>,
): fc.Arbitrary<Buffer> {
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.constant(example) },
      { weight: 3, arbitrary: jsonFor(schema) },
    )
    .map((value) => Buffer.from(JSON.stringify(value) ?? ''))
}

/** The example with some fields changed, left out, or sent twice. */
function formOf(
  { properties = {} }: Parameters<typeof jsonFor>[0],
  example: Record<string, unknown>,
): fc.Arbitrary<Buffer> {
  const changes = Object.entries(properties).map(([name, schema]) => [
    name,
    oneIn(8, textFor(schema)),
  ])
  return fc
    .record({
      changed: fc.record(Object.fromEntries(changes)) as fc.Arbitrary<Record<string, string>>,
      left: oneIn(20, fc.constantFrom(...Object.keys(properties))),
      more: oneIn(20, fc.tuple(fc.constantFrom(...STRAYS, 'tel'), fc.constantFrom(...ATTACKS))),
    })
    .map(({ changed, left, more }) => {
      const fields = { ...example } as Record<string, string>
      for (const [name, text] of Object.entries(changed))
        if (text !== undefined) fields[name] = text
      if (left !== undefined) delete fields[left]
      const pairs = [...Object.entries(fields), ...(more ? [more] : [])]
      return Buffer.from(new URLSearchParams(pairs).toString())
    })
}

function sentOf(
  operation: Operation,
  { customer, parameters, body, noise, astray }: Call,
  issued: string[],
): Sent {
  const named =
    typeof customer === 'string' ? customer : (issued[customer % (issued.length + 1)] ?? 'C-3')
  const query = operation.parameters.filter((one) => one.in === 'query')
  const queryFields = query.flatMap(({ name }): [string, string][] => {
    const text = parameters[name]
    return text === undefined ? [] : [[name, text]]
  })
  const path = operation.path.replace('{customer}', encodeURIComponent(named))
  const search = new URLSearchParams(queryFields).toString()
  const headerFields = operation.parameters
    .filter((one) => one.in === 'header')
    .map(({ name }) => [name.toLowerCase(), parameters[name]])
  const headers: Record<string, string> = operation.body
    ? { 'content-type': operation.body.type }
    : {}
  for (const [name = '', text] of [...headerFields, ...Object.entries(noise)])
    if (text !== undefined) headers[name] = text
  return {
    method: operation.method,
    path: search === '' ? path : `${path}?${search}`,
    ...astray,
    headers,
    ...(body !== undefined && { body: Buffer.from(body, 'latin1') }),
  }
}

/** What must be the same on every database. Throws for an answer that no description foresees. */
function verdictOn(operation: Operation, { astray, body }: Call, reply: Reply): unknown[] {
  const { status, headers, text } = reply
  const isPage = String(headers['content-type']).startsWith('text/html')
  const code = judge(reply, astray.method !== 'HEAD' && !isPage)
  if (Object.keys(astray).length === 0) {
    const codes = operation.answers.get(status)
    if (!codes || (code !== null && !codes.has(code)))
      throw new Error(`${operation.method} ${operation.path} does not say ${status} ${code}`)
    if (status < 300 && operation.body && !isDescribed(operation.body, body))
      throw new Error(`${operation.path} takes what its schema does not`)
  }
  const fields = code === null ? null : JSON.parse(text).error.fields
  return [status, code, fields, headers['idempotent-replayed'] ?? null]
}

/** What was sent is read as any reader of forms and JSON would; of a form a procedure ignores what only others ask for. */
function isDescribed({ type, schema }: NonNullable<Operation['body']>, body = ''): boolean {
  const text = Buffer.from(body, 'latin1').toString()
  if (type.includes('json')) return fits(schema, JSON.parse(text))
  const { properties = {}, required = [] } = schema
  const queryFields = Object.entries(properties).filter(([name]) => required.includes(name))
  const fields = Object.fromEntries(new URLSearchParams(text))
  return fits({ ...schema, properties: Object.fromEntries(queryFields) }, fields)
}
