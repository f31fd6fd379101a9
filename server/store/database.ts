/** The database behind one interface: transactions that share a durable commit, and reads, on SQLite or PostgreSQL. */
import type { Transaction } from './statement.ts'

export type Database = {
  /**
   * Runs a task in a transaction and resolves when that is on disk: all of it is stored, or nothing. It shares its
   * commit with other tasks; it awaits only `tx`, has no other effect, and may be run more than once.
   * Between two of its statements others may have changed what it read: a condition stands in the very
   * statement that relies on it, and a task that finds it broken throws Conflict.
   * Rejects with what the task threw, or with AppError `unavailable`, which leaves open what was stored.
   */
  atomic<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * As atomic, in a transaction with nobody else in it: the task locks the application's row first (`held`), then looks,
   * then writes, and nothing that it looked at changes before its commit. May be run more than once.
   */
  alone<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Reads one consistent state of what is on disk; awaits only `tx`, as a task does. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * As read, for lists and exports: from the standby of `readUrl` where it has what the primary had when this was
   * called, else from the primary.
   */
  browse<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Resolves when a durable write has just succeeded; else rejects with `unavailable`. Within a second, always. */
  check(): Promise<void>
  /**
   * Writes a consistent copy to a file that does not exist yet, while work goes on; the file appears once the copy is
   * verified. Gives its applications. SQLite alone.
   */
  backup(file: string): Promise<number>
  /** Looks through all that is stored; what it finds is logged, marked, and turns readiness red in every process. */
  examine(depth: Depth): Promise<string[]>
  /**
   * Keeps nobody waiting. SQLite zeroes rows as they are deleted, and empties its log here (a page whose rows were moved
   * may keep a copy until that room is used again); PostgreSQL gives their room back (VACUUM), and their bytes stay until
   * it is used again. False where the role may not: its tables' owner does it.
   * Rejects where somebody else's work is in the way; another time will do. A signal has it end early: what PostgreSQL
   * is at, which may take minutes, it ends without us.
   */
  scrub(signal?: AbortSignal): Promise<boolean>
  /** What a rewrite leaves nothing of deleted rows in, smallest first: PostgreSQL's tables that hold what people wrote, SQLite's file. */
  rewritable(): Promise<Rewritable[]>
  /** Takes no new work, finishes what it has, and closes. */
  close(): Promise<void>
}

/** A table with its indexes, or a whole file. */
export type Rewritable = {
  name: string
  bytes: number
  /** Whoever needs it waits. False where the role may not; rejects where the table is in use for two seconds. */
  rewrite(): Promise<boolean>
}

/** quick: the structure of all that is stored. full: also whether indexes and rows agree, which takes several times as long. */
export type Depth = 'quick' | 'full'

export type DatabaseOptions = {
  /** PostgreSQL alone: a standby that lists and exports are read from. */
  readUrl?: string
  /**
   * This is the server: it refuses a SQLite file that another server has, for each would count limits for itself (other
   * programs share the file), and looks for damage beside its work.
   */
  onlyServer?: boolean
  /** PostgreSQL alone: milliseconds in which it must answer and take writes; a start waits out a failover. */
  patienceMs?: number
  /** Makes and upgrades nothing: refuses a SQLite file that is not there, and a schema of another version. */
  asIs?: boolean
  /** Called when the outcome of a write on this disk can no longer be known: the process must stop. */
  onFatal: (error: unknown) => void
  /** Called once when what is stored is found to be damaged; readiness is red from then on. */
  onDamage?: (error: unknown) => void
  /** Called after every durable commit with the number of tasks that shared it. */
  onCommit?: (tasks: number) => void
  /** Watches each commit from its begin, and for whom it is; without it nothing is asked. */
  commitTracer?: CommitTracer<object> | undefined
}

/** `Caller` is whatever the tracer knows a caller of `atomic` by. */
export type CommitTracer<Caller extends object> = {
  /** Asked as a task arrives, in its caller's asynchronous context. */
  caller(): Caller | undefined
  /** A commit of these callers' tasks begins; the answer is called as it ends, stored or not. */
  begin(callers: readonly (Caller | undefined)[]): (isStored: boolean) => void
}
