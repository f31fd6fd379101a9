import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openForTest, temporaryFolder } from '../../testing/databases.ts'
import { rowsOf, runSql } from '../../testing/raw-sql.ts'
import { watchDisk } from '../../testing/watched-disk.ts'
import { createPrivately, rewriteLog, truncateLog } from './file.ts'

const MIB = 1 << 20

function logOf(bytes: Buffer) {
  const folder = temporaryFolder()
  const file = join(folder, 'test.db')
  writeFileSync(`${file}-wal`, bytes)
  return { file, folder: basename(folder) }
}

test('every byte of a log is written again where it stands, then the log is synced, then its folder', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 2.5 * MIB }, (_, at) => at % 251))
  const { file, folder } = logOf(bytes)
  // The system may take a part of what it is given.
  const { calls, openFiles } = watchDisk({ maxBytes: 0.75 * MIB })
  rewriteLog(file)
  const writes = [
    [0, 0.75],
    [0.75, 0.25],
    [1, 0.75],
    [1.75, 0.25],
    [2, 0.5],
  ]
  expect(calls).toEqual([
    ...writes.map(([at = 0, length = 0]) => `write test.db-wal ${at * MIB} ${length * MIB}`),
    'sync test.db-wal',
    `sync ${folder}`,
  ])
  expect(readFileSync(`${file}-wal`).equals(bytes)).toBe(true)
  expect(openFiles()).toEqual([])
})

test('where there is no log there is nothing to write again', () => {
  const { calls } = watchDisk()
  rewriteLog(join(temporaryFolder(), 'test.db'))
  expect(calls).toEqual([])
})

test('a log or a folder that the disk does not take is told, and left closed', () => {
  const { file, folder } = logOf(Buffer.from('x'))
  for (const broken of ['test.db-wal', folder]) {
    const { openFiles } = watchDisk({ broken })
    expect(() => rewriteLog(file)).toThrow('EIO')
    expect(openFiles()).toEqual([])
  }
})

test('a database is made for its owner alone, and each new folder is synced in the one that holds it', () => {
  const root = temporaryFolder()
  const file = join(root, 'a', 'b', 'test.db')
  const { calls, openFiles } = watchDisk()
  createPrivately(file)
  expect(calls.splice(0)).toEqual(['sync b', 'sync a', `sync ${basename(root)}`])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, 'kept')
  createPrivately(file)
  expect(calls.splice(0)).toEqual(['sync b'])
  expect(readFileSync(file, 'utf8')).toBe('kept')
  mkdirSync(join(root, 'c'))
  createPrivately(join(root, 'c', 'd', 'test.db'))
  expect(calls).toEqual(['sync d', 'sync c'])
  expect(openFiles()).toEqual([])
})

test('the log is emptied at once where nobody reads it, else as soon as the reader is gone', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const [db, reader] = [new DatabaseSync(file), new DatabaseSync(file)]
  db.exec('pragma journal_mode = wal; create table t (a); insert into t values (1)')
  const start = performance.now()
  expect(await truncateLog(db)).toBe(true)
  expect(performance.now() - start).toBeLessThan(900)
  expect(statSync(`${file}-wal`).size).toBe(0)
  reader.exec('begin; select * from t')
  db.exec('insert into t values (2)')
  const emptied = truncateLog(db)
  await setTimeout(50)
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
  reader.exec('rollback')
  expect(await emptied).toBe(true)
  expect(statSync(`${file}-wal`).size).toBe(0)
  for (const each of [db, reader]) each.close()
})

/** The files as a crash leaves them: what was stored is in the log alone. */
function crashedDatabase(): string {
  const [before, after] = [temporaryFolder(), temporaryFolder()]
  const db = new DatabaseSync(join(before, 'test.db'))
  db.exec("pragma journal_mode = wal; create table kept (a); insert into kept values ('here')")
  for (const name of ['test.db', 'test.db-wal']) copyFileSync(join(before, name), join(after, name))
  db.close()
  return join(after, 'test.db')
}

test('a start writes the log again that a crash left, moves it, and changes nothing that it held', async () => {
  const file = crashedDatabase()
  const { size } = statSync(`${file}-wal`)
  const { calls } = watchDisk()
  await openForTest(`sqlite:${file}`)
  expect(calls).toContain(`write test.db-wal 0 ${size}`)
  expect(statSync(`${file}-wal`).size).toBe(0)
  expect(await rowsOf(`sqlite:${file}`, 'select a from kept')).toEqual([{ a: 'here' }])
})

test('a start whose log the disk does not take is none, and holds up nobody', async () => {
  const file = crashedDatabase()
  watchDisk({ broken: 'test.db-wal' })
  await expect(openForTest(`sqlite:${file}`)).rejects.toThrow('EIO')
  await runSql(`sqlite:${file}`, 'create table also_kept (a)')
  expect(await rowsOf(`sqlite:${file}`, 'select name from sqlite_schema')).toHaveLength(2)
})
