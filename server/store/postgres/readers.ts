/** Connections of PostgreSQL that read: a small pool on the primary, and one on a standby where there is one. */
import pg from 'pg'
import type { Database } from '../database.ts'
import { unavailable } from '../session.ts'
import { createTransaction, type Transaction } from '../statement.ts'
import type { Hosts } from './failover.ts'
import { boundStatements, UnsafeServer } from './safety.ts'
import { executorOf, postgresErrorKind } from './session.ts'

const READERS = 4
/** A standby that has not what the primary had when a read began is waited for this long; then the primary is read. */
const CATCH_UP_MS = 500
const BETWEEN_LOOKS_MS = 20
/** A standby that could not be read is left alone for this long: each try may take seconds. */
const REST_MS = 10_000

export type Readers = {
  /** Runs a function with a connection of its own. */
  use<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  /** The host that is current will not do: the next one is, from now on. */
  leaveHost(): void
  end(): Promise<void>
}

export function createReaders(
  config: pg.ClientConfig,
  hosts: Hosts,
  check: (client: pg.ClientBase) => Promise<unknown>,
): Readers {
  /** Connects to the host that is current when it is made. */
  class Reader extends pg.Client {
    readonly at: number
    constructor() {
      super({ ...config, connectionString: hosts.urls[hosts.current] })
      this.at = hosts.current
    }
  }
  const pool = new pg.Pool({
    ...config,
    max: READERS,
    Client: Reader,
    verify: (client, done) => {
      check(client).then(() => done(), done)
    },
  })
  // A reader that dies while idle is replaced when it is next needed.
  pool.on('error', () => {})
  // One that dies at work fails its queries; the pool listens to idle ones alone.
  pool.on('connect', (reader) => reader.on('error', () => {}))

  const checkOut = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    if (!(client instanceof Reader) || client.at === hosts.current) return client
    // The primary is another one by now.
    client.release(true)
    return checkOut()
  }
  return {
    async use(work) {
      const client = await onAnyHost(hosts, checkOut)
      try {
        return await work(client)
      } finally {
        await client.query('rollback').then(
          () => client.release(),
          (error) => client.release(error),
        )
      }
    },
    leaveHost: () => leave(hosts, hosts.current),
    end: () => pool.end(),
  }
}

/** Goes from host to host until one does. */
async function onAnyHost<T>(hosts: Hosts, connect: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const host = hosts.current
    try {
      return await connect()
    } catch (error) {
      if (tried >= hosts.urls.length) throw error
      leave(hosts, host)
    }
  }
}

function leave(hosts: Hosts, host: number): void {
  if (hosts.current === host) hosts.current = (host + 1) % hosts.urls.length
}

export function createReads(primary: Readers): Database['read'] {
  return async (work) => {
    try {
      return await primary.use((client) => snapshot(client, work))
    } catch (error) {
      throw postgresErrorKind(error) === 'mistake' ? error : unavailable(error)
    }
  }
}

/** Reads a standby once it has what the primary has now; one that lags, is away or is no standby leaves it to the primary. */
export function createStandbyReads(
  primary: Readers,
  standby: Readers,
  onDamage: (error: unknown) => void = () => {},
): Database['read'] {
  const read = createReads(primary)
  let restsUntil = 0
  return async (work) => {
    if (performance.now() < restsUntil) return read(work)
    try {
      const position = await primary.use(positionOf)
      return await standby.use(async (client) => {
        if (!(await hasReached(client, position))) throw new UnsafeServer('lags behind', true)
        return snapshot(client, work)
      })
    } catch (error) {
      const kind = postgresErrorKind(error)
      if (kind === 'mistake') throw error
      // The primary's pages are others: this is told, and nobody is turned away.
      if (kind === 'damaged') onDamage(error)
      standby.leaveHost()
      restsUntil = performance.now() + REST_MS
      return read(work)
    }
  }
}

/** Throws where the standby is reached and follows another server; one that is away is awaited while lists are read. */
export async function openStandby(
  config: pg.ClientConfig,
  hosts: Hosts,
  primary: Readers,
): Promise<Readers> {
  const system = await primary.use(systemOf)
  const standby = createReaders(config, hosts, (client) => checkStandby(client, system))
  await standby
    .use(async () => {})
    .catch((error: unknown) => {
      if (error instanceof UnsafeServer && !error.mayPass) throw error
    })
  return standby
}

/** A read-only transaction of one consistent state. */
async function snapshot<T>(
  client: pg.ClientBase,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  return work(createTransaction(executorOf(() => client)))
}

async function positionOf(client: pg.ClientBase): Promise<string> {
  return (await client.query('select pg_current_wal_flush_lsn() as position')).rows[0].position
}

async function systemOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query('select system_identifier::text from pg_control_system()')
  return rows[0].system_identifier
}

/** A server of its own, such as a standby that was promoted, has other rows and positions of its own. */
async function checkStandby(client: pg.ClientBase, system: string): Promise<void> {
  await boundStatements(client)
  if ((await systemOf(client)) !== system)
    throw new UnsafeServer('DATABASE_READ_URL leads to a standby of another server')
  if (!(await isStandby(client))) throw new UnsafeServer('is no standby', true)
}

async function isStandby(client: pg.ClientBase): Promise<boolean> {
  return (await client.query('select pg_is_in_recovery() as standby')).rows[0].standby
}

async function hasReached(client: pg.ClientBase, position: string): Promise<boolean> {
  const deadline = performance.now() + CATCH_UP_MS
  while (performance.now() < deadline) {
    const { rows } = await client.query(
      'select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= $1 as reached',
      [position],
    )
    const { standby, reached } = rows[0]
    if (!standby) return false
    if (reached) return true
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
  }
  return false
}
