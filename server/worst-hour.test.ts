/** What one sender can cost in an hour, and the largest application there can be; SECURITY.md computes from these. */
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { MOST_CONSENTS, PRICE_TEXT_LIMIT, WIRE_NAMES } from '#contract/apply.ts'
import {
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  CAMPAIGN_LIMIT,
  fieldRow,
  TEXT_LIMIT,
} from '#domain/applicant.ts'
import { messages, refusals } from '#domain/messages.ts'
import { SETTINGS } from './config/settings.ts'
import { createOwnCounters } from './http/limits/rate-limits.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { emptyDatabase, openForTest } from './testing/databases.ts'
import { rowsOf as storedRows } from './testing/raw-sql.ts'
import {
  consentOf,
  ENTRY,
  errorBody,
  facilitiesOf,
  form,
  post,
  register,
} from './testing/requests.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Three bytes each, as most of Japanese is. */
const kanji = (units: number) => '髙'.repeat(units)
const LONGEST_TRIAL = {
  ...ENTRY,
  ...Object.fromEntries(
    applicantFieldsOf('trial').map((field) => [WIRE_NAMES[field], kanji(fieldRow(field).limit)]),
  ),
  ...Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, kanji(CAMPAIGN_LIMIT)])),
  zipcode: '1310032',
  mailaddress: `${'a'.repeat(TEXT_LIMIT - 9)}@b.test`,
  from: '6',
  nowsoft: '2',
  appform: '4',
}
const rowsOf = (count: number, number: (row: number) => string) =>
  Array.from({ length: count }, (_, row) => ({
    facilityName: kanji(255),
    facilityNumber: number(row),
    serviceKey: 'SYUKUHAKU_JIRITSU_KUNREN',
  }))
/** A hundred of the longest names, each with a number of its own: 998,000 yen. */
const LONGEST_ROWS = rowsOf(100, (row) => kanji(29) + String(row).padStart(3, '0'))
const PRICES = ['998,000', '0']

const DEFAULTS = {
  address: Number(SETTINGS.LIMIT_ADDRESS_PER_HOUR.fallback),
  mail: Number(SETTINGS.LIMIT_MAIL_PER_HOUR.fallback),
  bytes: Number(SETTINGS.LIMIT_BYTES_PER_HOUR.fallback),
}

/** One application with every version of its consent; the status of each call. */
async function largest({ app }: TestApp, headers = {}): Promise<number[]> {
  const registered = await app.inject(form({ ...LONGEST_TRIAL, appform: '3' }, headers))
  const { username } = registered.json()
  if (username === undefined) return [registered.statusCode]
  const statuses = [registered.statusCode]
  for (let version = MOST_CONSENTS; version > 0; version--) {
    const priceText = PRICES[(version + 1) % 2]
    const answer = await app.inject(post(consentOf(username), { kind: 1, priceText }, headers))
    statuses.push(answer.statusCode)
  }
  const rows = { facilities: LONGEST_ROWS }
  const added = await app.inject(post(facilitiesOf(username), rows, headers))
  return [...statuses, added.statusCode]
}

test('the largest application there can be is taken, and takes less than 128 KiB of text', async () => {
  const started = await startApp()
  expect(new Set(await largest(started))).toEqual(new Set([200]))
  const trial = await started.app.inject(form(LONGEST_TRIAL))
  expect(trial.statusCode).toBe(200)
  const text = JSON.stringify([LONGEST_TRIAL, LONGEST_ROWS])
  expect(Buffer.byteLength(text)).toBeLessThan(128 * 1024)
})

test.each([
  ['a campaign value', { utm_term: kanji(CAMPAIGN_LIMIT + 1) }, 'utm_term', 'utm_term'],
  ['a name', { jigyousha: kanji(TEXT_LIMIT + 1) }, 'jigyousha', '法人名'],
])('%s over its bound is refused by its name', async (_what, changes, field, label) => {
  const { app } = await startApp()
  const answer = await app.inject(form({ ...LONGEST_TRIAL, ...changes }))
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toEqual(
    errorBody('validation_failed', { [field]: [messages.tooLong(label, 255)] }),
  )
})

test('a price longer than any price is refused', async () => {
  const started = await startApp()
  const username = await register(started)
  const agree = async (priceText: string) =>
    (await started.app.inject(post(consentOf(username), { kind: 1, priceText }))).json()
  const longest = '999,999,999,999'
  expect(longest).toHaveLength(PRICE_TEXT_LIMIT)
  expect(await agree(`1,${longest}`)).toEqual(
    errorBody('validation_failed', { priceText: [refusals.priceMalformed] }),
  )
  expect(await agree(longest)).toEqual({})
})

test('sixty registrations that name a customer’s address refuse the customer nothing', async () => {
  const started = await startApp({ perHour: DEFAULTS, trustProxy: ['127.0.0.1'] })
  for (let i = 0; i < DEFAULTS.mail + 10; i++) await register(started, from(`198.51.100.${i}`))
  await register(started, from('192.0.2.1'))
})

const from = (address: string) => ({ 'x-forwarded-for': address })

test.each([
  ['one address', 'sqlite', () => '192.0.2.1'],
  ['one /64', 'postgres', (call: number) => `2001:db8:0:7::${call.toString(16)}`],
] as const)(
  '%s cannot cost more than 12 MB of %s in an hour',
  async (_sender, engine, address) => {
    const url = await emptyDatabase(engine)
    const database = await openForTest(url)
    const started = await startApp({ database, perHour: DEFAULTS, trustProxy: ['127.0.0.1'] })
    const before = await sizeOf(url)
    let accepted = 0
    for (;;) {
      const statuses = await largest(started, from(address(accepted)))
      if (statuses.includes(429)) break
      accepted += 1
    }
    // The bytes run out long before the applications do.
    expect(accepted).toBeGreaterThan(50)
    expect(accepted).toBeLessThan(DEFAULTS.address)
    expect((await sizeOf(url)) - before).toBeLessThan(DEFAULTS.bytes * STORED_A_BYTE + LOG)
    // Another sender is served.
    expect((await largest(started, from('2001:db8:0:8::1'))).at(-1)).toBe(200)
  },
  60_000,
)

test('ten thousand addresses cost in proportion on disk, and no more than 40 MB of memory', async () => {
  const url = await emptyDatabase('sqlite')
  const database = await openForTest(url)
  const started = await startApp({ database, perHour: DEFAULTS, trustProxy: ['127.0.0.1'] })
  await largest(started, from('192.0.2.1'))
  const [disk, heap] = [await sizeOf(url), heapUsed()]
  let bytes = 0
  for (let sent = 0; sent < 10_000; sent += 100) {
    const calls = Array.from({ length: 100 }, (_, i) =>
      form(LONGEST_TRIAL, from(`10.1.${Math.floor((sent + i) / 250)}.${(sent + i) % 250}`)),
    )
    const answers = await Promise.all(calls.map((call) => started.app.inject(call)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    bytes += calls.reduce((sum, { payload }) => sum + String(payload).length, 0)
  }
  // Each address may send so much, and a byte that is sent costs as much as one address's does.
  expect(bytes / 10_000).toBeLessThan(DEFAULTS.bytes)
  expect((await sizeOf(url)) - disk).toBeLessThan(bytes * STORED_A_BYTE + LOG)
  expect(heapUsed() - heap).toBeLessThan(40_000_000)
}, 120_000)

test('a hundred thousand addresses fill no more than 40 MB of memory, and no more are kept', async () => {
  const counters = createOwnCounters()
  const before = heapUsed()
  for (let i = 0; i < 300_000; i++)
    await counters.take([{ name: `${i}`.padStart(22, '0'), limit: 300, hour: 1 }])
  expect(await counters.take([{ name: 'one more', limit: 1, hour: 1 }])).toEqual([1])
  expect(heapUsed() - before).toBeLessThan(40_000_000)
})

/** Bytes of database a byte of bodies: indexes, and pages that are not full. */
const STORED_A_BYTE = 1.5

function heapUsed(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** The log that is moved into the file now and then, whoever sends. */
const LOG = 20_000_000

async function sizeOf(url: string): Promise<number> {
  if (!url.startsWith('sqlite:')) {
    const [row] = await storedRows(url, 'select pg_database_size(current_database()) as size')
    return Number(row?.size)
  }
  const file = url.slice('sqlite:'.length)
  return readdirSync(dirname(file))
    .map((name) => statSync(join(dirname(file), name)).size)
    .reduce((sum, size) => sum + size, 0)
}
