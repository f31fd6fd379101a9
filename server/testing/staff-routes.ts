/** The routes of the console and of the staff API as Fastify registered them, and calls of each that do something, for tests that walk them all. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyContextConfig, FastifyInstance, InjectOptions } from 'fastify'
import type { DecisionBody } from '#contract/console-schemas.ts'
import type { Role } from '#domain/roles.ts'
import type { Asked } from '#domain/staff.ts'
import { NO_CALLS } from '../follow-up/after-change.ts'
import { createDecide } from '../staff/decide.ts'
import { createConversations } from '../staff/messages.ts'
import {
  hashOneTimeCode,
  newRecoveryCodes,
  totpCode,
  totpStep,
} from '../staff/sign-in/second-factor.ts'
import { startSession } from '../staff/sign-in/sessions.ts'
import { query } from '../store/statement.ts'
import { CORPORATION } from './calls.ts'
import { named } from './corrections.ts'
import { put, rowsIn } from './rows.ts'
import { bytesOfBase32, PASSWORD, SESSION_COOKIE } from './staff-app.ts'
import { applyAt, correctBy, type Desk, linkIn, startDesk, withdrawBy, writeBy } from './status.ts'

export type Route = {
  app: FastifyInstance
  method: string
  url: string
  /** What it states; undefined for what is neither of the console's API nor of the staff API. */
  access: FastifyContextConfig['access']
}

const INITIALIZATION = 'fastify.initialization'

/** What `start` starts, and the routes that it registered. */
async function registering<T>(start: () => Promise<T>): Promise<[T, Route[]]> {
  const routes: Route[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat())
        routes.push({ app: fastify, method: one, url, access: config?.access })
    })
  }
  subscribe(INITIALIZATION, watch)
  try {
    return [await start(), routes]
  } finally {
    unsubscribe(INITIALIZATION, watch)
  }
}

/** A desk with every route of the console, also those of an identity provider, which cannot be reached. */
export async function deskAndRoutes(wanted: Parameters<typeof startDesk>[0] = {}) {
  const config = { STAFF_USER_HEADER: '', OIDC_ISSUER: 'https://127.0.0.1:9' }
  const [desk, routes] = await registering(() => startDesk({ ...wanted, config }))
  const of = (wantedApp: FastifyInstance) => routes.filter(({ app }) => app === wantedApp)
  return { desk, routes: of(desk.staff.app), publicRoutes: of(desk.app) }
}

const STAFF = { name: 'hanako', via: 'console' } as const
const ADMIN = { name: 'root', via: 'command' } as const

/** In all that is typed in what is prepared, and in the examples. */
export const MARK = 'みつけて'
const TYPED = { jigyousha: `合同会社${MARK}`, message: `${MARK}ください` }
const NOTE = `メモ${MARK}`

export type Prepared = Awaited<ReturnType<typeof prepare>>

/** An application in work, whose applicant waits for an answer to everything, and whose mail was given up. */
export async function prepare(desk: Desk) {
  const { staff, database } = desk
  const key = crypto.randomUUID()
  const { reference, username, reply } = await applyAt(desk, key)
  const link = linkIn(reply)
  const begun = { reference, by: STAFF, note: '', to: 'in_progress' } as const
  await staff.staffApplications.changeStatus(begun)
  const asked = { reference, by: STAFF, text: `${MARK}ますか`, wantsAnswer: true }
  await createConversations(database, () => staff.clock.now).write(asked)
  await writeBy(desk, link, TYPED.message, { key: `message-${key}` })
  await correctBy(desk, link, named(TYPED.jigyousha), { key: `correction-${key}` })
  await withdrawBy(desk, link, { key: `withdrawal-${key}` })
  const application = (await rowsIn(database, 'applications')).find(
    (row) => row.reference === reference,
  )?.id
  const isOf = (row: { application: string }) => row.application === application
  const mail = (await rowsIn(database, 'outbox')).find(
    (row) => isOf(row) && row.kind === 'mail_applicant',
  )
  const delivery = mail?.id ?? ''
  const giveUp = query((db) =>
    db.updateTable('outbox').set({ state: 'failed' }).where('id', '=', delivery),
  )
  await database.atomic((tx) => tx.run(giveUp))
  const messages = (await rowsIn(database, 'messages')).filter(isOf)
  return {
    ...{ desk, id: application ?? '', key, reference, username, link, delivery },
    question: messages.find(({ kind }) => kind === 'question')?.id ?? '',
    message: messages.find(({ kind }) => kind === 'message')?.id ?? '',
    request: (await rowsIn(database, 'withdrawal_requests')).find(isOf)?.id ?? '',
    version: (await rowsIn(database, 'changes')).find(isOf)?.version ?? 0,
  }
}

let people = 0
const newName = () => {
  people += 1
  return `person-${people}`
}

/** Has just signed in, and has a recovery code. An account for whose password no hash is computed again. */
export async function somebody({ staff, database }: Desk, role: Role) {
  const accounts = await rowsIn(database, 'staff_accounts')
  const model = accounts.find(({ name }) => name === STAFF.name)
  const [code = ''] = newRecoveryCodes()
  if (!model) throw new Error('no account')
  const [name, { generation }] = [newName(), model]
  await put(database, {
    staff_accounts: [{ ...model, name, role, totp_secret: null }],
    staff_recovery_codes: [{ account: name, hash: hashOneTimeCode(code) ?? '' }],
  })
  const token = await database.atomic((tx) =>
    startSession(tx, { name, generation }, staff.clock.now),
  )
  return { name, code, cookie: `${SESSION_COOKIE}=${token}` }
}

export type Caller = Awaited<ReturnType<typeof somebody>>

/** What is sent besides a credential. */
export type Call = {
  /** What stands in the address; the application where nothing else is said. */
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  payload?: Record<string, unknown>
}

export type Example = (prepared: Prepared, caller: Caller) => Call | Promise<Call>

/** As Fastify injects it. */
export function requestOf({ method, url, access }: Route, call: Call, { reference }: Prepared) {
  const { path = {}, query: asked, headers = {}, payload } = call
  const filled = url.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent({ reference, ...path }[name as string] ?? name),
  )
  return {
    method: method as 'GET',
    url: asked ? `${filled}?${new URLSearchParams(asked)}` : filled,
    // The same call has the same key each time.
    headers: {
      ...(isPress(access, method) && { 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    },
    ...(payload && { payload }),
  } satisfies InjectOptions
}

const isPress = (access: Route['access'], method: string) =>
  access?.caller === 'person' && method === 'POST'

/** A route that is read by its address alone needs none; any other without an example fails. */
export function examplesOf({ method, url }: Route): readonly Example[] {
  const isRead = method === 'GET' || method === 'HEAD'
  const { [`${isRead ? 'GET' : method} ${url}`]: examples } = EXAMPLES
  if (examples) return examples
  if (isRead) return [() => ({})]
  throw new Error(`${method} ${url} needs an example in EXAMPLES`)
}

const ONE = '/api/applications/:reference'
const API = '/api/staff/v1/applications/:reference'
const DAY = '2026-11-20'

const sending =
  (payload: Record<string, unknown>): Example =>
  () => ({ payload })

const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  'POST /api/session': [(_, { name, code }) => ({ payload: { name, password: PASSWORD, code } })],
  'DELETE /api/session': [() => ({})],
  'POST /api/session/extension': [() => ({})],
  'GET /api/oidc/callback': [() => ({ query: { code: 'x', state: 'x' } })],
  'POST /api/setup': [
    async ({ desk }) => {
      const name = newName()
      return { payload: { name, code: await desk.staff.accounts.add(ADMIN, name, 'reader') } }
    },
  ],
  'POST /api/setup/end': [
    async ({ desk: { staff } }) => {
      const name = newName()
      const code = await staff.accounts.add(ADMIN, name, 'reader')
      const begun = await staff.accounts.beginSetup(name, code)
      const totp = totpCode(bytesOfBase32(begun?.secret ?? ''), totpStep(staff.clock.now))
      return { payload: { name, code, password: PASSWORD, totp } }
    },
  ],
  'POST /api/account/password': [
    (_, { code }) => ({ payload: { password: PASSWORD, code, next: `${PASSWORD}!` } }),
  ],
  'DELETE /api/account/sessions': [() => ({})],
  'GET /api/applications': [() => ({}), () => ({ query: { search: TYPED.jigyousha } })],
  'GET /api/activity': [
    () => ({ query: { day: DAY } }),
    () => ({ query: { day: DAY, who: STAFF.name } }),
  ],
  'POST /api/views': [sending({ name: '新規', filter: {} })],
  'DELETE /api/views/:name': [
    async ({ desk }, { cookie }) => {
      const payload = { name: '新規', filter: {} }
      await desk.staff.app.inject({
        method: 'POST',
        url: '/api/views',
        headers: { cookie },
        payload,
      })
      return { path: { name: '新規' } }
    },
  ],
  'GET /api/exports/:format': [() => ({ path: { format: 'csv' } })],
  'GET /api/exports/runs/:run': [runOf],
  'DELETE /api/exports/runs/:run': [runOf],
  'POST /api/bulk/status': [changingAll('in_progress'), changingAll('done')],
  [`POST ${ONE}/status`]: [
    sending({
      ...{ to: 'received', note: NOTE, confirmedBy: MARK, notify: true },
      seen: { status: 'in_progress' },
    }),
    (prepared) => ({ payload: { to: 'withdrawn', note: '', seen: allOf(prepared) } }),
  ],
  [`POST ${ONE}/assignee`]: [sending({ to: '', seen: { assignee: STAFF.name } })],
  [`POST ${ONE}/notes`]: [sending({ note: NOTE })],
  [`POST ${ONE}/resend`]: [({ delivery }) => ({ payload: { delivery } })],
  [`POST ${ONE}/contacted`]: [
    ({ delivery }) => ({ payload: { deliveries: [delivery], note: NOTE } }),
  ],
  [`POST ${ONE}/address`]: [addressed],
  [`POST ${ONE}/erasure`]: [
    (prepared) => ({
      payload: { reference: prepared.reference, password: PASSWORD, seen: allOf(prepared) },
    }),
  ],
  [`POST ${ONE}/link`]: [
    { mail: false, end: true },
    { mail: true, end: false },
  ].map((wanted) => sending({ ...wanted, seen: { link: '1' } })),
  [`POST ${ONE}/questions`]: [
    ({ message }) => ({
      payload: { text: `問い${MARK}`, wantsAnswer: true, seen: { message } },
    }),
  ],
  [`POST ${ONE}/decision`]: [
    ({ message }) => deciding('message', message),
    () => deciding('correction', '2'),
    () => deciding('correction', '2', `番号が違います。${MARK}`),
    (prepared) => withdrawing(prepared),
    ({ request }) => deciding('withdrawal', request, `お電話ください。${MARK}`),
  ],
  [`POST ${API}/acknowledgement`]: [versioned()],
  'POST /api/staff/v1/returned': [
    ({ delivery }) => ({
      payload: { messageId: delivery, recipient: CORPORATION.email, code: '5.1.1' },
    }),
  ],
  [`POST ${API}/status`]: [
    versioned({ status: 'received' }),
    versioned({ status: 'received', note: NOTE }),
    // A number is one application's.
    (prepared, caller) =>
      versioned({ status: 'received', customerNumber: prepared.key })(prepared, caller),
    versioned({ status: 'received', notify: true, confirmedBy: MARK }),
  ],
}

/** What its end depends on. */
const allOf = ({ request: withdrawal, message }: Prepared) => ({
  ...{ status: 'in_progress', correction: '2', withdrawal, message },
})

/** Accepts where there is no reason. */
function deciding(of: Asked, seen: string, reason = ''): Call {
  const body: DecisionBody = { of, seen: { asked: seen }, accept: reason === '', reason }
  return { payload: body }
}

function withdrawing({ request: asked, message }: Prepared): Call {
  const seen = { asked, correction: '2', message }
  const body: DecisionBody = { of: 'withdrawal', seen, accept: true, reason: '' }
  return { payload: body }
}

/** After the applicant's correction is declined: while one waits, no address is set. */
async function addressed({ desk, reference, key }: Prepared): Promise<Call> {
  const { database, clock } = desk.staff
  const decline = createDecide(database, () => clock.now, NO_CALLS)
  await decline({
    reference,
    by: STAFF,
    of: 'correction',
    seen: '2',
    accept: false,
    reason: 'いいえ',
    // Two at once are prepared one after the other.
    press: { key, request: '', seen: {} },
  })
  const seen = { address: CORPORATION.email }
  return { payload: { to: 'right@aozora.example.jp', note: NOTE, seen } }
}

/** `from` decides whether it is changed, or refused with the name of the applicant. */
function changingAll(from: string): Example {
  return ({ reference }) => ({
    headers: { 'idempotency-key': crypto.randomUUID() },
    payload: {
      changes: [{ reference, from, confirmedBy: MARK }],
      to: 'received',
      note: NOTE,
    },
  })
}

function versioned(payload?: Record<string, unknown>): Example {
  return ({ version }) => ({
    headers: { 'if-match': `"${version}"`, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  })
}

/** Where the caller may export, of an export of the caller's own. */
async function runOf({ desk }: Prepared, { cookie }: Caller): Promise<Call> {
  const run = crypto.randomUUID()
  await desk.staff.app.inject({ url: `/api/exports/csv?run=${run}`, headers: { cookie } })
  return { path: { run } }
}
