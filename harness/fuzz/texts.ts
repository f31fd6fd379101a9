/** Every difficult text in every field: kept exactly or refused, with one verdict on both databases. */
import { isDeepStrictEqual } from 'node:util'
import {
  API_BASE,
  customerPath,
  FIXED_FIELDS,
  PATHS,
  registrationFields,
  WIRE_NAMES,
} from '#contract/apply.ts'
import { CAMPAIGN_KEYS } from '#domain/applicant.ts'
import { everythingIn, FACILITIES, TRIAL } from '../../server/testing/calls.ts'
import { ATTACKS, BAD_BYTES, LONE } from './corpus.ts'
import { exchange, judge, type Sent } from './exchange.ts'
import type { Part } from './part.ts'
import { readStored } from './read-database.ts'
import type { TestServer } from './test-server.ts'

export const texts: Part = {
  name: 'texts',
  share: 0,
  async run({ servers }) {
    const trials = [...formTrials(), ...cellTrials(), ...otherTrials()]
    const verdicts = await Promise.all(servers.map((server) => tryAll(server, trials)))
    const [first = []] = verdicts
    for (const [index, { name }] of trials.entries())
      for (const others of verdicts)
        if (!isDeepStrictEqual(others[index]?.answer, first[index]?.answer))
          throw new Error(
            `the databases differ about ${name}: ${JSON.stringify([first[index], others[index]])}`,
          )
    for (const [index, server] of servers.entries())
      await requireUnchanged(server, trials, verdicts[index] ?? [])
    return { runs: trials.length, requests: trials.length * servers.length }
  },
}

type Trial = {
  name: string
  /** The customer that the call is about, made for this trial alone. */
  customer: 'none' | 'registered' | 'consented'
  sent(customer: string): Sent
  /** What must stand in a row of the customer's when it was taken. */
  stored?: { table: 'applications' | 'facilities'; text: string }
}

/** The customer that a trial was about or led to, and what both databases must say alike. */
type Verdict = { customer: string; answer: unknown }

/** Of FACILITIES, by the trial's list in force: with another price no facility would be taken. */
const PRICE_OF_TRIAL = '21,960'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const REGISTRATION = registrationFields('trial', TRIAL.applicant, TRIAL.campaign)
const TYPED = [...Object.values(WIRE_NAMES), ...CAMPAIGN_KEYS]

function register(body: string | Buffer, headers = {}): Sent {
  const path = API_BASE + PATHS.register
  return { method: 'POST', path, headers: { ...FORM, ...headers }, body: Buffer.from(body) }
}

function formWith(field: string, text: string): string {
  const pairs = REGISTRATION.map(([name, value]) => [name, name === field ? text : value])
  return new URLSearchParams(pairs as [string, string][]).toString()
}

function formTrials(): Trial[] {
  const fields = [...TYPED, 'appform', ...Object.keys(FIXED_FIELDS)]
  const wellFormed = fields.flatMap((field) =>
    ATTACKS.map(
      (text, index): Trial => ({
        name: `${field} ${index}`,
        customer: 'none',
        sent: () => register(formWith(field, text)),
        ...(TYPED.includes(field as (typeof TYPED)[number]) && {
          stored: { table: 'applications', text },
        }),
      }),
    ),
  )
  const badBytes = TYPED.flatMap((field) =>
    BAD_BYTES.flatMap((bytes): Trial[] => {
      const [before = '', after = ''] = formWith(field, '@@').split('%40%40')
      const escaped = [...bytes].map((byte) => `%${byte.toString(16)}`).join('')
      const raw = Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)])
      return [
        { name: `${field} ${escaped} raw`, customer: 'none', sent: () => register(raw) },
        {
          name: `${field} ${escaped}`,
          customer: 'none',
          sent: () => register(before + escaped + after),
        },
      ]
    }),
  )
  return [...wellFormed, ...badBytes]
}

function cellTrials(): Trial[] {
  const cells = ['facilityName', 'facilityNumber', 'serviceKey'] as const
  return cells.flatMap((cell) =>
    [...ATTACKS, ...LONE].map((text, index): Trial => {
      const facilities = FACILITIES.map((row) => ({ ...row, [cell]: text }))
      return {
        name: `${cell} ${index}`,
        customer: 'consented',
        sent: (customer) => call('facilities', customer, { facilities }),
        stored: { table: 'facilities', text },
      }
    }),
  )
}

/** Where a text is no data that is kept, but has a say all the same. */
function otherTrials(): Trial[] {
  return [...ATTACKS, ...LONE].flatMap((text, index): Trial[] => {
    const inPath = text.isWellFormed() && text.length < 1_000 ? encodeURIComponent(text) : 'x'
    const bytes = Buffer.from(text).toString('latin1')
    const inHeader = /^[\t\x20-\x7e\x80-\xff]*$/.test(bytes) ? bytes : 'x'
    const trial = (name: string, sent: Trial['sent']): Trial => ({
      name: `${name} ${index}`,
      customer: sent.length > 0 ? 'registered' : 'none',
      sent,
    })
    return [
      trial('priceText', (customer) => call('consent', customer, { kind: 4, priceText: text })),
      trial('kind', (customer) =>
        call('consent', customer, { kind: text, priceText: PRICE_OF_TRIAL }),
      ),
      trial('a name', (customer) => call('consent', customer, { [text]: 4, kind: 4 })),
      trial('customer', () => call('consent', `n${index}`, { kind: 3 }, inPath)),
      trial('zipcode', () => get(`${API_BASE}${PATHS.postalCodes}?zipcode=${inPath}`)),
      trial('page', () => get(`/teishi/input?customerNumber=${inPath}`)),
      trial('path', () => get(`/${inPath}`)),
      ...['idempotency-key', 'application-supersedes', 'form-signals', 'origin'].map((header) =>
        trial(header, () => register(formWith('tel', `${index}`), { [header]: inHeader })),
      ),
    ]
  })
}

function get(path: string): Sent {
  return { method: 'GET', path, headers: {} }
}

function call(name: 'consent' | 'facilities', customer: string, body: object, inPath = ''): Sent {
  const path =
    API_BASE +
    (inPath === '' ? customerPath(name, customer) : PATHS[name].replace(':customer', inPath))
  return { method: 'POST', path, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) }
}

/** Requests under way at once. */
const LANES = 8

async function tryAll(server: TestServer, trials: readonly Trial[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const left = [...trials.entries()]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, trial] = next
      verdicts[index] = await tryOne(server, trial)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  server.requireWell()
  return verdicts
}

async function tryOne({ url }: TestServer, { name, sent, ...trial }: Trial): Promise<Verdict> {
  const customer = trial.customer === 'none' ? '' : await registered(url)
  if (trial.customer === 'consented')
    await exchange(url, call('consent', customer, { kind: 4, priceText: PRICE_OF_TRIAL }))
  const reply = await exchange(url, sent(customer))
  try {
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    judge(reply, isJson)
    const body = isJson ? JSON.parse(reply.text) : null
    // Each server has its own clock.
    if (body?.error?.inForce) body.error.inForce.at = ''
    // Each database issues its own usernames.
    const issued = body?.username
    const answer = [reply.status, issued === undefined ? body : 'issued']
    return { customer: issued ?? customer, answer }
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`)
  }
}

async function registered(url: string): Promise<string> {
  const { text } = await exchange(url, register(formWith('person', '田中')))
  return JSON.parse(text).username
}

/** What was taken stands there unit by unit. */
async function requireUnchanged(
  server: TestServer,
  trials: readonly Trial[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const { applications, facilities } = await readStored(server, everythingIn)
  const idOf = new Map(applications.map(({ id, issued_name }) => [issued_name, id]))
  const rows = {
    applications: Map.groupBy(applications, ({ id }) => id),
    facilities: Map.groupBy(facilities, ({ application }) => application),
  }
  for (const [index, { name, stored }] of trials.entries()) {
    const { customer, answer } = verdicts[index] ?? { customer: '', answer: [] }
    if (!stored || !Array.isArray(answer) || answer[0] !== 200) continue
    const own: readonly object[] = rows[stored.table].get(idOf.get(customer) ?? '') ?? []
    if (!own.some((row) => Object.values(row).includes(stored.text)))
      throw new Error(`${server.engine} has not kept ${name}: ${JSON.stringify(stored.text)}`)
  }
}
