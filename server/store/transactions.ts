/**
 * Group commit: transactions that arrive while one is committing share the next fsync. A batch is several tasks in one
 * transaction, each of them stored whole or not at all.
 */

import { setImmediate } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { DatabaseOptions } from './database.ts'
import { Conflict, type Session, unavailable } from './session.ts'
import type { Transaction } from './statement.ts'

export type GroupCommit = {
  atomic<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Takes no further task; resolves when those that it has are done. */
  drain(): Promise<void>
}

/** Tasks in one commit: enough to share the disk's pause, few enough that others are read and answered meanwhile. */
const MAX_BATCH_SIZE = 32
/** Load shedding: beyond this, callers get `unavailable` with Retry-After. */
const MAX_QUEUE_LENGTH = 8192
/** Retries of a task that meets a conflict each time. */
const MAX_CONFLICTS = 8

/** A batch runs on one session while another one waits for its commit. */
export function createGroupCommit(
  sessions: readonly Session[],
  options: DatabaseOptions,
): GroupCommit {
  const queue: Task[] = []
  const idle = [...sessions]
  const busy = new Set<Promise<void>>()
  /** A session is about to take what waits. */
  let isGathering = false
  let closed = false

  const workOff = async (session: Session) => {
    while (queue.length > 0) {
      isGathering = true
      // Lets whatever else arrived in this turn of the event loop join.
      await setImmediate()
      isGathering = false
      if (queue.length > 0) await commitNext(session, queue, options)
    }
    idle.push(session)
  }
  const start = () => {
    const session = isGathering ? undefined : idle.pop()
    if (!session) return
    const work = workOff(session).finally(() => busy.delete(work))
    busy.add(work)
  }
  return {
    atomic<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      if (closed || queue.length >= MAX_QUEUE_LENGTH) return Promise.reject(unavailable())
      return new Promise<T>((resolve, reject) => {
        const caller = options.commitTracer?.caller()
        queue.push({ work, resolve: resolve as Task['resolve'], reject, conflicts: 0, caller })
        start()
      })
    },
    async drain() {
      closed = true
      await Promise.all(busy)
    },
  }
}

async function commitNext(
  session: Session,
  queue: Task[],
  { onCommit, onFatal, commitTracer }: DatabaseOptions,
): Promise<void> {
  const tasks = takeBatch(queue)
  const traced = commitTracer?.begin(tasks.map(({ caller }) => caller))
  try {
    const outcomes = await runBatch(session, tasks)
    traced?.(true)
    onCommit?.(outcomes.length)
    queue.unshift(...tasks.slice(outcomes.length))
    for (const outcome of outcomes) settle(session, outcome, queue)
  } catch (error) {
    traced?.(false)
    await session.rollback()
    for (const task of tasks) task.reject(unavailable(error))
    const [cause, during] =
      error instanceof CommitFailed ? [error.cause, 'commit' as const] : [error, 'task' as const]
    if (session.errorKind(cause, during) === 'fatal') onFatal(cause)
  }
}

/** The next tasks; one that met a conflict runs alone, where it holds no lock that others wait for. */
function takeBatch(queue: Task[]): Task[] {
  const firstAgain = queue.findIndex(({ conflicts }) => conflicts > 0)
  if (firstAgain === 0) return queue.splice(0, 1)
  const end = firstAgain === -1 ? MAX_BATCH_SIZE : Math.min(firstAgain, MAX_BATCH_SIZE)
  return queue.splice(0, end)
}

/** Answers a task's caller, or puts the task back to be run again. */
function settle(session: Session, outcome: Outcome, queue: Task[]): void {
  const { task, value, error, failed } = outcome
  if (!failed) return void task.resolve(value)
  if (error instanceof AppError) return void task.reject(error)
  const conflict = isConflict(session, outcome)
  if (conflict) task.conflicts += 1
  if (conflict && task.conflicts < MAX_CONFLICTS) return void queue.unshift(task)
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
export async function runBatch(session: Session, tasks: readonly Task[]): Promise<Outcome[]> {
  return (await optimistic(session, tasks)) ?? (await withSavepoints(session, tasks))
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
): Promise<Outcome[] | undefined> {
  await session.begin(tasks.length === 1)
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
  await session.begin(false)
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
