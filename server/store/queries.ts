/** Makers of queries: each is one statement under the one name that its callers use, given its transaction and values. */
import type { Compilable, Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import { type Dialect, insertion, statement } from './statement.ts'
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
