/** Claims due outbox rows under a lease, as far as the mail limits let them go; runs inside one unit of work. */
import {
  dueRows,
  hold,
  mailHistory,
  NEVER,
  recentMails,
  takeLease,
} from '../store/queries/outbox.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import {
  DAY_MS,
  HELD_TOO_LONG,
  HELD_TOO_MANY,
  HOUR_MS,
  type Hold,
  type Hour,
  hourHold,
  LONGEST_HELD_MS,
  type MailLimits,
  mailboxHold,
  type Received,
  staffHold,
  tooMany,
} from './mail/limits.ts'

export type ClaimOptions = {
  kinds: readonly OutboxKind[]
  now: number
  leaseUntil: number
  /** Rows at the most. */
  limit: number
  /** Due rows of each kind that `choose` chooses from. */
  candidates: number
  blocked: readonly string[]
  limits: MailLimits
  /** Leaves out rows that are not to be claimed now, in the order given. */
  choose(rows: readonly OutboxRow[]): readonly OutboxRow[]
}

/** The rows as they stand after the claim, and until when a kind rests of which none may go out. */
export type Claimed = {
  rows: OutboxRow[]
  /** How many due rows were judged. */
  looked: number
  resting: ReadonlyMap<OutboxKind, number>
}

export async function claim(tx: Transaction, options: ClaimOptions): Promise<Claimed> {
  const { kinds, now, leaseUntil, limit, limits } = options
  const due = await Promise.all(
    kinds.map((kind) => dueRows(tx, { ...options, kind, limit: options.candidates })),
  )
  const inOrder = due.flat().sort((a, b) => a.next_at - b.next_at)
  const chosen = options.choose(inOrder).slice(0, limit)
  const judge = createJudge(tx, limits, now, await mailboxesOf(tx, chosen, limits, now))
  const resting = new Map<OutboxKind, number>()
  const rows: OutboxRow[] = []
  const writes: Write[] = []
  // Newest first: where a mailbox has room for some, the newest of them go out.
  for (const row of [...chosen].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    const held = await judge(row, writes)
    if (held === undefined) {
      writes.push(() => takeLease(tx, { id: row.id, leaseUntil }))
      rows.push({ ...row, state: 'sending', attempts: row.attempts + 1, next_at: leaseUntil })
    } else if (row.kind === 'mail_staff') resting.set(row.kind, held.until)
  }
  // All at once: where the database is elsewhere, each wait would hold up whoever shares the commit.
  await Promise.all(writes.map((write) => write()))
  return { rows, looked: chosen.length, resting }
}

type Write = () => Promise<unknown>

/** Decides row by row, and holds what must wait; what it lets go counts for the rows after it. */
function createJudge(
  tx: Transaction,
  limits: MailLimits,
  now: number,
  mailboxes: ReadonlyMap<string, Mailbox>,
) {
  let hour: Hour | undefined
  return async (row: OutboxRow, writes: Write[]): Promise<Hold | undefined> => {
    // What lost its lease was let go before; a webhook is nobody's mailbox.
    if (row.kind === 'webhook' || row.state === 'sending') return undefined
    const mailbox = row.kind === 'mail_applicant' ? mailboxes.get(row.mailbox) : undefined
    const isFirst = mailbox && !mailbox.received.some(({ source }) => source === row.source)
    const held =
      (mailbox ? mailboxHold(row.source, mailbox.received, limits, now) : staffHold(limits, now)) ??
      (isFirst || limits.perHour === 0 ? undefined : hourHold(await thisHour(), limits, now))
    if (held) writes.push(...keepWaiting(tx, row, held, mailbox, now))
    else {
      mailbox?.received.push({ source: row.source, at: now })
      if (hour) hour.underWay += 1
    }
    return held
  }

  async function thisHour(): Promise<Hour> {
    hour ??= await recentMails(tx, { since: now - HOUR_MS, limit: limits.perHour })
    return hour
  }
}

type Mailbox = { received: Received[]; heldIds: string[] }

/** What the applicants' mailboxes among these rows have had; nobody looks where no limit asks. */
async function mailboxesOf(
  tx: Transaction,
  rows: readonly OutboxRow[],
  { perAddressPerDay, perHour }: MailLimits,
  now: number,
): Promise<Map<string, Mailbox>> {
  const isAsked = perAddressPerDay > 0 || perHour > 0
  const mails = rows.filter(({ kind }) => kind === 'mail_applicant')
  const found = [...new Set(mails.map(({ mailbox }) => mailbox))].map(async (mailbox) => {
    const history = isAsked ? await mailHistory(tx, { mailbox, since: now - DAY_MS }) : []
    const received = history
      .filter(({ state }) => state !== 'held')
      .map(({ source, sent_at }) => ({ source, at: sent_at ?? now }))
    const heldIds = history.filter(({ state }) => state === 'held').map(({ id }) => id)
    return [mailbox, { received, heldIds }] as const
  })
  return new Map(await Promise.all(found))
}

function keepWaiting(
  tx: Transaction,
  { id, created_at }: OutboxRow,
  { until, reason }: Hold,
  mailbox: Mailbox | undefined,
  now: number,
): Write[] {
  const write = (each: string, at: number, why: string) => () =>
    hold(tx, { id: each, until: at, reason: why })
  if (!mailbox) return [write(id, until, reason)]
  if (now - created_at > LONGEST_HELD_MS) return [write(id, NEVER, HELD_TOO_LONG)]
  const waiting = [...new Set([...mailbox.heldIds, id])]
  const surplus = tooMany(waiting)
  mailbox.heldIds = waiting.filter((each) => !surplus.includes(each))
  return [write(id, until, reason), ...surplus.map((each) => write(each, NEVER, HELD_TOO_MANY))]
}
