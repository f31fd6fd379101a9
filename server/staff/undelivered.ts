/** What could not be delivered yet, in words for people: what stands in the way, since when, how often it was tried, and when it is tried next. */

import type { DeliveriesReply, Delivery } from '#contract/console-answers.ts'
import { returnedSentence } from '#domain/returned-mail.ts'
import { DELIVERY_KINDS, isWebhook } from '#domain/staff.ts'
import { formatMinute, formatTime, isoTime } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import { NEVER } from '../store/queries/outbox.ts'
import { returnedOf } from '../store/queries/returned-mails.ts'
import {
  countUndelivered,
  isUndelivered,
  settleUndelivered,
  undeliveredPage,
} from '../store/queries/undelivered.ts'
import type { OutboxRow, ReturnedMailRow } from '../store/schema.ts'
import { notAllowed, type Press, recordAction } from './actions.ts'
import { isoTimeOrNull } from './application-fields.ts'
import type { Actor } from './audit.ts'
import { pressedOn } from './press.ts'

export type Undelivered = {
  /** Oldest first, behind the delivery of an id; of open applications, or of closed ones. */
  page(after: string, closed: boolean): Promise<DeliveriesReply>
  count(): Promise<number>
}

export type ContactedBy = {
  reference: string
  by: Actor
  /** The mails that the person saw. */
  deliveries: readonly string[]
  note: string
  press?: Press | undefined
}

/** The applicant was called about mails that did not arrive: these are dealt with. Throws AppError. */
export function contactNoter(database: Database, clock: () => number) {
  return async (contact: ContactedBy): Promise<void> => {
    await database.alone((tx) =>
      pressedOn(tx, { ...contact, name: 'contacted' }, clock, async (application, at) => {
        const { by, note, deliveries } = contact
        const settled = { application: application.id, deliveries, by: by.name, at }
        if ((await settleUndelivered(tx, settled)) === 0) throw notAllowed(NOTHING_OPEN)
        await recordAction(tx, application, { by }, { action: 'contacted', detail: '', at })
        if (note !== '')
          await recordAction(tx, application, { by }, { action: 'note', detail: note, at })
        return {}
      }),
    )
  }
}

const NOTHING_OPEN =
  'このお申し込みに、未達のメールはありません。画面を開き直して、状態を確認してください。'

const PAGE = 50

export function createUndelivered(database: Database): Undelivered {
  return {
    page: (after, closed) => undeliveredAfter(database, after, closed),
    count: async () => (await database.browse((tx) => countUndelivered(tx))).open,
  }
}

async function undeliveredAfter(
  database: Database,
  after: string,
  closed: boolean,
): Promise<DeliveriesReply> {
  const [rows, count, notices] = await database.browse(async (tx) => {
    const found = await undeliveredPage(tx, { after, closed, limit: PAGE + 1 })
    const ids = [...new Set(found.map(({ application }) => application))]
    return [found, await countUndelivered(tx), await returnedOf(tx, ids)] as const
  })
  const shown = rows.slice(0, PAGE)
  return {
    deliveries: shown.map(({ reference, flow, customer, company_name, tel, ...row }) => ({
      ...deliveryAsJson(row, notices),
      tel,
      isClosed: closed,
      reference,
      flow,
      name: company_name || customer,
    })),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    count: count.open,
    closed: count.closed,
  }
}

/** `notices`: in their order, also of other deliveries. */
export function deliveryAsJson(row: OutboxRow, notices: readonly ReturnedMailRow[]): Delivery {
  const { id, kind, state, attempts } = row
  const own = notices.filter(({ delivery }) => delivery === id)
  const notice = own.at(-1)
  return {
    id,
    kind,
    // A webhook's address may hold a secret.
    recipient: isWebhook(kind) ? '' : row.recipient,
    state,
    attempts,
    lastError: row.last_error,
    sentence: sentenceOf(row),
    createdAt: isoTime(row.created_at),
    nextAt: hasNext(row) ? isoTime(row.next_at) : null,
    sentAt: isoTimeOrNull(row.sent_at),
    isUndelivered: isUndelivered(row, own),
    returned: notice
      ? {
          at: isoTime(notice.at),
          code: notice.code,
          sentence: returnedSentence(notice.code),
          state: notice.state,
        }
      : null,
  }
}

function hasNext({ state, next_at }: OutboxRow): boolean {
  return state !== 'sent' && next_at < NEVER
}

function sentenceOf(row: OutboxRow): string | null {
  const { kind, state, attempts, last_error, created_at, next_at } = row
  if (state === 'sent') return null
  const reason = last_error === null ? null : reasonOf(last_error)
  if (reason === null && state !== 'held' && state !== 'failed') return null
  if (state === 'queued' && reason === UNREACHABLE)
    return `${isWebhook(kind) ? '請求システム' : 'メールサーバー'}に接続できないため、送信を待っています（次の試行 ${formatTime(next_at, created_at)}ごろ）。`
  const why = reason === null ? '' : `（${reason}）`
  const tried = attempts === 0 ? '' : `${attempts}回試しました。`
  const next = !hasNext(row)
    ? '自動では再送しません。原因を確かめてから、再送してください。'
    : state === 'sending'
      ? 'いま送信しています。'
      : `次は${formatMinute(next_at)}に自動で試します。`
  const what = DELIVERY_KINDS[kind].label.replace('請求システム', '請求システムへの通知')
  return `${what}を${formatMinute(created_at)}から送れていません${why}。${tried}${next}`
}

const UNREACHABLE = '送り先のサーバーに接続できません'

/** What programs say, each with what it means; our own reasons are sentences already. */
const REASONS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^HTTP (\d+)$/, '請求システムが受け取りませんでした'],
  [/not a mail address/, 'メールアドレスの形式が正しくありません'],
  [/\b5[0-5]\d\b/, 'あて先のメールサーバーが受け取りを断りました'],
  [/\b4[0-5]\d\b/, 'あて先のメールサーバーが一時的に受け取れません'],
  [/certificate|self.signed|TLS|SSL/i, '送り先のサーバーと安全な接続ができません'],
  [
    /E[A-Z]{4,}|EAI_AGAIN|getaddrinfo|timeout|timed out|aborted|closed|fetch failed|greeting/i,
    UNREACHABLE,
  ],
]

function reasonOf(error: string): string {
  if (/\p{Script=Hiragana}/u.test(error)) return error.replace(/。$/, '')
  return REASONS.find(([pattern]) => pattern.test(error))?.[1] ?? '送信できませんでした'
}
