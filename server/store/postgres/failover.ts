/** A connection to PostgreSQL that writes: made when it is needed, checked, and made anew when it is lost. */

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unavailable } from '../session.ts'
import { type Backend, type SafetyCheck, UnsafeServer } from './safety.ts'

export type Connection = {
  /** Connects where there is no connection. */
  open(): Promise<pg.Client>
  /** Throws `unavailable` where there is none. */
  current(): pg.Client
  /** Gives it up, whatever it is doing. */
  drop(): void
  end(): Promise<void>
}

type Checked = { client: pg.Client; backend: Backend; host: number }

/** In milliseconds. */
const WAITS = {
  /** For the end of the process before. */
  gone: 2000,
  /** For another host where one takes writes: of two that do, the later timeline is the primary. */
  others: 250,
  /** For another host where one answers that it will not do; then all are asked anew. */
  silent: 1500,
}
const BETWEEN_LOOKS_MS = 50

/** `check` rejects where the server must not be used; `onLost` is told when the connection is gone. */
export function createConnection(
  config: pg.ClientConfig,
  hosts: Hosts,
  check: SafetyCheck,
  onLost: () => void,
  waits = WAITS,
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
      const attempts = hosts.urls.map((_, host) => connect(config, hosts, host, check))
      const found = await findPrimary(attempts, waits)
      const { client: fresh } = found
      fresh.on('error', () => lose(fresh))
      fresh.on('end', () => lose(fresh))
      try {
        // One connection in, one out: else a server that does not answer collects them until it has no more.
        if (backend) await endBackend(fresh, backend, waits.gone)
      } catch (error) {
        abandon(fresh)
        throw error
      }
      backend = found.backend
      hosts.current = found.host
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

/** Rejects where the host does not answer, or must not be used. */
async function connect(
  config: pg.ClientConfig,
  { urls }: Hosts,
  host: number,
  check: SafetyCheck,
): Promise<Checked> {
  const client = new pg.Client({ ...config, connectionString: urls[host] })
  // What fails for it is told to whoever waits for an answer.
  client.on('error', () => {})
  await client.connect()
  try {
    return { client, backend: await check(client), host }
  } catch (error) {
    abandon(client)
    throw error
  }
}

/** All hosts are asked at once, so that one that does not answer delays nothing for long. */
async function findPrimary(
  attempts: readonly Promise<Checked>[],
  waits: typeof WAITS,
): Promise<Checked> {
  const found: Checked[] = []
  const refusals: unknown[] = []
  for (const attempt of attempts)
    attempt.then(
      (one) => found.push(one),
      (error) => refusals.push(error),
    )
  const all = Promise.allSettled(attempts)
  const first = Promise.race(attempts).catch(() => sleep(waits.silent, undefined, { ref: false }))
  await Promise.race([all, Promise.any(attempts).catch(() => all), first])
  if (found.length > 0) await Promise.race([all, sleep(waits.others, undefined, { ref: false })])
  const primary = newestOf(found)
  for (const attempt of attempts)
    attempt.then(({ client }) => client !== primary?.client && abandon(client)).catch(() => {})
  if (!primary) throw worstOf(refusals)
  return primary
}

function newestOf(found: readonly Checked[]): Checked | undefined {
  return found.toSorted((a, b) => b.backend.timeline.localeCompare(a.backend.timeline))[0]
}

/** Of the reasons why no host would do, the one that does not pass by itself. */
function worstOf(errors: readonly unknown[]): unknown {
  return errors.find((error) => error instanceof UnsafeServer && !error.mayPass) ?? errors[0]
}

/** Ends a server process of ours and waits until it is gone; by pid and start, which no other process shares. */
async function endBackend(
  client: pg.Client,
  { pid, started }: Backend,
  patienceMs: number,
): Promise<void> {
  const own = 'from pg_stat_activity where pid = $1 and backend_start::text = $2'
  await client.query(`select pg_terminate_backend(pid) ${own}`, [pid, started])
  const deadline = performance.now() + patienceMs
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

/** A PostgreSQL URL as libpq has it, with several hosts; node-postgres takes one host a URL. */

/** One URL for each host, and which of them is used: what the writer found, or the next where that does not do. */
export type Hosts = { readonly urls: readonly string[]; current: number }

/** As node-postgres knows them: each but the first two checks the server's certificate, whatever its name says in libpq. */
const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']
const WRITABLE = ['read-write', 'primary']
const STANDBY = ['any', 'standby', 'prefer-standby']

/** Undefined where it is no URL of a database that takes writes: no connection that cannot write is ever used. */
export function writableUrls(url: string): string[] | undefined {
  return urlsOf(url, WRITABLE)
}

/** Undefined where it is no URL of a standby. */
export function standbyUrls(url: string): string[] | undefined {
  return urlsOf(url, STANDBY)
}

function urlsOf(url: string, sessions: readonly string[]): string[] | undefined {
  const parts = /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?]*)(\/[^?]*)?(?:\?(.*))?$/s.exec(url)
  if (!parts) return undefined
  const [, scheme = '', user = '', authority = '', path = '', search = ''] = parts
  const query = new URLSearchParams(search)
  if (!allowed(query.get('target_session_attrs'), sessions)) return undefined
  if (!allowed(query.get('sslmode'), SSL_MODES)) return undefined
  query.delete('target_session_attrs')
  const sockets = query.get('host')?.split(',') ?? ['']
  const ports = query.get('port')?.split(',') ?? []
  const urls = authority.split(',').flatMap((host) =>
    sockets.map((socket, index) => {
      const own = new URLSearchParams(query)
      if (socket) own.set('host', socket)
      const port = ports[index] ?? ports[0]
      if (port) own.set('port', port)
      return `${scheme}${user}${host}${path}${own.size > 0 ? `?${own}` : ''}`
    }),
  )
  return urls.every((each) => URL.canParse(each.replace('@/', '@localhost/'))) ? urls : undefined
}

function allowed(value: string | null, values: readonly string[]): boolean {
  return value === null || values.includes(value)
}
