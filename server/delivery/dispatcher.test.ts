/** The polling loop of a channel on a real database: what it takes, keeps, gives back and settles. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NOW } from '../testing/calls.ts'
import { call, dispatch } from '../testing/dispatch.ts'
import { until } from '../testing/outbox.ts'
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
  await until(() => rig.begun.length === 1)
  const sending = await rig.rowsThatAre('sending')
  expect(sending.map(({ id, next_at, attempts }) => [id, next_at, attempts])).toEqual(
    names(9).map((id) => [id, NOW + 90_000, 1]),
  )
  expect(rig.begun[0]).toMatchObject({ id: '008', at: NOW, customer: 'a' })
})

test('a stop gives back what was claimed and not begun, at once, and begins nothing more', async () => {
  const rig = await dispatch(
    names(20).map((id) => call(id)),
    { senders: 1 },
  )
  await until(() => rig.begun.length === 1)
  let isOver = false
  const stopped = rig.outbox.stop().then(() => {
    isOver = true
  })
  await until(async () => (await rig.rowsThatAre('sending')).length === 1)
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
  const rig = await dispatch([call('1')], { answerTimeout: 600 })
  await until(() => rig.begun.length === 1)
  const from = performance.now()
  await rig.outbox.stop()
  rig.now += 3_600_000
  // It waits so long for the answer.
  expect(performance.now() - from).toBeGreaterThan(2500)
  const next = await dispatch([], { database: rig.database, poll: 10 })
  // The lease is longer than the whole time that the other side has for its answer, and nobody renews it any more.
  next.now = NOW + 899
  await sleep(400)
  expect(next.begun).toHaveLength(0)
  expect((await rig.rows())[0]?.next_at).toBe(NOW + 900)
  next.now += 1
  await until(() => next.begun.length === 1)
  expect((await rig.rows())[0]).toMatchObject({ state: 'sending', attempts: 2 })
})

test('a lease is renewed at every third of it, for as long as its attempt lasts', async () => {
  const rig = await dispatch([call('1')], { answerTimeout: 1000, poll: 60_000 })
  await until(() => rig.begun.length === 1)
  rig.now += 60_000
  rig.failing.atomic = 1
  const [from, writes] = [performance.now(), rig.calls.atomic]
  await until(async () => (await rig.rows())[0]?.next_at === rig.now + 1500, 4000)
  // The first renewal failed: it is tried again at the next third.
  expect(performance.now() - from).toBeGreaterThan(500)
  expect(rig.calls.atomic - writes).toBe(2)
  expect(rig.logged('outbox_failed')).toMatchObject([{ level: 'warn', error: { type: 'Error' } }])
  expect(rig.begun).toHaveLength(1)
  rig.begun[0]?.end(DELIVERED)
  await until(async () => (await rig.rowsThatAre('sent')).length === 1)
  const settled = rig.calls.atomic
  await sleep(600)
  expect(rig.calls.atomic).toBe(settled)
})

test('what a process is sending it does not begin again, whatever the clock says of the lease', async () => {
  const rig = await dispatch([call('1')], { poll: 10 })
  await until(() => rig.begun.length === 1)
  rig.now += 3_600_000
  await put(rig.database, { outbox: [call('2')] })
  await until(() => rig.begun.length === 2)
  await sleep(50)
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
  await until(() => begun.length === 42, 3000)
  expect(begun.slice(-2).toSorted()).toEqual(['1', '2'])
  expect(await rig.rowsThatAre('sending')).toHaveLength(2)
  resolve(DELIVERED)
})

test('what was claimed for a destination that has become slow meanwhile is given back', async () => {
  const rows = names(3).map((id) => call(id, { destination: 'slow' }))
  const rig = await dispatch(rows, { senders: 1, poll: 60_000, mostSlowAtOnce: 1 })
  await until(async () => (await rig.rowsThatAre('queued')).length === 2)
  expect(rig.begun.map(({ id }) => id)).toEqual(['002'])
  for (const { attempts, last_error } of await rig.rowsThatAre('queued'))
    expect([attempts, last_error]).toEqual([0, GIVEN_BACK])
})

test('a backlog is settled in few commits, and not claimed further ahead than eight a sender', async () => {
  const ahead: number[] = []
  const deliver = async () => {
    ahead.push((await rig.rowsThatAre('sending')).length)
    return sleep(10, DELIVERED)
  }
  const rig = await dispatch(
    names(24).map((id) => call(id)),
    { senders: 1, deliver },
  )
  await until(async () => (await rig.rowsThatAre('sent')).length === 24)
  // One for each, if nothing were settled together.
  expect(rig.calls.atomic).toBeLessThan(18)
  expect(Math.max(...ahead)).toBe(9)
})

/** Milliseconds from a claim to the settling of what was delivered at once. */
async function settlingTime(load: keyof typeof PACE_MS): Promise<number> {
  const options = { poll: 60_000, load: () => load, deliver: async () => DELIVERED }
  const rig = await dispatch([call('1')], options)
  await until(async () => (await rig.rowsThatAre('sent')).length === 1)
  expect(rig.calls).toEqual({ atomic: 2, read: 1 })
  const [claimed = 0, settled = 0] = rig.atomicAt
  return settled - claimed
}

test('the last ones are settled at once, and together while the process is serving', async () => {
  expect(await settlingTime('serving')).toBeGreaterThan(45)
  const idle = [await settlingTime('idle'), await settlingTime('idle'), await settlingTime('idle')]
  expect(Math.min(...idle)).toBeLessThan(45)
})

test('what has nothing to do rests for a whole poll, and ends at once', async () => {
  let asked = 0
  const load = () => {
    asked += 1
    return 'idle' as const
  }
  const rig = await dispatch([], { poll: 60_000, load })
  await until(() => rig.calls.atomic === 1)
  await sleep(20)
  const before = asked
  await sleep(100)
  expect([asked, rig.calls]).toEqual([before, { atomic: 1, read: 0 }])
  const from = performance.now()
  await rig.outbox.stop()
  expect(performance.now() - from).toBeLessThan(2000)
})

test('without a free place nothing is looked for, and nothing claimed that is no backlog', async () => {
  const rig = await dispatch([call('1')], { senders: 1, poll: 5 })
  await until(() => rig.begun.length === 1)
  const { read } = rig.calls
  await put(rig.database, { outbox: [call('2')] })
  await sleep(100)
  expect([rig.calls.read, await rig.rowsThatAre('queued')]).toMatchObject([read, [{ id: '2' }]])
})

test('an attempt’s end between two polls is no reason to look for more', async () => {
  const rig = await dispatch([call('1')], { poll: 500 })
  await until(() => rig.calls.read === 2)
  rig.begun[0]?.end(DELIVERED)
  await until(async () => (await rig.rowsThatAre('sent')).length === 1)
  expect(rig.calls.read).toBe(2)
})

test('the database is asked once in each poll while nothing is due, and not at each attempt’s end', async () => {
  const kinds = ['mail_staff', 'webhook'] as const
  const rig = await dispatch([call('1')], { poll: 200, kinds })
  await until(() => rig.begun.length === 1)
  const [from, reads] = [performance.now(), rig.calls.read]
  rig.begun[0]?.end(DELIVERED)
  await until(async () => (await rig.rowsThatAre('sent')).length === 1)
  await sleep(700)
  const asked = rig.calls.read - reads
  const polls = (performance.now() - from) / 200
  expect(asked).toBeGreaterThanOrEqual(2)
  expect(asked).toBeLessThanOrEqual(2 * (polls + 1))
  // What it repairs is the only thing that it writes, once for each kind, and its first look.
  expect(rig.calls.atomic).toBe(2 + kinds.length)
})

test('a row that waits longer than anything may was written under a wrong clock, and is due', async () => {
  const longest = 25 * 3_600_000
  const staff = outboxRow('3', { kind: 'mail_staff', next_at: NOW + longest + 1 })
  const rows = [
    call('1', { next_at: NOW + longest + 1 }),
    call('2', { next_at: NOW + longest }),
    staff,
  ]
  const rig = await dispatch(rows, { poll: 10 })
  await until(() => rig.begun.length === 1)
  const later = call('4', { next_at: NOW + longest + 1 })
  await put(rig.database, { outbox: [later] })
  await sleep(50)
  // It looks for such rows once a minute, and only among its own.
  expect(rig.begun.map(({ id }) => id)).toEqual(['1'])
  expect((await rig.rows()).slice(1).map(({ next_at }) => next_at)).toEqual(
    [...rows.slice(1), later].map(({ next_at }) => next_at),
  )
})

test('a kind that may not go out rests until its time, and the others do not', async () => {
  const limits = { perAddressPerDay: 0, perHour: 0, staffIsKnown: false }
  const mail = (id: string) => call(id, { kind: 'mail_staff' })
  const rig = await dispatch([mail('1')], { kinds: ['mail_staff', 'webhook'], limits, poll: 10 })
  await until(async () => (await rig.rowsThatAre('held')).length === 1)
  await put(rig.database, { outbox: [mail('2'), call('3')] })
  await until(() => rig.begun.length === 1)
  expect(await rig.rowsThatAre('queued')).toMatchObject([{ id: '2' }])
  rig.now += 60_000
  await until(async () => (await rig.rowsThatAre('held')).length === 2)
  for (const { next_at } of await rig.rowsThatAre('held')) expect(next_at).toBe(NOW + 120_000)
})

test.each(['serving', 'busy'] as const)(
  'while the process is %s, the senders begin together, and then after a pause',
  async (state) => {
    let load: keyof typeof PACE_MS = state
    const begun: number[] = []
    const deliver = async () => {
      begun.push(performance.now())
      return DELIVERED
    }
    const rows = names(20).map((id) => call(id))
    const rig = await dispatch(rows, { senders: 8, poll: 60_000, deliver, load: () => load })
    await until(() => begun.length > 8)
    const [first = 0, eighth = 0, ninth = 0] = [begun[0], begun[7], begun[8]]
    expect(ninth - first).toBeGreaterThanOrEqual(PACE_MS[state])
    expect(eighth - first).toBeLessThan(PACE_MS[state])
    load = 'idle'
    await until(async () => (await rig.rowsThatAre('sent')).length === 20)
  },
)
