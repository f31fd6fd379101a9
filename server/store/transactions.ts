/**
 * The two ways to change what is stored. Both give a task a transaction that is stored whole or not at all, and answer
 * once it is on disk.
 *
 * `atomic` is group commit: tasks that arrive while one commit is under way share the next fsync. On PostgreSQL the
 * statements of up to 32 of them run between each other, so a task relies on constraints and on conditions that stand in
 * the very statement that writes. It is for the three calls of an application, the feed, the outbox, limits, sessions
 * and the audit of looks: much of it comes at once.
 *
 * `alone` is a transaction with nobody else in it. Its task locks the application's row first (`held` of
 * queries/held.ts), then looks, the clock included, then writes; nothing that it looked at can change before its commit.
 * It is for whatever changes a complete application, and for its erasure: few of those come at once.
 */

import { setImmediate } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { DatabaseOptions } from './database.ts'
import { Conflict, type Occupancy, type Session, unavailable } from './session.ts'
import type { Transaction } from './statement.ts'

type Run = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

export type Transactions = {
  atomic: Run
  alone: Run
  /** Takes no further task; resolves when those that it has are done. */
  drain(): Promise<void>
}

/** Tasks in one commit: enough to share the disk's pause, few enough that others are read and answered meanwhile. */
export const MAX_BATCH_SIZE = 32
/** Load shedding: beyond this, callers get `unavailable` with Retry-After. */
export const MAX_QUEUE_LENGTH = { atomic: 8192, alone: 1024 }
/** Retries of a task that meets a conflict each time. */
const MAX_CONFLICTS = 8

/**
 * A batch runs on one of the `shared` sessions while another one waits for its commit; a task alone on one of `own`, or,
 * where there is none, in turn with the batches, so that neither keeps the other waiting.
 */
export function createTransactions(
  { shared, own }: { shared: readonly Session[]; own: readonly Session[] },
  options: DatabaseOptions,
): Transactions {
  const queues: Queues = { atomic: [], alone: [] }
  const busy = new Set<Promise<void>>()
  let closed = false
  /** Of a session that does both: whose turn it is. */
  let turn: Occupancy = 'shared'

  const nextAlone = () => batchOf(queues.alone.splice(0, 1), 'alone')
  const nextShared = () => {
    if (own.length === 0 && (turn === 'alone' || queues.atomic.length === 0)) {
      turn = 'shared'
      const batch = nextAlone()
      if (batch) return batch
    }
    turn = 'alone'
    return batchOf(queues.atomic.splice(0, MAX_BATCH_SIZE), 'shared')
  }
  const commit = (session: Session, batch: Batch) =>
    commitNext(session, { ...batch, queues, startAlone: () => startAlone() }, options)
  const startShared = createCrew(shared, busy, { gathers: true, next: nextShared, commit })
  const startOwn = createCrew(own, busy, { gathers: false, next: nextAlone, commit })
  const startAlone = own.length === 0 ? startShared : startOwn

  const runIn =
    (name: keyof Queues, start: () => void): Run =>
    (work) => {
      const queue = queues[name]
      if (closed || queue.length >= MAX_QUEUE_LENGTH[name]) return Promise.reject(unavailable())
      return new Promise((resolve, reject) => {
        const caller = options.commitTracer?.caller()
        queue.push({ work, resolve: resolve as Task['resolve'], reject, conflicts: 0, caller })
        start()
      })
    }
  return {
    atomic: runIn('atomic', startShared),
    alone: runIn('alone', startAlone),
    async drain() {
      closed = true
      // Work that ends may hand a task on to a session of the other kind.
      while (busy.size > 0) await Promise.all(busy)
    },
  }
}

type Queues = { atomic: Task[]; alone: Task[] }

type Batch = { tasks: Task[]; occupancy: Occupancy }

function batchOf(tasks: Task[], occupancy: Occupancy): Batch | undefined {
  return tasks.length === 0 ? undefined : { tasks, occupancy }
}

type Shift = {
  /** Lets whatever else arrives in this turn of the event loop join. */
  gathers: boolean
  next(): Batch | undefined
  commit(session: Session, batch: Batch): Promise<void>
}

/** Sessions that work off a queue; the answer sends one of them to work, if one is idle and none is about to take all. */
function createCrew(
  sessions: readonly Session[],
  busy: Set<Promise<void>>,
  { gathers, next, commit }: Shift,
): () => void {
  const idle = [...sessions]
  let isGathering = false
  const workOff = async (session: Session) => {
    for (;;) {
      if (gathers) {
        isGathering = true
        await setImmediate()
        isGathering = false
      }
      const batch = next()
      if (!batch) break
      await commit(session, batch)
    }
    idle.push(session)
  }
  return () => {
    const session = isGathering ? undefined : idle.pop()
    if (!session) return
    const shift = workOff(session).finally(() => busy.delete(shift))
    busy.add(shift)
  }
}

type Next = Batch & { queues: Queues; startAlone: () => void }

async function commitNext(
  session: Session,
  { tasks, occupancy, queues, startAlone }: Next,
  { onCommit, onFatal, commitTracer }: DatabaseOptions,
): Promise<void> {
  const traced = commitTracer?.begin(tasks.map(({ caller }) => caller))
  try {
    const outcomes = await runBatch(session, tasks, occupancy)
    traced?.(true)
    onCommit?.(outcomes.length)
    queues.atomic.unshift(...tasks.slice(outcomes.length))
    for (const outcome of outcomes) settle(session, outcome, queues.alone)
    if (queues.alone.length > 0) startAlone()
  } catch (error) {
    traced?.(false)
    await session.rollback()
    for (const task of tasks) task.reject(unavailable(error))
    const [cause, during] =
      error instanceof CommitFailed ? [error.cause, 'commit' as const] : [error, 'task' as const]
    if (session.errorKind(cause, during) === 'fatal') onFatal(cause)
  }
}

/** Answers a task's caller; one that met a conflict runs again, alone: there it may wait for a lock and hold nobody up. */
function settle(session: Session, outcome: Outcome, alone: Task[]): void {
  const { task, value, error, failed } = outcome
  if (!failed) return void task.resolve(value)
  if (error instanceof AppError) return void task.reject(error)
  const conflict = isConflict(session, outcome)
  if (conflict) task.conflicts += 1
  if (conflict && task.conflicts < MAX_CONFLICTS) return void alone.unshift(task)
  const isMistake = !conflict && session.errorKind(error, 'task') === 'mistake'
  task.reject(isMistake ? error : unavailable(error))
}

/** One caller's transaction. */
export type Task = {
  work: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  conflicts: number
  /** What a tracer knows its caller by. */
  caller: object | undefined
}

export type Outcome = {
  task: Task
  value?: unknown
  error?: unknown
  failed: boolean
  /** It changed something that would be stored if it were not rolled back. */
  hasWrites: boolean
}

/** What was in the transaction may be on disk, or not. */
class CommitFailed extends Error {
  override readonly name = 'CommitFailed'
}

/** Resolves when what these tasks did is on disk; with fewer outcomes than tasks where the rest must run again. */
export async function runBatch(
  session: Session,
  tasks: readonly Task[],
  occupancy: Occupancy,
): Promise<Outcome[]> {
  return (await optimistic(session, tasks, occupancy)) ?? (await withSavepoints(session, tasks))
}

export function isConflict(session: Session, { failed, error }: Outcome): boolean {
  return failed && (error instanceof Conflict || session.errorKind(error, 'task') === 'conflict')
}

/**
 * Without savepoints, which cost as much as queries. Where a task must be undone all are, and undefined is returned;
 * a single task has nobody to take along.
 */
async function optimistic(
  session: Session,
  tasks: readonly Task[],
  occupancy: Occupancy,
): Promise<Outcome[] | undefined> {
  await session.begin(occupancy)
  const outcomes = session.pipelined
    ? await Promise.all(tasks.map((task) => runTask(session, task)))
    : await inTurn(tasks, (task) => runTask(session, task), mustUndo)
  refuseBroken(session, outcomes)
  if (!outcomes.some(mustUndo)) {
    await commit(session, outcomes)
    return outcomes
  }
  await session.rollback()
  return tasks.length === 1 ? outcomes : undefined
}

/** One after another, each undone by itself, as far as the first conflict. */
async function withSavepoints(session: Session, tasks: readonly Task[]): Promise<Outcome[]> {
  await session.begin('shared')
  const runInSavepoint = async (task: Task) => {
    session.savepoint()
    const outcome = await runTask(session, task)
    refuseBroken(session, [outcome])
    if (outcome.failed) session.rollbackToSavepoint()
    else session.release()
    return outcome
  }
  const outcomes = await inTurn(tasks, runInSavepoint, (outcome) => isConflict(session, outcome))
  // The transaction in the way may be waiting for a lock of this one, which ends here; the rest goes on in the next.
  await commit(session, outcomes)
  return outcomes
}

async function inTurn(
  tasks: readonly Task[],
  run: (task: Task) => Promise<Outcome>,
  isLast: (outcome: Outcome) => boolean,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const task of tasks) {
    const outcome = await run(task)
    outcomes.push(outcome)
    if (isLast(outcome)) break
  }
  return outcomes
}

/** Never rejects. */
async function runTask(session: Session, task: Task): Promise<Outcome> {
  let hasWrites = false
  let cause: unknown
  const tx = session.transaction((count, error) => {
    hasWrites ||= count > 0
    cause ??= error
  })
  try {
    return { task, value: await task.work(tx), failed: false, hasWrites }
  } catch (error) {
    // Statements that were sent behind one that fails are refused for that alone, and may be heard of before it.
    return { task, error: cause ?? error, failed: true, hasWrites }
  }
}

function mustUndo({ failed, hasWrites }: Outcome): boolean {
  return failed && hasWrites
}

/** Throws where an error was the end of the whole transaction. */
function refuseBroken(session: Session, outcomes: readonly Outcome[]): void {
  for (const { failed, error } of outcomes)
    if (failed && (!session.inTransaction || session.errorKind(error, 'task') === 'fatal'))
      throw error
}

async function commit(session: Session, outcomes: readonly Outcome[]): Promise<void> {
  try {
    await session.commit(outcomes.some(({ failed, hasWrites }) => hasWrites && !failed))
  } catch (cause) {
    throw new CommitFailed('the commit failed', { cause })
  }
}
