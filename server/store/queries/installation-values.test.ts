/** Turns of jobs, and the erasure that a job has to follow. */
import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { effectsOf, put, rowsIn } from '../../testing/rows.ts'
import { deleteValue, findValue, insertValue, takeTurn } from './installation-values.ts'
import { noteErasure, scrubErased } from './retention.ts'

describe.each(ENGINES)('turns on %s', (engine) => {
  test('are of one name, and counted from the last one', async () => {
    const database = await openEmpty(engine)
    const at = (ms: number) => new Date(ms).toISOString()
    const hour = 3_600_000
    await put(database, {
      facts: [
        { name: 'job', value: at(100 * hour) },
        { name: 'other', value: at(100 * hour) },
      ],
    })
    const period = 24 * hour
    const turn = (now: number, name = 'job') =>
      database.atomic((tx) => takeTurn(tx, { name, now: now * hour, period }))
    expect(
      await effectsOf(database, {
        value: (tx) => insertValue(tx, { name: 'new', value: 'v' }),
        'value again': (tx) => insertValue(tx, { name: 'job', value: 'v' }),
        first: (tx) => takeTurn(tx, { name: 'new', now: 0, period }),
        soon: (tx) => takeTurn(tx, { name: 'job', now: 123.9 * hour, period }),
        due: (tx) => takeTurn(tx, { name: 'job', now: 124 * hour, period }),
      }),
    ).toEqual({
      value: { 'facts new': 'new' },
      'value again': {},
      first: { 'facts new': 'new' },
      soon: {},
      due: { 'facts job': { value: at(124 * hour) } },
    })
    // An hour is what another process's clock may be behind by; three periods, what may have been missed.
    expect(await turn(99)).toBe('waiting')
    expect(await turn(98.9)).toBe('postponed')
    expect(await turn(170.9, 'other')).toBe('taken')
    expect(await turn(170.9 + 72, 'other')).toBe('taken')
    expect(await turn(170.9 + 72 + 73, 'other')).toBe('postponed')
    expect(await turn(1, 'new')).toBe('taken')
    expect(await turn(2, 'new')).toBe('waiting')
  })
})

test('two who are at it at once on PostgreSQL have one turn', async () => {
  const database = await openEmpty('postgres')
  const both = (now: number) =>
    Promise.all(
      [1, 2].map(() => database.atomic((tx) => takeTurn(tx, { name: 'job', now, period: 10 }))),
    )
  expect((await both(0)).toSorted()).toEqual(['taken', 'waiting'])
  expect((await both(20)).toSorted()).toEqual(['taken', 'waiting'])
})

test.each(ENGINES)('a value on %s is found and deleted by its name', async (engine) => {
  const database = await openEmpty(engine)
  await put(database, {
    facts: [
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ],
  })
  expect(await database.atomic((tx) => findValue(tx, { name: 'b' }))).toEqual({ value: '2' })
  await database.atomic((tx) => deleteValue(tx, { name: 'b' }))
  expect(await rowsIn(database, 'facts')).toEqual([{ name: 'a', value: '1' }])
})

describe.each(ENGINES)('erasures on %s', (engine) => {
  test('are followed by one scrubbing; what was erased meanwhile is due again', async () => {
    const database = await openEmpty(engine)
    await put(database, { facts: [{ name: 'a', value: 'c' }] })
    const erase = (value: string) => database.atomic((tx) => noteErasure(tx, value))
    expect(await scrubErased(database)).toBe('not due')
    await erase('b')
    await erase('c')
    let scrubbed = 0
    const meanwhile = {
      ...database,
      scrub: async () => {
        scrubbed += 1
        const isDone = await database.scrub()
        await erase('d')
        return isDone
      },
    }
    expect(await scrubErased(meanwhile)).toBe('done')
    expect(await scrubErased(database)).toBe('done')
    expect(await scrubErased(meanwhile)).toBe('not due')
    expect(scrubbed).toBe(1)
    expect(await rowsIn(database, 'facts')).toEqual([{ name: 'a', value: 'c' }])
  })
})
