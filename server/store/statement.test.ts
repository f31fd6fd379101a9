import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { bind, insertion, query, statement } from './statement.ts'

const insertFacts = () => insertion('facts', ['value', 'name'])
const facts = statement((db) => db.selectFrom('facts').selectAll().orderBy('name'))

test.each(['sqlite', 'postgres'] as const)(
  'what is compiled for %s says whether it is worth keeping, and whether it only reads',
  (dialect) => {
    const flags = (keep: boolean, reads: boolean) => ({ keep, reads })
    const change = statement((db, { name }: { name: string }) =>
      db.deleteFrom('facts').where('name', '=', name).returning('value'),
    )
    expect(facts.compile(dialect)).toMatchObject(flags(true, true))
    expect(change.compile(dialect)).toMatchObject(flags(true, false))
    const once = query((db) => db.selectFrom('facts').selectAll())
    expect(once.compile(dialect)).toMatchObject(flags(false, true))
    expect(query((db) => db.deleteFrom('facts')).compile(dialect)).toMatchObject(
      flags(false, false),
    )
    expect(insertFacts()([{ name: 'a', value: '' }])[0].compile(dialect)).toMatchObject(
      flags(true, false),
    )
  },
)

test('values are bound in the order of the statement, what the query fixes among them', () => {
  const update = statement((db, { name, value }: { name: string; value: string | null }) =>
    db
      .updateTable('facts')
      .set({ value: value as string })
      .where('name', '=', name)
      .where('name', '<>', 'fixed'),
  )
  const compiled = update.compile('sqlite')
  expect(bind(compiled, { name: 'a', value: '' })).toEqual(['', 'a', 'fixed'])
  expect(bind(compiled, { name: 'a', value: null })).toEqual([null, 'a', 'fixed'])
  expect(() => bind(compiled, { name: 'a' })).toThrow('no value for value')
})

describe.each(ENGINES)('rows inserted together on %s', (engine) => {
  test('are stored each as it is, however many there are', async () => {
    const database = await openEmpty(engine)
    const insert = insertFacts()
    const rows = ['a', 'b', 'c', 'd'].map((name) => ({ name, value: `of ${name}` }))
    for (const some of [rows.slice(0, 1), rows.slice(1, 2), rows.slice(2)])
      await database.atomic((tx) => tx.run(...insert(some)))
    expect(await database.read((tx) => tx.all(facts))).toEqual(rows)
  })
})
