/** A connection that writes, and what its errors mean. */
import { AppError } from '../errors.ts'
import type { Trace, Transaction } from './statement.ts'

/** The kinds of error of a database, as the transactions tell them apart. */
export type DatabaseErrorKind =
  /** Somebody else was first: the same task, run again, may well succeed. */
  | 'conflict'
  /** The database cannot do it now. */
  | 'unavailable'
  /** The disk did not keep its word. */
  | 'fatal'
  /** What is stored is damaged, where this was looked for. */
  | 'damaged'
  /** Anything else: a mistake in the task. */
  | 'mistake'

/** Who is in a transaction, which says how long it may take: several tasks, one, or a change of the schema. */
export type Occupancy = 'shared' | 'alone' | 'schema'

/** A connection that writes. */
export type Session = {
  /** True where statements wait on their way rather than for each other: there, tasks run side by side. */
  readonly pipelined: boolean
  /** False once an error has ended the whole transaction, its savepoints with it. */
  readonly inTransaction: boolean
  /** Statements of the transaction that is open; `trace` is told of the number of rows changed, and of statements that failed. */
  transaction(trace: Trace): Transaction
  begin(occupancy: Occupancy): Promise<void>
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  /**
   * Resolves when everything is on disk, what was read too: without writes of its own it waits until those that it may
   * have read are durable. Rejects where there is no transaction to commit.
   */
  commit(hasWrites: boolean): Promise<void>
  /** Never rejects. */
  rollback(): Promise<void>
  errorKind(error: unknown, during: 'task' | 'commit'): DatabaseErrorKind
}

/** Thrown by a task whose condition another transaction has broken: the task is run again. */
export class Conflict extends Error {
  override readonly name = 'Conflict'
}

const RETRY_AFTER_SECONDS = 2

export function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause })
}
