/** Claims due rows under a lease, as far as the mail limits let them go; runs inside one transaction. */
import { isToApplicant, isToStaff, isWebhook } from '#domain/staff.ts'
import { DAY_MS, HOUR_MS } from '#domain/tokyo-time.ts'
import {
  dueRows,
  hold,
  mailHistory,
  NEVER,
  recentMails,
  takeLease,
} from '../store/queries/outbox.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import {
  BUDGETS,
  budgetOf,
  HELD_TOO_LONG,
  HELD_TOO_MANY,
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
  kind: OutboxKind
  /** By the database's clock. */
  now: number
  leaseMs: number
  /** Due rows that `choose` chooses from. */
  candidates: number
  /** Destinations from which nothing is taken now. */
  blocked: readonly string[]
  limits: MailLimits
  /** Leaves out rows that are not to be claimed now, in the order given. */
  choose(rows: readonly OutboxRow[]): readonly OutboxRow[]
}

export type Claimed = {
  /** As they stand after the claim. */
  rows: OutboxRow[]
  /** How many must wait because of a limit. */
  held: number
  /** How long the kind rests, of which none may go out meanwhile; 0 where it does not. */
  restMs: number
}

export async function claim(tx: Transaction, options: ClaimOptions): Promise<Claimed> {
  const { kind, now, leaseMs, limits, candidates: limit } = options
  const due = await dueRows(tx, { ...options, limit })
  const chosen = options.choose(due)
  const judge = createJudge(tx, limits, now, await mailboxesOf(tx, chosen, options))
  const next_at = now + leaseMs
  const rows: OutboxRow[] = []
  const writes: Write[] = []
  let restMs = 0
  // Newest first: where a mailbox has room for some, the newest of them go out.
  for (const row of [...chosen].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    const held = await judge(row, writes)
    if (held === undefined) {
      writes.push(() => lease(tx, row, now, next_at))
      rows.push({ ...row, state: 'sending', attempts: row.attempts + 1, next_at })
    } else if (isToStaff(kind)) restMs = held.until - now
  }
  // All at once: where the database is elsewhere, each wait would hold up whoever shares the commit.
  await Promise.all(writes.map((write) => write()))
  return { rows, held: chosen.length - rows.length, restMs }
}

async function lease(tx: Transaction, { id }: OutboxRow, now: number, leaseUntil: number) {
  if (!(await takeLease(tx, { id, now, leaseUntil }))) throw new Conflict(`${id} is not free`)
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
  let letGo = 0
  return async (row: OutboxRow, writes: Write[]): Promise<Hold | undefined> => {
    // What lost its lease was let go before; a webhook is nobody's mailbox.
    if (isWebhook(row.kind) || row.state === 'sending') return undefined
    const mailbox = mailboxes.get(keyOf(row))
    const isFirst =
      row.kind === 'mail_applicant' &&
      mailbox &&
      !mailbox.received.some(({ source }) => source === row.source)
    const held =
      (mailbox ? mailboxHold(row.source, mailbox.received, limits, now) : staffHold(limits, now)) ??
      (isFirst || limits.perHour === 0
        ? undefined
        : hourHold(await thisHour(row.kind), limits, now))
    if (held) writes.push(...keepWaiting(tx, row, held, mailbox, now))
    else {
      mailbox?.received.push({ source: row.source, at: now })
      letGo += 1
    }
    return held
  }

  async function thisHour(kind: OutboxKind): Promise<Hour> {
    hour ??= await recentMails(tx, { kind, since: now - HOUR_MS, limit: limits.perHour })
    return { ...hour, underWay: hour.underWay + letGo }
  }
}

/** Of one of its budgets. */
type Mailbox = { received: Received[]; heldIds: string[] }

const keyOf = (row: Pick<OutboxRow, 'kind' | 'source' | 'mailbox'>) =>
  `${budgetOf(row)} ${row.mailbox}`

/** What the applicants' mailboxes among these rows have had, by budget; nobody looks where no limit asks. */
async function mailboxesOf(
  tx: Transaction,
  rows: readonly OutboxRow[],
  { kind, limits, now }: Pick<ClaimOptions, 'kind' | 'limits' | 'now'>,
): Promise<Map<string, Mailbox>> {
  const isAsked = limits.perAddressPerDay > 0 || limits.perHour > 0
  const mailboxes = new Set(isToApplicant(kind) ? rows.map(({ mailbox }) => mailbox) : [])
  const found = [...mailboxes].map(async (mailbox) => {
    const history = isAsked ? await mailHistory(tx, { mailbox, since: now - DAY_MS }) : []
    return BUDGETS.map((budget) => {
      const own = history.filter((mail) => budgetOf(mail) === budget)
      const received = own
        .filter(({ state }) => state !== 'held')
        .map(({ source, sent_at }) => ({ source, at: sent_at ?? now }))
      const heldIds = own.filter(({ state }) => state === 'held').map(({ id }) => id)
      return [`${budget} ${mailbox}`, { received, heldIds }] as const
    })
  })
  return new Map((await Promise.all(found)).flat())
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
