/** The loop of one kind on a real database: what it claims, keeps, leaves to others and settles. */
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { NOW } from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { call, dispatch } from '../testing/dispatch.ts'
import { holdTime } from '../testing/held-time.ts'
import { applicationRow, outboxRow, put } from '../testing/rows.ts'

const DELIVERED = { status: 'delivered' } as const
const names = (count: number) => Array.from({ length: count }, (_, n) => String(n).padStart(3, '0'))

test('what is due is claimed as far as there are senders, under a lease longer than an answer may take', async () => {
  const rig = await dispatch(
    names(9).map((id) => call(id)),
    { senders: 4, answerTimeout: 60_000 },
  )
  const sending = await rig.rowsThatAre('sending')
  expect(sending.map(({ id, next_at, attempts }) => [id, next_at, attempts])).toEqual(
    names(4).map((id) => [id, NOW + 90_000, 1]),
  )
  expect(rig.begun).toMatchObject([{ id: '003' }, { id: '002' }, { id: '001' }, { id: '000' }])
  expect(rig.begun[0]).toMatchObject({ at: NOW, customer: 'a' })
})

test('a stop begins nothing more, and settles what was begun', async () => {
  const rig = await dispatch(
    names(9).map((id) => call(id)),
    { senders: 1 },
  )
  let isOver = false
  const stopped = rig.outbox.stop().then(() => {
    isOver = true
  })
  await rig.pass(0)
  expect(isOver).toBe(false)
  rig.begun[0]?.end(DELIVERED)
  await stopped
  expect(await rig.rowsThatAre('sent')).toMatchObject([{ id: '000', sent_at: NOW, attempts: 1 }])
  expect(await rig.rowsThatAre('queued')).toHaveLength(8)
  expect(rig.begun).toHaveLength(1)
})

test('what a process leaves under way when it stops, another takes over as its lease ends', async () => {
  const rig = await dispatch([call('1')], { answerTimeout: 600, poll: 50 })
  let isOver = false
  void rig.outbox.stop().then(() => {
    isOver = true
  })
  // It waits so long for the answer.
  expect(await rig.passUntil(() => isOver)).toBe(3000)
  rig.now += 3_600_000
  const next = await dispatch([], { beside: rig, poll: 10 })
  // The lease is longer than the whole time that the other side has for its answer, and nobody renews it any more.
  next.now = NOW + 899
  await next.pass(400)
  expect(next.begun).toHaveLength(0)
  expect((await rig.rows())[0]?.next_at).toBe(NOW + 900)
  next.now += 1
  await next.pass(10)
  expect(next.begun).toHaveLength(1)
  expect((await rig.rows())[0]).toMatchObject({ state: 'sending', attempts: 2 })
  // The first one's answer comes late and is a failure: its lease is another's now.
  rig.begun[0]?.end({ status: 'postponed', reason: 'late' })
  await rig.pass(50)
  expect((await rig.rows())[0]).toMatchObject({ state: 'sending', attempts: 2, last_error: null })
})

test('a lease is renewed at every third of it, for as long as its attempt lasts', async () => {
  const rig = await dispatch([call('1')], { answerTimeout: 1000, poll: 60_000 })
  const before = rig.calls.atomic
  rig.now += 60_000
  rig.failing.atomic = 1
  const nextAt = async () => (await rig.rows())[0]?.next_at
  await rig.pass(499)
  expect(rig.calls.atomic).toBe(before)
  await rig.pass(1)
  expect(rig.logged('outbox_failed')).toMatchObject([{ level: 'warn', error: { type: 'Error' } }])
  // The first renewal failed: it is tried again at the next third.
  await rig.pass(499)
  expect([rig.calls.atomic - before, await nextAt()]).toEqual([1, NOW + 1500])
  await rig.pass(1)
  expect([rig.calls.atomic - before, await nextAt()]).toEqual([2, rig.now + 1500])
  expect(rig.begun).toHaveLength(1)
  rig.begun[0]?.end(DELIVERED)
  await rig.pass(600)
  expect(await rig.rowsThatAre('sent')).toHaveLength(1)
  expect(rig.calls.atomic - before).toBe(3)
})

test('what a process is sending it does not begin again, whatever the clock says of the lease', async () => {
  const rig = await dispatch([call('1')], { poll: 10 })
  rig.now += 3_600_000
  await put(rig.database, { outbox: [call('2')] })
  await rig.pass(50)
  expect(rig.begun.map(({ id }) => id)).toEqual(['1', '2'])
})

test.each([
  [8, 2],
  [7, 1],
  [3, 1],
])(
  'of %i senders one destination holds %i, and the others have the rest',
  async (senders, share) => {
    const slow = names(40).map((id) => call(id, { destination: 'slow' }))
    const others = ['1', '2', '3'].map((id) => call(`other-${id}`, { next_at: NOW + 1 }))
    const rig = await dispatch(slow, { senders, poll: 10 })
    await rig.pass(20)
    expect(rig.begun).toHaveLength(share)
    // Of the others of its queue there is nothing to do, and nothing is written.
    const { atomic } = rig.calls
    await rig.pass(20)
    expect(rig.calls.atomic).toBe(atomic)
    await put(rig.database, { outbox: others })
    rig.now += 1
    await rig.pass(20)
    expect(rig.begun).toHaveLength(share + Math.min(others.length, senders - share))
    // As one ends the next to the same destination begins.
    rig.begun[0]?.end(DELIVERED)
    await rig.pass(20)
    expect(rig.begun.filter(({ id }) => !id.startsWith('other'))).toHaveLength(share + 1)
  },
)

test('as one to a destination with its share ends, the next begins without a poll', async () => {
  const slow = names(40).map((id) => call(id, { destination: 'slow' }))
  const rig = await dispatch(slow, { senders: 8, poll: 60_000 })
  rig.begun[0]?.end(DELIVERED)
  await rig.pass(0)
  expect(rig.begun.map(({ id }) => id)).toEqual(['001', '000', '002'])
})

test('behind mails that a limit holds, others begin without a poll', async () => {
  const mail = (id: string, mailbox: string, next_at = NOW) =>
    call(id, { kind: 'mail_applicant', mailbox, destination: id, next_at })
  const many = names(8).map((id) => mail(id, 'one@x.test', NOW - 1))
  const limits = { perAddressPerDay: 1, perHour: 0, staffIsKnown: true }
  const options = { kinds: ['mail_applicant'], limits, senders: 4, poll: 60_000 } as const
  const rig = await dispatch([...many, mail('other', 'two@x.test')], options)
  await rig.pass(5)
  expect(rig.begun.map(({ id }) => id)).toEqual(['003', 'other'])
})

test('behind a long queue of one destination that answers slowly, others begin within two polls', async () => {
  const slow = names(40).map((id) => call(id, { destination: 'slow' }))
  const rig = await dispatch(slow, { senders: 8, poll: 100 })
  await put(rig.database, { outbox: [call('other', { next_at: NOW + 1 })] })
  rig.now += 1
  // It never holds its whole share for long, so that it is never left out for that.
  for (let at = 0; at < 10; at += 1) {
    await rig.pass(20)
    rig.begun.filter(({ id }) => id !== 'other')[at]?.end(DELIVERED)
  }
  expect(rig.begun.map(({ id }) => id)).toContain('other')
})

test('what ends together is settled together, with the claim of what comes after it', async () => {
  const rig = await dispatch(
    names(8).map((id) => call(id)),
    { senders: 4, poll: 60_000 },
  )
  const before = rig.calls.atomic
  for (const { end } of rig.begun) end(DELIVERED)
  await rig.pass(0)
  expect([await rig.rowsThatAre('sent'), rig.begun]).toMatchObject([{ length: 4 }, { length: 8 }])
  expect(rig.calls.atomic - before).toBe(1)
})

test.each(ENGINES)(
  'on %s, an answer that the database does not store holds up nothing that goes out after it',
  async (engine) => {
    const database = await openEmpty(engine)
    const outbox = [call('1'), call('2')]
    await put(database, { applications: [applicationRow('a')], outbox })
    const rig = await dispatch([], { beside: { database, time: holdTime() } })
    for (const { id, end } of rig.begun)
      end(id === '1' ? { status: 'refused', reason: 'no\0such user' } : DELIVERED)
    for (let turns = 0; turns < 5; turns += 1) await rig.pass(1000)
    expect(await rig.rowsThatAre('sent')).toMatchObject([{ id: '2' }])
    const [refused] = await rig.rowsThatAre('failed')
    expect(refused?.id).toBe('1')
    expect(refused?.last_error).toMatch(engine === 'postgres' ? /記録できません/ : /no/)
  },
)

test('while requests come a turn waits for the poll, and a stop does not', async () => {
  let begun = 0
  const deliver = async () => {
    begun += 1
    return DELIVERED
  }
  let isServing = true
  const rig = await dispatch(
    names(20).map((id) => call(id)),
    { senders: 4, poll: 500, deliver, isServing: () => isServing },
  )
  await rig.pass(499)
  expect([begun, await rig.rowsThatAre('sent')]).toMatchObject([4, { length: 0 }])
  await rig.pass(1)
  expect([begun, await rig.rowsThatAre('sent')]).toMatchObject([8, { length: 4 }])
  isServing = false
  await rig.passUntil(() => begun === 20)
  await rig.pass(0)
  expect(await rig.rowsThatAre('sent')).toHaveLength(20)
})

test('what has nothing to do looks once in each poll, by a read, and ends at once', async () => {
  const rig = await dispatch([], { poll: 1000 })
  // Its first look repairs what a wrong clock has left.
  expect(rig.calls).toEqual({ atomic: 1, read: 1 })
  await rig.pass(999)
  expect(rig.calls.read).toBe(1)
  await rig.pass(1)
  expect(rig.calls).toEqual({ atomic: 1, read: 2 })
  await rig.outbox.stop()
})

test('without a free sender nothing is looked for', async () => {
  const rig = await dispatch([call('1')], { senders: 1, poll: 5 })
  await put(rig.database, { outbox: [call('2')] })
  const before = { ...rig.calls }
  await rig.pass(100)
  expect([rig.calls, await rig.rowsThatAre('queued')]).toMatchObject([before, [{ id: '2' }]])
})

test('what was written under a wrong clock is due: never tried, or later than anything waits', async () => {
  // The longest pause of the schedules, with its jitter.
  const longest = 2.5 * DAY_MS
  const tried = { attempts: 1, last_error: 'r' }
  const staff = outboxRow('5', { kind: 'mail_staff', next_at: NOW + longest + 1 })
  const rows = [
    call('1', { ...tried, next_at: NOW + longest + 1 }),
    call('2', { ...tried, next_at: NOW + longest }),
    call('3', { next_at: NOW + 3_600_000 }),
    call('4', { state: 'held', next_at: NOW + 3_600_000 }),
    staff,
  ]
  const rig = await dispatch(rows, { poll: 1000 })
  expect(rig.begun.map(({ id }) => id).toSorted()).toEqual(['1', '3'])
  await put(rig.database, { outbox: [call('6', { next_at: NOW + 1000 })] })
  await rig.pass(59_000)
  // It looks for such rows once a minute, and only among its own.
  expect(rig.begun).toHaveLength(2)
  expect((await rig.rows()).filter(({ id }) => id === '2' || id === '4' || id === '5')).toEqual(
    [rows[1], rows[3], staff].map((row) => expect.objectContaining({ next_at: row?.next_at })),
  )
  await rig.pass(2000)
  expect(rig.begun.map(({ id }) => id).toSorted()).toEqual(['1', '3', '6'])
})

test('a kind that may not go out rests until its time, and the others do not', async () => {
  const limits = { perAddressPerDay: 0, perHour: 0, staffIsKnown: false }
  const mail = (id: string) => call(id, { kind: 'mail_staff' })
  const rig = await dispatch([mail('1')], { kinds: ['mail_staff', 'webhook'], limits, poll: 10 })
  expect(await rig.rowsThatAre('held')).toHaveLength(1)
  await put(rig.database, { outbox: [mail('2'), call('3')] })
  await rig.pass(59_900)
  expect(rig.begun).toHaveLength(1)
  expect(await rig.rowsThatAre('queued')).toMatchObject([{ id: '2' }])
  rig.now += 60_000
  await rig.pass(200)
  const held = await rig.rowsThatAre('held')
  expect(held.map(({ next_at }) => next_at)).toEqual([NOW + 120_000, NOW + 120_000])
})
