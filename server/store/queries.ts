/** Makers of queries: each is one statement under the one name that its callers use, given its transaction and values. */
import type { Compilable, Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import { type Dialect, insertion, type Statement, statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

type Build<P, R> = (db: Kysely<Schema>, parameters: P, dialect: Dialect) => Compilable<R>

export function readAll<P extends object, R>(build: Build<P, R>) {
  const compiled = statement<P, R>(build)
  return (tx: Transaction, parameters: P): Promise<R[]> =>
    tx.all<object, R>(compiled as never, parameters)
}

export function readFirst<P extends object, R>(build: Build<P, R>) {
  const compiled = statement<P, R>(build)
  return (tx: Transaction, parameters: P): Promise<R | undefined> =>
    tx.first<object, R>(compiled as never, parameters)
}

/**
 * Reads what belongs to any number of names at once. Statements are kept for powers of two alone, and the last name
 * fills the places that are left: else every number would have a statement of its own.
 */
export function readForAll<R>(
  build: (db: Kysely<Schema>, names: readonly string[]) => Compilable<R>,
) {
  const statements = new Map<number, Statement<readonly string[], R>>()
  return async (tx: Transaction, names: readonly string[]): Promise<R[]> => {
    const last = names.at(-1)
    if (last === undefined) return []
    const size = 2 ** Math.ceil(Math.log2(names.length))
    const kept =
      statements.get(size) ??
      statement<readonly string[], R>((db, values) =>
        build(
          db,
          Array.from({ length: size }, (_, at) => values[at] as string),
        ),
      )
    statements.set(size, kept)
    const filled = [...names, ...Array<string>(size - names.length).fill(last)]
    return tx.all<object, R>(kept as never, filled)
  }
}

/** Gives the number of rows that it changed. */
export function write<P extends object>(build: Build<P, unknown>) {
  const compiled = statement(build)
  return (tx: Transaction, parameters: P): Promise<number> =>
    tx.run<object, unknown>(compiled as never, parameters)
}

/** True where it changed a row: its condition held. */
export function writeOne<P extends object>(build: Build<P, unknown>) {
  const change = write(build)
  return async (tx: Transaction, parameters: P): Promise<boolean> =>
    (await change(tx, parameters)) > 0
}

/** Inserts any number of rows at once. */
export function insertRows<T extends Exclude<keyof Schema, 'migrations'>>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
) {
  const statementFor = insertion(table, columns)
  return async (tx: Transaction, rows: readonly Schema[T][]): Promise<void> => {
    if (rows.length > 0) await tx.run(...statementFor(rows))
  }
}
