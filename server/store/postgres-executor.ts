/** Runs compiled statements on PostgreSQL, which keeps them parsed under a short name. */
import type pg from 'pg'
import type { Compiled, SqlValue } from './statement.ts'
import type { Executor } from './transaction.ts'

export function executorOf(client: () => pg.ClientBase): Executor {
  const query = (compiled: Compiled, values: SqlValue[]) =>
    client().query({
      ...(compiled.keep && { name: nameOf(compiled.sql) }),
      text: compiled.sql,
      values,
    })
  return {
    dialect: 'postgres',
    rows: async (compiled, values) => (await query(compiled, values)).rows,
    changes: async (compiled, values) => (await query(compiled, values)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known) return known
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}
