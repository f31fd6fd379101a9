/** Units of work that arrive together run inside one transaction and share its commit. */
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { DatabaseOptions } from './interface.ts'
import { Conflict, type Session, unavailable } from './session.ts'
import type { Transaction } from './transaction.ts'

/** What was in it may be on disk, or not. */
class CommitFailed extends Error {
  override readonly name = 'CommitFailed'
}

export type GroupCommit = {
  atomic<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  drain(): Promise<void>
}

type Unit = {
  work: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  conflicts: number
}
type Outcome = {
  unit: Unit
  value?: unknown
  error?: unknown
  failed: boolean
  /** Something of it would stay if it were not rolled back. */
  hasWrites: boolean
}

/** Units in one commit: enough to share the disk's pause, few enough that none waits for long. */
const MAX_BATCH_SIZE = 64
/** Beyond this, whoever comes is told to come again. */
const MAX_QUEUE_LENGTH = 8192
/** Beyond this, somebody else is always first. */
const MAX_CONFLICTS = 8

export function createGroupCommit(
  session: Session,
  { onFatal, onCommit }: DatabaseOptions,
): GroupCommit {
  const waiting: Unit[] = []
  let running: Promise<void> | undefined
  let closed = false

  return {
    atomic<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      if (closed || waiting.length >= MAX_QUEUE_LENGTH) return Promise.reject(unavailable())
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as Unit['resolve'], reject, conflicts: 0 })
        running ??= run()
      })
    },
    async drain() {
      closed = true
      await running
    },
  }

  async function run() {
    // Lets whatever else arrived in this turn of the event loop join.
    while ((await setImmediate()) === undefined && waiting.length > 0) await runBatch(take())
    running = undefined
  }

  /** The next units; one that met a conflict runs alone, where it holds nothing that others wait for. */
  function take(): Unit[] {
    const firstAgain = waiting.findIndex(({ conflicts }) => conflicts > 0)
    if (firstAgain === 0) return waiting.splice(0, 1)
    const end = firstAgain === -1 ? MAX_BATCH_SIZE : Math.min(firstAgain, MAX_BATCH_SIZE)
    return waiting.splice(0, end)
  }

  async function runBatch(units: readonly Unit[]): Promise<void> {
    try {
      const outcomes = (await optimistic(units)) ?? (await withSavepoints(units))
      onCommit?.(outcomes.length)
      waiting.unshift(...units.slice(outcomes.length))
      for (const outcome of outcomes) settle(outcome)
    } catch (error) {
      await session.rollback()
      for (const unit of units) unit.reject(unavailable(error))
      const [cause, during] =
        error instanceof CommitFailed ? [error.cause, 'commit' as const] : [error, 'unit' as const]
      if (session.errorKind(cause, during) === 'fatal') onFatal(cause)
    }
  }

  /** Without savepoints, which cost as much as queries: where a unit must be undone all are, and nothing is returned. */
  async function optimistic(units: readonly Unit[]): Promise<Outcome[] | undefined> {
    await session.begin(units.length === 1)
    const outcomes = session.pipelined
      ? await Promise.all(units.map(runUnit))
      : await inTurn(units, ({ failed, hasWrites }) => failed && hasWrites)
    refuseBroken(outcomes)
    if (!outcomes.some(({ failed, hasWrites }) => failed && hasWrites)) {
      await commit()
      return outcomes
    }
    await session.rollback()
    return units.length === 1 ? outcomes : undefined
  }

  /** One after another, each undone by itself, as far as the first conflict. */
  async function withSavepoints(units: readonly Unit[]): Promise<Outcome[]> {
    await session.begin(units.length === 1)
    const outcomes = await inTurn(units, isConflict, async (unit) => {
      session.savepoint()
      const outcome = await runUnit(unit)
      refuseBroken([outcome])
      if (outcome.failed) session.rollbackToSavepoint()
      else session.release()
      return outcome
    })
    // Whoever is in the way may be waiting for what this group holds: it ends here, and goes on in the next.
    await commit()
    return outcomes
  }

  async function inTurn(
    units: readonly Unit[],
    isLast: (outcome: Outcome) => boolean,
    run = runUnit,
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const unit of units) {
      const outcome = await run(unit)
      outcomes.push(outcome)
      if (isLast(outcome)) break
    }
    return outcomes
  }

  /** Never rejects. */
  async function runUnit(unit: Unit): Promise<Outcome> {
    let hasWrites = false
    const tx = session.transaction((count) => {
      hasWrites ||= count > 0
    })
    try {
      return { unit, value: await unit.work(tx), failed: false, hasWrites }
    } catch (error) {
      return { unit, error, failed: true, hasWrites }
    }
  }

  /** Throws where an error was the end of the whole transaction. */
  function refuseBroken(outcomes: readonly Outcome[]): void {
    for (const { failed, error } of outcomes)
      if (failed && (!session.inTransaction || session.errorKind(error, 'unit') === 'fatal'))
        throw error
  }

  async function commit(): Promise<void> {
    try {
      await session.commit()
    } catch (cause) {
      throw new CommitFailed('the commit failed', { cause })
    }
  }

  function settle(outcome: Outcome) {
    const { unit, value, error, failed } = outcome
    if (!failed) return unit.resolve(value)
    if (error instanceof AppError) return unit.reject(error)
    const conflict = isConflict(outcome)
    if (conflict) unit.conflicts += 1
    if (conflict && unit.conflicts < MAX_CONFLICTS) return void waiting.unshift(unit)
    const passing = conflict || session.errorKind(error, 'unit') === 'unavailable'
    unit.reject(passing ? unavailable(error) : error)
  }

  function isConflict({ failed, error }: Outcome): boolean {
    return failed && (error instanceof Conflict || session.errorKind(error, 'unit') === 'conflict')
  }
}
