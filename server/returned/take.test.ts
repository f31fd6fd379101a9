import { describe, expect, test } from 'vitest'
import { parseSigningKeys } from '../apply/signing-keys.ts'
import { RETRY_SCHEDULES } from '../config/delivery-settings.ts'
import { settle } from '../delivery/retry-policy.ts'
import type { OutboxRow } from '../store/schema.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, difference, everyRow, outboxRow, put, rowsIn } from '../testing/rows.ts'
import type { Failure } from './read-notice.ts'
import { createReturnAddresses } from './return-address.ts'
import { noticeTaker } from './take.ts'

const [OLD, NEW, STRANGER] = parseSigningKeys(
  `k1:${'A'.repeat(42)}E\nk2:${'B'.repeat(42)}A\nk3:${'C'.repeat(42)}A`,
) as [Key, Key, Key]
type Key = ReturnType<typeof parseSigningKeys>[0]
const ID = '01a21b04-f7db-77a3-b934-1bcc75cf7797'
const OTHER = '01a21b04-f7db-77a3-b934-1bcc75cf7798'
const EMAIL = 'taro@example.jp'

const addressOf = (key: Key, delivery = ID, sending = 1, recipient = EMAIL) =>
  createReturnAddresses('{}@b.example.jp', () => [key]).of({ delivery, sending, recipient }) ?? ''

const failure = (given: Partial<Failure>): Failure => ({
  ...{ kind: 'failed', addresses: '', messageId: '', recipients: [], code: '5.1.1' },
  ...given,
})

describe.each(ENGINES)('a notice (%s)', (engine) => {
  async function start(given: Partial<OutboxRow> = {}, email = EMAIL) {
    const database = await openEmpty(engine)
    const sent = { state: 'sent', attempts: 1, sent_at: 1, recipient: EMAIL } as const
    await put(database, {
      applications: [
        applicationRow('a', { state: 'complete', email }),
        applicationRow('b', { state: 'complete', email: 'jiro@example.jp' }),
      ],
      outbox: [
        outboxRow(ID, { ...sent, ...given }),
        outboxRow(OTHER, { ...sent, application: 'b', recipient: 'jiro@example.jp' }),
      ],
    })
    const take = noticeTaker(
      database,
      () => 9,
      () => [NEW, OLD],
    )
    return { database, take, kept: () => rowsIn(database, 'returned_mails') }
  }

  test.each<[string, Partial<Failure>, string]>([
    ['with a right MAC', { addresses: addressOf(NEW) }, 'marked'],
    [
      'with a right MAC of a retired key, in capitals',
      { addresses: addressOf(OLD).toUpperCase() },
      'marked',
    ],
    ['with a MAC of somebody’s own', { addresses: addressOf(STRANGER) }, 'unknown'],
    [
      'with the MAC of another recipient',
      { addresses: addressOf(NEW, ID, 1, 'x@example.jp') },
      'unknown',
    ],
    ['with a MAC that was moved to another mail', { addresses: moved() }, 'unknown'],
    ['of an earlier sending that never was', { addresses: addressOf(NEW, ID, 7) }, 'past'],
    [
      'with a known Message-ID and its recipient',
      { messageId: ID, recipients: ['TARO@example.jp'] },
      'marked',
    ],
    [
      'with a known Message-ID and another recipient',
      { messageId: ID, recipients: ['x@example.jp'] },
      'unknown',
    ],
    ['of no mail', { messageId: 'nothing', recipients: [''] }, 'unknown'],
  ])('%s', async (_, given, outcome) => {
    const { take, kept, database } = await start()
    const before = await rowsIn(database, 'outbox')
    expect(await take(failure(given))).toBe(outcome)
    const row = { delivery: ID, application: 'a', code: '5.1.1', at: 9 }
    const state = { marked: 'open', past: 'past' }[outcome]
    expect(await kept()).toMatchObject(state ? [{ ...row, state }] : [])
    // It closes, deletes, holds and sends nothing.
    expect(await rowsIn(database, 'outbox')).toEqual(before)
    expect(await rowsIn(database, 'history')).toEqual([])
  })

  test('marks the mail that it names and no other, and is kept once', async () => {
    const { take, kept } = await start()
    const notice = failure({ addresses: addressOf(NEW) })
    const all = await Promise.all(Array.from({ length: 5 }, () => take(notice)))
    expect(all.toSorted()).toEqual(['marked', ...Array(4).fill('repeated')])
    expect(await kept()).toHaveLength(1)
  })

  test('to an address that is not on file any more is history', async () => {
    const { take } = await start({}, 'right@example.jp')
    expect(await take(failure({ addresses: addressOf(NEW) }))).toBe('past')
  })

  test('changes one row of one table, whatever else it says', async () => {
    const { take, database } = await start()
    const everything = () => database.read(everyRow)
    const before = await everything()
    const notice = failure({ addresses: addressOf(NEW), recipients: ['jiro@example.jp'] })
    expect(await take(notice)).toBe('marked')
    expect(difference(before, await everything())).toEqual({ [`returned_mails ${ID} 1`]: 'new' })
  })

  test('of what was erased says nothing', async () => {
    const { take, kept } = await start({ recipient: '' })
    const named = { messageId: ID, recipients: [''] }
    for (const notice of [
      { addresses: addressOf(NEW) },
      named,
      { addresses: addressOf(NEW, ID, 1, '') },
    ])
      expect(await take(failure(notice))).toBe('unknown')
    expect(await kept()).toEqual([])
  })

  test('that comes before the settlement is kept by it', async () => {
    const { take, kept, database } = await start({ state: 'sending', sent_at: null })
    expect(await take(failure({ addresses: addressOf(NEW) }))).toBe('marked')
    const [row] = (await rowsIn(database, 'outbox')).filter(({ id }) => id === ID)
    if (!row) throw new Error('no row')
    const settlement = { now: 10, leaseMs: 1, schedules: RETRY_SCHEDULES }
    await database.atomic((tx) => settle(tx, { row, outcome: { status: 'delivered' } }, settlement))
    expect(await kept()).toMatchObject([{ state: 'open' }])
  })
})

test('a return address fits a local part', () => {
  expect(addressOf(NEW)).toMatch(/^[a-z2-7]{44}@b\.example\.jp$/)
})

/** The id of another mail, with the MAC of this one. */
function moved(): string {
  return addressOf(NEW, OTHER).slice(0, 28) + addressOf(NEW).slice(28)
}
