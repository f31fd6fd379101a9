/** Every bound, met exactly and passed by one: what fits is taken, what does not is refused, on both databases alike. */

import {
  API_BASE,
  BODY_LIMITS,
  customerPath,
  IDEMPOTENCY_KEY_HEADER,
  MOST_CONSENTS,
  PATHS,
  registrationFields,
  WIRE_NAMES,
} from '#contract/apply.ts'
import {
  type ApplicantField,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  CAMPAIGN_LIMIT,
  fieldRow,
  TEXT_LIMIT,
} from '#domain/applicant.ts'
import { FACILITY_LIMITS } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { CORPORATION, NO_CAMPAIGN, TRIAL } from '../../server/testing/calls.ts'
import { exchange, judge, type Sent } from './exchange.ts'
import type { Part } from './part.ts'
import type { TestServer } from './test-server.ts'

export const bounds: Part = {
  name: 'bounds',
  share: 0,
  async run({ servers }) {
    let requests = 0
    for (const server of servers)
      for (const bound of BOUNDS)
        for (const over of [0, 1]) {
          const status = await statusOf(server, bound.sent(over), bound.versions ?? 0)
          const wanted = over === 0 ? 200 : bound.refused
          if (status !== wanted)
            throw new Error(`${server.engine}: ${bound.name} + ${over} is ${status}, not ${wanted}`)
          requests += 1
        }
    for (const server of servers) server.requireWell()
    return { runs: 2 * BOUNDS.length, requests }
  },
}

type Request = (customer: string) => Sent
type Bound = {
  name: string
  /** The call that meets its bound (0), or passes it by one (1). */
  sent(over: number): Request
  refused: number
  /** Consents of the customer before it. */
  versions?: number
}

/** One UTF-16 unit, three bytes. */
const kanji = (units: number) => '髙'.repeat(units)

const form = (body: string, headers = {}): Sent => ({
  method: 'POST',
  path: API_BASE + PATHS.register,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: Buffer.from(body),
})
const json = (call: 'consent' | 'facilities', customer: string, text: string): Sent => ({
  method: 'POST',
  path: API_BASE + customerPath(call, customer),
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(text),
})

const ENTRY = registrationFields('entry', CORPORATION, NO_CAMPAIGN)
/** Both conditional fields are shown for these choices. */
const LONG_TRIAL = registrationFields('trial', TRIAL.applicant, TRIAL.campaign)
const formWith = (fields: readonly [string, string][], changes: Record<string, string>) =>
  new URLSearchParams({ ...Object.fromEntries(fields), ...changes }).toString()

const FIXED_LENGTH: readonly ApplicantField[] = ['zipcode', 'chance', 'nowsoft', 'email']
const TYPED = applicantFieldsOf('trial').filter((field) => !FIXED_LENGTH.includes(field))
const textBounds = [
  ...TYPED.map((field) => [WIRE_NAMES[field], fieldRow(field).limit] as const),
  ...CAMPAIGN_KEYS.map((name) => [name, CAMPAIGN_LIMIT] as const),
].map(
  ([name, limit]): Bound => ({
    name,
    refused: 422,
    sent: (over) => () => form(formWith(LONG_TRIAL, { [name]: kanji(limit + over) })),
  }),
)

/** One row of a number in an entry costs 9,980 yen, however often it comes. */
const row = { facilityName: 'あおぞら', facilityNumber: '1310000011', serviceKey: 'KYODO' }
const rowsOf = (count: number, changes = {}) =>
  JSON.stringify({ facilities: Array.from({ length: count }, () => ({ ...row, ...changes })) })

/** White space behind JSON is nothing but bytes. */
const padded = (text: string, bytes: number) => text + ' '.repeat(bytes - Buffer.byteLength(text))
const consentText = (priceText: string) => JSON.stringify({ kind: 1, priceText })

/** One of the call that sends facilities, after one consent. */
const facilityBound = (name: string, refused: number, body: (over: number) => string): Bound => ({
  name,
  refused,
  versions: 1,
  sent: (over) => (customer) => json('facilities', customer, body(over)),
})

const BOUNDS: readonly Bound[] = [
  ...textBounds,
  {
    name: 'mailaddress',
    refused: 422,
    sent: (over) => () =>
      form(formWith(ENTRY, { mailaddress: `${'a'.repeat(TEXT_LIMIT - 7 + over)}@b.test` })),
  },
  {
    name: 'the bytes of a registration',
    refused: 413,
    sent: (over) => () =>
      form(`${formWith(ENTRY, {})}&x=`.padEnd(BODY_LIMITS.register + over, 'x')),
  },
  {
    name: 'an application key',
    refused: 400,
    sent: (over) => () =>
      form(formWith(ENTRY, {}), { [IDEMPOTENCY_KEY_HEADER]: newKey().padEnd(255 + over, 'k') }),
  },
  {
    name: 'a price',
    refused: 422,
    sent: (over) => (customer) =>
      json('consent', customer, consentText(over ? '1,999,999,999,999' : '999,999,999,999')),
  },
  {
    name: 'the bytes of a consent',
    refused: 413,
    sent: (over) => (customer) =>
      json('consent', customer, padded(consentText('9,980'), BODY_LIMITS.consent + over)),
  },
  ...[MOST_CONSENTS - 1, MOST_CONSENTS].map(
    (versions): Bound => ({
      name: `consent ${versions + 1}`,
      refused: versions < MOST_CONSENTS ? 200 : 409,
      versions,
      // The price of the last version again is a replay.
      sent: (over) => (customer) =>
        json('consent', customer, consentText(over === 0 ? String(versions) : '1,000')),
    }),
  ),
  facilityBound('a facility name', 422, (over) =>
    rowsOf(1, { facilityName: kanji(FACILITY_LIMITS.facilityName + over) }),
  ),
  facilityBound('a facility number', 422, (over) =>
    rowsOf(1, { facilityNumber: kanji(FACILITY_LIMITS.facilityNumber + over) }),
  ),
  facilityBound('rows', 422, (over) =>
    rowsOf(FLOWS.entry.rows.max + over, { facilityName: kanji(255) }),
  ),
  facilityBound('the bytes of facilities', 413, (over) =>
    padded(rowsOf(1), BODY_LIMITS.facilities + over),
  ),
]

let keys = 0
/** Of this run: the databases are new. */
const newKey = () => `bound-${keys++}-`

/** The status of a call about a customer of its own, with so many consents before it, the last at the rows' price. */
async function statusOf({ url }: TestServer, sent: Request, versions: number): Promise<number> {
  const registered = await exchange(url, form(formWith(ENTRY, {})))
  const customer = String(JSON.parse(registered.text).username)
  for (let version = versions; version > 0; version--) {
    const price = versions > 1 ? String(versions - version + 1) : '9,980'
    await exchange(url, json('consent', customer, consentText(price)))
  }
  const reply = await exchange(url, sent(customer))
  judge(reply)
  return reply.status
}
