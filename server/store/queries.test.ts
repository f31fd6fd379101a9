import { expect, test } from 'vitest'
import { openEmpty } from '../testing/databases.ts'
import { storeFact } from '../testing/facts.ts'
import type { Transaction } from './statement.ts'
import { insertRows, readForAll } from './statement.ts'

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
