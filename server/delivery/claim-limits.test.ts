/** What a claim lets go and what it holds, row by row. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import { NEVER } from '../store/queries/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, effectsOf, outboxRow, put } from '../testing/rows.ts'
import { type ClaimOptions, claim } from './claim.ts'
import { HELD_TOO_LONG, HELD_TOO_MANY, type MailLimits, statusSource } from './mail/limits.ts'

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
    kind: 'mail_applicant',
    now: NOW,
    leaseMs: LEASE - NOW,
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
    held: result?.held,
    restMs: result?.restMs,
    statements,
  }
}
const sending = { state: 'sending', attempts: 1, next_at: LEASE }

describe.each(ENGINES)('a claim on %s', (engine) => {
  test('takes what was due first of its kind, as chosen, and gives it as it stands then', async () => {
    const database = await withRows(engine, [
      due('1', { next_at: NOW - 1 }),
      due('2', { kind: 'mail_staff', next_at: NOW - 3 }),
      due('3', { next_at: NOW - 2 }),
      due('4', { kind: 'webhook', next_at: NOW - 9 }),
      due('5', { next_at: NOW + 1 }),
    ])
    const both = await claimed(database, {})
    expect(both.ids).toEqual(['3', '1'])
    expect(both.changed).toEqual({ 'outbox 1': sending, 'outbox 3': sending })
    expect(both.rows?.[0]).toMatchObject({ id: '3', ...sending })
    expect([both.held, both.restMs]).toEqual([0, 0])
    expect((await claimed(database, { choose: (rows) => rows.slice(0, 1) })).ids).toEqual(['3'])
    expect((await claimed(database, { candidates: 1 })).ids).toEqual(['3'])
    expect((await claimed(database, { kind: 'webhook' })).ids).toEqual(['4'])
    expect((await claimed(database, { kind: 'mail_staff' })).ids).toEqual(['2'])
  })

  test('leaves a call where it goes, and a mail in the mailbox that it was counted under', async () => {
    const database = await withRows(engine, [
      due('call', {
        kind: 'webhook',
        recipient: 'https://b.test/x',
        mailbox: '',
        destination: 'b',
      }),
      due('mail', { recipient: 'P+x@Example.jp', mailbox: 'counted', destination: 'd' }),
    ])
    for (const [id, kind] of [
      ['call', 'webhook'],
      ['mail', 'mail_applicant'],
    ] as const) {
      const { changed, statements } = await claimed(database, { kind })
      expect([changed, statements.writes]).toEqual([{ [`outbox ${id}`]: sending }, 1])
    }
  })

  test('lets the newest mails to a mailbox go as far as its limit, and holds the others', async () => {
    const mails = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((id) => due(id))
    const database = await withRows(engine, [
      ...mails,
      due('other', { mailbox: 'n' }),
      due('sent', { state: 'sent', sent_at: NOW - HOUR_MS }),
      due('earlier', { state: 'held', next_at: NOW + HOUR_MS }),
      due('earliest', { state: 'held', next_at: NOW + HOUR_MS, source: 'x' }),
    ])
    const limits = { ...OFF, perAddressPerDay: 3 }
    const { ids, changed, restMs, held, statements } = await claimed(database, { limits })
    expect(ids).toEqual(['other', '9', '8'])
    expect([held, restMs]).toEqual([7, 0])
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
    // Due rows, and what the two mailboxes have had; three leases, seven that wait, and four of these beyond the few.
    expect(statements).toEqual({ reads: 1 + 2 * 4, writes: 3 + 7 + 4 })
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
    const reason = '上限：全体で1時間に3通'
    const waits = { state: 'held', next_at: NOW - 600_000 + HOUR_MS, last_error: reason }
    const limits = { ...OFF, perHour: 3 }
    const first = await claimed(database, { limits })
    expect([first.ids, first.held]).toEqual([['3-second', '1-first'], 2])
    for (const id of ['2-first', '0-again'])
      expect(first.changed).toMatchObject({ [`outbox ${id}`]: waits })
    const staff = await claimed(database, { limits, kind: 'mail_staff' })
    expect(staff.ids).toEqual(['5-staff'])
    expect(staff.changed).toMatchObject({ 'outbox 4-staff': waits })
    expect(staff.restMs).toBe(waits.next_at - NOW)
  })

  test('counts in one budget what anybody can cause to a mailbox, and holds nothing of staff’s for it', async () => {
    const at = (minutes: number) => ({ state: 'sent', sent_at: NOW - minutes * 60_000 }) as const
    const withdrawal = (n: number) => ({
      ...{ kind: 'mail_status' as const, source: statusSource(`R-${n}`, 'applicant') },
    })
    const status = { kind: 'mail_status', source: statusSource('R-1', 'staff') } as const
    const pairs = [1, 2, 3, 4, 5].flatMap((n) => [
      due(`a${n}`, { source: `s${n}`, ...at(n) }),
      due(`w${n}`, { ...withdrawal(n), ...at(n) }),
    ])
    const limits = { ...OFF, perAddressPerDay: 3 }
    const database = await withRows(engine, [
      ...pairs,
      ...['1', '2', '3'].map((id) => due(`x${id}`, { ...withdrawal(Number(id) + 5) })),
      due('y', { source: 'own' }),
      ...['1', '2', '3'].map((id) => due(`z${id}`, status)),
    ])
    const afterwards = await claimed(database, { limits, kind: 'mail_status' })
    expect(afterwards.ids).toEqual(['z3', 'z2', 'z1', 'x3', 'x2'])
    const reason = '上限：同じメールボックスへ24時間に12通'
    expect(afterwards.changed).toMatchObject({
      'outbox x1': { state: 'held', next_at: NOW - 5 * 60_000 + DAY_MS, last_error: reason },
    })
    await put(database, { outbox: [6, 7].map((n) => due(`v${n}`, { ...withdrawal(n), ...at(n) })) })
    // The applicant's own acknowledgement goes out as the first of a further sender.
    const first = await claimed(database, { limits })
    expect(first.changed).toMatchObject({
      'outbox y': { state: 'held', next_at: NOW + 9 * 60_000 },
    })
    const later = await claimed(database, { limits, now: NOW + 9 * 60_000 })
    expect(later.ids).toEqual(['y'])
  })

  test('holds beyond the hour’s limit also the first mail about the status', async () => {
    const database = await withRows(engine, [
      due('sent', { kind: 'mail_status', state: 'sent', sent_at: NOW - 600_000, mailbox: 'x' }),
      due('first', { kind: 'mail_status' }),
    ])
    const limits = { ...OFF, perHour: 1 }
    expect(await claimed(database, { limits, kind: 'mail_status' })).toMatchObject({
      ...{ ids: [], held: 1, restMs: 0 },
      changed: { 'outbox first': { state: 'held', next_at: NOW - 600_000 + HOUR_MS } },
    })
  })

  test('holds mails to staff while nobody is named; what lost its lease goes out all the same', async () => {
    const nobody = { recipient: '', mailbox: '', destination: '' }
    const database = await withRows(engine, [
      due('1', { kind: 'mail_staff', ...nobody }),
      due('2', { kind: 'mail_staff', ...nobody, state: 'sending', attempts: 4 }),
    ])
    const limits = { ...OFF, staffIsKnown: false }
    const { ids, changed, restMs, statements } = await claimed(database, {
      limits,
      kind: 'mail_staff',
    })
    expect(ids).toEqual(['2'])
    expect(statements.writes).toBe(2)
    expect(changed).toMatchObject({
      'outbox 1': { state: 'held', next_at: NOW + 60_000 },
      'outbox 2': { attempts: 5, next_at: LEASE },
    })
    expect(restMs).toBe(60_000)
  })

  test('looks up what was sent only where a limit asks, and only for mails to applicants', async () => {
    const kinds = ['mail_applicant', 'mail_staff', 'webhook'] as const
    const rows = kinds.map((kind) => due(kind, { kind, mailbox: kind }))
    const database = await withRows(engine, rows)
    const readsWith = async (kind: (typeof kinds)[number], limits: Partial<MailLimits>) =>
      (await claimed(database, { kind, limits: { ...OFF, ...limits } })).statements.reads
    const readsOf = async (limits: Partial<MailLimits>) => {
      const reads: number[] = []
      for (const kind of kinds) reads.push(await readsWith(kind, limits))
      return reads
    }
    expect(await readsOf({})).toEqual([1, 1, 1])
    expect(await readsOf({ perAddressPerDay: 2 })).toEqual([1 + 4, 1, 1])
    // A first mail to a mailbox is not asked; for others, what was sent in this hour and what is under way.
    expect(await readsOf({ perHour: 2 })).toEqual([1 + 4, 1 + 2, 1])
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
