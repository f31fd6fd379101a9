import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/tokyo-time.ts'
import { hourHold, mailboxHold, staffHold } from './limits.ts'

const NOW = 1_795_132_800_000
const MINUTE = 60_000
const limits = (given: Partial<Parameters<typeof hourHold>[1]>) => ({
  perAddressPerDay: 0,
  perHour: 0,
  staffIsKnown: true,
  ...given,
})
/** Minutes ago, by their sources. */
const received = (mails: readonly (readonly [source: string, minutes: number])[]) =>
  mails.map(([source, minutes]) => ({ source, at: NOW - minutes * MINUTE }))

test.each([
  ['nothing yet', 'a', [], 2, undefined],
  ['one of two', 'a', [['a', 9]], 2, undefined],
  // The second latest has to become a day old.
  [
    'two of its own',
    'a',
    [
      ['a', 3],
      ['a', 9],
      ['a', 5],
    ],
    2,
    DAY_MS - 5 * MINUTE,
  ],
  ['seven of others', 'a', [['a', 9], ...Array(6).fill(['b', 1])], 2, undefined],
  ['eight, one its own', 'a', [['a', 90], ...Array(7).fill(['b', 1])], 2, DAY_MS - 90 * MINUTE],
  ['nine, one its own', 'a', [['a', 90], ...Array(8).fill(['b', 1])], 2, DAY_MS - MINUTE],
  ['its first behind eight', 'a', [['c', 4], ...Array(7).fill(['b', 20])], 2, 6 * MINUTE],
  ['its first ten minutes later', 'a', Array(8).fill(['b', 10]), 2, undefined],
  ['limits are off', 'a', Array(99).fill(['a', 1]), 0, undefined],
] as const)('a mailbox that has had %s', (_, source, mails, perAddressPerDay, wait) => {
  const held = mailboxHold(source, received(mails), limits({ perAddressPerDay }), NOW)
  expect(held && held.until - NOW).toBe(wait)
})

test.each([
  ['is off', [1, 2, 3], 9, 0, undefined],
  ['has room for one', [1], 1, 3, undefined],
  ['is full of what was sent', [1, 20, 30], 0, 3, 30],
  ['was over the limit that is set now', [1, 20, 30, 40], 0, 3, 30],
  ['is full with what is under way', [1, 20], 1, 3, 20],
  ['is full of what is under way', [], 3, 3, 0],
  ['has more under way than may be sent', [5], 3, 3, 5],
] as const)('an hour that %s', (_, sentMinutesAgo, underWay, perHour, minutesAgo) => {
  const sentAt = sentMinutesAgo.map((minutes) => NOW - minutes * MINUTE)
  const held = hourHold({ sentAt, underWay }, limits({ perHour }), NOW)
  expect(held?.until).toBe(
    minutesAgo === undefined ? undefined : NOW - minutesAgo * MINUTE + HOUR_MS,
  )
  if (held) expect(held.reason).toBe('上限：全体で1時間に3通')
})

test('mails to staff wait a minute for somebody to be named', () => {
  expect(staffHold(limits({}), NOW)).toBeUndefined()
  expect(staffHold(limits({ staffIsKnown: false }), NOW)).toEqual({
    until: NOW + MINUTE,
    reason: '担当者のメールアドレス（STAFF_MAIL）が未設定です',
  })
})
