/** Of every condition of the outbox's queries some row fails just that one. */
import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { applicationRow, effectsOf, outboxRow, put } from '../../testing/rows.ts'
import type { Database } from '../database.ts'
import type { OutboxRow } from '../schema.ts'
import type { Transaction } from '../statement.ts'
import {
  countFailed,
  databaseClock,
  dueRows,
  heldMail,
  hold,
  isDue,
  mailHistory,
  markSent,
  markUnsent,
  NEVER,
  oldestUndelivered,
  recentMails,
  renewLease,
  repairDueTimes,
  takeLease,
} from './outbox.ts'

async function withRows(
  database: Database,
  rows: Readonly<Record<string, Partial<OutboxRow>>>,
): Promise<Database> {
  await put(database, {
    applications: [applicationRow('a'), applicationRow('b')],
    outbox: Object.entries(rows).map(([id, row]) => outboxRow(id, row)),
  })
  return database
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe.each(ENGINES)('the outbox on %s', (engine) => {
  test('what is due is unsent, of its kind, and not of a blocked destination, first things first', async () => {
    const kind = 'mail_staff'
    const database = await withRows(await openEmpty(engine), {
      'other-kind': { kind: 'webhook', next_at: 1 },
      sent: { kind, state: 'sent', next_at: 2 },
      second: { kind, state: 'failed', next_at: 20 },
      first: { kind, state: 'sending', next_at: 10, destination: 'slow' },
      third: { kind, next_at: 100 },
      later: { kind, next_at: 101 },
    })
    const due = (limit: number, ...blocked: string[]) =>
      database.atomic(async (tx) => ids(await dueRows(tx, { kind, now: 100, limit, blocked })))
    expect(await due(9)).toEqual(['first', 'second', 'third'])
    expect(await due(2)).toEqual(['first', 'second'])
    expect(await due(9, 'slow', 'x')).toEqual(['second', 'third'])
    expect(await due(1, 'slow')).toEqual(['second'])
    const isAnything = (now: number, ...blocked: string[]) =>
      database.read((tx) => isDue(tx, { kind, now, blocked }))
    expect(await isAnything(10)).toBe(true)
    expect(await isAnything(9)).toBe(false)
    expect(await isAnything(19, 'slow')).toBe(false)
    expect(await isAnything(20, 'slow')).toBe(true)
  })

  test('a mailbox has had what was sent to it since then, is sent, or is held for a time', async () => {
    const mine = { mailbox: 'm' }
    const database = await withRows(await openEmpty(engine), {
      fresh: { ...mine, state: 'sent', sent_at: 51, source: 's' },
      'too-old': { ...mine, state: 'sent', sent_at: 50 },
      'to-staff': { ...mine, kind: 'mail_staff', state: 'sent', sent_at: 60 },
      'to-another': { mailbox: 'n', state: 'sent', sent_at: 60 },
      status: { ...mine, kind: 'mail_status', state: 'sent', sent_at: 52, source: 'r' },
      'under-way': { ...mine, state: 'sending', next_at: 9 },
      held: { ...mine, state: 'held', next_at: NEVER - 1 },
      'for-ever': { ...mine, state: 'held', next_at: NEVER },
      queued: mine,
      failed: { ...mine, state: 'failed' },
      'staff-held': { ...mine, kind: 'mail_staff', state: 'held', next_at: 9 },
      'another-held': { mailbox: 'n', state: 'held', next_at: 9 },
    })
    const history = await database.read((tx) => mailHistory(tx, { mailbox: 'm', since: 50 }))
    expect(history.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'fresh', kind: 'mail_applicant', source: 's', state: 'sent', sent_at: 51 },
      { id: 'held', kind: 'mail_applicant', source: '', state: 'held', sent_at: null },
      { id: 'status', kind: 'mail_status', source: 'r', state: 'sent', sent_at: 52 },
      { id: 'under-way', kind: 'mail_applicant', source: '', state: 'sending', sent_at: null },
    ])
  })

  test('mails of the last hour are counted with those under way, and no calls', async () => {
    const database = await withRows(await openEmpty(engine), {
      first: { state: 'sent', sent_at: 51 },
      last: { kind: 'mail_staff', state: 'sent', sent_at: 53 },
      second: { state: 'sent', sent_at: 52 },
      call: { kind: 'webhook', state: 'sent', sent_at: 54 },
      'too-old': { state: 'sent', sent_at: 50 },
      sending: { state: 'sending' },
      'staff-sending': { kind: 'mail_staff', state: 'sending' },
      'call-sending': { kind: 'webhook', state: 'sending' },
      held: { state: 'held' },
    })
    const recent = (limit: number) =>
      database.read((tx) => recentMails(tx, { kind: 'mail_applicant', since: 50, limit }))
    expect(await recent(9)).toEqual({ sentAt: [53, 52, 51], underWay: 2 })
    expect(await recent(2)).toEqual({ sentAt: [53, 52], underWay: 2 })
  })

  test('a row is changed alone, and only where it still is what was claimed', async () => {
    const sending = { state: 'sending', attempts: 2 } as const
    const database = await withRows(await openEmpty(engine), {
      queued: {},
      held: { state: 'held' },
      failed: { state: 'failed' },
      mine: { ...sending, last_error: 'e' },
      other: sending,
      leased: { ...sending, next_at: 5 },
      sent: { state: 'sent', attempts: 2 },
    })
    const outcome = {
      id: 'mine',
      attempts: 2,
      state: 'failed',
      nextAt: 5,
      reason: 'r',
      backoffBy: 3,
      unknownBy: 1,
    } as const
    const waits = { state: 'held', next_at: 5, last_error: 'r' }
    const holdOf = (id: string) => (tx: Transaction) => hold(tx, { id, until: 5, reason: 'r' })
    expect(
      await effectsOf(database, {
        lease: (tx) => takeLease(tx, { id: 'queued', now: 4, leaseUntil: 5 }),
        'lease what is leased': (tx) => takeLease(tx, { id: 'leased', now: 4, leaseUntil: 9 }),
        'lease what was sent': (tx) => takeLease(tx, { id: 'sent', now: 4, leaseUntil: 9 }),
        renew: (tx) => renewLease(tx, { id: 'mine', attempts: 2, until: 5 }),
        'renew what passed on': (tx) => renewLease(tx, { id: 'mine', attempts: 1, until: 5 }),
        'renew what was sent': (tx) => renewLease(tx, { id: 'sent', attempts: 2, until: 5 }),
        'hold queued': holdOf('queued'),
        'hold held': holdOf('held'),
        'hold failed': holdOf('failed'),
        'hold what is sent': holdOf('mine'),
        sent: (tx) => markSent(tx, { id: 'mine', at: 7 }),
        unsent: (tx) => markUnsent(tx, outcome),
        'unsent what passed on': (tx) => markUnsent(tx, { ...outcome, attempts: 1 }),
        'unsent what was sent': (tx) => markUnsent(tx, { ...outcome, id: 'sent' }),
      }),
    ).toEqual({
      lease: { 'outbox queued': { state: 'sending', attempts: 1, next_at: 5 } },
      'lease what is leased': {},
      'lease what was sent': {},
      renew: { 'outbox mine': { next_at: 5 } },
      'renew what passed on': {},
      'renew what was sent': {},
      'hold queued': { 'outbox queued': waits },
      'hold held': { 'outbox held': { next_at: 5, last_error: 'r' } },
      'hold failed': { 'outbox failed': waits },
      'hold what is sent': {},
      sent: { 'outbox mine': { state: 'sent', sent_at: 7, last_error: null } },
      unsent: {
        'outbox mine': {
          state: 'failed',
          next_at: 5,
          last_error: 'r',
          backoff_ms: 3,
          unknown_answers: 1,
        },
      },
      'unsent what passed on': {},
      'unsent what was sent': {},
    })
  })

  test('what waits further ahead than ever, or was never tried, is made due; what waits for staff is not', async () => {
    const kind = 'webhook'
    const database = await withRows(await openEmpty(engine), {
      far: { kind, next_at: 101, attempts: 1 },
      near: { kind, next_at: 100, attempts: 1 },
      held: { kind, next_at: 100, state: 'held' },
      untried: { kind, next_at: 10 },
      due: { kind, next_at: 9 },
      'for-staff': { kind, state: 'failed', next_at: NEVER },
      sent: { kind, state: 'sent', next_at: 101 },
      mail: { next_at: 101 },
    })
    expect(
      await effectsOf(database, {
        repair: (tx) => repairDueTimes(tx, { kind, now: 9, latest: 100 }),
      }),
    ).toEqual({ repair: { 'outbox far': { next_at: 9 }, 'outbox untried': { next_at: 9 } } })
  })

  test('PostgreSQL has a clock of its own, SQLite that of its process', async () => {
    const database = await openEmpty(engine)
    const now = Date.now()
    const told = await database.read((tx) => databaseClock(tx, 5))
    if (engine === 'sqlite') expect(told).toBe(5)
    else expect(Math.abs(told - now)).toBeLessThan(10_000)
    expect(Number.isInteger(told)).toBe(true)
  })

  test('metrics tell of what is late, held for a time, and given up', async () => {
    const database = await withRows(await openEmpty(engine), {
      sent: { state: 'sent', created_at: 1 },
      failed: { state: 'failed', created_at: 2 },
      'failed-too': { state: 'failed', created_at: 3 },
      'held-for-ever': { state: 'held', next_at: NEVER, created_at: 4 },
      held: { state: 'held', next_at: NEVER - 1, created_at: 6 },
      'held-first': { state: 'held', next_at: 9, created_at: 5 },
      sending: { state: 'sending', created_at: 7 },
      queued: { created_at: 8 },
    })
    const gauges = () =>
      database.read(async (tx) => [
        await oldestUndelivered(tx),
        await heldMail(tx),
        await countFailed(tx),
      ])
    expect(await gauges()).toEqual([7, { count: 2, oldest: 5 }, 2])
    await database.atomic((tx) => markSent(tx, { id: 'sending', at: 9 }))
    expect((await gauges())[0]).toBe(8)
  })

  test('an empty outbox has nothing late, held or given up', async () => {
    const database = await openEmpty(engine)
    const gauges = database.read(async (tx) => [
      await oldestUndelivered(tx),
      await heldMail(tx),
      await countFailed(tx),
    ])
    expect(await gauges).toEqual([undefined, { count: 0, oldest: undefined }, 0])
  })
})
