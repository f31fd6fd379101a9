/** A server that does not answer, or cannot keep its promise: what takes seconds to show. */
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openForTest } from '../testing/databases.ts'
import { storeFact } from '../testing/facts.ts'
import { administer } from '../testing/postgres.ts'
import { startInMemory } from '../testing/postgres-of-run.ts'
import type { Transaction } from './statement.ts'
import { statement } from './statement.ts'

const UNAVAILABLE = { code: 'unavailable', status: 503 }

async function start() {
  const cluster = await startInMemory()
  onTestFinished(() => cluster.remove())
  return { cluster, database: await openForTest(await cluster.createDatabase()) }
}

const names = statement((db) => db.selectFrom('facts').select('name'))
const readFacts = (tx: Transaction) => tx.all(names)

test('while a synchronous standby is away nothing is confirmed, a read of it neither, and connections stay few', async () => {
  const { cluster, database } = await start()
  await storeFact(database, 'before')
  const connections = `select pid from pg_stat_activity where application_name like 'moushikomi %'`
  const before = (await administer(cluster, connections)).length
  await administer(
    cluster,
    `alter system set synchronous_standby_names = 'away'`,
    'select pg_reload_conf()',
  )
  const ready = database.check()
  const began = performance.now()
  await expect(ready).rejects.toMatchObject(UNAVAILABLE)
  expect(performance.now() - began).toBeLessThan(4500)
  await expect(storeFact(database, 'b')).rejects.toMatchObject(UNAVAILABLE)
  await expect(database.atomic(readFacts)).rejects.toMatchObject(UNAVAILABLE)
  expect((await administer(cluster, connections)).length).toBeLessThanOrEqual(before + 1)
  await administer(
    cluster,
    'alter system reset synchronous_standby_names',
    'select pg_reload_conf()',
  )
  expect(await database.atomic(readFacts)).toContainEqual({ name: 'before' })
}, 40_000)

test('whether it is ready is told within a second while the server hangs, and red soon', async () => {
  const { cluster, database } = await start()
  await database.check()
  cluster.signal('SIGSTOP')
  onTestFinished(() => cluster.signal('SIGCONT'))
  const answers: { ms: number; ready: boolean; at: number }[] = []
  const began = performance.now()
  while (performance.now() - began < 6000) {
    const asked = performance.now()
    const ready = await database.check().then(
      () => true,
      () => false,
    )
    answers.push({ ms: performance.now() - asked, ready, at: asked - began })
    await setTimeout(100)
  }
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(1000)
  expect(answers.filter(({ at, ready }) => ready && at > 4000)).toEqual([])
  cluster.signal('SIGCONT')
  await vi.waitFor(() => database.check(), 8000)
}, 60_000)
