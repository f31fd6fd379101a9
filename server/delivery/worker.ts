/** Delivery of one kind: a loop that claims what is due under a lease, sends it, and settles what came of it. */

import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { isUnavailable } from '../errors.ts'
import { traceOf } from '../observability/log.ts'
import { isDue, renewLease, repairDueTimes } from '../store/queries/outbox.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { Channel, Deliver, OutboxOptions, Outcome } from './channel.ts'
import { claim } from './claim.ts'
import { longestPauseMs, pauseMs, settle } from './retry-policy.ts'

/** A lease lasts longer than an answer may take, and is renewed at every third of it. */
const LEASE_TO_TIMEOUT = 1.5
const RENEWALS = 3
/** The part of the senders that one destination may hold: what is slow there leaves the others theirs. */
const LARGEST_SHARE = 1 / 4
/** After a database that did not answer. */
const DATABASE_PAUSE_MS = 2000
const REPAIR_EVERY_MS = MINUTE_MS
/** A process that is to end waits so long for what is under way; the leases hand on the rest. */
const STOP_MS = 3000

export type WorkerOptions = Required<Omit<OutboxOptions, 'channels'>> &
  Omit<Channel, 'kinds'> & { kind: OutboxKind; signal: AbortSignal }

export type Worker = {
  /** Resolves a little after the signal aborts, so that what was begun is settled. */
  ended: Promise<void>
  /** How long nothing has been taken by the other side; 0 while it takes what it is sent. */
  outageMs(): number
}

/** One try of a claimed row; without an outcome it is under way. Times are those of performance.now(). */
type Attempt = { row: OutboxRow; startedAt: number; outcome?: Outcome; isOutage?: boolean }
type Ended = Attempt & { outcome: Outcome }

type Outage = { since: number; failures: number; lastFailure: number }

type State = WorkerOptions & {
  leaseMs: number
  waker: Waker
  /** Leased and not settled, by id: not claimed again here, whatever the clock says of the lease. */
  attempts: Map<string, Attempt>
  /** Destinations that rows were left out of the last claim for. */
  crowded: Set<string>
  outage: Outage | undefined
  lastDelivery: number
  restUntil: number
  lookPastAt: number
  repairAt: number
}

export function startWorker(options: WorkerOptions): Worker {
  const state: State = {
    ...options,
    leaseMs: options.answerTimeout * LEASE_TO_TIMEOUT,
    waker: createWaker(),
    attempts: new Map(),
    crowded: new Set(),
    outage: undefined,
    lastDelivery: Number.NEGATIVE_INFINITY,
    restUntil: 0,
    lookPastAt: 0,
    repairAt: 0,
  }
  return {
    ended: run(state),
    outageMs: () => (state.outage ? performance.now() - state.outage.since : 0),
  }
}

async function run(state: State): Promise<void> {
  const { signal, attempts, leaseMs, waker } = state
  signal.addEventListener('abort', waker.wake, { once: true })
  const renewals = setInterval(() => renewLeases(state), leaseMs / RENEWALS)
  try {
    while (!signal.aborted) await waker.rest(await turn(state))
    const stopBy = performance.now() + STOP_MS
    while (attempts.size > 0 && performance.now() < stopBy) {
      const pause = await turn(state)
      if (attempts.size > 0) await waker.rest(pause)
    }
  } finally {
    clearInterval(renewals)
  }
}

/** Settles and claims in one transaction: a commit waits for the disk. Gives the longest pause until the next turn. */
async function turn(state: State): Promise<number> {
  const { database, attempts, clock, databaseClock, log, poll } = state
  const ended = [...attempts.values()].filter(hasEnded)
  try {
    if (ended.length > 0 || (await hasWork(state))) {
      const claimed = await database.atomic(async (tx) => {
        const now = await databaseClock(tx, clock())
        await Promise.all(ended.map((attempt) => settle(tx, attempt, { ...state, now })))
        return claimDue(tx, state, now)
      })
      for (const { row } of ended) attempts.delete(row.id)
      for (const { row, deliver } of claimed.sends) void send(state, row, deliver)
      if (claimed.restMs > 0) state.restUntil = performance.now() + claimed.restMs
      // What was held is out of the way: others may stand behind it.
      else if (claimed.held > 0) return 0
    }
    return poll
  } catch (error) {
    // What has gone out goes out again unless it is written down: it stays leased until it is.
    if (ended.length > 0) log.error('outbox_unsettled', { error: traceOf(error) })
    else log.warn('outbox_failed', { error: traceOf(error) })
    if (!isUnavailable(error)) for (const attempt of ended) forgetReason(attempt)
    return DATABASE_PAUSE_MS
  }
}

/** What another machine said may be what the database refuses: it must not hold up all that go out after it. */
function forgetReason({ outcome }: Ended): void {
  if ('reason' in outcome) outcome.reason = UNSTORED
}

const UNSTORED = '送信の結果を記録できませんでした。ログを確認してください'

function hasEnded(attempt: Attempt): attempt is Ended {
  return attempt.outcome !== undefined
}

/** A read, which takes no lock; what was written under a wrong clock is repaired once in a while. */
async function hasWork(state: State): Promise<boolean> {
  const { database, databaseClock, clock, kind, schedules } = state
  if (freeNow(state) === 0) return false
  if (performance.now() >= state.repairAt) {
    state.repairAt = performance.now() + REPAIR_EVERY_MS
    await database.atomic(async (tx) => {
      const now = await databaseClock(tx, clock())
      await repairDueTimes(tx, { kind, now, latest: now + longestPauseMs(schedules) })
    })
  }
  const blocked = fullDestinations(state)
  return database.read(async (tx) =>
    isDue(tx, { kind, now: await databaseClock(tx, clock()), blocked }),
  )
}

/** How many rows may be claimed now; while nothing gets through a single one finds out whether it does again. */
function freeNow({ signal, senders, attempts, outage, restUntil }: State): number {
  if (signal.aborted || performance.now() < restUntil) return 0
  const underWay = [...attempts.values()].filter((attempt) => !hasEnded(attempt))
  if (!outage) return senders - underWay.length
  return underWay.some(({ startedAt }) => startedAt >= outage.lastFailure) ? 0 : 1
}

function usedShares({ attempts }: State): Map<string, number> {
  const used = new Map<string, number>()
  for (const attempt of attempts.values())
    if (!hasEnded(attempt))
      used.set(attempt.row.destination, (used.get(attempt.row.destination) ?? 0) + 1)
  return used
}

function shareOf({ senders }: State): number {
  return Math.max(1, Math.floor(senders * LARGEST_SHARE))
}

function fullDestinations(state: State): string[] {
  const used = [...usedShares(state)].filter(([, count]) => count >= shareOf(state))
  return used.map(([destination]) => destination)
}

type Claims = { sends: { row: OutboxRow; deliver: Deliver }[]; held: number; restMs: number }

async function claimDue(tx: Transaction, state: State, now: number): Promise<Claims> {
  const { senders, crowded, poll, prepare } = state
  const free = freeNow(state)
  if (free === 0) return { sends: [], held: 0, restMs: 0 }
  const blocked = new Set(fullDestinations(state))
  // Now and then it looks past the queue of a destination that has its share: it takes a walk along that queue.
  if (performance.now() >= state.lookPastAt) {
    state.lookPastAt = performance.now() + poll
    for (const destination of crowded) blocked.add(destination)
  }
  const { rows, held, restMs } = await claim(tx, {
    ...state,
    now,
    candidates: senders,
    blocked: [...blocked],
    choose: (due) => choose(state, due, free),
  })
  const ids = [...new Set(rows.map(({ application }) => application))]
  const delivers = await prepare(tx, ids)
  const sends = rows.flatMap((row) => {
    const deliver = delivers.get(row.application)
    return deliver ? [{ row, deliver }] : []
  })
  return { sends, held, restMs }
}

/** The first ones, of each destination as many as its share has room for. */
function choose(state: State, due: readonly OutboxRow[], free: number): OutboxRow[] {
  const { attempts, crowded } = state
  const used = usedShares(state)
  crowded.clear()
  const chosen: OutboxRow[] = []
  for (const row of due) {
    if (chosen.length >= free || attempts.has(row.id)) continue
    const count = used.get(row.destination) ?? 0
    if (count >= shareOf(state)) crowded.add(row.destination)
    else chosen.push(row)
    used.set(row.destination, count + 1)
  }
  return chosen
}

async function send(state: State, row: OutboxRow, deliver: Deliver): Promise<void> {
  const { attempts, clock, log, signal, isServing, waker } = state
  const attempt: Attempt = { row, startedAt: performance.now() }
  attempts.set(row.id, attempt)
  const outcome = await deliver(row, clock()).catch((error: unknown): Outcome => {
    log.error('outbox_mistake', { id: row.id, error: traceOf(error) })
    return { status: 'unknown', reason: 'プログラムの誤りです。ログを確認してください' }
  })
  const { id, kind, attempts: nth } = row
  log.info('outbox_attempt', { id, kind, attempt: nth, outcome: outcome.status })
  attempt.isOutage = outcome.status === 'unreachable' && state.lastDelivery < attempt.startedAt
  attempt.outcome = outcome
  if (outcome.status === 'delivered') state.lastDelivery = performance.now()
  if (outcome.status !== 'unreachable') endOutage(state)
  else if (attempt.isOutage) noteOutage(state, attempt.startedAt, outcome.code)
  // Whoever applies goes first: while requests come, a turn waits for the next poll.
  if (signal.aborted || !isServing()) waker.wake()
}

/** Nothing gets through: the whole loop waits, and no row counts it as a failure of its own. */
function noteOutage(state: State, startedAt: number, code: string | number | undefined): void {
  const { log, kind, schedules } = state
  const now = performance.now()
  const outage = state.outage ?? { since: now, failures: 0, lastFailure: Number.NEGATIVE_INFINITY }
  if (!state.outage) log.warn('delivery_outage', { kind, code })
  state.outage = outage
  // What began before the last failure says nothing new.
  if (startedAt < outage.lastFailure) return
  state.restUntil = now + pauseMs(schedules.outage, outage.failures)
  outage.failures += 1
  outage.lastFailure = now
}

function endOutage(state: State): void {
  const { outage, log, kind } = state
  if (!outage) return
  const seconds = Math.round((performance.now() - outage.since) / 1000)
  log.warn('delivery_outage_over', { kind, seconds })
  state.outage = undefined
  state.restUntil = 0
}

async function renewLeases(state: State): Promise<void> {
  const { database, databaseClock, clock, attempts, leaseMs, log } = state
  if (attempts.size === 0) return
  const leases = [...attempts.values()].map(({ row }) => row)
  try {
    await database.atomic(async (tx) => {
      const until = (await databaseClock(tx, clock())) + leaseMs
      for (const lease of leases) await renewLease(tx, { ...lease, until })
    })
  } catch (error) {
    log.warn('outbox_failed', { error: traceOf(error) })
  }
}

type Waker = {
  wake(): void
  /** Resolves after the time, or at once where `wake` was called since the last rest ended. */
  rest(ms: number): Promise<void>
}

function createWaker(): Waker {
  let woken = Promise.withResolvers<void>()
  return {
    wake: () => woken.resolve(),
    async rest(ms) {
      const timer = setTimeout(woken.resolve, ms)
      await woken.promise
      clearTimeout(timer)
      woken = Promise.withResolvers<void>()
    },
  }
}
