/** A server that would not keep its word is refused: at each connection, in each transaction, and as a replay's source. */
import { spawnSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { postgresProgram } from '../../../bin/programs.js'
import { openForTest } from '../../testing/databases.ts'
import { storedFacts, storeFact } from '../../testing/facts.ts'
import { administer, type Cluster } from '../../testing/postgres.ts'
import { startInMemory } from '../../testing/postgres-of-run.ts'
import type { Database } from '../database.ts'
import { query } from '../statement.ts'

const UNAVAILABLE = { code: 'unavailable', status: 503 }

let cluster: Cluster
beforeAll(async () => {
  cluster = await startInMemory()
})
afterAll(() => cluster.remove())

async function setTo(setting: string): Promise<void> {
  onTestFinished(async () => {
    await administer(cluster, 'alter system reset all', 'select pg_reload_conf()')
  })
  await administer(cluster, `alter system set ${setting}`, 'select pg_reload_conf()')
}

const settingOf = (database: Database, name: string) =>
  database.atomic(async (tx) => {
    const rows = await tx.all(
      query((db) => db.selectNoFrom(sql<string>`current_setting(${name})`.as('value'))),
    )
    return rows[0]?.value
  })

const backendOf = (database: Database) =>
  database.atomic(async (tx) => {
    const rows = await tx.all(
      query((db) => db.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid'))),
    )
    return rows[0]?.pid
  })

test('a backup that is restored under a running program is noticed, and its tables are not written to', async () => {
  const url = await cluster.createDatabase()
  const database = await openForTest(url)
  await storeFact(database, 'before')
  const dump = spawnSync(`${postgresProgram('pg_dump')}`, ['--format=custom', url])
  expect([dump.status, dump.stderr.toString()]).toEqual([0, ''])
  await storeFact(database, 'later')
  const restore = ['--clean', '--if-exists', '--no-owner', '-d', url]
  const restored = spawnSync(`${postgresProgram('pg_restore')}`, restore, { input: dump.stdout })
  expect([restored.status, restored.stderr.toString()]).toEqual([0, ''])
  await expect(storeFact(database, 'after')).rejects.toMatchObject(UNAVAILABLE)
  await expect(database.check()).rejects.toMatchObject({
    cause: { cause: { message: expect.stringContaining('a backup was restored') } },
  })
  const restarted = await openForTest(url)
  await storeFact(restarted, 'restarted')
  expect(await storedFacts(restarted)).toEqual(['before', 'restarted'])
}, 60_000)

test.each(['fsync = off', 'full_page_writes = off', 'default_transaction_read_only = on'])(
  'a server that is set to %s while it runs takes no more, until it is set right',
  async (setting) => {
    const database = await openForTest(await cluster.createDatabase())
    await storeFact(database, 'before')
    const before = [await backendOf(database), await backendOf(database)]
    await setTo(setting)
    await expect(storeFact(database, 'during')).rejects.toMatchObject(UNAVAILABLE)
    await expect(settingOf(database, 'fsync')).rejects.toMatchObject(UNAVAILABLE)
    await administer(
      cluster,
      `alter system reset ${setting.split(' ')[0]}`,
      'select pg_reload_conf()',
    )
    await storeFact(database, 'z-after')
    expect(await storedFacts(database)).toEqual(['before', 'z-after'])
    // Another server may answer at the address by now.
    expect(before).not.toContain(await backendOf(database))
  },
)

test('a commit waits for the disk whatever the server does by default', async () => {
  const database = await openForTest(await cluster.createDatabase())
  await storeFact(database, 'before')
  await setTo('synchronous_commit = off')
  expect(await settingOf(database, 'synchronous_commit')).toBe('on')
  await setTo('synchronous_commit = remote_apply')
  expect(await settingOf(database, 'synchronous_commit')).toBe('remote_apply')
})

// Of the settings that are refused at a start (postgres.test.ts), the one that no transaction looks at again.
test('a server that comes back with synchronous_commit=off is not written to, nor read', async () => {
  const database = await openForTest(await cluster.createDatabase())
  await storeFact(database, 'before')
  await storedFacts(database)
  await cluster.stop('fast')
  await cluster.start('synchronous_commit=off')
  await expect(storeFact(database, 'during')).rejects.toMatchObject(UNAVAILABLE)
  await expect(storedFacts(database)).rejects.toMatchObject(UNAVAILABLE)
  await cluster.stop('fast')
  await cluster.start()
  expect(await storedFacts(database)).toEqual(['before'])
})

/** Lets another server answer at the address of this one. */
async function exchange(other: Cluster): Promise<void> {
  const [here, there] = [cluster, other].map((each) => {
    const folder = /host=([^&]+)/.exec(each.addressOf('public'))?.[1] ?? ''
    return { data: join(folder, 'data'), away: join(folder, 'away') }
  })
  if (!here || !there) throw new Error('two servers are needed')
  await Promise.all([cluster.stop('fast'), other.stop('fast')])
  renameSync(here.data, here.away)
  renameSync(there.data, here.data)
  renameSync(here.away, there.data)
  await Promise.all([cluster.start(), other.start()])
}

test('a server that was set back to an earlier state is refused, until it is the right one again', async () => {
  const database = await openForTest(await cluster.createDatabase())
  const earlier = await cluster.restoredCopy()
  onTestFinished(() => earlier.remove())
  for (let i = 0; i < 50; i++) await storeFact(database, `n${i}`, 'x'.repeat(1000))
  // What a connection saw is what it is held to.
  await cluster.stop('fast')
  await cluster.start()
  await setTimeout(50)
  await storeFact(database, 'z').catch(() => storeFact(database, 'z'))
  await exchange(earlier)
  await expect(storeFact(database, 'lost')).rejects.toMatchObject(UNAVAILABLE)
  await expect(storedFacts(database)).rejects.toMatchObject(UNAVAILABLE)
  await exchange(earlier)
  expect(await storedFacts(database)).toHaveLength(51)
})

test('another server at the same address is refused', async () => {
  const database = await openForTest(await cluster.createDatabase())
  const other = await startInMemory()
  onTestFinished(() => other.remove())
  // Its log is longer, so that it is not taken for an earlier state of the first.
  const written = `select pg_logical_emit_message(true, '', repeat('x', 1000000)) from generate_series(1, 100)`
  await administer(other, written)
  await exchange(other)
  await expect(storeFact(database, 'elsewhere')).rejects.toMatchObject(UNAVAILABLE)
  await exchange(other)
  await storeFact(database, 'here')
  expect(await storedFacts(database)).toEqual(['here'])
})
