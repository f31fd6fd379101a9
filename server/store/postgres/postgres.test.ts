import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openForTest } from '../../testing/databases.ts'
import { putFact, storedFacts, storeFact } from '../../testing/facts.ts'
import { administer, type Cluster } from '../../testing/postgres.ts'
import { startInMemory } from '../../testing/postgres-of-run.ts'
import { openDatabase } from '../open-database.ts'
import { query } from '../statement.ts'

const UNAVAILABLE = { code: 'unavailable', status: 503, retryAfter: 2 }
const onFatal = (error: unknown) => {
  throw error
}
/** An answer of check() is good for a second. */
const nextCheck = () => setTimeout(1050)

describe('PostgreSQL', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startInMemory()
  })
  afterAll(() => cluster.remove())

  test('a server that is gone is told as unavailable; when it is back all goes on by itself', async () => {
    const database = await openForTest(await cluster.createDatabase())
    await storeFact(database, 'before')
    await database.check()
    await cluster.stop('fast')
    await expect(storeFact(database, 'during')).rejects.toMatchObject(UNAVAILABLE)
    await expect(storedFacts(database)).rejects.toMatchObject(UNAVAILABLE)
    await nextCheck()
    await expect(database.check()).rejects.toMatchObject(UNAVAILABLE)
    await cluster.start()
    await nextCheck()
    await database.check()
    await storeFact(database, 'z-after')
    expect(await storedFacts(database)).toEqual(['before', 'z-after'])
  })

  test('a crash under load loses nothing that was acknowledged', async () => {
    const database = await openForTest(await cluster.createDatabase())
    const acknowledged: string[] = []
    const refused: unknown[] = []
    const load = Promise.all(
      Array.from({ length: 300 }, async (_, i) => {
        await setTimeout(i * 2)
        const name = `n${String(i).padStart(3, '0')}`
        await storeFact(database, name).then(
          () => acknowledged.push(name),
          (error) => refused.push(error),
        )
      }),
    )
    while (acknowledged.length <= 20) await setTimeout(5)
    await cluster.stop('immediate')
    await cluster.start()
    await load
    for (const error of refused) expect(error).toMatchObject(UNAVAILABLE)
    const names = new Set(await storedFacts(database))
    expect(acknowledged.length).toBeGreaterThan(20)
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
  })

  test('a crash amid reads is told to every one of them, and leaves the process alive', async () => {
    const database = await openForTest(await cluster.createDatabase())
    await storeFact(database, 'before')
    const refused: unknown[] = []
    let reading = true
    const readers = Array.from({ length: 16 }, async () => {
      while (reading) {
        await storedFacts(database).catch((error) => refused.push(error))
        await setTimeout(1)
      }
    })
    await setTimeout(100)
    await cluster.stop('immediate')
    while (refused.length === 0) await setTimeout(5)
    reading = false
    await Promise.all(readers)
    await cluster.start()
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused) expect(error).toMatchObject(UNAVAILABLE)
    await storeFact(database, 'z-after')
    expect(await storedFacts(database)).toEqual(['before', 'z-after'])
  })

  test('a server that hangs is given up on after seconds, and used again when it answers', async () => {
    const url = await cluster.createDatabase()
    const database = await openForTest(url)
    await storeFact(database, 'before')
    cluster.signal('SIGSTOP')
    onTestFinished(() => cluster.signal('SIGCONT'))
    const began = performance.now()
    await Promise.all([
      expect(storeFact(database, 'during')).rejects.toMatchObject(UNAVAILABLE),
      expect(openDatabase(url, { onFatal, patienceMs: 100 })).rejects.toThrow('timeout'),
    ])
    expect(performance.now() - began).toBeLessThan(8000)
    cluster.signal('SIGCONT')
    await setTimeout(100)
    await storeFact(database, 'z-after')
    expect(await storedFacts(database)).toEqual(expect.arrayContaining(['before', 'z-after']))
  })

  test('a batch that takes long does not hold up the next one', async () => {
    const database = await openForTest(await cluster.createDatabase())
    const ended: string[] = []
    const slow = query((db) => db.selectNoFrom(sql`pg_sleep(1)`.as('slept')))
    const first = database.atomic((tx) => tx.all(slow)).then(() => ended.push('slow'))
    await setTimeout(50)
    const second = storeFact(database, 'a').then(() => ended.push('quick'))
    await Promise.all([first, second])
    expect(ended).toEqual(['quick', 'slow'])
  })

  test('a transaction that PostgreSQL has ended is not taken for committed', async () => {
    const database = await openForTest(await cluster.createDatabase())
    const careless = database.atomic(async (tx) => {
      await tx.run(putFact, { name: 'lost', value: '' })
      await tx.run(putFact, { name: 'lost', value: '' }).catch(() => {})
      return 'stored'
    })
    await expect(careless).rejects.toMatchObject(UNAVAILABLE)
    expect(await storedFacts(database)).toEqual([])
  })

  test('of statements that fail together the first is the cause', async () => {
    const database = await openForTest(await cluster.createDatabase())
    await storeFact(database, 'taken')
    const task = database.atomic(async (tx) => {
      const first = tx.run(putFact, { name: 'taken', value: '' })
      const heardLater = first.then((rows) => rows).then((rows) => rows)
      await Promise.all([heardLater, tx.run(putFact, { name: 'other', value: '' })])
    })
    await expect(task).rejects.toMatchObject({ code: 'unavailable', cause: { code: '23505' } })
  })

  test('a base backup taken under load has all that was acknowledged before, and works', async () => {
    const url = await cluster.createDatabase()
    const database = await openForTest(url)
    const acknowledged: string[] = []
    let busy = true
    const load = (async () => {
      for (let i = 0; busy; i++) {
        await storeFact(database, `n${i}`)
        acknowledged.push(`n${i}`)
      }
    })()
    while (acknowledged.length <= 20) await setTimeout(5)
    const before = [...acknowledged]
    const copy = await cluster.restoredCopy().finally(() => {
      busy = false
      return load
    })
    onTestFinished(() => copy.remove())

    const schema = /search_path%3D(\w+)$/.exec(url)?.[1] ?? ''
    const restored = await openForTest(copy.addressOf(schema))
    const names = new Set(await storedFacts(restored))
    expect(before.filter((name) => !names.has(name))).toEqual([])
    await storeFact(restored, 'restored')
    expect(await storedFacts(restored)).toContain('restored')
    expect(await storedFacts(database)).not.toContain('restored')
  })

  test.each(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'])(
    'a server with %s is refused at the start',
    async (setting) => {
      const url = await cluster.createDatabase()
      await cluster.stop('fast')
      await cluster.start(setting)
      try {
        await expect(openForTest(url)).rejects.toThrow(setting.replace('=', ' = '))
      } finally {
        await cluster.stop('fast')
        await cluster.start()
      }
    },
  )

  test('a server that starts later is waited for, as long as is asked', async () => {
    const url = await cluster.createDatabase()
    await cluster.stop('fast')
    const waiting = openDatabase(url, { onFatal, patienceMs: 5000 })
    const began = performance.now()
    await expect(openDatabase(url, { onFatal, patienceMs: 300 })).rejects.toMatchObject({
      code: 'ENOENT',
    })
    const took = performance.now() - began
    expect(took).toBeGreaterThan(300)
    expect(took).toBeLessThan(3000)
    await cluster.start()
    await (await waiting).close()
  })

  test('the connections that it needs are named after the program, and end with it', async () => {
    const ours = `select query from pg_stat_activity where application_name like 'moushikomi %'`
    const database = await openForTest(await cluster.createDatabase())
    expect(await administer(cluster, ours)).toEqual([])
    await storeFact(database, 'a')
    await storeFact(database, 'b')
    await storedFacts(database)
    const queries = (await administer(cluster, ours)).map((row) => row.query).toSorted()
    expect(queries).toEqual(['commit', 'rollback'])
    await expect(database.backup('')).rejects.toThrow('use pg_basebackup or pg_dump')
    await database.close()
    expect(await administer(cluster, ours)).toEqual([])
  })

  test('a URL of sessions that may not do is used for nothing', async () => {
    const url = await cluster.createDatabase()
    const any = `${url}&target_session_attrs=any`
    const refusal =
      'a URL that is not PostgreSQL, or whose sslmode or target_session_attrs is not supported'
    await expect(openDatabase(any, { onFatal })).rejects.toThrow(refusal)
    const readUrl = `${url}&target_session_attrs=read-write`
    await expect(openDatabase(url, { onFatal, readUrl })).rejects.toThrow(refusal)
  })

  test('what cannot be reached for other reasons than time is told at once', async () => {
    const url = (await cluster.createDatabase()).replace('/postgres?', '/nowhere?')
    const began = performance.now()
    await expect(openForTest(url)).rejects.toThrow('database "nowhere" does not exist')
    // Far less than the time for which a server that starts is waited for.
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
