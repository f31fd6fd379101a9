/** How much mail may go out, and to one mailbox: what is too much waits, the newest of it, and the rest is left to staff. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/tokyo-time.ts'
import type { MailHistory } from '../../store/queries/outbox.ts'
import type { OutboxRow } from '../../store/schema.ts'

export type MailLimits = {
  /** To one mailbox in 24 hours on behalf of one sender; 0 is off. */
  perAddressPerDay: number
  /** In all in an hour; 0 is off. */
  perHour: number
  /** False while nobody is named to be told: the mails to staff then wait for somebody. */
  staffIsKnown: boolean
}

/** To one mailbox in 24 hours, whoever caused them, in multiples of what one sender may cause. */
const SENDERS_PER_DAY = 4
/** Beyond that the first mail of a further sender goes out, one in such a time: the applicant may be among them. */
const FIRST_MAIL_GAP_MS = 10 * MINUTE_MS
/** No limit keeps a mail for longer at a time. */
export const LONGEST_HOLD_MS = DAY_MS
/** Waiting for one mailbox at the most, the newest. */
export const MOST_HELD = 5
/** What still waits after this long is left to staff. */
export const LONGEST_HELD_MS = 2 * DAY_MS
/** Between two looks whether staff have an address now. */
const STAFF_PAUSE_MS = MINUTE_MS

/** Until when a mail waits, and why. */
export type Hold = { until: number; reason: string }

export const HELD_TOO_MANY =
  '同じメールボックスあての送信待ちが多すぎるため、新しいものだけを残しました'
export const HELD_TOO_LONG = '上限による保留が長く続いたため、自動送信を中止しました'

/**
 * A mailbox has two budgets: of what anybody can cause who types its address into a form, and of what staff cause. So
 * strangers fill one alone, and keep no mail of staff's waiting.
 */
export const BUDGETS = ['anybody', 'staff'] as const
export type Budget = (typeof BUDGETS)[number]

/** Before the receipt number in the source of a mail about the status that its applicant caused. */
const BY_APPLICANT = 'applicant '

/** Of a mail about the status: each application counts for itself. */
export function statusSource(reference: string, by: 'staff' | 'applicant'): string {
  return by === 'applicant' ? BY_APPLICANT + reference : reference
}

export function budgetOf({ kind, source }: Pick<OutboxRow, 'kind' | 'source'>): Budget {
  return kind === 'mail_status' && !isByApplicant(source) ? 'staff' : 'anybody'
}

const isByApplicant = (source: string) => source.startsWith(BY_APPLICANT)

/** What a mailbox has had of a budget in the last 24 hours; what is being sent counts as sent now. */
export type Received = Pick<MailHistory, 'source'> & { at: number }

/** Undefined where the mail may go out as far as its mailbox is concerned. */
export function mailboxHold(
  source: string,
  received: readonly Received[],
  { perAddressPerDay: limit }: MailLimits,
  now: number,
): Hold | undefined {
  if (limit === 0) return undefined
  const own = received.filter((mail) => mail.source === source)
  if (own.length >= limit)
    return {
      until: nthLatest(own, limit) + DAY_MS,
      reason: `上限：同じ送信元から同じメールボックスへ24時間に${limit}通`,
    }
  const most = limit * SENDERS_PER_DAY
  if (received.length < most) return undefined
  const reason = `上限：同じメールボックスへ24時間に${most}通`
  // Whoever withdraws has had an acknowledgement: only that may be the one that its applicant waits for.
  if (own.length > 0 || isByApplicant(source))
    return { until: nthLatest(received, most) + DAY_MS, reason }
  const until = nthLatest(received, 1) + FIRST_MAIL_GAP_MS
  return until <= now ? undefined : { until, reason }
}

function nthLatest(received: readonly Received[], n: number): number {
  return received.map(({ at }) => at).sort((a, b) => b - a)[n - 1] ?? 0
}

/** The mails of the last hour, latest first, and those under way. */
export type Hour = { sentAt: number[]; underWay: number }

/** Undefined where the hour has room; the first mail of a sender to a mailbox is not asked. */
export function hourHold(
  { sentAt, underWay }: Hour,
  { perHour }: MailLimits,
  now: number,
): Hold | undefined {
  if (perHour === 0 || sentAt.length + underWay < perHour) return undefined
  const oldestThatCounts = sentAt[Math.max(0, perHour - underWay - 1)] ?? now
  return { until: oldestThatCounts + HOUR_MS, reason: `上限：全体で1時間に${perHour}通` }
}

/** Undefined where staff have an address. */
export function staffHold({ staffIsKnown }: MailLimits, now: number): Hold | undefined {
  if (staffIsKnown) return undefined
  return { until: now + STAFF_PAUSE_MS, reason: '担当者のメールアドレス（STAFF_MAIL）が未設定です' }
}

/** What waits for a mailbox beyond the newest few: ids are in the order of time. */
export function tooMany(heldIds: readonly string[]): string[] {
  return [...heldIds].sort().reverse().slice(MOST_HELD)
}
