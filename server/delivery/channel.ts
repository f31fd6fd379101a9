/** What delivery is told to do: its channels, and how each sends one thing. */
import type { Log } from '../observability/log.ts'
import type { Database } from '../store/interface.ts'
import type { ToldApplication } from '../store/records.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import type { Load } from './busy.ts'
import type { MailLimits } from './mail-limits.ts'
import type { Outcome } from './outcome.ts'

/** Sends one thing; `at` is the instant of this attempt in epoch milliseconds. Never rejects but by mistake. */
export type Deliver = (row: OutboxRow, told: ToldApplication, at: number) => Promise<Outcome>

/** Kinds that share one way out (a relay, a webhook's endpoint), and so its outages. */
export type Channel = {
  kinds: readonly OutboxKind[]
  deliver: Deliver
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
