import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../testing/databases.ts'
import { Conflict } from './session.ts'
import type { Transaction } from './statement.ts'
import { query, statement } from './statement.ts'

const put = statement((db, { name, value }: { name: string; value: string }) =>
  db.insertInto('facts').values({ name, value }),
)
const facts = statement((db) => db.selectFrom('facts').selectAll().orderBy('name'))
const namesOf = async (tx: Transaction) => (await tx.all(facts)).map(({ name }) => name)

describe.each(ENGINES)('transactions on %s', (engine) => {
  test('one that resolves is there for every reader', async () => {
    const database = await openEmpty(engine)
    await database.atomic((tx) => tx.run(put, { name: 'a', value: '葛󠄀飾区' }))
    expect(await database.read((tx) => tx.all(facts))).toEqual([{ name: 'a', value: '葛󠄀飾区' }])
  })

  test('one that throws leaves nothing, and its neighbours in the same commit stand', async () => {
    const database = await openEmpty(engine)
    const results = await Promise.allSettled([
      database.atomic((tx) => tx.run(put, { name: 'before', value: '' })),
      database.atomic(async (tx) => {
        await tx.run(put, { name: 'half', value: '' })
        throw new AppError('price_mismatch')
      }),
      database.atomic((tx) => tx.run(put, { name: 'after', value: '' })),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: { code: 'price_mismatch' } })
    expect(await database.read(namesOf)).toEqual(['after', 'before'])
  })

  test('a broken constraint undoes its own unit alone', async () => {
    const database = await openEmpty(engine)
    await database.atomic((tx) => tx.run(put, { name: 'taken', value: '1' }))
    const results = await Promise.allSettled([
      database.atomic((tx) => tx.run(put, { name: 'x', value: '' })),
      database.atomic((tx) =>
        Promise.all([
          tx.run(put, { name: 'y', value: '' }),
          tx.run(put, { name: 'taken', value: '2' }),
          tx.run(put, { name: 'z', value: '' }),
        ]),
      ),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await database.read(namesOf)).toEqual(['taken', 'x'])
  })

  test('one that meets a conflict is run again, from the start', async () => {
    const database = await openEmpty(engine)
    let runs = 0
    const unit = database.atomic(async (tx) => {
      runs += 1
      await tx.run(put, { name: 'again', value: String(runs) })
      if (runs < 3) throw new Conflict()
      return runs
    })
    await Promise.all([unit, database.atomic((tx) => tx.run(put, { name: 'other', value: '' }))])
    expect(await unit).toBe(3)
    expect(await database.read((tx) => tx.all(facts))).toEqual([
      { name: 'again', value: '3' },
      { name: 'other', value: '' },
    ])
  })

  test('one that always meets a conflict ends as unavailable', async () => {
    const database = await openEmpty(engine)
    const unit = database.atomic(() => Promise.reject(new Conflict()))
    await expect(unit).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  })

  test('a mistake comes out as it is', async () => {
    const database = await openEmpty(engine)
    const unit = database.atomic(() => Promise.reject(new TypeError('not a function')))
    await expect(unit).rejects.toThrow(TypeError)
    await expect(database.read(() => Promise.reject(new RangeError('off')))).rejects.toThrow(
      RangeError,
    )
    await expect(database.read(namesOf)).resolves.toEqual([])
  })

  test('a reader sees nothing of a unit that is still at work, and cannot write', async () => {
    const database = await openEmpty(engine)
    const unit = database.atomic(async (tx) => {
      await tx.run(put, { name: 'a', value: '' })
      return database.read(namesOf).then((names) => names)
    })
    expect(await unit).toEqual([])
    await expect(database.read((tx) => tx.run(put, { name: 'b', value: '' }))).rejects.toThrow()
    expect(await database.read(namesOf)).toEqual(['a'])
  })

  test('numbers come back as numbers, also counts and instants', async () => {
    const database = await openEmpty(engine)
    const window_start = 1_795_132_800_000
    await database.atomic((tx) =>
      tx.run(query((db) => db.insertInto('limits').values({ bucket: 'b', window_start, used: 3 }))),
    )
    const rows = await database.read((tx) =>
      tx.all(
        query((db) =>
          db
            .selectFrom('limits')
            .select(({ fn }) => [
              fn.max('window_start').as('at'),
              fn.countAll<number>().as('count'),
              fn.sum<number>('used').as('sum'),
            ]),
        ),
      ),
    )
    expect(rows).toEqual([{ at: window_start, count: 1, sum: 3 }])
  })

  test('a missing value is refused, never left out', async () => {
    const database = await openEmpty(engine)
    const incomplete = { name: 'a' } as { name: string; value: string }
    await expect(database.atomic((tx) => tx.run(put, incomplete))).rejects.toThrow(
      'no value for value',
    )
  })

  test('closing finishes what was begun and takes nothing new', async () => {
    const url = await emptyDatabase(engine)
    const database = await openForTest(url)
    const units = Array.from({ length: 200 }, (_, i) =>
      database.atomic((tx) => tx.run(put, { name: `n${i}`, value: '' })),
    )
    const closed = database.close()
    await expect(database.atomic(async () => 1)).rejects.toMatchObject({ code: 'unavailable' })
    await Promise.all([...units, closed])
    const again = await openForTest(url)
    expect(await again.read(namesOf)).toHaveLength(200)
  })

  test('two that open an empty database at once bring it up to date once', async () => {
    const url = await emptyDatabase(engine)
    const [one, two] = await Promise.all([openForTest(url), openForTest(url)])
    await Promise.all([
      one.atomic((tx) => tx.run(put, { name: 'one', value: '' })),
      two.atomic((tx) => tx.run(put, { name: 'two', value: '' })),
    ])
    expect(await one.read(namesOf)).toEqual(['one', 'two'])
  })

  test('two that are asked whether they take writes both do', async () => {
    const url = await emptyDatabase(engine)
    const [one, two] = [await openForTest(url), await openForTest(url)]
    await one.check()
    await expect(two.check()).resolves.toBeUndefined()
  })
})

test('an address of another kind is refused', async () => {
  for (const url of ['mysql://localhost/x', 'x-postgres://localhost/x'])
    await expect(openForTest(url)).rejects.toThrow('a database is sqlite:<path> or postgres://…')
})
