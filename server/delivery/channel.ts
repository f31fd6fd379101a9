/** What delivery is told to do: its channels, and how each sends one thing. */

import type { Log } from '../observability/log.ts'
import type { Database } from '../store/database.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { Load } from './busy.ts'
import type { MailLimits } from './mail/limits.ts'

/** Sends one row; `at` is the instant of this attempt in epoch milliseconds. Never rejects but by mistake. */
export type Deliver = (row: OutboxRow, at: number) => Promise<Outcome>

/** Reads what is to be told of applications: how the rows of each are sent, by its id. One that was erased is left out. */
export type Prepare = (
  tx: Transaction,
  applications: readonly string[],
) => Promise<ReadonlyMap<string, Deliver>>

/** Kinds that share one way out (a relay, a webhook's endpoint), and so its outages. */
export type Channel = {
  kinds: readonly OutboxKind[]
  prepare: Prepare
  /** Milliseconds in which the other side answers a whole message, or it is not known whether it took it. */
  answerTimeout: number
  /** After so many answers that did not come a row is a dead letter: each may have been a copy. */
  unknownLimit: number
  /** Slow attempts at one destination while which no further one begins there. */
  mostSlowAtOnce: number
}

export type OutboxOptions = {
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  log: Log
  limits: MailLimits
  /** Attempts at once in each channel; slow ones give their place to others. */
  senders: number
  channels: readonly Channel[]
  /** How busy requests keep the process: they go first. */
  load?: () => Load
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
  | { status: 'unreachable'; reason: string }
  /** This one cannot be delivered yet. Certainly not taken. */
  | { status: 'postponed'; reason: string }
  /** This one was refused; staff see it as a dead letter. */
  | { status: 'refused'; reason: string }
  /** It went out whole and no answer came: the other side may have it. */
  | { status: 'unknown'; reason: string }
