/** Runs compiled statements on PostgreSQL, which keeps them parsed under a short name. */
import pg from 'pg'
import type { Compiled, SqlValue } from './statement.ts'
import type { Executor } from './transaction.ts'

export type Client = pg.ClientBase & Partial<Pick<pg.Client, 'connection'>>

export function executorOf(client: () => Client): Executor {
  const query = async ({ keep, sql }: Compiled, values: SqlValue[]) => {
    try {
      return await send(client(), sql, values, keep ? nameOf(sql) : undefined)
    } catch (error) {
      // It was made where the answer was read; here it leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
  return {
    dialect: 'postgres',
    rows: async (compiled, values) => (await query(compiled, values)).rows,
    changes: async (compiled, values) => (await query(compiled, values)).rowCount ?? 0,
  }
}

/**
 * Pipelining: the statements that are sent in one turn of the event loop leave in one write. One write for each would
 * wake PostgreSQL for each.
 */
export function gather({ connection }: Client): void {
  if (!connection || connection.stream.writableCorked > 0) return
  const { stream } = connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** As client.query() does with an object, without its copy of that object, which costs more than the rest of it. */
function send(client: Client, sql: string, values: SqlValue[], name: string | undefined) {
  gather(client)
  return new Promise<pg.ResultBuilder>((resolve, reject) => {
    const query = new pg.Query(sql, values, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    client.query(Object.assign(query, { name }))
  })
}

const names = new Map<string, string>()

function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known) return known
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}
