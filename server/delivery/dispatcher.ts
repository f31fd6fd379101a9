/** The polling loop of one channel: one unit of work settles what has ended and claims what may begin; then those begin. */

import { traceOf } from '../observability/log.ts'
import { isDue, renewLease, repairDueTimes } from '../store/queries/outbox.ts'
import type { OutboxKind, OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { PACE_MS } from './busy.ts'
import type { Channel, Deliver, OutboxOptions, Outcome } from './channel.ts'
import { type Circuit, createCircuit } from './circuit.ts'
import { type Claimed, claim } from './claim.ts'
import {
  type Attempt,
  createDestinations,
  createPlaces,
  type Destinations,
  type Places,
  SLOW_TO_SENDERS,
} from './destinations.ts'
import { type Ended, settle } from './retry-policy.ts'

/**
 * A lease lasts longer than an answer may take, and is renewed at every third of it: whenever a process dies,
 * the other side has had its whole time before anybody else sends the row.
 */
const LEASE_TO_TIMEOUT = 1.5
const RENEWALS = 3
/** After a database that did not answer. */
const DATABASE_PAUSE_MS = 2000
/** The relay or endpoint is down: it is probed after such pauses. */
const OUTAGE_PAUSES = { first: 1000, longest: 30_000 }
/** Rows that a probe is chosen from: one that always fails must not be every probe. */
const PROBE_CANDIDATES = 16
/** Longer than anything here waits by itself; a row due later was written under a wrong clock. */
const LONGEST_WAIT_MS = 25 * 3_600_000
const REPAIR_EVERY_MS = 60_000
/** A process that is to end waits so long for what is under way; the leases hand on the rest. */
const STOP_MS = 3000

export type DispatcherOptions = Required<Omit<OutboxOptions, 'channels'>> &
  Channel & { signal: AbortSignal }

/** A backlog is claimed so far ahead, in multiples of the senders. */
const AHEAD_TO_SENDERS = 8
/** What ends in such a time is settled together while there is a backlog. */
const LINGER_MS = 50

type Ready = { row: OutboxRow; deliver: Deliver }

type Dispatcher = DispatcherOptions & {
  leaseMs: number
  waker: Waker
  places: Places
  circuit: Circuit
  destinations: Destinations
  /** Claimed and not settled, by id: nobody here claims them again, whatever the clock says of their lease. */
  open: Map<string, OutboxRow>
  /** Claimed ahead of a free place, while there is a backlog. */
  ready: Ready[]
  ended: Ended[]
  /** Kinds of which nothing may go out before an instant. */
  resting: Map<OutboxKind, number>
  /** Milliseconds of performance.now(). */
  lastSuccess: number
  lastBegin: number
  lastUnit: number
  /** When to look for due rows again; 0 while there is a backlog. */
  lookAt: number
  repairAt: number
}

/** Runs until the signal aborts, and then a little longer, so that what was begun is settled. */
export async function runDispatcher(options: DispatcherOptions): Promise<void> {
  const dispatcher = createDispatcher(options)
  const { signal, open, leaseMs, waker } = dispatcher
  signal.addEventListener('abort', waker.wake, { once: true })
  const renewals = setInterval(() => renewLeases(dispatcher), leaseMs / RENEWALS)
  try {
    while (!signal.aborted) await turn(dispatcher)
    const stopBy = performance.now() + STOP_MS
    while (open.size > 0 && performance.now() < stopBy) await turn(dispatcher)
  } finally {
    clearInterval(renewals)
  }
}

function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { senders, mostSlowAtOnce } = options
  const waker = createWaker()
  const places = createPlaces(senders, waker.wake)
  return {
    ...options,
    leaseMs: options.answerTimeout * LEASE_TO_TIMEOUT,
    waker,
    places,
    circuit: createCircuit({ threshold: 1, pauses: OUTAGE_PAUSES }),
    destinations: createDestinations(places, {
      threshold: senders * SLOW_TO_SENDERS,
      mostSlow: mostSlowAtOnce,
    }),
    open: new Map(),
    ready: [],
    ended: [],
    resting: new Map(),
    lastSuccess: Number.NEGATIVE_INFINITY,
    lastBegin: Number.NEGATIVE_INFINITY,
    lastUnit: Number.NEGATIVE_INFINITY,
    lookAt: 0,
    repairAt: 0,
  }
}

async function turn(dispatcher: Dispatcher): Promise<void> {
  const { database, waker, log, poll, open, load } = dispatcher
  beginReady(dispatcher)
  const linger = lingerNow(dispatcher)
  if (linger > 0) return waker.rest(linger)
  const settling = dispatcher.ended.splice(0)
  try {
    const room = roomNow(dispatcher)
    const wanted = room > 0 && (await hasWork(dispatcher)) ? room : 0
    if (settling.length === 0 && wanted === 0)
      return await waker.rest(Math.min(poll, PACE_MS[load()] || poll))
    const claimed = await database.atomic(async (tx) => {
      await Promise.all(settling.map((ended) => settle(tx, ended, dispatcher)))
      return wanted > 0 ? claimRows(tx, dispatcher, wanted) : undefined
    })
    dispatcher.lastUnit = performance.now()
    for (const { row } of settling) open.delete(row.id)
    if (claimed) await makeReady(dispatcher, claimed)
  } catch (error) {
    // What has gone out goes out again unless it is written down: it stays open until it is.
    dispatcher.ended.unshift(...settling)
    const event = settling.length > 0 ? 'outbox_unsettled' : 'outbox_failed'
    log[settling.length > 0 ? 'error' : 'warn'](event, { error: traceOf(error) })
    await waker.rest(DATABASE_PAUSE_MS)
  }
}

/** While a backlog keeps the senders at work, or requests the process, what ends is settled together: a commit waits for the disk. */
function lingerNow({ signal, ready, senders, lastUnit, load }: Dispatcher): number {
  if (signal.aborted || (ready.length < senders && load() === 'idle')) return 0
  return Math.max(0, lastUnit + LINGER_MS - performance.now())
}

/** How many rows may be claimed now. */
function roomNow(dispatcher: Dispatcher): number {
  const { signal, places, circuit, clock, load, lastBegin, lookAt, senders, ready } = dispatcher
  if (signal.aborted) return 0
  const room = circuit.room(clock())
  if (performance.now() - lastBegin < PACE_MS[load()]) return 0
  const hasBacklog = lookAt === 0 && !Number.isFinite(room) && load() === 'idle'
  const ahead = hasBacklog ? senders * AHEAD_TO_SENDERS : 0
  return Math.min(room, Math.max(0, places.free() + ahead - ready.length))
}

/** Polls at most once in `poll` while the last look found less than there was room for. */
async function hasWork(dispatcher: Dispatcher): Promise<boolean> {
  const { database, clock, destinations, poll } = dispatcher
  if (dispatcher.lookAt === 0) return true
  const now = clock()
  if (performance.now() < dispatcher.lookAt) return false
  dispatcher.lookAt = performance.now() + poll
  await repairDueTimesNow(dispatcher, now)
  const blocked = destinations.blocked(now)
  for (const kind of kindsNow(dispatcher, now))
    if (await database.read((tx) => isDue(tx, { kind, now, blocked }))) return true
  return false
}

async function repairDueTimesNow(dispatcher: Dispatcher, now: number): Promise<void> {
  const { database, kinds } = dispatcher
  if (performance.now() < dispatcher.repairAt) return
  dispatcher.repairAt = performance.now() + REPAIR_EVERY_MS
  const latest = now + LONGEST_WAIT_MS
  for (const kind of kinds) await database.atomic((tx) => repairDueTimes(tx, { kind, now, latest }))
}

function kindsNow({ kinds, resting }: Dispatcher, now: number): OutboxKind[] {
  return kinds.filter((kind) => now >= (resting.get(kind) ?? 0))
}

async function claimRows(
  tx: Transaction,
  dispatcher: Dispatcher,
  limit: number,
): Promise<Claimed & { wanted: number }> {
  const { clock, destinations, circuit, open, leaseMs, limits } = dispatcher
  const now = clock()
  const isProbe = Number.isFinite(circuit.room(now))
  const claimed = await claim(tx, {
    kinds: kindsNow(dispatcher, now),
    now,
    leaseUntil: now + leaseMs,
    limit,
    candidates: isProbe ? PROBE_CANDIDATES : limit,
    blocked: destinations.blocked(now),
    limits,
    choose(rows) {
      const free = destinations.admit(rows, now).filter(({ id }) => !open.has(id))
      return isProbe ? free.sort(() => Math.random() - 0.5) : free
    },
  })
  return { ...claimed, wanted: limit }
}

async function makeReady(
  dispatcher: Dispatcher,
  { rows, looked, resting, wanted }: Claimed & { wanted: number },
): Promise<void> {
  const { database, prepare, poll, open, ready, log } = dispatcher
  for (const [kind, until] of resting) dispatcher.resting.set(kind, until)
  dispatcher.lookAt = looked < wanted ? performance.now() + poll : 0
  if (rows.length === 0) return
  for (const row of rows) open.set(row.id, row)
  try {
    // The mails of an application are mostly claimed together.
    const ids = [...new Set(rows.map(({ application }) => application))]
    const byId = await database.read((tx) => prepare(tx, ids))
    for (const row of rows) {
      const deliver = byId.get(row.application)
      // Without it, it was erased a moment ago, and its row with it.
      if (deliver) ready.push({ row, deliver })
      else open.delete(row.id)
    }
  } catch (error) {
    log.warn('outbox_failed', { error: traceOf(error) })
    for (const row of rows) giveBack(dispatcher, row)
  }
}

/** Begins what is ready as far as there are places, which a slow attempt frees too; gives back what must not begin any more. */
function beginReady(dispatcher: Dispatcher): void {
  const { ready, places, circuit, destinations, clock, signal } = dispatcher
  for (;;) {
    const isStopped = signal.aborted || circuit.room(clock()) === 0
    if (!isStopped && places.free() <= 0) return
    const next = ready.shift()
    if (!next) return
    // It was claimed before its destination became slow or failed.
    if (isStopped || !destinations.isOpen(next.row, clock())) giveBack(dispatcher, next.row)
    else void begin(dispatcher, next)
  }
}

function giveBack({ ended, clock }: Dispatcher, row: OutboxRow): void {
  const outcome = { status: 'unreachable', reason: '送信を始める前に戻しました' } as const
  ended.push({ row, outcome, at: clock(), isOutage: true })
}

async function begin(dispatcher: Dispatcher, { row, deliver }: Ready): Promise<void> {
  const { circuit, destinations, places, clock, log, waker } = dispatcher
  circuit.began()
  destinations.began(row.destination)
  const attempt = places.take(row)
  dispatcher.lastBegin = attempt.startedAt
  const outcome = await deliver(row, clock()).catch((error: unknown): Outcome => {
    log.error('outbox_mistake', { id: row.id, error: traceOf(error) })
    return { status: 'unknown', reason: 'プログラムの誤りです。ログを確認してください' }
  })
  end(dispatcher, attempt, outcome)
  beginReady(dispatcher)
  // What lingers wakes up by itself, and settles all of it together.
  if (lingerNow(dispatcher) === 0) waker.wake()
}

function end(dispatcher: Dispatcher, attempt: Attempt, outcome: Outcome): void {
  const { circuit, destinations, places, clock, log } = dispatcher
  const { row, startedAt } = attempt
  const { status } = outcome
  const at = clock()
  log.info('outbox_attempt', { id: row.id, kind: row.kind, attempt: row.attempts, outcome: status })
  places.leave(attempt, status === 'delivered' ? performance.now() - startedAt : undefined)
  destinations.ended(row.destination, status, at)
  // Others got through meanwhile: it is this one's trouble, and no outage.
  const isOutage = status === 'unreachable' && dispatcher.lastSuccess < startedAt
  if (isOutage) circuit.failed(at)
  else if (status !== 'unreachable') circuit.succeeded()
  if (status === 'delivered') dispatcher.lastSuccess = performance.now()
  dispatcher.ended.push({ row, outcome, at, isOutage })
}

async function renewLeases({ database, open, clock, leaseMs, log }: Dispatcher): Promise<void> {
  const leases = [...open.values()]
  if (leases.length === 0) return
  try {
    const until = clock() + leaseMs
    await database.atomic(async (tx) => {
      for (const lease of leases) await renewLease(tx, { ...lease, until })
    })
  } catch (error) {
    log.warn('outbox_failed', { error: traceOf(error) })
  }
}

/** A pause that ends early when there is something to do. */

type Waker = {
  wake(): void
  /** Resolves after the time, or at once where `wake` was called since the last rest ended. */
  rest(ms: number): Promise<void>
}

export function createWaker(): Waker {
  let isAwake = false
  let end: (() => void) | undefined
  return {
    wake() {
      isAwake = true
      end?.()
    },
    rest(ms) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => end?.(), ms)
        end = () => {
          clearTimeout(timer)
          end = undefined
          isAwake = false
          resolve()
        }
        if (isAwake) end()
      })
    },
  }
}
