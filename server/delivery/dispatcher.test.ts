/** The polling loop of a channel on a real database: what it takes, keeps, gives back and settles. */
import { expect, test } from 'vitest'
import { NOW } from '../testing/calls.ts'
import { call, dispatch } from '../testing/dispatch.ts'
import { outboxRow, put } from '../testing/rows.ts'
import { PACE_MS } from './busy.ts'

const DELIVERED = { status: 'delivered' } as const
const GIVEN_BACK = '送信を始める前に戻しました'
const names = (count: number) => Array.from({ length: count }, (_, n) => String(n).padStart(3, '0'))

test('a backlog is claimed ahead of the senders under a lease longer than an answer may take', async () => {
  const rig = await dispatch(
    names(20).map((id) => call(id)),
    { senders: 1, answerTimeout: 60_000 },
  )
  const sending = await rig.rowsThatAre('sending')
  expect(sending.map(({ id, next_at, attempts }) => [id, next_at, attempts])).toEqual(
    names(9).map((id) => [id, NOW + 90_000, 1]),
  )
  expect(rig.begun).toMatchObject([{ id: '008', at: NOW, customer: 'a' }])
})

test('a stop gives back what was claimed and not begun, at once, and begins nothing more', async () => {
  const rig = await dispatch(
    names(20).map((id) => call(id)),
    { senders: 1 },
  )
  let isOver = false
  const stopped = rig.outbox.stop().then(() => {
    isOver = true
  })
  await rig.pass(0)
  expect(await rig.rowsThatAre('sending')).toHaveLength(1)
  expect(isOver).toBe(false)
  rig.begun[0]?.end(DELIVERED)
  await stopped
  const rows = await rig.rows()
  // The newest begins first.
  expect(rows[8]).toMatchObject({ state: 'sent', sent_at: NOW, attempts: 1 })
  for (const row of rows.slice(0, 8))
    expect(row).toMatchObject({ state: 'queued', attempts: 0, last_error: GIVEN_BACK })
  expect(rows.slice(9)).toMatchObject(names(11).map(() => ({ state: 'queued', last_error: null })))
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
})

test('a lease is renewed at every third of it, for as long as its attempt lasts', async () => {
  const rig = await dispatch([call('1')], { answerTimeout: 1000, poll: 60_000 })
  rig.now += 60_000
  rig.failing.atomic = 1
  const nextAt = async () => (await rig.rows())[0]?.next_at
  await rig.pass(499)
  expect(rig.calls.atomic).toBe(1)
  await rig.pass(1)
  expect(rig.logged('outbox_failed')).toMatchObject([{ level: 'warn', error: { type: 'Error' } }])
  // The first renewal failed: it is tried again at the next third.
  await rig.pass(499)
  expect([rig.calls.atomic, await nextAt()]).toEqual([2, NOW + 1500])
  await rig.pass(1)
  expect([rig.calls.atomic, await nextAt()]).toEqual([3, rig.now + 1500])
  expect(rig.begun).toHaveLength(1)
  rig.begun[0]?.end(DELIVERED)
  await rig.pass(600)
  expect(await rig.rowsThatAre('sent')).toHaveLength(1)
  expect(rig.calls.atomic).toBe(4)
})

test('what a process is sending it does not begin again, whatever the clock says of the lease', async () => {
  const rig = await dispatch([call('1')], { poll: 10 })
  rig.now += 3_600_000
  await put(rig.database, { outbox: [call('2')] })
  await rig.pass(50)
  expect(rig.begun.map(({ id }) => id)).toEqual(['1', '2'])
})

test('what is ready begins as soon as an attempt is slow, though nothing further is due', async () => {
  const begun: string[] = []
  const { promise, resolve } = Promise.withResolvers<typeof DELIVERED>()
  // However many were quick before: what is usual is learnt from them.
  const quick = names(40).map((id) => call(`quick${id}`))
  const deliver = ({ id }: { id: string }) => {
    begun.push(id)
    return id.startsWith('quick') ? Promise.resolve(DELIVERED) : promise
  }
  const options = { senders: 1, poll: 60_000, deliver }
  const rig = await dispatch([...quick, call('1'), call('2')], options)
  await rig.passUntil(() => begun.length >= 41)
  await rig.pass(249)
  expect(begun).toHaveLength(41)
  await rig.pass(1)
  expect(begun.slice(-2).toSorted()).toEqual(['1', '2'])
  expect(await rig.rowsThatAre('sending')).toHaveLength(2)
  resolve(DELIVERED)
})

// Each moves what is usual by a tenth of what is missing to it, from 62.5 ms on; four times that is slow.
test.each([
  ['postponed', 250],
  ['delivered', 609],
] as const)('after ten that are %s within 200 ms, one is slow after %i ms', async (status, ms) => {
  const rig = await dispatch(
    names(12).map((id) => call(id)),
    { senders: 1, poll: 60_000 },
  )
  for (let at = 0; at < 10; at += 1) {
    await rig.passUntil(() => rig.begun.length > at)
    await rig.pass(200)
    rig.begun[at]?.end({ status, reason: '' })
  }
  await rig.passUntil(() => rig.begun.length === 11)
  expect(await rig.passUntil(() => rig.begun.length === 12)).toBe(ms)
})

test('what was claimed for a destination that has become slow meanwhile is given back', async () => {
  const rows = names(3).map((id) => call(id, { destination: 'slow' }))
  const rig = await dispatch(rows, { senders: 1, poll: 60_000, mostSlowAtOnce: 1 })
  await rig.pass(249)
  expect(await rig.rowsThatAre('sending')).toHaveLength(3)
  await rig.pass(1)
  expect(rig.begun.map(({ id }) => id)).toEqual(['002'])
  const queued = await rig.rowsThatAre('queued')
  expect(queued.map(({ attempts, last_error }) => [attempts, last_error])).toEqual([
    [0, GIVEN_BACK],
    [0, GIVEN_BACK],
  ])
})

test('a backlog is settled in few commits, and not claimed further ahead than eight a sender', async () => {
  const rig = await dispatch(
    names(24).map((id) => call(id)),
    { senders: 1 },
  )
  const ahead: number[] = []
  for (let at = 0; at < 24; at += 1) {
    await rig.passUntil(() => rig.begun.length > at)
    ahead.push((await rig.rowsThatAre('sending')).length)
    await rig.pass(10)
    rig.begun[at]?.end(DELIVERED)
  }
  await rig.pass(60)
  expect(await rig.rowsThatAre('sent')).toHaveLength(24)
  // One for each, if what ends within fifty milliseconds were not settled together.
  expect(rig.calls.atomic).toBe(7)
  expect(Math.max(...ahead)).toBe(9)
})

test('the last ones are settled at once', async () => {
  const rig = await dispatch([call('1')], { poll: 60_000, deliver: async () => DELIVERED })
  expect(rig.calls).toEqual({ atomic: 2, read: 1 })
  expect(await rig.rowsThatAre('sent')).toHaveLength(1)
})

test('while the process is serving, the last ones are settled together', async () => {
  const load = () => 'serving' as const
  const rig = await dispatch([call('1')], { poll: 60_000, load, deliver: async () => DELIVERED })
  await rig.pass(49)
  expect([rig.calls, await rig.rowsThatAre('sent')]).toEqual([{ atomic: 1, read: 1 }, []])
  await rig.pass(1)
  expect(rig.calls).toEqual({ atomic: 2, read: 1 })
  expect(await rig.rowsThatAre('sent')).toHaveLength(1)
})

test('what has nothing to do rests for a whole poll, and ends at once', async () => {
  let asked = 0
  const load = () => {
    asked += 1
    return 'idle' as const
  }
  const rig = await dispatch([], { poll: 1000, load })
  const before = asked
  await rig.pass(999)
  expect([asked, rig.calls]).toEqual([before, { atomic: 1, read: 0 }])
  await rig.pass(1)
  expect(rig.calls.read).toBe(1)
  await rig.outbox.stop()
})

test('without a free place nothing is looked for, and nothing claimed that is no backlog', async () => {
  const rig = await dispatch([call('1')], { senders: 1, poll: 5 })
  await put(rig.database, { outbox: [call('2')] })
  await rig.pass(100)
  expect([rig.calls, await rig.rowsThatAre('queued')]).toMatchObject([
    { atomic: 1, read: 1 },
    [{ id: '2' }],
  ])
})

test('the database is asked once in each poll while nothing is due, and not at each attempt’s end', async () => {
  const kinds = ['mail_staff', 'webhook'] as const
  const rig = await dispatch([call('1'), call('2')], { poll: 200, kinds })
  rig.begun[0]?.end(DELIVERED)
  await rig.pass(199)
  expect(await rig.rowsThatAre('sent')).toHaveLength(1)
  expect(rig.calls.read).toBe(1)
  await rig.pass(1)
  for (const polls of [1, 2, 3]) {
    expect(rig.calls.read).toBe(1 + polls * kinds.length)
    rig.begun[polls]?.end(DELIVERED)
    await rig.pass(199)
    expect(rig.calls.read).toBe(1 + polls * kinds.length)
    await rig.pass(1)
  }
  // What it repairs is the only thing that it writes, once for each kind, and its first look.
  expect(rig.calls.atomic).toBe(3 + kinds.length)
})

test('a row that waits longer than anything may was written under a wrong clock, and is due', async () => {
  const longest = 25 * 3_600_000
  const staff = outboxRow('3', { kind: 'mail_staff', next_at: NOW + longest + 1 })
  const rows = [
    call('1', { next_at: NOW + longest + 1 }),
    call('2', { next_at: NOW + longest }),
    staff,
  ]
  const rig = await dispatch(rows, { poll: 1000 })
  expect(rig.begun).toHaveLength(0)
  await rig.pass(1000)
  rig.begun[0]?.end(DELIVERED)
  const later = call('4', { next_at: NOW + longest + 1 })
  await put(rig.database, { outbox: [later] })
  await rig.pass(59_999)
  // It looks for such rows once a minute, and only among its own.
  expect(rig.begun.map(({ id }) => id)).toEqual(['1'])
  expect((await rig.rows()).slice(1).map(({ next_at }) => next_at)).toEqual(
    [...rows.slice(1), later].map(({ next_at }) => next_at),
  )
  await rig.pass(1)
  expect(rig.begun.map(({ id }) => id)).toEqual(['1', '4'])
})

test('a kind that may not go out rests until its time, and the others do not', async () => {
  const limits = { perAddressPerDay: 0, perHour: 0, staffIsKnown: false }
  const mail = (id: string) => call(id, { kind: 'mail_staff' })
  const rig = await dispatch([mail('1')], { kinds: ['mail_staff', 'webhook'], limits, poll: 10 })
  expect(await rig.rowsThatAre('held')).toHaveLength(1)
  await put(rig.database, { outbox: [mail('2'), call('3')] })
  rig.now += 59_999
  await rig.pass(20)
  expect(rig.begun).toHaveLength(1)
  expect(await rig.rowsThatAre('queued')).toMatchObject([{ id: '2' }])
  rig.now += 1
  await rig.pass(20)
  const held = await rig.rowsThatAre('held')
  expect(held.map(({ next_at }) => next_at)).toEqual([NOW + 120_000, NOW + 120_000])
})

test.each(['serving', 'busy'] as const)(
  'while the process is %s, the senders begin together, and then after a pause',
  async (state) => {
    let load: keyof typeof PACE_MS = state
    let begun = 0
    const deliver = async () => {
      begun += 1
      return DELIVERED
    }
    const rows = names(20).map((id) => call(id))
    const rig = await dispatch(rows, { senders: 8, poll: 60_000, deliver, load: () => load })
    await rig.pass(PACE_MS[state] - 1)
    expect(begun).toBe(8)
    await rig.passUntil(() => begun !== 8)
    expect(begun).toBe(16)
    load = 'idle'
    await rig.passUntil(() => begun === 20)
    await rig.pass(60)
    expect(await rig.rowsThatAre('sent')).toHaveLength(20)
  },
)
