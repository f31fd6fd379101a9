/** What an attempt's end and staff's word change of the outbox. */
import { expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, effectsOf, outboxRow, put, rowsIn } from '../testing/rows.ts'
import { settle } from './retry-policy.ts'
import { sendAgain, sendAllAgain } from './send-again.ts'

const OPTIONS = { leaseMs: 1000, unknownLimit: 2 }

test.each(ENGINES)('what has ended is written down on %s', async (engine) => {
  const database = await openEmpty(engine)
  const row = outboxRow('1', { state: 'sending', attempts: 2 })
  await put(database, { applications: [applicationRow('a')], outbox: [row] })
  const ended = { row, at: 5, isOutage: false }
  expect(
    await effectsOf(database, {
      delivered: (tx) => settle(tx, { ...ended, outcome: { status: 'delivered' } }, OPTIONS),
      unknown: (tx) =>
        settle(tx, { ...ended, outcome: { status: 'unknown', reason: 'r' } }, OPTIONS),
    }),
  ).toEqual({
    delivered: { 'outbox 1': { state: 'sent', sent_at: 5 } },
    unknown: { 'outbox 1': { next_at: 1005, last_error: 'r', unknown_answers: 1 } },
  })
})

test('staff send again what they name, and nothing else', async () => {
  const database = await openEmpty('sqlite')
  await put(database, {
    applications: [applicationRow('a'), applicationRow('b', { customer: 'A' })],
    outbox: ['1', '2', '3'].map((id) => outboxRow(id, { state: 'failed' })),
  })
  const by = { name: '佐藤', via: 'console' } as const
  const waiting = async () =>
    (await rowsIn(database, 'outbox')).filter(({ state }) => state === 'queued').map(({ id }) => id)
  const again = (reference: string, id?: string) =>
    sendAgain(database, () => 9, { reference, by, ...(id !== undefined && { id }) })
  expect(await again('tmp-unknown')).toBe(0)
  expect(await again('b')).toBe(0)
  expect(await rowsIn(database, 'history')).toEqual([])
  expect([await again('a', '2'), await waiting()]).toEqual([1, ['2']])
  expect([await sendAllAgain(database, () => 9, '3'), await waiting()]).toEqual([1, ['2', '3']])
  expect([await sendAllAgain(database, () => 9), await waiting()]).toEqual([1, ['1', '2', '3']])
  expect(await again('a')).toBe(3)
  expect(await rowsIn(database, 'history')).toHaveLength(2)
})
