/** The one connection of PostgreSQL that writes: made when it is needed, checked, and made anew when it is lost. */
import pg from 'pg'
import type { Backend } from './postgres-safety.ts'
import { unavailable } from './session.ts'

export type Connection = {
  /** Connects where there is no connection. */
  open(): Promise<pg.Client>
  /** Throws `unavailable` where there is none. */
  current(): pg.Client
  /** Gives it up, whatever it is doing. */
  drop(): void
  end(): Promise<void>
}

const GONE_MS = 2000
const BETWEEN_LOOKS_MS = 50

/** `check` rejects where the server must not be used; `onLost` is told when the connection is gone. */
export function createConnection(
  config: pg.ClientConfig,
  check: (client: pg.ClientBase) => Promise<Backend>,
  onLost: () => void,
): Connection {
  let client: pg.Client | undefined
  /** The server's process for the last connection: it may wait on, for a standby say, when its client is gone. */
  let backend: Backend | undefined

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    onLost()
  }
  const connection: Connection = {
    async open() {
      if (client) return client
      const fresh = new pg.Client(config)
      fresh.on('error', () => lose(fresh))
      fresh.on('end', () => lose(fresh))
      await fresh.connect()
      try {
        const own = await check(fresh)
        // One connection in, one out: else a server that does not answer collects them until it has no more.
        if (backend) await endBackend(fresh, backend)
        backend = own
      } catch (error) {
        abandon(fresh)
        throw error
      }
      client = fresh
      return fresh
    },
    current() {
      if (!client) throw unavailable(new Error('the connection to the database is lost'))
      return client
    },
    drop() {
      const dropped = client
      if (!dropped) return
      lose(dropped)
      abandon(dropped)
    },
    async end() {
      await client?.end()
    },
  }
  return connection
}

/** Ends a server process of ours and waits until it is gone; by pid and start, which no other process shares. */
async function endBackend(client: pg.Client, { pid, started }: Backend): Promise<void> {
  const own = 'from pg_stat_activity where pid = $1 and backend_start::text = $2'
  await client.query(`select pg_terminate_backend(pid) ${own}`, [pid, started])
  const deadline = performance.now() + GONE_MS
  while ((await client.query(`select ${own}`, [pid, started])).rowCount !== 0) {
    if (performance.now() > deadline)
      throw unavailable(new Error(`PostgreSQL does not end its process ${pid}`))
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
  }
}

/** Without waiting: it may not answer any more. */
function abandon(client: pg.Client): void {
  client.end().catch(() => {})
}
