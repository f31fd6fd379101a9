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
  expect([rig.calls.atomic - writes, rig.logged('outbox_failed').length]).toEqual([2, 1])
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
  const rig = await dispatch([call('1'), call('2')], { senders: 1, poll: 60_000 })
  await until(() => rig.begun.length === 2)
})

test('what was claimed for a destination that has become slow meanwhile is given back', async () => {
  const rows = names(3).map((id) => call(id, { destination: 'slow' }))
  const rig = await dispatch(rows, { senders: 1, poll: 60_000, mostSlowAtOnce: 1 })
  await until(async () => (await rig.rowsThatAre('queued')).length === 2)
  expect(rig.begun.map(({ id }) => id)).toEqual(['002'])
  for (const { attempts, last_error } of await rig.rowsThatAre('queued'))
    expect([attempts, last_error]).toEqual([0, GIVEN_BACK])
})

test('a backlog is settled and claimed in few commits', async () => {
  const rig = await dispatch(
    names(60).map((id) => call(id)),
    { senders: 2, deliver: () => sleep(1, DELIVERED) },
  )
  await until(async () => (await rig.rowsThatAre('sent')).length === 60)
  // Eighteen are claimed at once; without that and the pause between two commits they would be thirty or more.
  expect(rig.calls.atomic).toBeLessThan(15)
})

test('the last ones are settled at once', async () => {
  const rig = await dispatch([call('1')], { poll: 60_000, deliver: async () => DELIVERED })
  await until(async () => (await rig.rowsThatAre('sent')).length === 1)
  expect([rig.calls.atomic, rig.calls.read]).toEqual([2, 1])
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
