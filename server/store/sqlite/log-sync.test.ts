import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openForTest, temporaryFolder } from '../../testing/databases.ts'
import { storedFacts, storeFact } from '../../testing/facts.ts'
import { openDatabase } from '../open-database.ts'
import { createLogSync } from './fsync.ts'

/** A disk that takes nothing before it is told to. */
function slowDisk() {
  const { fdatasync } = fs
  const waiting: ((error?: Error) => void)[] = []
  let isHeld = false
  let syncs = 0
  fs.fdatasync = ((handle: number, done: (error: Error | null) => void) => {
    syncs += 1
    if (!isHeld) return fdatasync(handle, done)
    waiting.push((error) => (error ? done(error) : fdatasync(handle, done)))
  }) as typeof fdatasync
  syncBuiltinESMExports()
  onTestFinished(() => {
    fs.fdatasync = fdatasync
    syncBuiltinESMExports()
  })
  return {
    syncs: () => syncs,
    hold() {
      isHeld = true
    },
    async release(error?: Error) {
      while (waiting.length === 0) await turn()
      isHeld = false
      for (const go of waiting.splice(0)) go(error)
    },
  }
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  promise
    .finally(() => {
      settled = true
    })
    .catch(() => {})
  for (let i = 0; i < 20; i++) await turn()
  return settled
}

test('neither a commit nor a read of it is told of before the log is on disk', async () => {
  const disk = slowDisk()
  const database = await openForTest(`sqlite:${join(temporaryFolder(), 'test.db')}`)
  disk.hold()
  const stored = storeFact(database, 'a')
  const read = turn().then(() => storedFacts(database))
  expect(await isSettled(stored)).toBe(false)
  expect(await isSettled(read)).toBe(false)
  await disk.release()
  await stored
  expect(await read).toEqual(['a'])
})

test('what another process committed is made durable by whoever tells of it, once', async () => {
  const disk = slowDisk()
  const file = join(temporaryFolder(), 'test.db')
  const database = await openForTest(`sqlite:${file}`)
  const other = new DatabaseSync(file)
  onTestFinished(() => other.close())
  other.exec('pragma synchronous = off')
  const store = (name: string) => other.exec(`insert into facts values ('${name}', '')`)

  store('a')
  let before = disk.syncs()
  expect(await storedFacts(database)).toEqual(['a'])
  expect(disk.syncs()).toBe(before + 1)
  await storedFacts(database)
  expect(disk.syncs()).toBe(before + 1)

  store('b')
  before = disk.syncs()
  await database.atomic(async () => {})
  expect(disk.syncs()).toBe(before + 1)
})

test('whoever comes while the disk is busy waits for the next round, and shares it', async () => {
  const disk = slowDisk()
  const file = join(temporaryFolder(), 'test.db')
  fs.writeFileSync(`${file}-wal`, '')
  const log = createLogSync(file)
  disk.hold()
  const first = log.sync()
  const later = [log.sync(), log.sync(), log.sync()]
  expect(disk.syncs()).toBe(1)
  await disk.release()
  await first
  await Promise.all(later)
  expect(disk.syncs()).toBe(2)
  log.close()
})

test('after a round that failed none succeeds: the system takes what it could not write for clean', async () => {
  const disk = slowDisk()
  const file = join(temporaryFolder(), 'test.db')
  fs.writeFileSync(`${file}-wal`, '')
  const log = createLogSync(file)
  disk.hold()
  const rounds = Promise.allSettled([log.sync(), log.sync()])
  await disk.release(new Error('no'))
  expect((await rounds).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(log.sync()).rejects.toThrow('no')
  expect(disk.syncs()).toBe(1)
  log.close()
})

test('a read that the disk does not keep stops the process', async () => {
  const disk = slowDisk()
  const file = join(temporaryFolder(), 'test.db')
  const fatal: unknown[] = []
  const database = await openDatabase(`sqlite:${file}`, { onFatal: (error) => fatal.push(error) })
  onTestFinished(() => database.close())
  const other = new DatabaseSync(file)
  other.exec(`insert into facts values ('a', '')`)
  other.close()
  disk.hold()
  const mistaken = database.read(() => Promise.reject(new TypeError('wrong')))
  await expect(mistaken).rejects.toThrow('wrong')
  expect(fatal).toEqual([])
  const read = expect(storedFacts(database)).rejects.toMatchObject({ code: 'unavailable' })
  const error = Object.assign(new Error('EIO'), { syscall: 'fdatasync' })
  await disk.release(error)
  await read
  expect(fatal).toEqual([error])
})
