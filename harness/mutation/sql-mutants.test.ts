import { expect, test } from 'vitest'
import { sqlMutantsOf, withSwitches } from './sql-mutants.ts'

test('each guard of a query is left out once, and nothing else', () => {
  const source = `export const due = (db) =>
  db.selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'queued')
    .where((eb) => eb.exists(eb.selectFrom('x').whereRef('x.id', '=', 'outbox.id')))
    .limit(10)
`
  const mutants = sqlMutantsOf('due.ts', source)
  expect(mutants.map(({ line, call }) => [line, call]).toSorted()).toEqual([
    [4, ".where('state', '=', 'queued')"],
    [5, ".where((eb) => eb.exists(eb.selectFrom('x').whereRef('x.id', '=', 'outbox.id')))"],
    [5, ".whereRef('x.id', '=', 'outbox.id')"],
    [6, '.limit(10)'],
  ])
})

test.each([
  [-1, ['where 1', 'limit 2', 'where 3']],
  [0, ['limit 2', 'where 3']],
  [1, ['where 1', 'where 3']],
  [2, ['where 1', 'limit 2']],
])('with guard %i left out, the others stay as they are', (leftOut, called) => {
  const source = 'db.where(1).set((eb) => eb.limit(2)).where(3)'
  const mutants = sqlMutantsOf('a.ts', source)
  const order = ['.where(1)', '.limit(2)', '.where(3)'].map((call) =>
    mutants.findIndex((mutant) => mutant.call === call),
  )
  const calls: string[] = []
  const query = {
    where: (value: number) => query.called(`where ${value}`),
    limit: (value: number) => query.called(`limit ${value}`),
    set(change: (query: unknown) => void) {
      change(query)
      return query
    },
    called(call: string) {
      calls.push(call)
      return query
    },
  }
  type Query = typeof query
  const turn = (index: number, on: Query, narrowed: (on: Query) => Query) =>
    index === order[leftOut] ? on : narrowed(on)
  const text = withSwitches('a.ts', source, (index) => `turn(${index}`)
  new Function('db', 'turn', text)(query, turn)
  expect(calls).toEqual(called)
})

test('a file that cannot be parsed is named', () => {
  expect(() => sqlMutantsOf('broken.ts', 'const = 1')).toThrow(/broken\.ts/)
})
