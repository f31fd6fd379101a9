import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openForTest, temporaryFolder } from '../../testing/databases.ts'
import { storedFacts, storeFact } from '../../testing/facts.ts'
import { openFilesIn } from '../../testing/open-files.ts'
import { rowsOf } from '../../testing/raw-sql.ts'
import { openDatabase } from '../open-database.ts'
import { lockForServer } from './file.ts'

const UNAVAILABLE = { code: 'unavailable', status: 503, retryAfter: 2 }
/** An answer of check() is good for a second. */
const nextCheck = () => setTimeout(1050)

describe('SQLite', () => {
  test('a database file that is gone turns the check red, its return green', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'test.db')
    const database = await openForTest(`sqlite:${file}`)
    await database.check()
    const written = "select name from facts where name = 'last_check'"
    expect(await rowsOf(`sqlite:${file}`, written)).toHaveLength(1)
    renameSync(file, `${file}.away`)
    await expect(storeFact(database, 'nowhere')).rejects.toMatchObject(UNAVAILABLE)
    await nextCheck()
    await expect(database.check()).rejects.toMatchObject(UNAVAILABLE)
    renameSync(`${file}.away`, file)
    await nextCheck()
    await database.check()
    expect(await storedFacts(database)).toEqual([])
  })

  test('a second server on one file is waited for and refused, other programs are not', async () => {
    const file = join(temporaryFolder(), 'test.db')
    const onFatal = (error: unknown) => {
      throw error
    }
    const open = () => openDatabase(`sqlite:${file}`, { onFatal, onlyServer: true })
    const server = await open()
    const program = await openForTest(`sqlite:${file}`)
    await storeFact(program, 'a')
    await expect(lockForServer(file, 150)).rejects.toMatchObject({
      message: expect.stringContaining(`${file} は、ほかのサーバーが使用中です。`),
      cause: { message: 'database is locked' },
    })
    const next = open()
    await setTimeout(150)
    await server.close()
    await (await next).close()
    await expect(lockForServer(join(file, 'no-folder'))).rejects.toThrow('unable to open')
    writeFileSync(`${file}-server`, 'x'.repeat(1000))
    await expect(lockForServer(file)).rejects.toThrow('file is not a database')
  })

  test('a backup made under load is whole, and a server starts from it', async () => {
    const folder = temporaryFolder()
    const database = await openForTest(`sqlite:${join(folder, 'live.db')}`)
    const acknowledged: string[] = []
    let busy = true
    const load = (async () => {
      for (let i = 0; busy; i++)
        await Promise.all(
          [0, 1, 2, 3].map(async (lane) => {
            const name = `${String(i).padStart(6, '0')}-${lane}`
            await storeFact(database, name, 'x'.repeat(500))
            acknowledged.push(name)
          }),
        )
    })()
    while (acknowledged.length <= 20) await setTimeout(5)
    const before = [...acknowledged]
    const copy = join(folder, 'copies', 'copy.db')
    mkdirSync(join(folder, 'copies'))
    await database.backup(copy).finally(() => {
      busy = false
      return load
    })
    await expect(database.backup(copy)).rejects.toThrow('exists already')
    expect(existsSync(`${copy}.unfinished`)).toBe(false)
    expect(integrityOf(copy)).toBe('ok')
    for (const file of [copy, join(folder, 'live.db'), join(folder, 'live.db-wal')])
      expect(statSync(file).mode & 0o777).toBe(0o600)

    const restored = await openForTest(`sqlite:${copy}`)
    const names = new Set(await storedFacts(restored))
    expect(before.filter((name) => !names.has(name))).toEqual([])
    await storeFact(restored, 'restored')
    expect(await storedFacts(restored)).toContain('restored')
  })
})

test('scrubbing collects no open files, and what is closed leaves none', async () => {
  const folder = temporaryFolder()
  const onFatal = (error: unknown) => {
    throw error
  }
  const url = `sqlite:${join(folder, 'test.db')}`
  const database = await openDatabase(url, { onFatal, onlyServer: true })
  await storeFact(database, 'a')
  expect(await storedFacts(database)).toEqual(['a'])
  await database.scrub()
  const open = openFilesIn(folder).length
  expect(open).toBeGreaterThan(4)
  for (let turn = 0; turn < 3; turn++) await database.scrub()
  expect(openFilesIn(folder)).toHaveLength(open)
  await Promise.all([database.close(), database.close()])
  expect(openFilesIn(folder)).toEqual([])
})

function integrityOf(file: string): unknown {
  const script = `const { DatabaseSync } = require('node:sqlite')
    console.log(new DatabaseSync(${JSON.stringify(file)}).prepare('pragma integrity_check').get().integrity_check)`
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
}
