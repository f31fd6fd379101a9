import { expect, test } from 'vitest'
import { sqlMutantsOf, withReports } from './sql-mutants.ts'

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
  for (const { source: mutated, call } of mutants)
    expect(source.length - mutated.replace(/\s+/g, ' ').length).toBeGreaterThanOrEqual(call.length)
})

test('each guard tells that it was reached, and the query is as before', () => {
  const source = 'db.where(1).set((eb) => eb.limit(2)).where(3)'
  const reached: number[] = []
  const query = {
    where: () => query,
    limit: () => query,
    set(change: (query: unknown) => void) {
      change(query)
      return query
    },
  }
  const told = (index: number, on: unknown) => {
    reached.push(index)
    return on
  }
  const text = withReports('a.ts', source, (index) => `told(${index}`)
  new Function('db', 'told', text)(query, told)
  const calls = sqlMutantsOf('a.ts', source).map(({ call }) => call)
  expect(reached.map((index) => calls[index])).toEqual(['.where(1)', '.limit(2)', '.where(3)'])
})

test('a file that cannot be parsed is named', () => {
  expect(() => sqlMutantsOf('broken.ts', 'const = 1')).toThrow(/broken\.ts/)
})
