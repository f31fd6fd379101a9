/** Whatever can arrive at the page of an application, by the kinds of entries in its history: a new one enters by itself. */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import { referencePath } from '#contract/console.ts'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import { drawnOf } from '#contract/drawn.ts'
import {
  CORRECTION_ADDRESS,
  MESSAGE_ADDRESS,
  STATUS_ADDRESS,
  WITHDRAWAL_ADDRESS,
} from '#contract/status.ts'
import type { SentBehindGate } from '#contract/status-schemas.ts'
import { decisionPress, PRESSES, type PressName, statusPress } from '#domain/presses.ts'
import type { STAFF_ACTIONS, StaffStatus } from '#domain/staff.ts'
import { PASSWORD } from '../client/staff.ts'
import { CORPORATION } from './filled-forms.ts'
import type { Product } from './product.ts'

/** `desk` is a colleague's, who is logged in. */
export type On = {
  product: Product
  desk: Pick<APIRequestContext, 'get' | 'post'>
  reference: string
  link: string
}
type PathName = Exclude<Parameters<typeof referencePath>[0], 'application' | 'neighbours'>

async function post(address: string, body: object) {
  const headers = { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
  const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await reply.text()
  return { status: reply.status, text, body: text === '' ? {} : JSON.parse(text) }
}

async function done(reply: ReturnType<typeof post>): Promise<void> {
  const { status, text } = await reply
  if (status !== 200) throw new Error(`${status} ${text}`)
}

export async function recordOf({ product, desk, reference }: On): Promise<ApplicationRecord> {
  const reply = await desk.get(product.staffUrl + referencePath('application', reference))
  return (await reply.json()) as ApplicationRecord
}

/** A colleague at another desk, who has read what there is. */
async function colleague(on: On, name: PressName, path: PathName, body: object, asked?: string) {
  const { product, desk, reference } = on
  const { [name]: names } = PRESSES
  const seen = asked === undefined ? drawnOf(await recordOf(on), names) : { asked }
  const whole = names.length === 0 ? body : { ...body, seen }
  const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
  const address = product.staffUrl + referencePath(path, reference)
  const reply = await desk.post(address, { headers, data: whole })
  if (!reply.ok()) throw new Error(`${path} ${reply.status()} ${await reply.text()}`)
}

const byApplicant = <A extends keyof SentBehindGate>(
  { product, link }: On,
  address: A,
  body: SentBehindGate[A],
) => done(post(product.url + address, { link, answer: CORPORATION.tel, ...body }))

async function correct(on: On, person: string): Promise<void> {
  const looked = await post(on.product.url + STATUS_ADDRESS, {
    link: on.link,
    answer: CORPORATION.tel,
  })
  const { fields, rows, revision, proposal } = looked.body.details
  const waiting = proposal?.state === 'waiting' ? proposal.number : null
  const typed = { fields: { ...fields, person }, rows, base: revision, proposal: waiting }
  await byApplicant(on, CORRECTION_ADDRESS, typed)
}

const withdraw = async (on: On) =>
  byApplicant(on, WITHDRAWAL_ADDRESS, { proposal: (await recordOf(on)).correction?.number ?? null })
const write = (on: On, text: string) => byApplicant(on, MESSAGE_ADDRESS, { text })
const ask = (on: On) =>
  colleague(on, 'question', 'questions', { text: '番号は正しいですか。', wantsAnswer: true })

async function answer(on: On): Promise<void> {
  const { conversation } = await recordOf(on)
  const question = conversation?.messages.findLast(({ kind }) => kind === 'question')?.id ?? ''
  await byApplicant(on, MESSAGE_ADDRESS, { text: 'はい。', question })
}

async function decide(on: On, of: 'correction' | 'withdrawal' | 'message', accept: boolean) {
  const { correction, conversation } = await recordOf(on)
  const ids = {
    correction: String(correction?.number),
    withdrawal: conversation?.withdrawal?.id,
    message: conversation?.messages.findLast(({ settledAt }) => settledAt === null)?.id,
  }
  const reason = accept ? '' : 'お電話ください。'
  const body = { of, accept, reason }
  await colleague(on, decisionPress(body), 'decision', body, ids[of])
}

export const status = (on: On, to: StaffStatus) =>
  colleague(on, statusPress(to), 'status', { to, note: '' })

type Arrival = { before?: (on: On) => Promise<unknown>; arrives: (on: On) => Promise<unknown> }

/** Null where the page tells of none, or no mail and no billing system is there to try it. */
const ARRIVALS = {
  status: { arrives: (on) => status(on, 'received') },
  note: { arrives: (on) => colleague(on, 'note', 'notes', { note: '電話済み' }) },
  assignee: { arrives: (on) => colleague(on, 'assignee', 'assignee', { to: '' }) },
  erase: {
    arrives: (on) =>
      colleague(on, 'erasure', 'erasure', { reference: on.reference, password: PASSWORD }),
  },
  resend: null,
  contacted: null,
  address: {
    arrives: (on) =>
      colleague(on, 'address', 'address', { to: 'other@aozora.example.jp', note: '' }),
  },
  acknowledge: null,
  customer_number: null,
  notify: null,
  link: { arrives: (on) => colleague(on, 'link', 'link', { mail: false, end: true }) },
  gate: null,
  withdrawal: { arrives: withdraw },
  withdrawal_refused: { before: withdraw, arrives: (on) => decide(on, 'withdrawal', false) },
  correction: { arrives: (on) => correct(on, '佐藤 花子') },
  correction_accepted: {
    before: (on) => correct(on, '佐藤 花子'),
    arrives: (on) => decide(on, 'correction', true),
  },
  correction_declined: {
    before: (on) => correct(on, '佐藤 花子'),
    arrives: (on) => decide(on, 'correction', false),
  },
  message: { arrives: (on) => write(on, '開始日は') },
  question: { arrives: ask },
  settled: { before: (on) => write(on, '開始日は'), arrives: (on) => decide(on, 'message', true) },
} as const satisfies Record<keyof typeof STAFF_ACTIONS, Arrival | null>

/** Beside the first of their kind. */
const FURTHER = {
  'a correction in the place of another': {
    before: (on) => correct(on, '佐藤 花子'),
    arrives: (on) => correct(on, '佐藤 夏子'),
  },
  'an answer': { before: ask, arrives: answer },
  'a second question': { before: ask, arrives: ask },
  'a close': { before: (on) => write(on, '開始日は'), arrives: (on) => status(on, 'rejected') },
} as const satisfies Record<string, Arrival>

export const CASES = Object.entries<Arrival | null>({ ...ARRIVALS, ...FURTHER }).flatMap(
  ([name, arrival]) => (arrival ? [[name, arrival] as const] : []),
)
