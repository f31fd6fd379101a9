import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
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

test('a command makes no database', async () => {
  const file = join(temporaryFolder(), 'desk.db')
  const open = openDatabase(`sqlite:${file}`, { onFatal, asIs: true })
  await expect(open).rejects.toThrow('サーバーを初めて起動したときに作られます')
  expect(existsSync(file)).toBe(false)
  await serve(file)
  await (await openDatabase(`sqlite:${file}`, { onFatal, asIs: true })).close()
})
