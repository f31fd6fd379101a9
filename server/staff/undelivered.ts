/** What could not be delivered yet, in words for people: what stands in the way, since when, how often it was tried, and when it is tried next. */

import type { DeliveriesReply, Delivery } from '#contract/console.ts'
import { DELIVERY_KINDS, isWebhook } from '#domain/staff.ts'
import { formatMinute, formatTime } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import { NEVER } from '../store/queries/outbox.ts'
import { countUndelivered, undeliveredPage } from '../store/queries/undelivered.ts'
import type { OutboxRow } from '../store/schema.ts'
import { isoTime, isoTimeOrNull } from './application-fields.ts'

export type Undelivered = {
  /** Oldest first, behind the delivery of an id. */
  page(after: string): Promise<DeliveriesReply>
  count(): Promise<number>
}

const PAGE = 50

export function createUndelivered(database: Database): Undelivered {
  return {
    page: (after) => undeliveredAfter(database, after),
    count: async () => (await database.browse((tx) => countUndelivered(tx)))?.count ?? 0,
  }
}

async function undeliveredAfter(database: Database, after: string): Promise<DeliveriesReply> {
  const [rows, count] = await database.browse((tx) =>
    Promise.all([undeliveredPage(tx, { after, limit: PAGE + 1 }), countUndelivered(tx)]),
  )
  const shown = rows.slice(0, PAGE)
  return {
    deliveries: shown.map(({ reference, flow, customer, company_name, ...row }) => ({
      ...deliveryAsJson(row),
      reference,
      flow,
      name: company_name || customer,
    })),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    count: count?.count ?? 0,
  }
}

export function deliveryAsJson(row: OutboxRow): Delivery {
  const { id, kind, state, attempts } = row
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
  const what = DELIVERY_KINDS[kind].replace('請求システム', '請求システムへの通知')
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
