import { expect, test } from 'vitest'
import type { Database } from '../store/database.ts'
import { ENGINES, emptyDatabase, openForTest } from '../testing/databases.ts'
import { complete, NO_LIMITS } from '../testing/outbox.ts'
import { rowsIn } from '../testing/rows.ts'
import { claim } from './claim.ts'

test.each(ENGINES)(
  'processes that claim at the same moment get different rows on %s',
  async (engine) => {
    const url = await emptyDatabase(engine)
    const databases = [await openForTest(url), await openForTest(url), await openForTest(url)]
    const [first] = databases as [Database]
    await Promise.all(Array.from({ length: 30 }, (_, i) => complete(first, `p${i}@example.jp`)))
    const now = Date.now() + 1000
    const ids: string[] = []
    for (let round = 0; round < 4; round++) {
      const claimed = await Promise.all(
        databases.map((database) =>
          database.atomic((tx) =>
            claim(tx, {
              kind: 'mail_applicant',
              now,
              leaseMs: 60_000,
              candidates: 8,
              blocked: [],
              limits: NO_LIMITS,
              choose: (rows) => rows,
            }),
          ),
        ),
      )
      ids.push(...claimed.flatMap(({ rows }) => rows.map(({ id }) => id)))
    }
    expect(ids.length).toBeGreaterThan(15)
    expect(new Set(ids).size).toBe(ids.length)
  },
)

test.each(ENGINES)('a row that is not free any more goes out once on %s', async (engine) => {
  const database = await openForTest(await emptyDatabase(engine))
  await complete(database, 'p@example.jp')
  const options = {
    ...({
      kind: 'mail_applicant',
      now: Date.now() + 1000,
      leaseMs: 60_000,
      candidates: 8,
    } as const),
    ...{ blocked: [], limits: NO_LIMITS },
  }
  const [row, ...others] = (
    await database.atomic((tx) => claim(tx, { ...options, choose: (rows) => rows }))
  ).rows
  if (!row || others.length > 0) throw new Error('one mail waits')
  const again = database.atomic((tx) => claim(tx, { ...options, choose: () => [row] }))
  await expect(again).rejects.toMatchObject({ code: 'unavailable' })
  const stored = (await rowsIn(database, 'outbox')).find(({ id }) => id === row.id)
  expect(stored).toMatchObject({ state: 'sending', attempts: 1 })
})
