/** What a task may await. */
import type { Compiled, Dialect, SqlValue, Statement } from './statement.ts'
import { bind } from './statement.ts'

/** Statements run in the order they are called. */
export type Transaction = {
  all<P, R>(statement: Statement<P, R>, ...parameters: Arguments<P>): Promise<R[]>
  first<P, R>(statement: Statement<P, R>, ...parameters: Arguments<P>): Promise<R | undefined>
  /** Rows changed. */
  run<P, R>(statement: Statement<P, R>, ...parameters: Arguments<P>): Promise<number>
}

/** A statement without parameters is called without. */
export type Arguments<P> = unknown extends P ? [] : P extends void ? [] : [parameters: P]

/** How one database runs what is compiled for it. */
export type Executor = {
  dialect: Dialect
  rows(compiled: Compiled, values: SqlValue[]): Promise<unknown[]>
  changes(compiled: Compiled, values: SqlValue[]): Promise<number>
}

/** Told of whatever only a rollback could undo: rows changed, and statements that failed, in their order. */
export type Trace = (count: number, error?: unknown) => void

export function createTransaction(
  { dialect, rows, changes }: Executor,
  trace: Trace = () => {},
): Transaction {
  const all = async (statement: Statement<never, unknown>, parameters: unknown) => {
    try {
      const compiled = statement.compile(dialect)
      const found = await rows(compiled, bind(compiled, parameters))
      if (!compiled.reads) trace(found.length)
      return found
    } catch (error) {
      trace(1, error)
      throw error
    }
  }
  return {
    all: async (statement, ...[parameters]) => (await all(statement, parameters)) as never[],
    first: async (statement, ...[parameters]) => (await all(statement, parameters))[0] as never,
    async run(statement, ...[parameters]) {
      try {
        const compiled = statement.compile(dialect)
        const changed = await changes(compiled, bind(compiled, parameters))
        trace(changed)
        return changed
      } catch (error) {
        trace(1, error)
        throw error
      }
    },
  }
}
