import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmpty } from '../testing/databases.ts'
import { storeFact } from '../testing/facts.ts'
import type { Transaction } from './statement.ts'
import { insertRows, readDynamic, readForAll, writeDynamic } from './statement.ts'

const valuesOf = () =>
  readForAll((db, names) =>
    db.selectFrom('facts').select('value').where('name', 'in', names).orderBy('value'),
  )

/** Notes what is asked, and answers nothing. */
function recorder() {
  const asked: unknown[][] = []
  const note = async (...asking: unknown[]) => {
    asked.push(asking)
    return []
  }
  return { asked, tx: { all: note, run: note } as unknown as Transaction }
}

test('what belongs to any number of names is read, of each once', async () => {
  const database = await openEmpty('sqlite')
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await storeFact(database, name, `of ${name}`)
  const read = valuesOf()
  for (const length of [1, 2, 3, 4, 5]) {
    const names = ['a', 'b', 'c', 'd', 'e'].slice(0, length)
    const rows = await database.read((tx) => read(tx, names))
    expect(rows).toEqual(names.map((name) => ({ value: `of ${name}` })))
  }
})

test('numbers of names share the statement of the next power of two', async () => {
  const { asked, tx } = recorder()
  const read = valuesOf()
  for (const names of [
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'd'],
    ['a', 'b'],
  ])
    await read(tx, names)
  const [three, four, two] = asked.map(([statement]) => statement)
  expect(three).toBe(four)
  expect(two).not.toBe(four)
  expect(asked[0]?.[1]).toEqual(['a', 'b', 'c', 'c'])
})

test('where there are no names and no rows the database is not asked', async () => {
  const { asked, tx } = recorder()
  expect(await valuesOf()(tx, [])).toEqual([])
  await insertRows('facts', ['name', 'value'])(tx, [])
  expect(asked).toEqual([])
})

test('a query whose text depends on its values is built anew for each call, and not kept', async () => {
  const { asked, tx } = recorder()
  const read = readDynamic((db, { name }: { name?: string }) => {
    const rows = db.selectFrom('facts').select('value')
    return name === undefined ? rows : rows.where('name', '=', name)
  })
  const forget = writeDynamic((db, names: readonly string[]) =>
    db.deleteFrom('facts').where('name', 'in', names),
  )
  await read(tx, {})
  await read(tx, { name: 'a' })
  await forget(tx, ['a', 'b'])
  const compiled = asked.map(([asking]) =>
    (asking as { compile(dialect: 'sqlite'): object }).compile('sqlite'),
  )
  expect(compiled).toMatchObject([
    { sql: 'select "value" from "facts"', values: [], keep: false, reads: true },
    { sql: 'select "value" from "facts" where "name" = ?', values: ['a'], keep: false },
    { sql: 'delete from "facts" where "name" in (?, ?)', values: ['a', 'b'], keep: false },
  ])
})

test('the product calls a transaction in the makers alone', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing/.test(file),
  )
  const calling = files.filter((file) =>
    /\btx\.(all|first|run)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(calling).toEqual(['store/statement.ts'])
})
