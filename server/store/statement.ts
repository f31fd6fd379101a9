/**
 * The one way to ask the database. A query is a function of its transaction and its values, made here from a statement
 * that is written once with Kysely and compiled once for each database; only the values travel with a call.
 */

import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Schema } from './schema.ts'

type Build<P, R> = (db: Kysely<Schema>, parameters: P, dialect: Dialect) => Compilable<R>

export function readAll<P, R>(build: Build<P, R>) {
  const compiled = statement(build)
  return (tx: Transaction, ...parameters: Arguments<P>): Promise<R[]> =>
    tx.all(compiled, ...parameters)
}

export function readFirst<P, R>(build: Build<P, R>) {
  const compiled = statement(build)
  return (tx: Transaction, ...parameters: Arguments<P>): Promise<R | undefined> =>
    tx.first(compiled, ...parameters)
}

/** As readAll, for a query whose text depends on its values (filters, lists): compiled for each call, and not kept. */
export function readDynamic<P, R>(build: Build<P, R>) {
  return (tx: Transaction, ...[parameters]: Arguments<P>): Promise<R[]> =>
    tx.all(query((db, dialect) => build(db, parameters as P, dialect)))
}

/** As readAll, for a text that serves for a while and is then forgotten: compiled once, and not kept by the database. */
export function readPassing<P, R>(build: Build<P, R>) {
  const compiled = statement(build, false)
  return (tx: Transaction, ...parameters: Arguments<P>): Promise<R[]> =>
    tx.all(compiled, ...parameters)
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
    const sized =
      statements.get(size) ??
      statement<readonly string[], R>((db, values) =>
        build(
          db,
          Array.from({ length: size }, (_, at) => values[at] as string),
        ),
      )
    statements.set(size, sized)
    const filled = [...names, ...Array<string>(size - names.length).fill(last)]
    return tx.all<object, R>(sized as never, filled)
  }
}

/** Gives the number of rows that it changed. */
export function write<P>(build: Build<P, unknown>) {
  const compiled = statement(build)
  return (tx: Transaction, ...parameters: Arguments<P>): Promise<number> =>
    tx.run(compiled, ...parameters)
}

/** True where it changed a row: its condition held. */
export function writeOne<P>(build: Build<P, unknown>) {
  const change = write(build)
  return async (tx: Transaction, ...parameters: Arguments<P>): Promise<boolean> =>
    (await change(tx, ...parameters)) > 0
}

/** As write, for a text that depends on its values: compiled for each call, and not kept. */
export function writeDynamic<P>(build: Build<P, unknown>) {
  return (tx: Transaction, ...[parameters]: Arguments<P>): Promise<number> =>
    tx.run(query((db, dialect) => build(db, parameters as P, dialect)))
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

export type Dialect = 'sqlite' | 'postgres'
export type SqlValue = string | number | null

/** SQL of one dialect; `values` holds what the query fixes, and a Slot for what a call brings. */
export type Compiled = {
  sql: string
  values: readonly (SqlValue | Slot)[]
  /** Worth keeping prepared. */
  keep: boolean
  /** Changes nothing. */
  reads: boolean
}

/** A query that takes P and gives rows of R. */
export type Statement<P, R> = {
  compile(dialect: Dialect): Compiled
  /** Types only; never there at run time. */
  readonly shape?: (parameters: P) => R
}

/** `build` runs once a dialect, with stand-ins for the values of `parameters`; `keep` where it is worth keeping prepared. */
export function statement<P, R>(
  build: (db: Kysely<Schema>, parameters: P, dialect: Dialect) => Compilable<R>,
  keep = true,
): Statement<P, R> {
  const compiled: Partial<Record<Dialect, Compiled>> = {}
  return {
    compile(dialect) {
      compiled[dialect] ??= compile(build(BUILDERS[dialect], slots<P>(), dialect), keep)
      return compiled[dialect]
    },
  }
}

/** A query whose text depends on its values (filters, lists): compiled for this one call, and not kept. */
export function query<R>(
  build: (db: Kysely<Schema>, dialect: Dialect) => Compilable<R>,
): Statement<void, R> {
  return { compile: (dialect) => compile(build(BUILDERS[dialect], dialect), false) }
}

/** Inserts any number of rows of a table at once: one statement to keep for each number of rows. */
export function insertion<T extends Exclude<keyof Schema, 'migrations'>>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
): (rows: readonly Schema[T][]) => [Statement<Values, unknown>, Values] {
  const statements: Statement<Values, unknown>[] = []
  const width = columns.length
  return (rows) => {
    statements[rows.length] ??= statement((db, values: Values) =>
      db
        .insertInto(table)
        .values(
          rows.map((_, row) =>
            Object.fromEntries(columns.map((column, at) => [column, values[row * width + at]])),
          ) as never,
        ),
    )
    const values: SqlValue[] = []
    for (const row of rows) for (const column of columns) values.push(row[column] as SqlValue)
    return [statements[rows.length] as Statement<Values, unknown>, values]
  }
}

/** Row by row; names for so many would cost more than all the rest of a call. */
type Values = readonly SqlValue[]

/** The values of one call, in the order of the statement. */
export function bind(compiled: Compiled, parameters: unknown): SqlValue[] {
  const byName = parameters as Readonly<Record<string, SqlValue>>
  return compiled.values.map((value) => {
    if (!(value instanceof Slot)) return value
    const bound = byName[value.name]
    // Kysely drops an undefined column without a word; here it is a mistake.
    if (bound === undefined) throw new TypeError(`no value for ${value.name}`)
    return bound
  })
}

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function slots<P>(): P {
  return new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as P
}

function compile(source: Compilable<unknown>, keep: boolean): Compiled {
  const { sql, parameters } = source.compile()
  const values = parameters as readonly (SqlValue | Slot)[]
  return { sql, values, keep, reads: sql.startsWith('select ') }
}

const BUILDERS: Record<Dialect, Kysely<Schema>> = {
  sqlite: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: (): QueryCompiler => new PostgresQueryCompiler(),
    },
  }),
}

/** What runs statements, in the order they are called. Queries are called with it; the makers above alone call its methods. */
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
