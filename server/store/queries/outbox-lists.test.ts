/** What people see of the outbox and send again: of every condition some row fails just that one. */
import { describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../../testing/databases.ts'
import { applicationRow, effectsOf, outboxRow, put } from '../../testing/rows.ts'
import type { Transaction } from '../statement.ts'
import { dueRows, type OutboxFilter, outboxPage, retry } from './outbox.ts'

describe.each(ENGINES)('outbox lists on %s', (engine) => {
  test('staff send again what is dead, and by name what waits; never what is sent or being sent', async () => {
    const database = await openEmpty(engine)
    await put(database, {
      applications: [applicationRow('a'), applicationRow('b')],
      outbox: [
        outboxRow('failed', { state: 'failed', backoff_ms: 3, unknown_answers: 2, next_at: 900 }),
        outboxRow('held', { state: 'held', next_at: 900 }),
        outboxRow('queued', { next_at: 900 }),
        outboxRow('sent', { state: 'sent', next_at: 1 }),
        outboxRow('sending', { state: 'sending', next_at: 101 }),
        outboxRow('lost', { state: 'sending', next_at: 100, application: 'b' }),
        outboxRow('failed-too', { state: 'failed', next_at: 900, application: 'b' }),
      ],
    })
    const due = (source: string) => ({ next_at: 100, source })
    const queued = (source: string) => ({ ...due(source), state: 'queued' })
    const failed = { ...queued('failed'), backoff_ms: 0, unknown_answers: 0 }
    const lost = { state: 'queued', source: 'lost' }
    const now = 100
    expect(
      await effectsOf(database, {
        all: (tx) => retry(tx, { now }),
        'of an application': (tx) => retry(tx, { now, application: 'a' }),
        'of another': (tx) => retry(tx, { now, application: 'b' }),
        one: (tx) => retry(tx, { now, id: 'held' }),
        'what is sent': (tx) => retry(tx, { now, id: 'sent' }),
        'one of another application': (tx) => retry(tx, { now, id: 'held', application: 'b' }),
      }),
    ).toEqual({
      all: {
        'outbox failed': failed,
        'outbox failed-too': queued('failed-too'),
        'outbox lost': lost,
      },
      'of an application': {
        'outbox failed': failed,
        'outbox held': queued('held'),
        'outbox queued': due('queued'),
      },
      'of another': { 'outbox failed-too': queued('failed-too'), 'outbox lost': lost },
      one: { 'outbox held': queued('held') },
      'what is sent': {},
      'one of another application': {},
    })
  })

  test('a page begins behind the last one, with rows of the state that is asked for', async () => {
    const database = await openEmpty(engine)
    await put(database, {
      applications: [applicationRow('a'), applicationRow('b')],
      outbox: [
        outboxRow('1', { state: 'sent' }),
        outboxRow('3', { state: 'failed', application: 'b' }),
        outboxRow('2', { state: 'held' }),
        outboxRow('4'),
      ],
    })
    const page = (given: Partial<OutboxFilter>) =>
      database.read(async (tx) => {
        const rows = await outboxPage(tx, {
          after: undefined,
          state: undefined,
          limit: 9,
          ...given,
        })
        return rows.map(({ id, reference }) => `${id} ${reference}`)
      })
    expect(await page({})).toEqual(['2 A', '3 B', '4 A'])
    expect(await page({ state: 'all' })).toEqual(['1 A', '2 A', '3 B', '4 A'])
    expect(await page({ state: 'failed' })).toEqual(['3 B'])
    expect(await page({ limit: 2 })).toEqual(['2 A', '3 B'])
    expect(await page({ after: '2' })).toEqual(['3 B', '4 A'])
  })
})

test('rows that one process is claiming on PostgreSQL are neither taken nor waited for by another', async () => {
  const url = await emptyDatabase('postgres')
  const [one, two] = [await openForTest(url), await openForTest(url)]
  const kind = 'mail_staff'
  await put(one, {
    applications: [applicationRow('a')],
    outbox: ['1', '2', '3'].map((id) =>
      outboxRow(id, { kind, next_at: Number(id), destination: id }),
    ),
  })
  for (const blocked of [[], ['nowhere']]) {
    const due = (tx: Transaction, limit: number) =>
      dueRows(tx, { kind, now: 9, limit, blocked }).then((rows) => rows.map(({ id }) => id))
    const meanwhile = await one.atomic(async (tx) => [
      await due(tx, 1),
      await two.atomic((other) => due(other, 9)),
    ])
    expect(meanwhile).toEqual([['1'], ['2', '3']])
  }
})
