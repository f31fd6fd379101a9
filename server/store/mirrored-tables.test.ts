/** Tables that hold the same columns: what was sent, and what a correction proposes. */
import { expect, test } from 'vitest'
import { ENGINES, emptyDatabase, openForTest } from '../testing/databases.ts'
import { rowsOf } from '../testing/raw-sql.ts'
import { MIRRORED } from './schema.ts'

const COLUMNS = {
  sqlite: (table: string) =>
    `select name, lower(type) as type, "notnull" as filled from pragma_table_info('${table}')`,
  postgres: (table: string) =>
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as filled
      from pg_attribute where attrelid = '${table}'::regclass and attnum > 0`,
}

for (const engine of ENGINES)
  test.each(MIRRORED)(`$tables have $columns.length columns alike on ${engine}`, async (mirror) => {
    const url = await emptyDatabase(engine)
    await openForTest(url)
    const [first, ...others] = await Promise.all(
      mirror.tables.map(async (table) => {
        const rows = await rowsOf(url, COLUMNS[engine](table))
        const byName = new Map(rows.map(({ name, ...rest }) => [name, rest]))
        return mirror.columns.map((name) => ({ name, ...byName.get(name) }))
      }),
    )
    expect(first?.map((column) => Object.keys(column))).toEqual(
      mirror.columns.map(() => ['name', 'type', 'filled']),
    )
    for (const other of others) expect(other).toEqual(first)
  })
