/** What the polling loop does when the other side, the database or the program itself fails. */
import { expect, test } from 'vitest'
import { NOW } from '../testing/calls.ts'
import { call, dispatch } from '../testing/dispatch.ts'
import { put } from '../testing/rows.ts'

const DELIVERED = { status: 'delivered' } as const
const DOWN = { status: 'unreachable', reason: 'down' } as const
const LATER = { status: 'postponed', reason: 'later' } as const
/** The longest first pause of a row and of an outage. */
const PAUSE_MS = 2500

test('a way out that is down is tried by one row at a time, after pauses, and no row counts an attempt as its failure', async () => {
  const rig = await dispatch([call('1'), call('2'), call('3')], { senders: 2, poll: 10 })
  expect(rig.begun).toHaveLength(2)
  await rig.pass(1)
  for (const { end } of rig.begun) end({ ...DOWN, code: 'ECONNREFUSED' })
  await rig.pass(50)
  expect(await rig.rowsThatAre('queued')).toMatchObject([
    { attempts: 1, backoff_ms: 0, last_error: 'down' },
    { attempts: 1, backoff_ms: 0, last_error: 'down' },
    { attempts: 0 },
  ])
  expect(rig.logged('delivery_outage')).toMatchObject([
    { level: 'warn', kind: 'webhook', code: 'ECONNREFUSED' },
  ])
  rig.now += PAUSE_MS
  await rig.pass(900)
  expect(rig.begun).toHaveLength(2)
  expect(rig.outbox.outageSeconds()).toBeCloseTo(0.95, 1)
  await rig.pass(350)
  expect(rig.begun).toHaveLength(3)
  // Not one that has just failed: each has its turn.
  expect(rig.begun[2]?.id).toBe('3')
  rig.begun[2]?.end(DOWN)
  await rig.pass(1)
  rig.now += PAUSE_MS
  await rig.pass(1900)
  expect(rig.begun).toHaveLength(3)
  await rig.pass(600)
  expect(rig.begun).toHaveLength(4)
  // Whatever answers is no outage.
  rig.begun[3]?.end(LATER)
  await rig.pass(20)
  expect(rig.begun).toHaveLength(6)
  expect(rig.outbox.outageSeconds()).toBe(0)
  expect(rig.logged('delivery_outage_over')).toMatchObject([{ kind: 'webhook', seconds: 4 }])
  expect(rig.logged('delivery_outage')).toHaveLength(1)
})

test('an attempt that hangs does not keep an outage from being seen to end', async () => {
  const rig = await dispatch([call('1'), call('2'), call('3')], { senders: 2, poll: 10 })
  await rig.pass(1)
  rig.begun[1]?.end(DOWN)
  await rig.pass(1)
  rig.now += PAUSE_MS
  await rig.pass(1300)
  expect(rig.begun).toHaveLength(3)
  rig.begun[2]?.end(DELIVERED)
  await rig.pass(20)
  expect(rig.begun).toHaveLength(4)
})

test('what cannot be reached while others got through has had its attempt, and nobody else waits', async () => {
  const rig = await dispatch([call('1'), call('2'), call('3')], { senders: 2, poll: 10 })
  expect(rig.begun).toHaveLength(2)
  rig.begun[0]?.end(DELIVERED)
  await rig.pass(10)
  expect(rig.begun).toHaveLength(3)
  const [, alone, third] = rig.begun
  alone?.end(DOWN)
  await rig.pass(50)
  expect(await rig.rowsThatAre('queued')).toMatchObject([{ id: alone?.id, attempts: 1 }])
  await put(rig.database, { outbox: [call('4')] })
  await rig.pass(10)
  expect(rig.begun).toHaveLength(4)
  third?.end(DELIVERED)
})

test('an outage is told by what began after the last success, and not ended by what began before', async () => {
  const rig = await dispatch([call('1'), call('2')], { senders: 2, poll: 10 })
  rig.begun[0]?.end(DELIVERED)
  await rig.pass(10)
  await put(rig.database, { outbox: [call('3')] })
  await rig.pass(10)
  const [, before, after] = rig.begun
  after?.end(DOWN)
  before?.end(DOWN)
  await rig.pass(60)
  expect(await rig.rowsThatAre('queued')).toHaveLength(2)
  const waits = Object.fromEntries((await rig.rows()).map((row) => [row.id, row.backoff_ms > 0]))
  expect(waits).toMatchObject({ [String(before?.id)]: true, [String(after?.id)]: false })
  await put(rig.database, { outbox: [call('4')] })
  await rig.pass(60)
  expect(rig.begun).toHaveLength(3)
})

test('what was under way as the way out went down has had no failure of its own either', async () => {
  const rig = await dispatch([call('1'), call('2')], { poll: 10 })
  for (const { end } of rig.begun) {
    await rig.pass(10)
    end(DOWN)
  }
  await rig.pass(10)
  expect(await rig.rowsThatAre('queued')).toMatchObject([{ backoff_ms: 0 }, { backoff_ms: 0 }])
})

test('what a channel throws is a mistake in the log, and an answer that did not come', async () => {
  const rig = await dispatch([call('1')], {
    answerTimeout: 1000,
    poll: 60_000,
    deliver: () => Promise.reject(new TypeError('0312345678')),
  })
  expect(await rig.rows()).toMatchObject([
    {
      state: 'sending',
      unknown_answers: 1,
      next_at: NOW + 1500,
      last_error: 'プログラムの誤りです。ログを確認してください',
    },
  ])
  expect(rig.logged('outbox_mistake')).toMatchObject([
    { level: 'error', id: '1', error: { type: 'TypeError' } },
  ])
  expect(rig.logged('outbox_attempt')).toMatchObject([
    { level: 'info', id: '1', kind: 'webhook', attempt: 1, outcome: 'unknown' },
  ])
})

test('what was sent is written down once the database takes it again, and not sent again meanwhile', async () => {
  const rig = await dispatch([call('1'), call('2')], { poll: 10 })
  expect(rig.begun).toHaveLength(2)
  rig.failing.atomic = 1
  const [first, second] = rig.begun
  first?.end(DELIVERED)
  await rig.pass(0)
  expect(rig.logged('outbox_unsettled')).toMatchObject([
    { level: 'error', error: { type: 'Error' } },
  ])
  const { atomic } = rig.calls
  await rig.pass(100)
  expect(rig.calls.atomic).toBe(atomic)
  rig.now += 3_600_000
  second?.end(DELIVERED)
  await rig.pass(10)
  expect(await rig.rowsThatAre('sent')).toHaveLength(2)
  expect(rig.begun).toHaveLength(2)
})

test('a database that does not answer is asked again after a pause', async () => {
  const rig = await dispatch([], { poll: 10 })
  rig.failing.read = 1
  await rig.pass(10)
  expect(rig.logged('outbox_failed')).toMatchObject([{ level: 'warn', error: { type: 'Error' } }])
  await put(rig.database, { outbox: [call('1')] })
  await rig.pass(1999)
  expect(rig.calls.read).toBe(2)
  await rig.pass(1)
  expect(rig.begun).toHaveLength(1)
})

test('what cannot be read is not claimed, and goes out once it can be', async () => {
  const rig = await dispatch([call('1')], { poll: 10, unreadable: 1 })
  expect(rig.logged('outbox_failed')).toMatchObject([{ level: 'warn', error: { type: 'Error' } }])
  expect(await rig.rows()).toMatchObject([{ state: 'queued', attempts: 0 }])
  await rig.pass(2010)
  expect(rig.begun).toHaveLength(1)
})
