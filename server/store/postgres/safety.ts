/**
 * Whether a PostgreSQL server is safe: asked on every connection and in every transaction, because settings and servers
 * change; and whether a pooler such as pgbouncer on the way keeps what the program relies on.
 */

import pg from 'pg'
import { MIGRATIONS } from '../migrations/migrations.ts'

/** The server must not be used as it is; what was begun on it is not committed. */
export class UnsafeServer extends Error {
  override readonly name = 'UnsafeServer'
  /** A standby may be promoted in a moment. */
  readonly mayPass: boolean
  constructor(message: string, mayPass = false) {
    super(message)
    this.mayPass = mayPass
  }
}

/** The server takes no writes: a standby, which may be promoted in a moment. */
export class ReadOnlyServer extends UnsafeServer {
  constructor() {
    super('PostgreSQL has transaction_read_only = on; it must be off', true)
  }
}

/** A setting that makes a 200 untrue, and the values that do not. */
const SAFE = {
  fsync: ['on'],
  full_page_writes: ['on'],
  server_encoding: ['UTF8'],
  // A standby, and a server that was set to read only.
  transaction_read_only: ['off'],
} as const satisfies Record<string, readonly string[]>
const SYNCHRONOUS_COMMIT = ['on', 'local', 'remote_write', 'remote_apply']

export type Settings = Readonly<Record<string, string>>

const CURRENT = Object.keys(SAFE).map((name) => `current_setting('${name}') as ${name}`)

/** For each transaction: makes its commit wait for the disk whatever the server's default, and gives the settings. */
export const SECURE_TRANSACTION = `select ${CURRENT.join(', ')},
  to_regclass('applications')::oid::text as tables,
  set_config('synchronous_commit', case current_setting('synchronous_commit')
    when 'off' then 'on' else current_setting('synchronous_commit') end, true)`

/**
 * A record in the server's log, which makes a commit without changes wait for the disk, and for a synchronous standby,
 * as one with changes does. What is answered from a read may not be on the standby yet.
 */
export const WRITE_TO_LOG = `select pg_logical_emit_message(true, 'moushikomi', '')`

/** A statement that takes longer is given up. Set by SQL: a pooler refuses what it does not know in a connection's start. */
export const STATEMENT_MS = 5000
const TIME_LIMITS = `set_config('statement_timeout', '${STATEMENT_MS}', false),
  set_config('idle_in_transaction_session_timeout', '${2 * STATEMENT_MS}', false)`

const IDENTITY = `select ${CURRENT.join(', ')}, current_setting('synchronous_commit') as synchronous_commit,
  (select system_identifier::text from pg_control_system()) as system,
  case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline,
  case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() - '0/0'::pg_lsn end as position,
  ${TIME_LIMITS},
  pg_backend_pid() as pid, (select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as started`

type Identity = { system: string; timeline: string; position: number }
/** A server process that works for one connection; the timeline grows when a standby is promoted. */
export type Backend = { pid: number; started: string; timeline: string }

/** What is done on a new connection before it is used; rejects where it must not be. */
export type SafetyCheck = (client: pg.ClientBase) => Promise<Backend>

/** The tables by what PostgreSQL names them: those that were dropped and made anew have another name. */
export type Known = { tables?: string | undefined }

/** Remembers the tables that are met first. Throws UnsafeServer, also where others have taken their place: a restore ran meanwhile. */
export function refuseUnsafe(settings: Settings, known: Known = {}): void {
  for (const [name, values] of Object.entries<readonly string[]>(SAFE))
    refuse(name, settings[name], values)
  known.tables ??= settings.tables
  if (settings.tables !== known.tables)
    throw new UnsafeServer(
      'a backup was restored into PostgreSQL under this running program; stop it, restore, and start it again',
    )
}

function refuse(name: string, value: string | undefined, values: readonly string[]): void {
  if (values.includes(value ?? '')) return
  if (name === 'transaction_read_only') throw new ReadOnlyServer()
  throw new UnsafeServer(`PostgreSQL has ${name} = ${value}; it must be ${values.join(' or ')}`)
}

/** Looks at each new connection. Remembers the server: another one, or one that lost what it had, is refused. */
export function createSafetyCheck(): SafetyCheck {
  let latest: Identity | undefined
  return async (client) => {
    // Connections are made side by side: one that answers late may tell of an earlier moment.
    const before = latest
    const { pid, started, synchronous_commit, system, timeline, position, ...settings } = (
      await client.query(IDENTITY)
    ).rows[0]
    refuseUnsafe(settings)
    refuse('synchronous_commit', synchronous_commit, SYNCHRONOUS_COMMIT)
    const identity: Identity = { system, timeline, position }
    if (before) refuseOther(before, identity)
    if (!latest || isLater(identity, latest)) latest = identity
    return { pid, started, timeline }
  }
}

function isLater(a: Identity, b: Identity): boolean {
  return a.timeline > b.timeline || (a.timeline === b.timeline && a.position > b.position)
}

/** A promoted standby goes on with a later timeline; its log may end before what the lost primary had not acknowledged. */
function refuseOther(latest: Identity, identity: Identity): void {
  const otherwise = 'if that is meant, restart this program'
  if (identity.system !== latest.system)
    throw new UnsafeServer(`PostgreSQL is another server than before; ${otherwise}`)
  if (isLater(latest, identity))
    throw new UnsafeServer(`PostgreSQL has lost what it had stored before; ${otherwise}`)
}

const UNDEFINED_TABLE = '42P01'

/** Rejects where the database that answers has not all that this program brought it to at its start. */
export async function refuseOtherSchema(client: pg.ClientBase): Promise<void> {
  const last = MIGRATIONS.length - 1
  const { rows } = await client
    .query('select name from migrations where id = $1', [last])
    .catch((error: pg.DatabaseError) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  if (rows[0]?.name !== MIGRATIONS[last]?.name)
    throw new UnsafeServer('PostgreSQL answers with a database that has another schema')
}

/** All that a connection needs that reads a standby. */
export async function boundStatements(client: pg.ClientBase): Promise<void> {
  await client.query(`select ${TIME_LIMITS}`)
}

/** duplicate_prepared_statement, invalid_sql_statement_name, and the refusal of a transaction in statement pooling. */
const SHARED = /^(42P05|26000)$|statement pooling/

/**
 * Throws where connections share the server's processes without the statements that they prepared: pgbouncer before
 * 1.21 in transaction pooling, or with max_prepared_statements = 0. It would answer at first, and fail under load.
 */
export async function refuseUnfitPooler(config: pg.ClientConfig): Promise<void> {
  const [first, second] = [new pg.Client(config), new pg.Client(config)]
  for (const client of [first, second]) client.on('error', () => {})
  const prepared = { name: 'moushikomi_probe', text: 'select 1' }
  try {
    await Promise.all([first.connect(), second.connect()])
    await first.query(prepared)
    // Takes the process that the first has just left; from then on the first gets another one.
    await second.query('begin')
    await second.query(prepared)
    await first.query(prepared)
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError
    if (SHARED.test(code) || SHARED.test(message))
      throw new Error(
        'between this program and PostgreSQL a pooler loses prepared statements; use pgbouncer with pool_mode = session, or from 1.21 with max_prepared_statements above 0',
      )
    throw error
  } finally {
    await Promise.allSettled([first.end(), second.end()])
  }
}
