/** Transactions with nobody else in them: nothing that they looked at changes before their commit, and they hold nobody up. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ENGINES, emptyDatabase, openEmpty, openForTest, POSTGRES } from '../testing/databases.ts'
import { putFact, storedFacts, storeFact } from '../testing/facts.ts'
import { heldBack } from '../testing/raw-sql.ts'
import { applicationRow, put } from '../testing/rows.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { held } from './queries/held.ts'
import { Conflict } from './session.ts'
import { query, type Transaction, write } from './statement.ts'

const REFERENCE = applicationRow('one').reference

/** Reads a number and writes the next: of two that read the same one, a count would be lost. */
async function count(tx: Transaction): Promise<void> {
  const application = await held(tx, { reference: REFERENCE })
  await setRevision(tx, { revision: Number(application?.revision) + 1 })
}

const setRevision = write((db, { revision }: { revision: number }) =>
  db.updateTable('applications').set({ revision }).where('reference', '=', REFERENCE),
)

async function openWithOne(url: string): Promise<Database> {
  const database = await openForTest(url)
  await put(database, { applications: [applicationRow('one')] })
  return database
}

async function revisionIn(database: Database): Promise<number | undefined> {
  const row = query((db) => db.selectFrom('applications').select('revision'))
  return (await database.read((tx) => tx.first(row)))?.revision
}

describe.each(ENGINES)('tasks alone on %s', (engine) => {
  test('count each other, however many come at once', async () => {
    const database = await openWithOne(await emptyDatabase(engine))
    const before = Number(await revisionIn(database))
    await Promise.all(Array.from({ length: 25 }, () => database.alone(count)))
    expect(await revisionIn(database)).toBe(before + 25)
  })

  test('are stored whole or not at all, and run again eight times at the most', async () => {
    const database = await openEmpty(engine)
    let runs = 0
    const failing = database.alone(async (tx) => {
      runs += 1
      await tx.run(putFact, { name: 'half', value: '' })
      throw new Conflict()
    })
    await expect(failing).rejects.toMatchObject({ code: 'unavailable' })
    expect([runs, await storedFacts(database)]).toEqual([8, []])
  })

  test('finish when the database closes; later ones are refused', async () => {
    const database = await openDatabase(await emptyDatabase(engine), { onFatal: () => {} })
    const last = database.alone((tx) => tx.run(putFact, { name: 'last', value: '' }))
    const closed = database.close()
    expect(await last).toBe(1)
    await expect(database.alone(async () => {})).rejects.toMatchObject({ code: 'unavailable' })
    await closed
  })

  test('are refused while a thousand wait', async () => {
    const database = await openEmpty(engine)
    const many = Promise.allSettled(
      Array.from({ length: 1100 }, () => database.alone(async () => {})),
    )
    // Others are not.
    await database.atomic(async () => {})
    const results = await many
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(70)
    expect(refused.length).toBeLessThanOrEqual(1100 - 1024)
    expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } })
  })
})

test('on SQLite batches and tasks alone take turns', async () => {
  const commits: number[] = []
  const database = await openDatabase(await emptyDatabase('sqlite'), {
    onFatal: () => {},
    onCommit: (tasks) => commits.push(tasks),
  })
  onTestFinished(() => database.close())
  const names = Array.from({ length: 70 }, (_, at) => `${at}`)
  await Promise.all([
    ...names.map((name) => storeFact(database, name)),
    ...names.slice(0, 4).map(() => database.alone(async () => {})),
  ])
  expect(commits).toEqual([32, 1, 32, 1, 6, 1, 1])
})

const LOCK = `select 1 from applications for update`

describe.each(POSTGRES)('while another process holds an application, on %s', (engine) => {
  test('a task of a shared commit waits for it alone, and others are stored meanwhile', async () => {
    const url = await emptyDatabase(engine)
    const database = await openWithOne(url)
    await heldBack(url, LOCK, async (release) => {
      const waiting = database.atomic((tx) => setRevision(tx, { revision: 7 }))
      const names = Array.from({ length: 20 }, (_, at) => `${at}`)
      for (const name of names) await storeFact(database, name)
      expect(await storedFacts(database)).toHaveLength(20)
      expect(await revisionIn(database)).not.toBe(7)
      await release()
      expect(await waiting).toBe(1)
    })
    expect(await revisionIn(database)).toBe(7)
  })

  test('a task alone sees what was committed before it had the lock', async () => {
    const url = await emptyDatabase(engine)
    const database = await openWithOne(url)
    const set = 'update applications set revision = 40'
    await heldBack(url, set, async (release) => {
      const counted = database.alone(count)
      await sleep(100)
      await release()
      await counted
    })
    expect(await revisionIn(database)).toBe(41)
  })

  test('one that dawdles loses its locks after three seconds, and stores nothing', async () => {
    const url = await emptyDatabase(engine)
    const database = await openWithOne(url)
    const before = await revisionIn(database)
    const begun = performance.now()
    const dawdling = database.alone(async (tx) => {
      await held(tx, { reference: REFERENCE })
      await setRevision(tx, { revision: 99 })
      await sleep(6000)
      await setRevision(tx, { revision: 100 })
    })
    const refused = expect(dawdling).rejects.toMatchObject({ code: 'unavailable' })
    await sleep(100)
    await database.alone(count)
    expect(performance.now() - begun).toBeLessThan(5500)
    await refused
    expect(await revisionIn(database)).toBe(Number(before) + 1)
  }, 15_000)
})
