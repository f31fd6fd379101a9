/** Units of work that arrive together run one after another inside one transaction and share its commit. */
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { DatabaseOptions } from './database.ts'
import type { Transaction } from './transaction.ts'

/** What an error of the database means for the unit that met it. */
export type Trouble =
  /** Somebody else was first: the same unit, run again, may well succeed. */
  | 'conflict'
  /** The database cannot do it now. */
  | 'unavailable'
  /** The disk did not keep its word. */
  | 'fatal'
  /** Anything else: a mistake in the unit. */
  | 'mistake'

/** The one connection that writes. */
export type Session = {
  readonly tx: Transaction
  /** False once an error has ended the whole transaction, its savepoints with it. */
  readonly inTransaction: boolean
  /** Grows with every row changed and every statement that failed: what only a rollback undoes. */
  readonly traces: number
  /** `alone`: nothing else is in this transaction, so it may wait for others without holding them up. */
  begin(alone: boolean): Promise<void>
  savepoint(): void
  release(): void
  rollbackToSavepoint(): Promise<void>
  /** Resolves when everything is on disk. */
  commit(): Promise<void>
  /** Never rejects. */
  rollback(): Promise<void>
  trouble(error: unknown, during: 'unit' | 'commit'): Trouble
}

/** Thrown by a unit that found the world changed under it: it is run again. */
export class Conflict extends Error {
  override readonly name = 'Conflict'
}

export type Group = {
  atomic<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  drain(): Promise<void>
}

type Unit = {
  work: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  conflicts: number
}
type Outcome = { unit: Unit; value?: unknown; error?: unknown; failed: boolean }

/** Units in one commit: enough to share the disk's pause, few enough that none waits for long. */
const UNITS_IN_A_GROUP = 64
/** Beyond this, whoever comes is told to come again. */
const UNITS_WAITING = 8192
/** Beyond this, somebody else is always first. */
const CONFLICTS = 8
const RETRY_AFTER_SECONDS = 2

export function createGroup(session: Session, { onFatal, onCommit }: DatabaseOptions): Group {
  const waiting: Unit[] = []
  let running: Promise<void> | undefined
  let closed = false

  return {
    atomic<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      if (closed || waiting.length >= UNITS_WAITING) return Promise.reject(unavailable())
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
    while ((await setImmediate()) === undefined && waiting.length > 0) await runGroup(take())
    running = undefined
  }

  /** The next units; one that met a conflict runs alone, where it holds nothing that others wait for. */
  function take(): Unit[] {
    const firstAgain = waiting.findIndex(({ conflicts }) => conflicts > 0)
    if (firstAgain === 0) return waiting.splice(0, 1)
    const end = firstAgain === -1 ? UNITS_IN_A_GROUP : Math.min(firstAgain, UNITS_IN_A_GROUP)
    return waiting.splice(0, end)
  }

  async function runGroup(units: readonly Unit[]): Promise<void> {
    let during: 'unit' | 'commit' = 'unit'
    try {
      const outcomes = (await runUnits(units, false)) ?? (await runUnits(units, true)) ?? []
      during = 'commit'
      await session.commit()
      onCommit?.(outcomes.length)
      waiting.unshift(...units.slice(outcomes.length))
      for (const outcome of outcomes) settle(outcome)
    } catch (error) {
      await session.rollback()
      for (const unit of units) unit.reject(unavailable(error))
      if (session.trouble(error, during) === 'fatal') onFatal(error)
    }
  }

  /**
   * Begins a transaction and runs units in it, all of them or as far as a conflict. Savepoints cost as much
   * as queries: without them, a unit that must be undone undoes everything, and nothing is returned.
   */
  async function runUnits(
    units: readonly Unit[],
    savepoints: boolean,
  ): Promise<Outcome[] | undefined> {
    await session.begin(units.length === 1)
    const outcomes: Outcome[] = []
    for (const unit of units) {
      const before = session.traces
      if (savepoints) session.savepoint()
      const outcome = await runUnit(unit)
      outcomes.push(outcome)
      if (!outcome.failed) {
        if (savepoints) session.release()
        continue
      }
      const { error } = outcome
      if (!session.inTransaction || session.trouble(error, 'unit') === 'fatal') throw error
      if (savepoints) await session.rollbackToSavepoint()
      else if (session.traces > before) {
        await session.rollback()
        return units.length === 1 ? outcomes : undefined
      }
      // Whoever is in the way may be waiting for what this group holds: it ends here, and goes on in the next.
      if (isConflict(outcome)) break
    }
    return outcomes
  }

  async function runUnit(unit: Unit): Promise<Outcome> {
    try {
      return { unit, value: await unit.work(session.tx), failed: false }
    } catch (error) {
      return { unit, error, failed: true }
    }
  }

  function settle(outcome: Outcome) {
    const { unit, value, error, failed } = outcome
    if (!failed) return unit.resolve(value)
    if (error instanceof AppError) return unit.reject(error)
    const conflict = isConflict(outcome)
    if (conflict) unit.conflicts += 1
    if (conflict && unit.conflicts < CONFLICTS) return void waiting.unshift(unit)
    const passing = conflict || session.trouble(error, 'unit') === 'unavailable'
    unit.reject(passing ? unavailable(error) : error)
  }

  function isConflict({ failed, error }: Outcome): boolean {
    return failed && (error instanceof Conflict || session.trouble(error, 'unit') === 'conflict')
  }
}

export function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause })
}

/** Closing twice is closing once. */
export function once(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => {
    closed ??= close()
    return closed
  }
}
