/** Queries written once with Kysely and compiled once for each database; only the values travel with a call. */
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

/** A statement to keep: `build` runs once a dialect, with stand-ins for the values of `parameters`. */
export function statement<P, R>(
  build: (db: Kysely<Schema>, parameters: P, dialect: Dialect) => Compilable<R>,
): Statement<P, R> {
  const compiled: Partial<Record<Dialect, Compiled>> = {}
  return {
    compile(dialect) {
      compiled[dialect] ??= compile(build(BUILDERS[dialect], slots<P>(), dialect), true)
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
  const given = parameters as Readonly<Record<string, SqlValue>>
  return compiled.values.map((value) => {
    if (!(value instanceof Slot)) return value
    const bound = given[value.name]
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
