import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openForTest, temporaryFolder } from '../../testing/databases.ts'
import { putFact, storeFact } from '../../testing/facts.ts'
import { createCheckpointer } from './fsync.ts'

function createFile() {
  const file = join(temporaryFolder(), 'test.db')
  const connect = () => {
    const db = new DatabaseSync(file)
    onTestFinished(() => db.close())
    return db
  }
  const writer = connect()
  writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (a blob)')
  const messages = vi.spyOn(Worker.prototype, 'postMessage')
  const fatal: unknown[] = []
  const open = (path: string) => {
    const checkpoints = createCheckpointer(path, (error) => fatal.push(error))
    onTestFinished(() => checkpoints.close())
    return checkpoints
  }
  const emitted = vi.spyOn(Worker.prototype, 'emit')
  onTestFinished(() => {
    messages.mockRestore()
    emitted.mockRestore()
  })
  return {
    ...{ file, connect, writer, fatal, open },
    asked: () => messages.mock.calls.length,
    answered: () => emitted.mock.calls.filter(([name]) => name === 'message').length,
  }
}

test('the log is moved into the database file every few thousand rows', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = await openForTest(`sqlite:${file}`)
  const before = statSync(file).size
  const store = (lane: number) =>
    database.atomic(async (tx) => {
      for (let i = 0; i < 1500; i++) await tx.run(putFact, { name: `${lane}-${i}`, value: '' })
    })
  for (const lane of [0, 1]) await store(lane)
  expect(statSync(file).size).toBe(before)
  await store(2)
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before), 20_000)
})

test('and every fifty commits, however few rows they change', async () => {
  const { file, open, asked, answered } = createFile()
  const checkpoints = open(file)
  for (let commit = 1; commit < 50; commit++) checkpoints.committed(1)
  expect(asked()).toBe(0)
  checkpoints.committed(1)
  await vi.waitFor(() => expect(answered()).toBe(1), 20_000)
  await checkpoints.room()
  checkpoints.committed(1)
  expect(asked()).toBe(1)
})

/** A checkpoint of so many pages, which somebody's reading keeps from being whole. */
async function checkpointOf(pages: number) {
  const { file, connect, writer, open, asked, answered } = createFile()
  const checkpoints = open(file)
  const reader = connect()
  reader.exec('begin; select * from t')
  writer.exec(`insert into t with recursive n(page) as (select 1 union all select page + 1 from n
    where page < ${pages}) select randomblob(4000) from n`)
  checkpoints.committed(4000)
  await vi.waitFor(() => expect(answered()).toBe(1), 20_000)
  return { checkpoints, reader, writer, asked }
}

test('a log that goes on growing is moved whole before the next commit, and begins anew', async () => {
  const { checkpoints, reader, writer } = await checkpointOf(2100)
  reader.exec('rollback')
  await checkpoints.room()
  writer.exec('insert into t values (1)')
  expect(Number(writer.prepare('pragma wal_checkpoint(passive)').get()?.log)).toBeLessThan(10)
})

test('whoever reads for long holds up one commit, not each', async () => {
  const { checkpoints, asked } = await checkpointOf(2100)
  await checkpoints.room()
  expect(asked()).toBe(2)
  await checkpoints.room()
  expect(asked()).toBe(2)
})

test('what was under way before the last commit is not the whole log', async () => {
  const { checkpoints, asked } = await checkpointOf(2100)
  checkpoints.committed(4000)
  await checkpoints.room()
  expect(asked()).toBe(3)
})

test('nobody waits where the log is short, and few rows more make no other checkpoint', async () => {
  const { checkpoints, asked } = await checkpointOf(2000)
  await checkpoints.room()
  checkpoints.committed(1)
  expect(asked()).toBe(1)
})

test('one that SQLite cannot make now is tried again after the next commit', async () => {
  const { open, asked, fatal } = createFile()
  const checkpoints = open('/nowhere/test.db')
  checkpoints.committed(4000)
  await vi.waitFor(() => {
    checkpoints.committed(1)
    expect(asked()).toBeGreaterThan(2)
  }, 20_000)
  expect(fatal).toEqual([])
})

test.each([
  ['fsync failed', 10 | (4 << 8), 1],
  ['the disk is full', 13, 0],
])('of a checkpoint whose %s it is told or not told', async (message, errcode, times) => {
  const { file, open, fatal } = createFile()
  const checkpoints = open(file)
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    process.nextTick(() => this.emit('message', { message, errcode }))
  })
  checkpoints.committed(4000)
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  expect(fatal).toEqual(Array(times).fill(Object.assign(new Error(message), { errcode })))
})

test('a thread that cannot work is told of: nothing else would move the log', async () => {
  const { file, open, fatal } = createFile()
  const checkpoints = open(file)
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    this.emit('error', new Error('out of memory'))
  })
  checkpoints.committed(4000)
  await vi.waitFor(() => expect(fatal).toEqual([new Error('out of memory')]), 20_000)
})

test('closing leaves no log behind', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = await openForTest(`sqlite:${file}`)
  const before = statSync(file).size
  for (let commit = 0; commit < 60; commit++)
    await storeFact(database, `${commit}`, 'x'.repeat(500))
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before), 20_000)
  await database.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
})

test('a program that forgets to close its database ends all the same', () => {
  const program = `
    import { createCheckpointer } from '${import.meta.dirname}/fsync.ts'
    createCheckpointer('/nowhere/test.db', () => {}).committed(4000)`
  const args = ['--input-type=module-typescript', '-e', program]
  expect(spawnSync(process.execPath, args, { timeout: 20_000 }).status).toBe(0)
})
