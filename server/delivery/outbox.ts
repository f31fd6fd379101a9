/** What a completed application promised gets sent: at least once, one at a time, whatever dies in between. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, traceOf } from '../observability/log.ts'
import type { Database } from '../store/interface.ts'
import { claim, hasten, isDue, markSent, markUnsent, NEVER } from '../store/outbox.ts'
import { type WholeApplication, wholeApplication } from '../store/records.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import { type Hold, holdOf, type MailLimits } from './outbox-limits.ts'
import { ATTEMPT_TIMEOUT, type Outcome } from './outcome.ts'

export type Outbox = {
  /** Starts nothing more, and waits a little for what is under way; a lease hands the rest on. */
  stop(): Promise<void>
}

/** Sends one thing; `at` is the instant of this attempt in epoch milliseconds. Never rejects but by mistake. */
export type Deliver = (row: OutboxRow, whole: WholeApplication, at: number) => Promise<Outcome>

export type OutboxOptions = {
  database: Database
  clock: () => number
  log: Log
  limits: MailLimits
  /** A channel's kinds share one way out, and so its outages; each channel sends one thing at a time. */
  channels: readonly { kinds: readonly OutboxKind[]; deliver: Deliver }[]
  /** Milliseconds between two looks while nothing is due. */
  poll?: number
}

/** Whoever promises something, here or in another process, wakes nobody: it is seen at the next look. */
const POLL_MS = 500
/** A process that died leaves what it was sending to others after this long. */
const LEASE_MS = ATTEMPT_TIMEOUT + 10_000
/** The first pause; each one is twice the one before. */
const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30 * 60_000
/** While nothing goes out at all, somebody looks this often. */
const LONGEST_REST_MS = 30_000
/** A mail that was refused is tried again (an outage may look like a refusal), then left to staff. */
const ATTEMPTS_REFUSED = 10
/** After this long what cannot be delivered is left to staff. */
const GIVE_UP_MS = 5 * 86_400_000
/** While requests keep the process busy they go first: then one thing is sent in such a time. */
const BUSY_PAUSE_MS = 50
const BUSY_SHARE = 0.7
const STOP_MS = 3000

export function startOutbox({ channels, ...options }: OutboxOptions): Outbox {
  const stopping = new AbortController()
  const loops = channels.map((channel) =>
    runChannel({ poll: POLL_MS, ...options, ...channel, signal: stopping.signal }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all(loops), sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

type Channel = Required<Omit<OutboxOptions, 'channels'>> &
  OutboxOptions['channels'][number] & { signal: AbortSignal }

async function runChannel(channel: Channel): Promise<void> {
  const { kinds, poll, signal, log, clock } = channel
  /** Kinds of which nothing may go out before an instant: looking at each of them would write to each. */
  const resting = new Map<OutboxKind, number>()
  let failures = 0
  let busy = performance.eventLoopUtilization()
  while (!signal.aborted) {
    let idle = true
    for (const kind of kinds) {
      if (signal.aborted) return
      if (clock() < (resting.get(kind) ?? 0)) continue
      const result = await turn(channel, kind, failures > 0).catch((error: unknown) => {
        log.warn('outbox_failed', { kind, error: traceOf(error) })
        return 'nothing' as const
      })
      if (typeof result === 'object' && result.everybody) resting.set(kind, result.until)
      if (result !== 'nothing') idle = false
      if (result === 'delivered') failures = 0
      if (result !== 'unreachable') continue
      failures += 1
      await rest(Math.min(PAUSE_MS * 2 ** (failures - 1), LONGEST_REST_MS), signal)
    }
    const { utilization } = performance.eventLoopUtilization(busy)
    busy = performance.eventLoopUtilization()
    if (idle) await rest(poll, signal)
    else if (utilization > BUSY_SHARE) await rest(BUSY_PAUSE_MS, signal)
  }
}

type Turn = 'nothing' | Hold | Outcome['status']

/** Takes what is due first and tries it once; what came of it is on disk before the next turn begins. */
async function turn(channel: Channel, kind: OutboxKind, wasDown: boolean): Promise<Turn> {
  const { database, clock, limits, deliver, log } = channel
  const now = clock()
  if (!(await database.read((tx) => isDue(tx, kind, now)))) return 'nothing'
  const taken = await database.atomic((tx) =>
    claim(tx, kind, { now, leaseUntil: now + LEASE_MS }, (row) => holdOf(tx, row, limits, now)),
  )
  if (!taken) return 'nothing'
  if ('held' in taken) return taken.held
  const { row } = taken
  const whole = await database.read((tx) => wholeApplication(tx, row.application))
  if (!whole) return 'nothing'
  const outcome = await deliver(row, whole, now)
  log.info('outbox_attempt', {
    id: row.id,
    kind,
    attempt: row.attempts + 1,
    outcome: outcome.status,
  })
  await settle(channel, row, outcome, wasDown)
  return outcome.status
}

async function settle(
  { database, clock, log, signal, kinds }: Channel,
  row: OutboxRow,
  outcome: Outcome,
  wasDown: boolean,
): Promise<void> {
  for (;;) {
    try {
      return await database.atomic(async (tx) => {
        const at = clock()
        if (outcome.status !== 'delivered') return markUnsent(tx, unsent(row, outcome, at))
        await markSent(tx, row.id, at)
        if (wasDown) for (const kind of kinds) await hasten(tx, kind, at)
      })
    } catch (error) {
      // It has gone out: unless this is written down, it goes out again.
      log.error('outbox_unsettled', { id: row.id, error: traceOf(error) })
      if (signal.aborted) return
      await rest(PAUSE_MS, signal)
    }
  }
}

type Failure = Exclude<Outcome, { status: 'delivered' }>

function unsent(row: OutboxRow, { status, reason }: Failure, at: number) {
  const attempts = row.attempts + 1
  const pause = Math.min(PAUSE_MS * 2 ** Math.min(attempts - 1, 30), LONGEST_PAUSE_MS)
  const refused = status === 'refused'
  const over = (refused && attempts >= ATTEMPTS_REFUSED) || at - row.created_at > GIVE_UP_MS
  return {
    id: row.id,
    state: refused || over ? ('failed' as const) : ('queued' as const),
    nextAt: over ? NEVER : at + pause,
    reason,
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
