/** What delivery is told to do: its channels, and how each sends one thing. */

import type { RetrySchedules } from '../config/delivery-settings.ts'
import type { Log } from '../observability/log.ts'
import type { Database } from '../store/database.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { MailLimits } from './mail/limits.ts'

/** Sends one row; `at` is the instant of this attempt in epoch milliseconds. Never rejects but by mistake. */
export type Deliver = (row: OutboxRow, at: number) => Promise<Outcome>

/** Reads what is to be told of any number of applications: how the rows of each are sent, by its id. One that was erased is left out. */
export type Prepare = (
  tx: Transaction,
  applications: readonly string[],
) => Promise<ReadonlyMap<string, Deliver>>

/** One way out: a relay, a webhook's endpoint. Each of its kinds has a worker of its own. */
export type Channel = {
  kinds: readonly OutboxKind[]
  prepare: Prepare
  /** Milliseconds in which the other side answers a whole message, or it is not known whether it took it. */
  answerTimeout: number
}

export type OutboxOptions = {
  database: Database
  /** The process's, in epoch milliseconds. */
  clock: () => number
  /** By which leases are taken and rows are due; by default PostgreSQL's own, and the process's with SQLite. */
  databaseClock?: (tx: Transaction, now: number) => Promise<number>
  log: Log
  limits: MailLimits
  /** Attempts at once of each kind. */
  senders: number
  schedules?: RetrySchedules
  channels: readonly Channel[]
  /** Whether requests keep the process at work: they go first. */
  isServing?: () => boolean
  /** Milliseconds between two looks while nothing is due. */
  poll?: number
}

/** The preparation of a channel that reads with `read` and sends with `send`. */
export function telling<Told>(
  read: (tx: Transaction, applications: readonly string[]) => Promise<ReadonlyMap<string, Told>>,
  send: (row: OutboxRow, told: Told, at: number) => Promise<Outcome>,
): Prepare {
  return async (tx, applications) => {
    const ways = new Map<string, Deliver>()
    for (const [id, told] of await read(tx, applications))
      ways.set(id, (row, at) => send(row, told, at))
    return ways
  }
}

/** What became of one attempt to deliver something that was promised. */
export type Outcome =
  | { status: 'delivered' }
  /** Nothing can be delivered at present: the other side is down, hangs or refuses us. Certainly not taken. */
  | { status: 'unreachable'; reason: string; code?: string | number }
  /** This one cannot be delivered yet. Certainly not taken. */
  | { status: 'postponed'; reason: string }
  /** This one was refused; staff see that at once. */
  | { status: 'refused'; reason: string }
  /** It went out whole and no answer came: the other side may have it. */
  | { status: 'unknown'; reason: string }
