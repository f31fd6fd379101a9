/** The public calls of a golden run: every flow, every flag, hostile text, a hundred rows, and what is refused. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import {
  FORM_SIGNALS_HEADER,
  formatFormSignals,
  IDEMPOTENCY_KEY_HEADER,
  INVITATION_HEADER,
  registrationFields,
  SUPERSEDES,
} from '#contract/apply.ts'
import type { FacilityBody } from '#contract/apply-schemas.ts'
import type { Applicant, Campaign } from '#domain/applicant.ts'
import { type Catalogue, SERVICE_KEYS } from '#domain/catalogue.ts'
import { isBlankRow } from '#domain/facilities.ts'
import { FLOWS, type Flow, hasApplicant } from '#domain/flows.ts'
import { estimate, formatAmount, isOffered, priceListAt } from '#domain/prices.ts'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { type Procedure, signInvitation } from '../apply/invitations.ts'
import { parseSigningKeys } from '../apply/signing-keys.ts'
import { createFeed } from '../staff/feed.ts'
import type { Database } from '../store/database.ts'
import { query } from '../store/statement.ts'
import { CORPORATION, FACILITIES, NO_CAMPAIGN, TRIAL } from './calls.ts'
import type { Book } from './golden-book.ts'
import { deliver, INVITATION_KEYS, type Rig } from './golden-rig.ts'
import { facilityNumber } from './published-files.ts'
import { consentOf, facilitiesOf, form, post, REGISTER } from './requests.ts'

const FILE = 'calls'

type Headers = Record<string, string>
/** Of a word; long enough to be given the link. */
export const keyOf = (word: string) => `key-of-application-${word}`

/** `words` name applications by their key, or by their customer where they have none. */
export type Run = {
  rig: Rig
  book: Book
  words: Map<string, string>
  customers: Map<string, string>
  /** Headers that every answer has. */
  usual: Readonly<Record<string, unknown>>
}

/** What an application sends, where it is not the usual. */
type Wanted = {
  flow: Flow
  key?: string | null
  applicant?: Partial<Applicant>
  campaign?: Campaign
  /** Of an existing contract. */
  number?: string
  facilities?: readonly FacilityBody[]
  priceText?: string
  headers?: Headers
  /** The instant of each further call: milliseconds after the one before. */
  pauseMs?: number
  /** Milliseconds from the last call to the deliveries. */
  lateMs?: number
  /** What the pauses between attempts of its deliveries add up to. */
  triedMs?: number
}

/** All calls of one application; each stands at a minute of its own. */
export async function apply(run: Run, word: string, wanted: Wanted): Promise<string> {
  const { flow, key = keyOf(word), pauseMs = 0, lateMs = 0, triedMs = 0 } = wanted
  const headers = { ...(key && { [IDEMPOTENCY_KEY_HEADER]: key }), ...wanted.headers }
  await nextMinute(run.rig)
  const customer = wanted.number ?? (await register(run, word, wanted, headers))
  run.words.set(key ?? customer, word)
  run.customers.set(word, customer)
  run.rig.clock.now += pauseMs
  for (const call of FLOWS[flow].calls) {
    if (call === 'consent') await consent(run, word, wanted, customer, headers)
    if (call === 'facilities') await facilities(run, word, wanted, customer, headers)
  }
  run.rig.clock.now += lateMs
  if (triedMs > 0) await addPauses(run.rig.database, triedMs)
  await deliver(run.rig)
  // The feed puts what it has not read yet in the order of ids, which chance makes.
  const from = { after: { place: 0, application: '' }, limit: 1 }
  await createFeed(run.rig.database, run.rig.now).page({}, from)
  return customer
}

/** The order of applications goes by their ids too, which go by the machine's clock. */
async function nextMinute({ clock }: Rig): Promise<void> {
  clock.now += MINUTE_MS
  await sleep(2)
}

export async function addPauses(database: Database, ms: number): Promise<void> {
  await database.atomic((tx) =>
    tx.run(query((db) => db.updateTable('outbox').set({ backoff_ms: ms }))),
  )
}

async function register(run: Run, word: string, wanted: Wanted, headers: Headers) {
  const { flow, applicant, campaign = NO_CAMPAIGN } = wanted
  if (!hasApplicant(flow)) throw new Error(`${word} registers nobody`)
  const all = { ...CORPORATION, email: `${word}@aozora.example.jp`, ...applicant }
  const fields = Object.fromEntries(registrationFields(flow, all, campaign))
  const answer = await send(run, `${word}: register`, form(fields, headers))
  return String(answer.json().username)
}

function consent(run: Run, word: string, wanted: Wanted, customer: string, headers: Headers) {
  const { flow } = wanted
  const { kind, catalogue } = FLOWS[flow]
  const priceText = wanted.priceText ?? priceOf(run.rig, catalogue, rowsOf(wanted))
  const body = { kind, ...(priceText !== undefined && { priceText }) }
  return send(run, `${word}: consent`, post(consentOf(customer), body, headers))
}

function facilities(run: Run, word: string, wanted: Wanted, customer: string, headers: Headers) {
  const request = post(facilitiesOf(customer), { facilities: rowsOf(wanted) }, headers)
  return send(run, `${word}: facilities`, request)
}

const rowsOf = ({ facilities = FACILITIES }: Wanted) => facilities

function priceOf({ now }: Rig, catalogue: Catalogue | null, rows: readonly FacilityBody[]) {
  if (catalogue === null) return undefined
  const numbered = rows
    .map((row, index) => ({ ...row, no: index + 1 }))
    .filter((row) => !isBlankRow(row))
  const sum = estimate(priceListAt(catalogue, now()), numbered)
  return sum ? formatAmount(sum.total) : undefined
}

function send({ rig, book }: Run, title: string, request: InjectOptions) {
  return book.send(FILE, title, rig.app, request)
}

/** Of an invitation that is always the same, as the first key of golden runs signs it. */
export function invitationFor(procedure: Procedure, customerNumber: string, id: string, by = 0) {
  const key = parseSigningKeys(INVITATION_KEYS)[by]
  if (!key) throw new Error('no key')
  const expires = Date.UTC(2026, 11, 20) / 1000
  return signInvitation(key, { procedure, customerNumber, expires, id: id.padEnd(22, '0') })
}

const inviting = (token: string) => ({ [INVITATION_HEADER]: token })
const signals = (elapsed: number, trap: boolean) => ({
  [FORM_SIGNALS_HEADER]: formatFormSignals({ elapsed, trap }),
})

/** A trial that spans the change of price lists, and whose mails are refused until they are given up. */
export async function playRefusedMails(run: Run): Promise<void> {
  const { clock, mails } = run.rig
  mails.refuseWith('550 5.1.1 no such mailbox')
  const priceText = priceOf(run.rig, 'trial', FACILITIES) ?? ''
  await apply(run, 'old-price', {
    flow: 'trial',
    applicant: TRIAL_ANSWERS,
    priceText,
    pauseMs: OVER_MIDNIGHT_MS,
    lateMs: LONG_MS,
    triedMs: LONG_MS,
  })
  mails.mood('accept')
  clock.now += MINUTE_MS
}

/** What is refused after two days of attempts is not tried again. */
const LONG_MS = 6 * 24 * 60 * MINUTE_MS
const OVER_MIDNIGHT_MS = 20 * MINUTE_MS
const TRIAL_ANSWERS = (({ chance, otherFacility, nowsoft, nowsoftname }) => ({
  ...{ chance, otherFacility, nowsoft, nowsoftname },
}))(TRIAL.applicant)

export async function playApplications(run: Run): Promise<void> {
  await apply(run, 'entry', { flow: 'entry', headers: signals(62_000, false) })
  await apply(run, 'trial', {
    flow: 'trial',
    applicant: TRIAL_ANSWERS,
    campaign: CAMPAIGN,
    headers: signals(45_000, false),
  })
  await playRequests(run)
  await playFlagged(run)
  await apply(run, 'hostile', { flow: 'entry', applicant: HOSTILE, facilities: HOSTILE_ROWS })
  const rows = hundredRows(run.rig)
  await apply(run, 'hundred', { flow: 'entry', facilities: rows })
  await playUnfinished(run)
  await playWithoutKeys(run)
  await apply(run, 'erased', { flow: 'trial', applicant: TRIAL_ANSWERS })
}

const CAMPAIGN: Campaign = {
  lead_id: 'L-1',
  contact_id: 'C-2',
  service: '展示会',
  utm_source: 'メルマガ',
  lp_category: 'lp/3',
  content: 'a=b&c',
  utm_campaign: '2026秋',
  utm_term: '放課後 "デイ"',
}

/** Two requests of one number, with invitations: valid, used again, forged and of another procedure. */
async function playRequests(run: Run): Promise<void> {
  const invited = invitationFor('migration', 'K-1001', 'first')
  await apply(run, 'migration', {
    flow: 'migration',
    number: 'K-1001',
    facilities: PUBLISHED,
    headers: inviting(invited),
  })
  const leaving = invitationFor('suspension', 'K-1001', 'second', 1)
  await apply(run, 'suspension', {
    flow: 'suspension',
    number: 'K-1001',
    headers: inviting(leaving),
  })
  await apply(run, 'reused', {
    flow: 'suspension',
    number: 'K-1001',
    headers: inviting(leaving),
  })
  const headers = { ...inviting(`${invited.slice(0, -1)}x`), ...signals(900, true) }
  await apply(run, 'forged', { flow: 'migration', number: 'K-1002', headers })
  await apply(run, 'malformed', { flow: 'suspension', number: 'K-1003', headers: inviting('v1.x') })
}

/** Of the sample directory: as published, under another name, with another service. */
const PUBLISHED: readonly FacilityBody[] = [
  {
    facilityName: 'あさひの里デイ',
    facilityNumber: facilityNumber(1001),
    serviceKey: 'SEIKATSU_KAIGO',
  },
  { facilityName: 'あさひのデイ', facilityNumber: facilityNumber(1001), serviceKey: 'KYODO' },
  { facilityName: 'どこにもない', facilityNumber: '9999999999', serviceKey: 'SYUKEI_B' },
]

/** Of one mailbox, whose limit is three an hour, and of which two a day are sent. */
async function playFlagged(run: Run): Promise<void> {
  const applicant = { email: 'Same+tag@aozora.example.jp' }
  await apply(run, 'same-1', { flow: 'entry', applicant: { email: 'same@aozora.example.jp' } })
  await apply(run, 'same-2', { flow: 'entry', applicant, headers: signals(1500, false) })
  await apply(run, 'same-3', { flow: 'entry', applicant, headers: signals(70_000, true) })
}

const HOSTILE: Partial<Applicant> = {
  companyName: '=cmd|"/c calc"!A1 <script>alert(1)</script>&amp; \u{20b9f}\u202ekomiuohsom',
  address: '+1+1, "住所"; \'; drop table applications; -- _x0041_',
  person: '@SUM(1)  ＜b＞ www.example.com/a?b=c',
}
const HOSTILE_ROWS: readonly FacilityBody[] = [
  { facilityName: "=1+1 ' OR 1=1", facilityNumber: '-1310000011', serviceKey: 'SYUKEI_B' },
  { facilityName: '', facilityNumber: '', serviceKey: '' },
  { facilityName: '🏠, ホーム ', facilityNumber: '0120000022', serviceKey: 'KYODO' },
]

function hundredRows({ now }: Rig): FacilityBody[] {
  const list = priceListAt('contract', now())
  const keys = SERVICE_KEYS.filter((key) => isOffered(list, key))
  return Array.from({ length: 100 }, (_, index) => ({
    facilityName: `第${index + 1}事業所`,
    facilityNumber: String(1_310_000_000 + Math.floor(index / 3)),
    serviceKey: keys[index % keys.length] ?? '',
  }))
}

async function playUnfinished(run: Run): Promise<void> {
  const { rig, words } = run
  const keyed = (word: string) => {
    words.set(keyOf(word), word)
    return { [IDEMPOTENCY_KEY_HEADER]: keyOf(word) }
  }
  await nextMinute(rig)
  await register(run, 'replaced', { flow: 'entry' }, keyed('replaced'))
  const headers = { [SUPERSEDES]: keyOf('replaced') }
  await apply(run, 'replacing', { flow: 'entry', applicant: { person: '佐藤 一郎' }, headers })
  await nextMinute(rig)
  await register(
    run,
    'registered',
    { flow: 'trial', applicant: TRIAL_ANSWERS },
    keyed('registered'),
  )
  await nextMinute(rig)
  const customer = await register(run, 'consented', { flow: 'entry' }, keyed('consented'))
  await consent(
    run,
    'consented',
    { flow: 'entry', priceText: '9,980' },
    customer,
    keyed('consented'),
  )
  await consent(run, 'consented', { flow: 'entry' }, customer, keyed('consented'))
}

async function playWithoutKeys(run: Run): Promise<void> {
  await apply(run, 'keyless-entry', { flow: 'entry', key: null })
  const request = { flow: 'migration', number: 'K-2001', key: null } as const
  await apply(run, 'keyless-migration', request)
  await send(
    run,
    'keyless-migration: facilities again',
    post(facilitiesOf('K-2001'), { facilities: FACILITIES }),
  )
  await apply(run, 'keyless-suspension', { flow: 'suspension', number: 'K-2002', key: null })
}

/** Calls that are answered without anything new: repetitions and refusals. */
export async function playRefusals(run: Run): Promise<void> {
  const key = { [IDEMPOTENCY_KEY_HEADER]: keyOf('entry') }
  const fields = (given: Partial<Applicant>) =>
    Object.fromEntries(registrationFields('entry', { ...CORPORATION, ...given }, NO_CAMPAIGN))
  const entry = run.customers.get('entry') ?? ''
  const requests: Record<string, InjectOptions> = {
    'a repetition': form(fields({ email: 'entry@aozora.example.jp' }), key),
    'a repeated completion': post(facilitiesOf(entry), { facilities: FACILITIES }, key),
    'another application under its key': form(fields({}), key),
    'nothing typed': form({ appform: '4', insert: 'true', page: '2', plan3: '1' }),
    'faults in every field': form(fields({ zipcode: '1', tel: '1', email: 'x', person: '"' })),
    'an unknown form': form({ ...fields({}), appform: '9' }),
    'unstorable text': form(fields({ companyName: 'a\u0007' })),
    'no JSON': post(consentOf(entry), '{'),
    'an unknown kind': post(consentOf(entry), { kind: 9 }),
    'rows with faults': post(facilitiesOf('K-3001'), { facilities: FAULTY_ROWS }),
    'an unknown customer': post(consentOf(`tmp-${'a'.repeat(26)}`), { kind: 1, priceText: '1' }),
    'a second consent': post(consentOf(entry), { kind: 1, priceText: '1' }, key),
    'another site': form(fields({}), { 'sec-fetch-site': 'cross-site' }),
    'another media type': { ...form('a'), headers: { 'content-type': 'text/plain' } },
    'a key that is none': form(fields({}), { [IDEMPOTENCY_KEY_HEADER]: 'a b' }),
    'a body that is too large': form('a'.repeat(300_000)),
    'another method': { method: 'DELETE', url: REGISTER },
    'no such call': { method: 'GET', url: '/api/nothing' },
    'no such page': { method: 'GET', url: '/nothing', headers: { accept: 'text/html' } },
    'no invitation': post(consentOf('K-3001'), { kind: 2, priceText: '0' }),
    'facilities without a consent': post(facilitiesOf('K-3002'), { facilities: FACILITIES }),
  }
  for (const [title, request] of Object.entries(requests)) await send(run, title, request)
}

const FAULTY_ROWS = [
  { facilityName: 'あ', facilityNumber: '1', serviceKey: '' },
  { facilityName: '', facilityNumber: '', serviceKey: 'KYODO' },
  { facilityName: 'い"', facilityNumber: 'x'.repeat(33), serviceKey: 'NOTHING' },
]
