/**
 * Plants a bug in a server: loaded before it by `node --import`, this wraps what the server calls (Node's modules, the
 * database's driver and the SQL that passes them), so it needs no switch in the product and no text of its sources.
 */
import fs, { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite'
import pg from 'pg'
import type { Bug } from './bugs.ts'

/** What a server's environment needs to have a bug; `mark` is a file that appears when the bug takes effect. */
export function plantedBy(bug: Bug, mark: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${import.meta.url}`, PLANTED_BUG: bug, PLANTED_MARK: mark }
}

const { PLANTED_BUG, PLANTED_MARK } = process.env

function takesEffect(): void {
  if (PLANTED_MARK) writeFileSync(PLANTED_MARK, '')
}

const sqlite = DatabaseSync.prototype
const exec = sqlite.exec

const PLANTS: Record<Bug, () => void> = {
  'early-reply'() {
    const pending = new Set<DatabaseSync>()
    const commit = (db: DatabaseSync) => pending.delete(db) && exec.call(db, 'commit')
    sqlite.exec = function (sql) {
      commit(this)
      if (sql !== 'commit') return exec.call(this, sql)
      pending.add(this)
      takesEffect()
    }
    aroundSync((sync, done) => {
      setImmediate(done, null)
      setTimeout(() => sync(() => pending.forEach(commit)), 3)
    })
  },
  'no-sync': () =>
    aroundSync((_, done) => {
      takesEffect()
      setImmediate(done, null)
    }),
  'no-recovery'() {
    const { existsSync } = fs
    fs.existsSync = (path) => {
      const isLog = String(path).endsWith('-wal')
      if (isLog) takesEffect()
      return !isLog && existsSync(path)
    }
    syncBuiltinESMExports()
    const prepare = sqlite.prepare
    sqlite.prepare = function (sql) {
      const isCheckpoint = sql.includes('wal_checkpoint(truncate)')
      return prepare.call(this, isCheckpoint ? 'select 0 as busy' : sql)
    }
  },
  'fsync-error-passes': () =>
    aroundSync((sync, done) =>
      sync((error) => {
        if (error) takesEffect()
        done(error && Object.assign(new Error('full'), { errcode: DISK_FULL }))
      }),
    ),
  'commit-error-ignored'() {
    sqlite.exec = function (sql) {
      try {
        exec.call(this, sql)
      } catch (error) {
        if (sql !== 'commit') throw error
        takesEffect()
        if (this.isTransaction) exec.call(this, 'rollback')
      }
    }
  },
  'key-not-unique': () =>
    beforeQuery((text) => text.replace('application_key text unique', 'application_key text')),
  'applicant-key-not-unique': () =>
    beforeQuery((text) =>
      text.includes('create table applicant_calls')
        ? text.replace('primary key (application, key)', 'primary key (application, key, at)')
        : text,
    ),
  'no-sync-postgres': () =>
    beforeQuery((text, client) => {
      if (text === 'commit') client.query('set local synchronous_commit = off').catch(() => {})
      return text === 'commit' ? 'commit ' : text
    }),
  'exit-at-once'() {
    process.on('SIGTERM', () => {
      takesEffect()
      process.exit(0)
    })
  },
  'sent-before-sending'() {
    for (const method of ['run', 'all', 'get'] as const) {
      const original = StatementSync.prototype[method] as (...values: SQLInputValue[]) => unknown
      StatementSync.prototype[method] = function (this: StatementSync, ...values: SQLInputValue[]) {
        const takes = this.sourceSQL.startsWith('update "outbox"') && values.includes('sending')
        if (takes) takesEffect()
        return original.apply(this, takes ? values.map(asSent) : values)
      } as never
    }
  },
  'short-lease': () =>
    aroundOutboxUpdate((values) => {
      const soon = Date.now() + SHORT_LEASE_MS
      return values.map((value) => (typeof value === 'number' && value > soon ? soon : value))
    }),
  hastening: () =>
    aroundOutboxUpdate((values, client) => {
      if (values.includes('sent'))
        client.query(`update outbox set next_at = 0 where state = 'sending'`).catch(() => {})
      return values
    }),
}

/** PostgreSQL's updates of the outbox: other values, or something besides. */
function aroundOutboxUpdate(change: (values: unknown[], client: pg.Client) => unknown[]): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...all: unknown[]) => unknown
  pg.Client.prototype.query = function (
    this: pg.Client,
    first: pg.QueryConfig,
    ...rest: unknown[]
  ) {
    if (!first.text?.startsWith('update "outbox"')) return query.call(this, first, ...rest)
    takesEffect()
    const values = change(first.values ?? [], this)
    return query.call(this, { ...first, values }, ...rest)
  } as never
}

const DISK_FULL = 13
const SHORT_LEASE_MS = 500
const asSent = (value: SQLInputValue) => (value === 'sending' ? 'sent' : value)

type Done = (error: Error | null) => void

/** The sync of SQLite's log: `sync` is the real one. */
function aroundSync(change: (sync: (done: Done) => void, done: Done) => void): void {
  const { fdatasync } = fs
  fs.fdatasync = ((handle: number, done: Done) =>
    change((then) => fdatasync(handle, then), done)) as typeof fdatasync
  syncBuiltinESMExports()
}

/** Every query of PostgreSQL passes here; one that is changed has the bug. */
function beforeQuery(change: (text: string, client: pg.Client) => string): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...all: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    if (typeof first !== 'string') return query.call(this, first, ...rest)
    const changed = change(first, this)
    if (changed !== first) takesEffect()
    return query.call(this, changed, ...rest)
  } as never
}

if (PLANTED_BUG) PLANTS[PLANTED_BUG as Bug]()
