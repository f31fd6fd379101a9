import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/databases.ts'
import { openDatabase } from '../open-database.ts'
import { refuseMistypedPath } from './file.ts'

const onFatal = (error: unknown) => {
  throw error
}

async function serve(path: string): Promise<void> {
  await (await openDatabase(`sqlite:${path}`, { onFatal, onlyServer: true })).close()
}

test('a first start makes the database and its folder; a later one with another name is refused', async () => {
  const real = join(temporaryFolder(), 'data', 'desk.db')
  await serve(real)
  await serve(real)
  const mistyped = join(dirname(real), 'dask.db')
  await expect(serve(mistyped)).rejects.toThrow(
    `${real} にはサーバーが使ったデータベースがあります`,
  )
  const elsewhere = join(dirname(real), '..', 'dato', 'desk.db')
  await expect(serve(elsewhere)).rejects.toThrow(
    `${real} にはサーバーが使ったデータベースがあります`,
  )
  expect([mistyped, elsewhere].filter((path) => existsSync(path))).toEqual([])
})

test('what is no database of a server is nothing to be mistaken for', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'backup.db'), '')
  writeFileSync(join(folder, 'moved-away.db-server'), '')
  mkdirSync(join(folder, 'copies'))
  writeFileSync(join(folder, 'copies', 'desk.db'), '')
  await serve(join(folder, 'other', 'desk.db'))
  await serve(join(folder, 'desk.db'))
  await serve(join(folder, 'third', 'another.db'))
  // Only a server makes a database that others may be mistaken for.
  await (await openDatabase(`sqlite:${join(folder, 'tool.db')}`, { onFatal })).close()
  refuseMistypedPath(join(folder, 'backup.db', 'in a file', 'desk.db'), true)
  refuseMistypedPath(join(folder, 'backup.db', 'desk.db'), true)
})

test.each(['-server', '-wal', '-shm'])(
  'a file that is missing beside its %s is not made anew; what is put in its place is opened',
  async (end) => {
    const copy = join(temporaryFolder(), 'copy.db')
    const url = `sqlite:${join(temporaryFolder(), 'desk.db')}`
    const before = await openDatabase(url, { onFatal, onlyServer: true })
    await before.backup(copy)
    await before.close()
    const folder = temporaryFolder()
    const file = join(folder, 'desk.db')
    writeFileSync(file + end, '')
    const refusal = { name: 'MissingDatabase', file, remains: [`desk.db${end}`] }
    for (const how of [{ onlyServer: true }, { asIs: true }])
      await expect(openDatabase(`sqlite:${file}`, { onFatal, ...how })).rejects.toMatchObject(
        refusal,
      )
    expect(readdirSync(folder)).toEqual([`desk.db${end}`])
    cpSync(copy, file)
    await serve(file)
  },
)

test.each(['begin exclusive', 'journal_mode', 'begin immediate'])(
  'a first start that is killed before its first commit, at %s, is followed by another',
  async (at) => {
    const file = join(temporaryFolder(), 'data', 'desk.db')
    const program = `
    import { DatabaseSync } from 'node:sqlite'
    import { openDatabase } from '${import.meta.dirname}/../open-database.ts'
    const { exec } = DatabaseSync.prototype
    DatabaseSync.prototype.exec = function (sql) {
      if (sql.includes('${at}')) process.kill(process.pid, 'SIGKILL')
      return exec.call(this, sql)
    }
    await openDatabase('sqlite:${file}', { onFatal: console.error, onlyServer: true })`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program])
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    await serve(file)
  },
)

test('a command makes no database', async () => {
  const file = join(temporaryFolder(), 'desk.db')
  const open = openDatabase(`sqlite:${file}`, { onFatal, asIs: true })
  await expect(open).rejects.toThrow('サーバーを初めて起動したときに作られます')
  expect(existsSync(file)).toBe(false)
  await serve(file)
  await (await openDatabase(`sqlite:${file}`, { onFatal, asIs: true })).close()
})
