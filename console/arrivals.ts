/** What has come to an application since its page was drawn, a sentence each. */
import type { ApplicationRecord, Delivery } from '#contract/console-answers.ts'
import { isStaffStatus, type STAFF_ACTIONS, STAFF_STATUSES } from '#domain/staff.ts'

export type Arrival = {
  at: string
  sentence: string
  isOwn: boolean
  /** The heading of the part of the page that has it. */
  heading: string
}

type News = { heading: string; words: ((who: string, detail: string) => string) | null }

/** Of each kind of entry in the history; without words it is no news. */
const NEWS = {
  status: {
    heading: 'work',
    words: (who, detail) =>
      `${who}が対応状況を「${isStaffStatus(detail) ? STAFF_STATUSES[detail].label : detail}」にしました`,
  },
  note: { heading: 'history', words: (who) => `${who}がメモを追加しました` },
  assignee: {
    heading: 'assignee',
    words: (who, name) =>
      name === '' ? `${who}が担当を「なし」にしました` : `${who}が担当を「${name}」にしました`,
  },
  erase: { heading: 'history', words: (who) => `${who}が個人情報を消去しました` },
  resend: { heading: 'deliveries', words: (who) => `${who}が通知を再送しました` },
  contacted: { heading: 'deliveries', words: (who) => `${who}が不達を連絡済みにしました` },
  address: { heading: 'details', words: (who) => `${who}がメールアドレスを変更しました` },
  acknowledge: { heading: 'history', words: () => '請求システムが受領しました' },
  customer_number: { heading: 'history', words: () => 'お客様番号が登録されました' },
  notify: { heading: 'history', words: null },
  link: { heading: 'history', words: (who) => `${who}が申込者のリンクを発行しました` },
  gate: { heading: 'history', words: null },
  withdrawal: { heading: 'withdrawal', words: () => '申込者が取り下げを申し出ました' },
  withdrawal_refused: {
    heading: 'withdrawal',
    words: (who) => `${who}が取り下げの申し出を断りました`,
  },
  correction: { heading: 'correction', words: () => '申込者が訂正を申し出ました' },
  correction_accepted: { heading: 'correction', words: (who) => `${who}が訂正を反映しました` },
  correction_declined: {
    heading: 'correction',
    words: (who) => `${who}が訂正の申し出を断りました`,
  },
  message: { heading: 'conversation', words: () => '申込者からメッセージが届きました' },
  question: { heading: 'conversation', words: (who) => `${who}が申込者に書きました` },
  settled: { heading: 'conversation', words: (who) => `${who}がメッセージを確認済みにしました` },
} as const satisfies Record<keyof typeof STAFF_ACTIONS, News>

const OTHER: News = { heading: 'history', words: () => 'お申し込みが更新されました' }

/** Oldest first; `own` is the name of whoever looks. */
export function arrivalsOf(
  drawn: ApplicationRecord,
  newest: ApplicationRecord,
  own: string,
): Arrival[] {
  if (drawn === newest) return []
  const arrivals = newest.history.slice(drawn.history.length).flatMap((entry) => {
    const { [entry.action]: news = OTHER }: Readonly<Record<string, News>> = NEWS
    const isOwn = entry.who === own
    const sentence = news.words?.(isOwn ? 'あなた' : `${entry.who}さん`, entry.detail)
    return sentence === undefined ? [] : [{ at: entry.at, sentence, isOwn, heading: news.heading }]
  })
  if (arrivals.length > 0 || shapeOf(drawn) === shapeOf(newest)) return arrivals
  const at = newest.lastTouch?.at ?? newest.createdAt
  return [
    { at, sentence: 'お申し込みの内容か通知が更新されました', isOwn: false, heading: 'details' },
  ]
}

/** What the page draws, but for what comes and goes on its own and moves nothing. */
function shapeOf({
  history: _,
  version: __,
  lastTouch: ___,
  ...record
}: ApplicationRecord): string {
  return JSON.stringify({ ...record, deliveries: record.deliveries.map(steady) })
}

/** A mail that goes out as it should changes a word and a time. */
function steady(delivery: Delivery): object {
  const { id, kind, recipient, state, sentence, returned } = delivery
  return isOnItsWay(delivery)
    ? { id, kind, recipient }
    : { id, kind, recipient, state, sentence, returned }
}

function isOnItsWay({ state, sentence, returned }: Delivery): boolean {
  return sentence === null && returned === null && state !== 'failed' && state !== 'held'
}

/** The record as it was drawn, with the mails that have gone out since. */
export function withDeliveries(
  drawn: ApplicationRecord,
  newest: ApplicationRecord,
): ApplicationRecord {
  const deliveries = drawn.deliveries.map((delivery) => {
    const now = newest.deliveries.find(({ id }) => id === delivery.id)
    return now && isOnItsWay(delivery) && isOnItsWay(now) ? now : delivery
  })
  const isSame = deliveries.every((delivery, at) => delivery === drawn.deliveries[at])
  return isSame ? drawn : { ...drawn, deliveries }
}
