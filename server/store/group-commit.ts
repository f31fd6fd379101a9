/** Group commit: transactions that arrive while one is committing share the next fsync. */
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { CommitFailed, isConflict, type Outcome, runBatch, type Task } from './commit-batch.ts'
import type { DatabaseOptions } from './interface.ts'
import { type Session, unavailable } from './session.ts'
import type { Transaction } from './transaction.ts'

export type GroupCommit = {
  atomic<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Takes no further task; resolves when those that it has are done. */
  drain(): Promise<void>
}

/** Tasks in one commit: enough to share the disk's pause, few enough that others are read and answered meanwhile. */
const MAX_BATCH_SIZE = 32
/** Load shedding: beyond this, callers are told to come again. */
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
