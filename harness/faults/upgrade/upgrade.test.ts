/** What an earlier version left is upgraded by a start, and all of it is seen as it was; nothing that was promised is lost. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { INVITATION_HEADER } from '#contract/apply.ts'
import { postgresProgram } from '../../../bin/programs.js'
import { ROOT } from '../../../bin/run.js'
import { startMailServer } from '../../../server/delivery/testing.ts'
import { ENGINES, emptyDatabase, temporaryFolder } from '../../../server/testing/databases.ts'
import { launch } from '../../../server/testing/process.ts'
import { addFacilities, consent } from './applications.ts'
import { databaseOf, type Engine, recordedOf, SEEN, settingsOf, VERSIONS } from './fixtures.ts'

async function restored(version: string, engine: Engine) {
  const folder = temporaryFolder()
  const url =
    engine === 'sqlite' ? `sqlite:${join(folder, 'desk.db')}` : await emptyDatabase(engine)
  const content = databaseOf(version, engine)
  if (engine === 'sqlite') writeFileSync(join(folder, 'desk.db'), content)
  else restorePostgres(url, content.toString())
  const recorded = recordedOf(version, engine)
  writeFileSync(join(folder, 'invitation-keys'), recorded.keys)
  return { url, folder, recorded, env: settingsOf(folder, url) }
}

/** Into the schema of the address, in place of that of the dump. */
function restorePostgres(url: string, dump: string): void {
  const [, schema = ''] = /search_path(?:%3D|=)(\w+)/.exec(url) ?? []
  const sql = dump
    .replace(/^(CREATE SCHEMA|SELECT pg_catalog\.set_config\('search_path').*$/gm, '')
    .replaceAll(/test_[\da-f]{12}/g, schema)
  const options = ['-q', '-v', 'ON_ERROR_STOP=1', url]
  const { status, stderr } = spawnSync(`${postgresProgram('psql')}`, options, { input: sql })
  expect([status, stderr.toString()]).toEqual([0, ''])
}

function start(env: Record<string, string>, folder: string) {
  const server = launch({ tree: ROOT, env, log: join(folder, 'log') })
  onTestFinished(() => server.signal('SIGKILL'))
  return server
}

function admin(env: Record<string, string>, ...words: string[]) {
  const options = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, ['server/admin.ts', ...words], options)
}

const CASES = VERSIONS.flatMap((version) => ENGINES.map((engine) => [version, engine] as const))

describe.each(CASES)('what version %s left on %s', (version, engine) => {
  test('is not touched by a command, is upgraded by a start, and is seen as it was', {
    timeout: 120_000,
  }, async () => {
    const { env, folder, recorded } = await restored(version, engine)
    const [command = [], ...rest] = SEEN
    const before = admin(env, ...command)
    expect([before.status, before.stdout]).toEqual([1, ''])
    expect(before.stderr).toContain('データベースは古い版のものです')
    const server = start(env, folder)
    const address = await server.listening
    for (const words of [command, ...rest]) {
      const name = words.join(' ')
      if (!(name in recorded.seen)) continue
      const { status, stdout, stderr } = admin(env, ...words)
      expect([name, status, stderr]).toEqual([name, 0, expect.any(String)])
      expect(withoutAttempts(JSON.parse(stdout))).toMatchObject(
        withoutAttempts(recorded.seen[name]) as object,
      )
    }
    // Who was in the middle goes on, and a link that was sent is genuine.
    await addFacilities(address, recorded.open.username)
    const token = new URLSearchParams(new URL(recorded.invited).hash.slice(1)).get('inv') ?? ''
    await consent(address, 'C-INVITED', { kind: 3 }, { [INVITATION_HEADER]: token })
    const shown = admin(env, 'applications', 'list', '--json', '--search', 'C-INVITED')
    expect(JSON.parse(shown.stdout)).toMatchObject([{ state: 'complete' }])
    server.signal('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
  })

  test('is sent: each mail that waited, once', { timeout: 120_000 }, async () => {
    const { env, url, folder, recorded } = await restored(version, engine)
    const mails = await startMailServer()
    onTestFinished(() => mails.close())
    // Mails are given up after days, and the recording is of one day.
    await change(url, `update outbox set created_at = ${Date.now()}, next_at = ${Date.now()}`)
    const waiting = recorded.seen['outbox list --json'] as { id: string }[]
    expect(waiting.length).toBeGreaterThan(3)
    const server = start({ ...env, MAIL_URL: mails.url }, folder)
    await server.listening
    await vi.waitFor(() => expect(mails.mails.length).toBe(waiting.length), 60_000)
    expect(mails.mails.map(({ messageId }) => messageId.split('@')[0]).toSorted()).toEqual(
      waiting.map(({ id }) => id).toSorted(),
    )
    server.signal('SIGTERM')
    await server.ended
  })

  test('is not there for a later version’s database: the way back is refused', {
    timeout: 120_000,
  }, async () => {
    const { env, url, folder } = await restored(version, engine)
    const first = start(env, folder)
    await first.listening
    first.signal('SIGTERM')
    await first.ended
    await change(url, `insert into migrations (id, name) values (999, 'of a later version')`)
    const second = start(env, folder)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(admin(env, ...SEEN[0]).stderr).toContain('データベースは新しい版のものです')
  })
})

/** How often a mail was tried, and what came of it, goes on changing while it waits. */
const CHANGING: ReadonlySet<string> = new Set(['attempts', 'nextAt', 'lastError'])

function withoutAttempts(seen: unknown): unknown {
  return JSON.parse(JSON.stringify(seen), (name, value) => {
    if (CHANGING.has(name)) return undefined
    // A mail that waits is tried now and then, while somebody looks.
    return name === 'state' && value === 'sending' ? 'queued' : value
  })
}

async function change(url: string, sql: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length))
    db.exec(sql)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
