/** Sends what completed applications promised: at least once, several at a time, each row under a lease. */
import type { Log } from '../observability/log.ts'
import type { Database } from '../store/interface.ts'
import type { WholeApplication } from '../store/records.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import { runDispatcher } from './dispatcher.ts'
import type { MailLimits } from './mail-limits.ts'
import type { Outcome } from './outcome.ts'

export type Outbox = {
  /** Begins nothing more, and waits a little for what is under way; a lease hands the rest on. */
  stop(): Promise<void>
}

/** Sends one thing; `at` is the instant of this attempt in epoch milliseconds. Never rejects but by mistake. */
export type Deliver = (row: OutboxRow, whole: WholeApplication, at: number) => Promise<Outcome>

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
  /** Whether requests keep the process busy: they go first. */
  isBusy?: () => boolean
  /** Milliseconds between two looks while nothing is due. */
  poll?: number
}

/** Polling: whoever promises something, here or in another process, is heard at the next look. */
const POLL_MS = 500

export function startOutbox({ channels, ...options }: OutboxOptions): Outbox {
  const stopping = new AbortController()
  const running = channels.map((channel) =>
    runDispatcher({
      poll: POLL_MS,
      isBusy: () => false,
      ...options,
      ...channel,
      signal: stopping.signal,
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
