import { describe, expect, test } from 'vitest'
import { admin } from '../admin/testing.ts'
import { eraseApplication } from '../store/queries/staff-changes.ts'
import { query } from '../store/statement.ts'
import { everythingIn, NOW } from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { complete } from '../testing/outbox.ts'
import { applicationRow, outboxRow, put, rowsIn } from '../testing/rows.ts'
import { sendAgain, sendAllAgain } from './send-again.ts'

describe.each(ENGINES)('sending again on %s', (engine) => {
  test('dead letters are listed by their state and made due by the command line', async () => {
    const database = await openEmpty(engine)
    await complete(database, 'taro@example.jp', { at: NOW })
    const id = (await everythingIn(database)).outbox[0]?.id ?? ''
    const letter = { attempts: 4, next_at: NOW * 2, last_error: 'HTTP 500' }
    const failed = { ...letter, state: 'failed' } as const
    await database.atomic((tx) =>
      tx.run(query((db) => db.updateTable('outbox').set(failed).where('id', '=', id))),
    )
    const listed = await admin(database, ['outbox', 'list', '--state', 'failed', '--json'])
    expect(JSON.parse(listed.out).map(({ id }: { id: string }) => id)).toEqual([id])
    expect((await admin(database, ['outbox', 'retry'])).err).toContain('1 件')
    // It is on its way again: the reason of before is told no more.
    expect((await everythingIn(database)).outbox[0]).toMatchObject({
      state: 'queued',
      last_error: null,
    })
    const again = await admin(database, ['outbox', 'list', '--state', 'failed'])
    expect(again.err).toContain('該当するものはありません')
    await expect(admin(database, ['outbox', 'list', '--state', 'lost'])).rejects.toThrow('failed')
  })

  test('an erased application leaves nothing of its address in the outbox', async () => {
    const database = await openEmpty(engine)
    await complete(database, 'taro@example.jp', { at: NOW })
    await database.atomic((tx) =>
      tx.run(query((db) => db.updateTable('outbox').set({ state: 'sent', sent_at: NOW }))),
    )
    const { applications } = await everythingIn(database)
    const id = applications[0]?.id ?? ''
    await database.atomic((tx) => eraseApplication(tx, { id, at: NOW }))
    const { outbox } = await everythingIn(database)
    expect(outbox).toHaveLength(2)
    expect(JSON.stringify(outbox)).not.toMatch(/taro|example\.jp/)
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
