/** What an earlier version left: its database on either engine, and what its own commands said of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export const FIXTURES = join(import.meta.dirname, 'fixtures')
export type Engine = 'sqlite' | 'postgres'

export type Recorded = {
  /** A command's words → what it wrote, in JSON; those that the version had. */
  seen: Record<string, unknown>
  /** An application that lacks its facilities. */
  open: { username: string }
  /** A link for a suspension of C-INVITED. */
  invited: string
  /** The file of the invitation keys. */
  keys: string
}

/** What staff see, by commands that every version has or that a version gained. */
export const SEEN = [
  ['applications', 'list', '--json'],
  ['applications', 'export', '--format', 'json'],
  ['outbox', 'list', '--json'],
  ['staff', 'list', '--json'],
  ['tokens', 'list', '--json'],
] as const

/** Settings of both: mails wait, because nobody listens at the relay. */
export function settingsOf(folder: string, url: string): Record<string, string> {
  return {
    PORT: '0',
    STAFF_PORT: 'off',
    METRICS_PORT: 'off',
    DATABASE_URL: url,
    INVITATION_KEYS_FILE: join(folder, 'invitation-keys'),
    STAFF_KEY_FILE: join(folder, 'staff-key'),
    MAIL_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'desk@example.jp',
    STAFF_MAIL: 'staff@example.jp',
    // The recording is of one day: what is incomplete in it grows old.
    RETENTION_INCOMPLETE_DAYS: '0',
    LOG_LEVEL: 'warn',
  }
}

/** Names of the versions, oldest first. */
export const VERSIONS = readdirSync(FIXTURES).toSorted()

export function recordedOf(version: string, engine: Engine): Recorded {
  return JSON.parse(readFileSync(join(FIXTURES, version, `${engine}.json`), 'utf8'))
}

/** A file of SQLite, or what pg_dump wrote. */
export function databaseOf(version: string, engine: Engine): Buffer {
  return gunzipSync(readFileSync(join(FIXTURES, version, `${engine}.gz`)))
}
