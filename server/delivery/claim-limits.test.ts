/** What a claim lets go and what it holds, row by row. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Database } from '../store/database.ts'
import { NEVER } from '../store/queries/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, effectsOf, outboxRow, put } from '../testing/rows.ts'
import { type ClaimOptions, claim } from './claim.ts'
import { DAY_MS, HELD_TOO_LONG, HELD_TOO_MANY, HOUR_MS, type MailLimits } from './mail/limits.ts'

const NOW = 1_795_132_800_000
const LEASE = NOW + 60_000
const OFF = { perAddressPerDay: 0, perHour: 0, staffIsKnown: true }
const due = (id: string, given: Partial<OutboxRow> = {}) =>
  outboxRow(id, { mailbox: 'm', source: 's', next_at: NOW, created_at: NOW, ...given })

async function withRows(engine: (typeof ENGINES)[number], rows: readonly OutboxRow[]) {
  const database = await openEmpty(engine)
  await put(database, { applications: [applicationRow('a')], outbox: rows })
  return database
}

function counting({ all, first, run }: Transaction, statements: { reads: number; writes: number }) {
  const counted = <F extends (...given: never[]) => unknown>(kind: keyof typeof statements, f: F) =>
    ((...given) => {
      statements[kind] += 1
      return f(...given)
    }) as F
  return {
    all: counted('reads', all),
    first: counted('reads', first),
    run: counted('writes', run),
  }
}

/** What a claim changes, what it gives, and how many statements it takes. */
async function claimed(database: Database, given: Partial<ClaimOptions>) {
  let result: Awaited<ReturnType<typeof claim>> | undefined
  const options: ClaimOptions = {
    kinds: ['mail_applicant', 'mail_staff'],
    now: NOW,
    leaseUntil: LEASE,
    limit: 9,
    candidates: 20,
    blocked: [],
    limits: OFF,
    choose: (rows) => rows,
    ...given,
  }
  const statements = { reads: 0, writes: 0 }
  const work = async (tx: Transaction) => {
    result = await claim(counting(tx, statements), options)
  }
  const { changed } = await effectsOf(database, { changed: work })
  return {
    changed,
    ids: result?.rows.map(({ id }) => id),
    rows: result?.rows,
    looked: result?.looked,
    resting: [...(result?.resting ?? [])],
    statements,
  }
}
const sending = { state: 'sending', attempts: 1, next_at: LEASE }

describe.each(ENGINES)('a claim on %s', (engine) => {
  test('takes what was due first of all kinds, as chosen, and gives it as it stands then', async () => {
    const database = await withRows(engine, [
      due('1', { next_at: NOW - 1 }),
      due('2', { kind: 'mail_staff', next_at: NOW - 3 }),
      due('3', { next_at: NOW - 2 }),
      due('4', { kind: 'webhook', next_at: NOW - 9 }),
    ])
    const two = await claimed(database, { limit: 2 })
    expect(two.ids).toEqual(['3', '2'])
    expect(two.changed).toEqual({ 'outbox 2': sending, 'outbox 3': sending })
    expect(two.rows?.[0]).toMatchObject({ id: '3', ...sending })
    expect([two.looked, two.resting]).toEqual([2, []])
    const chosen = await claimed(database, { choose: (rows) => rows.slice(0, 1), candidates: 1 })
    expect([chosen.ids, chosen.looked]).toEqual([['2'], 1])
    const calls = await claimed(database, { kinds: ['webhook'] })
    expect(calls.ids).toEqual(['4'])
  })

  test('lets the newest mails to a mailbox go as far as its limit, and holds the others', async () => {
    const mails = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((id) => due(id))
    const database = await withRows(engine, [
      ...mails,
      due('other', { mailbox: 'n' }),
      due('staff', { kind: 'mail_staff' }),
      due('call', { kind: 'webhook' }),
      due('sent', { state: 'sent', sent_at: NOW - HOUR_MS }),
      due('earlier', { state: 'held', next_at: NOW + HOUR_MS }),
      due('earliest', { state: 'held', next_at: NOW + HOUR_MS, source: 'x' }),
    ])
    const limits = { ...OFF, perAddressPerDay: 3 }
    const { ids, changed, resting, statements } = await claimed(database, {
      limits,
      limit: 20,
      kinds: ['mail_applicant', 'mail_staff', 'webhook'],
    })
    expect(ids).toEqual(['staff', 'other', 'call', '9', '8'])
    expect(resting).toEqual([])
    // Five may wait, two of them since before: of the further ones the newest.
    const until = NOW - HOUR_MS + DAY_MS
    const waits = {
      state: 'held',
      next_at: until,
      last_error: '上限：同じ送信元から同じメールボックスへ24時間に3通',
    }
    const left = { state: 'held', next_at: NEVER, last_error: HELD_TOO_MANY }
    const names = (expected: object) =>
      Object.keys(changed ?? {})
        .filter((key) => isDeepStrictEqual({ ...(changed?.[key] as object) }, expected))
        .toSorted()
    expect(names(waits)).toEqual(['outbox 5', 'outbox 6', 'outbox 7'])
    expect(names(left)).toEqual(['outbox 1', 'outbox 2', 'outbox 3', 'outbox 4'])
    // Due rows of three kinds, and what the two mailboxes have had; five leases, seven that wait, and four of these beyond the few.
    expect(statements).toEqual({ reads: 3 + 2 * 2, writes: 5 + 7 + 4 })
  })

  test('holds beyond the hour’s limit all but the first mail of a sender to a mailbox', async () => {
    const database = await withRows(engine, [
      due('sent', { kind: 'mail_staff', state: 'sent', sent_at: NOW - 600_000 }),
      due('under-way', { mailbox: 'x', state: 'sending', next_at: NOW + 1 }),
      due('0-again', { mailbox: 'p' }),
      due('earlier', { mailbox: 'p', state: 'sent', sent_at: NOW - 2 * HOUR_MS }),
      due('1-first', { mailbox: 'n' }),
      due('another', { mailbox: 'n', source: 'x', state: 'sent', sent_at: NOW - 2 * HOUR_MS }),
      due('2-first', { mailbox: 'o' }),
      due('3-second', { mailbox: 'o' }),
      due('4-staff', { kind: 'mail_staff' }),
      due('5-staff', { kind: 'mail_staff' }),
    ])
    const limits = { ...OFF, perHour: 3 }
    const { ids, changed, resting } = await claimed(database, { limits })
    expect(ids).toEqual(['5-staff', '3-second', '1-first'])
    const reason = '上限：全体で1時間に3通'
    const waits = { state: 'held', next_at: NOW - 600_000 + HOUR_MS, last_error: reason }
    for (const id of ['4-staff', '2-first', '0-again'])
      expect(changed).toMatchObject({ [`outbox ${id}`]: waits })
    expect(resting).toEqual([['mail_staff', waits.next_at]])
  })

  test('holds mails to staff while nobody is named; what lost its lease goes out all the same', async () => {
    const database = await withRows(engine, [
      due('1', { kind: 'mail_staff' }),
      due('2', { kind: 'mail_staff', state: 'sending', attempts: 4 }),
      due('3'),
    ])
    const limits = { ...OFF, staffIsKnown: false }
    const { ids, changed, resting } = await claimed(database, { limits })
    expect(ids).toEqual(['3', '2'])
    expect(changed).toMatchObject({
      'outbox 1': { state: 'held', next_at: NOW + 60_000 },
      'outbox 2': { attempts: 5, next_at: LEASE },
    })
    expect(resting).toEqual([['mail_staff', NOW + 60_000]])
  })

  test('looks up what was sent only where a limit asks, and only for mails to applicants', async () => {
    const kinds = ['mail_applicant', 'mail_staff', 'webhook'] as const
    const rows = kinds.map((kind) => due(kind, { kind, mailbox: kind }))
    const database = await withRows(engine, rows)
    const readsWith = async (limits: Partial<MailLimits>) =>
      (await claimed(database, { kinds, limits: { ...OFF, ...limits } })).statements.reads
    expect(await readsWith({})).toBe(3)
    expect(await readsWith({ perAddressPerDay: 2 })).toBe(3 + 2)
    // What was sent in this hour and what is under way.
    expect(await readsWith({ perHour: 2 })).toBe(3 + 2 + 2)
  })

  test('leaves to staff what a limit has kept for two days', async () => {
    const old = NOW - 2 * DAY_MS
    const database = await withRows(engine, [
      due('1', { created_at: old - 1 }),
      due('2', { created_at: old }),
      due('3', { created_at: old - 1, mailbox: 'n' }),
      ...[1, 2].map((n) => due(`sent-${n}`, { state: 'sent', sent_at: NOW - n * HOUR_MS })),
    ])
    const { ids, changed } = await claimed(database, { limits: { ...OFF, perAddressPerDay: 2 } })
    expect(ids).toEqual(['3'])
    expect(changed).toMatchObject({
      'outbox 1': { state: 'held', next_at: NEVER, last_error: HELD_TOO_LONG },
      'outbox 2': { state: 'held', next_at: NOW - 2 * HOUR_MS + DAY_MS },
    })
  })
})
