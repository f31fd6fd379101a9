/** The page of an applicant's status over the real app and console on one real database, for tests; the clock is theirs. */

import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { API_BASE, customerPath, IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import type { DecisionBody, LinkBody } from '#contract/console-schemas.ts'
import {
  CORRECTION_ADDRESS,
  MESSAGE_ADDRESS,
  STATUS_ADDRESS,
  WITHDRAWAL_ADDRESS,
} from '#contract/status.ts'
import type { CorrectionCall } from '#contract/status-schemas.ts'
import { DEFAULT_WORDS, type OperatorWords } from '#domain/operator-words.ts'
import { decisionPress, PRESSES, type PressName, type Seen, statusPress } from '#domain/presses.ts'
import type { StaffStatus, WebhookEvent } from '#domain/staff.ts'
import { parseSigningKeys } from '../apply/signing-keys.ts'
import { readOperator } from '../config/operator-file.ts'
import { mailDelivery, newsDelivery } from '../delivery/mail/notices.ts'
import type { Mail } from '../delivery/mail/transport.ts'
import { keepingTransport } from '../delivery/testing.ts'
import type { DirectoryWatch } from '../directory/look-up.ts'
import { applicantOperations } from '../follow-up/applicant-operations.ts'
import { createStatusLinks, type StatusLinks } from '../follow-up/link.ts'
import { toldOf } from '../follow-up/withdraw.ts'
import { createMinuteLimit } from '../http/limits/look-ups.ts'
import { onlyApplication } from '../staff/actions.ts'
import { FACTS } from '../staff/seen.ts'
import type { StaffAppDeps } from '../staff-app.ts'
import type { Database } from '../store/database.ts'
import type { OutboxKind } from '../store/schema.ts'
import { startApp } from './app.ts'
import { applicationsOn, CORPORATION, FACILITIES, NOW, PRICE, register } from './calls.ts'
import type { Engine } from './databases.ts'
import { rowsIn } from './rows.ts'
import { addAccount, startConsole, type TestConsole } from './staff-app.ts'

export const [KEY, OLDER_KEY] = parseSigningKeys(
  `k2:${'B'.repeat(42)}A\nk1:${'A'.repeat(42)}E`,
) as [ReturnType<typeof parseSigningKeys>[0], ReturnType<typeof parseSigningKeys>[0]]
export const PUBLIC_URL = 'https://apply.example.jp'
export const LINKS = createStatusLinks({ keys: () => [KEY], origin: PUBLIC_URL })

type Reply = LightMyRequestResponse

/** What two presses at once are compared by. */
export type Told = { statusCode: number; json(): { error?: { code: string } } }

/** That of the applications here. */
export const TELEPHONE = CORPORATION.tel
export const STAFF_MAIL = 'staff@example.jp'

/** A proxy vouches for the person. */
export const STAFF = { 'x-user': 'hanako', 'x-forwarded-proto': 'https' }

export type Desk = {
  app: FastifyInstance
  staff: TestConsole
  database: Database
  clock: { now: number }
  logged: () => string
  /** What the page asks; `from` is the network address. */
  ask(link: string, answer?: string, from?: string): Promise<Reply>
}

type Wanted = {
  engine?: Engine
  url?: string
  words?: Partial<OperatorWords>
  links?: StatusLinks
  perMinute?: number
  directory?: DirectoryWatch
  webhook?: { WEBHOOK_URL: string; WEBHOOK_EVENTS: WebhookEvent[] }
  /** Of the console. */
  config?: Partial<StaffAppDeps['config']>
}

export async function startDesk(wanted: Wanted = {}): Promise<Desk> {
  const { words, links = LINKS, perMinute = 0, url, engine, directory } = wanted
  const staff = await startConsole({
    ...(url !== undefined && { url }),
    ...(engine !== undefined && { engine }),
    config: {
      PUBLIC_URL,
      LINK_KEYS: [KEY],
      STAFF_USER_HEADER: 'x-user',
      TRUST_PROXY: ['127.0.0.1'],
      ...wanted.webhook,
      ...wanted.config,
    },
  })
  await addAccount(staff, STAFF['x-user'], 'worker')
  staff.clock.now = NOW
  const { clock, database } = staff
  const now = () => clock.now
  const limit = () => createMinuteLimit({ perMinute, clock: now })
  const { app, logged } = await startApp({
    database,
    trustProxy: ['127.0.0.1'],
    applications: applicationsOn(database, { clock: now, links }),
    applicant: applicantOperations({
      database,
      clock: now,
      links,
      words: { ...DEFAULT_WORDS, ...words },
      told: toldOf({ STAFF_MAIL, WEBHOOK_URL: '', WEBHOOK_EVENTS: [], ...wanted.webhook }),
      admitLink: limit(),
    }),
    admitStatus: limit(),
    ...(directory && { directory }),
  })
  const ask: Desk['ask'] = (link, answer, from = '192.0.2.1') =>
    app.inject({
      method: 'POST',
      url: STATUS_ADDRESS,
      headers: { 'x-forwarded-for': from },
      payload: answer === undefined ? { link } : { link, answer },
    })
  return { app, staff, database, clock, logged, ask }
}

type Withdrawing = {
  answer?: string
  key?: string | null
  from?: string
  /** The correction that was seen. */
  proposal?: number | null
}

/** What an applicant does behind the gate; `key` null sends none. */
export function withdrawBy(
  { app }: Desk,
  link: string,
  { answer = TELEPHONE, key = 'w-1', from = '192.0.2.1', proposal = null }: Withdrawing = {},
) {
  return act(app, WITHDRAWAL_ADDRESS, { key, from, payload: { link, answer, proposal } })
}

export function writeBy(
  { app }: Desk,
  link: string,
  text: string,
  more: { question?: string; key?: string; answer?: string; from?: string } = {},
) {
  const { key = `m-${text}`.slice(0, 60), from = '192.0.2.1', answer = TELEPHONE, question } = more
  const payload = { link, answer, text, ...(question !== undefined && { question }) }
  return act(app, MESSAGE_ADDRESS, { key: key.replace(/[^\x21-\x7e]/g, '-'), from, payload })
}

type Changes = Partial<Omit<CorrectionCall, 'link' | 'proposal'>> & {
  /** The correction that was seen; else the one that waits. */
  proposal?: number | null
}

/** What is shown behind the gate, sent back with changes. */
export async function correctBy(
  desk: Desk,
  link: string,
  changes: Changes = {},
  { key = 'c-1', from = '192.0.2.1' } = {},
) {
  return (await proposalBy(desk, link, changes, from))(key)
}

/** As correctBy, but for the last press: what is shown has been looked at by then. */
export async function proposalBy(desk: Desk, link: string, changes: Changes, from = '192.0.2.1') {
  const { answer = TELEPHONE, fields, ...others } = changes
  const shown = (await desk.ask(link, answer)).json().details ?? {}
  const typed = { fields: { ...shown.fields, ...fields }, rows: shown.rows ?? [] }
  const proposal = shown.proposal?.state === 'waiting' ? shown.proposal.number : null
  const payload = { link, answer, base: shown.revision ?? 1, proposal, ...typed, ...others }
  return async (key: string) => act(desk.app, CORRECTION_ADDRESS, { key, from, payload })
}

function act(
  app: FastifyInstance,
  url: string,
  { key, from, payload }: { key: string | null; from: string; payload: object },
) {
  const headers = {
    'x-forwarded-for': from,
    ...(key !== null && { [IDEMPOTENCY_KEY_HEADER]: key }),
  }
  return app.inject({ method: 'POST', url, headers, payload })
}

/** What staff do in the console about what an applicant did. */
export function staffDo(
  { staff }: Desk,
  reference: string,
  path: 'questions' | 'decision' | 'notes',
  payload: object,
  headers: Record<string, string> = STAFF,
) {
  const url = `/api/applications/${reference}/${path}`
  return staff.app.inject({ method: 'POST', url, headers, payload })
}

/** What staff decide of what an applicant asked, with everything else as it is drawn. */
export async function decideOn(
  desk: Desk,
  reference: string,
  {
    seen,
    ...decision
  }: { seen: string } & Pick<DecisionBody, 'of'> & Partial<Omit<DecisionBody, 'seen'>>,
  headers?: Record<string, string>,
) {
  const body = { accept: true, reason: '', ...decision }
  const drawn = await seenNow(desk, reference, decisionPress(body)).catch(() => ({}))
  const payload = { ...body, seen: { ...drawn, asked: seen } }
  return staffDo(desk, reference, 'decision', payload, headers)
}

/** What stands there now: what the page of the application would send. */
export async function seenNow(
  { database }: Pick<Desk, 'database'>,
  name: string,
  press: PressName,
) {
  return database.read(async (tx) => {
    const application = await onlyApplication(tx, name)
    const seen: Seen = {}
    for (const each of PRESSES[press])
      if (each !== 'asked') seen[each] = (await FACTS[each](tx, application)).value
    return seen
  })
}

/** The link in a call's answer, without its address; empty where there is none. */
export function linkIn(reply: { json(): { statusLink?: string } }): string {
  return reply.json().statusLink?.replace(`${PUBLIC_URL}/status#`, '') ?? ''
}

/** A call of an applicant over HTTP. */
export function call(
  app: FastifyInstance,
  name: 'consent' | 'facilities',
  { customer, key, payload }: { customer: string; key?: string | undefined; payload: object },
) {
  const headers = key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key }
  return app.inject({
    method: 'POST',
    url: API_BASE + customerPath(name, customer),
    headers,
    payload,
  })
}

/** A key that is long enough to be given the link. */
export const keyOf = (word: string) => `the-key-of-an-applicant-${word}`

/** A complete new contract over HTTP, begun a minute before, under the key of a word or none; its reply. */
export async function applyAt({ database, app, clock }: Desk, word?: string) {
  const begun = { clock: () => clock.now - 60_000, links: LINKS }
  const applications = applicationsOn(database, begun)
  const key = word && keyOf(word)
  const { username, reference } = await applications.register(register({ key: key ?? null }))
  await call(app, 'consent', { customer: username, key, payload: { kind: 1, priceText: PRICE } })
  const last = () =>
    call(app, 'facilities', { customer: username, key, payload: { facilities: FACILITIES } })
  return { username, reference, reply: await last(), again: last }
}

/** Staff give a status, as the console does. */
export async function setStatus(
  desk: Desk,
  reference: string,
  from: string,
  to: StaffStatus,
  more = {},
) {
  const seen = { ...(await seenNow(desk, reference, statusPress(to))), status: from }
  const payload = { to, note: '', seen, ...more }
  const url = `/api/applications/${reference}/status`
  desk.clock.now += 60_000
  return desk.staff.app.inject({ method: 'POST', url, headers: STAFF, payload })
}

/** A new link, for paper; the one before ends. */
export function renew(desk: Desk, reference: string) {
  return handOut(desk, reference, { end: true })
}

export async function handOut(desk: Desk, reference: string, asked: Partial<LinkBody> = {}) {
  const url = `/api/applications/${reference}/link`
  const seen = await seenNow(desk, reference, 'link')
  const payload = { mail: false, end: false, seen, ...asked }
  return desk.staff.app.inject({ method: 'POST', url, headers: STAFF, payload })
}

/** Staff erase it, as the command line does. */
export async function erase({ staff }: Desk, reference: string): Promise<Told> {
  const by = { name: 'root', via: 'command' } as const
  await staff.staffApplications.erase({ reference, by })
  return { statusCode: 200, json: () => ({}) }
}

/** The news that wait, as they would go out now. */
export const mailsOf = (desk: Desk) =>
  mailsBy(desk, newsDelivery, ['mail_status', 'mail_staff_news'], NOW)

/** The acknowledgements that wait, as they would go out now. */
export const acknowledgementsOf = (desk: Desk) =>
  mailsBy(desk, mailDelivery, ['mail_applicant'], desk.clock.now)

async function mailsBy(
  { database }: Desk,
  delivery: typeof newsDelivery | typeof mailDelivery,
  kinds: readonly OutboxKind[],
  now: number,
): Promise<Mail[]> {
  const { mails, transport } = keepingTransport()
  const rows = (await rowsIn(database, 'outbox')).filter(({ kind }) => kinds.includes(kind))
  const prepare = delivery(transport, STAFF_MAIL, readOperator(''), LINKS)
  const told = await database.read((tx) =>
    prepare(
      tx,
      rows.map(({ application }) => application),
    ),
  )
  for (const row of rows) await told.get(row.application)?.(row, now)
  return mails
}
