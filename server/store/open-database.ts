/** Opens the database of a URL. */
import type { Database, DatabaseOptions } from './database.ts'
import { openSqlite } from './sqlite/sqlite.ts'

const SQLITE = 'sqlite:'

/** Opens `sqlite:<path>` or `postgres://…`, brings its schema up to date unless it is taken as it is, and refuses unsafe settings. */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Database> {
  if (url.startsWith(SQLITE)) return openSqlite(url.slice(SQLITE.length), options)
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new RangeError('a database is sqlite:<path> or postgres://…')
  // Its client is not loaded where nobody needs it.
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres(url, options)
}
