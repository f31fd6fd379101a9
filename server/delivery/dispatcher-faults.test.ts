/** What the polling loop does when the other side, the database or the program itself fails. */
import { expect, test } from 'vitest'
import type { Database } from '../store/database.ts'
import { query } from '../store/statement.ts'
import { NOW } from '../testing/calls.ts'
import { call, dispatch } from '../testing/dispatch.ts'
import { applicationRow, put } from '../testing/rows.ts'

const DELIVERED = { status: 'delivered' } as const
const DOWN = { status: 'unreachable', reason: 'down' } as const
const LATER = { status: 'postponed', reason: 'later' } as const
const GIVEN_BACK = '送信を始める前に戻しました'
/** The longest first pause of a row and of the way out. */
const PAUSE_MS = 2500

test('a way out that is down is probed with one row at a time, and no row counts an attempt', async () => {
  const rig = await dispatch([call('1'), call('2'), call('3')], { senders: 1, poll: 10 })
  expect(rig.begun).toHaveLength(1)
  rig.begun[0]?.end(DOWN)
  await rig.pass(50)
  const rows = await rig.rows()
  expect(rows.map((row) => [row.state, row.attempts, row.last_error])).toEqual([
    ['queued', 0, GIVEN_BACK],
    ['queued', 0, GIVEN_BACK],
    ['queued', 0, 'down'],
  ])
  expect(rig.begun).toHaveLength(1)
  rig.now += PAUSE_MS
  await rig.pass(50)
  expect(rig.begun).toHaveLength(2)
  expect(await rig.rowsThatAre('sending')).toHaveLength(1)
  rig.begun[1]?.end(DOWN)
  await rig.pass(50)
  expect(await rig.rowsThatAre('queued')).toHaveLength(3)
  rig.now += PAUSE_MS
  await rig.pass(50)
  expect(rig.begun).toHaveLength(3)
  // Whatever answers is no outage.
  rig.begun[2]?.end(LATER)
  await rig.pass(10)
  expect(rig.begun).toHaveLength(4)
  rig.begun[3]?.end(DELIVERED)
  await rig.pass(10)
  expect(rig.begun).toHaveLength(5)
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
  const attempts = Object.fromEntries((await rig.rows()).map((row) => [row.id, row.attempts]))
  expect(attempts).toMatchObject({ [String(before?.id)]: 1, [String(after?.id)]: 0 })
  await put(rig.database, { outbox: [call('4')] })
  await rig.pass(60)
  expect(rig.begun).toHaveLength(3)
})

test('what was under way as the way out went down has had no attempt either', async () => {
  const rig = await dispatch([call('1'), call('2')], { poll: 10 })
  for (const { end } of rig.begun) {
    await rig.pass(10)
    end(DOWN)
  }
  await rig.pass(10)
  expect(await rig.rowsThatAre('queued')).toMatchObject([{ attempts: 0 }, { attempts: 0 }])
})

test('a destination that keeps failing is left alone, and then probed by one attempt', async () => {
  const rows = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((id) =>
    call(id, { destination: 'failing' }),
  )
  const rig = await dispatch(rows, { senders: 2, poll: 10 })
  // Four times the senders; the second sender is at work as the eighth fails.
  for (let nth = 0; nth < 8; nth += 1) {
    await rig.pass(1)
    rig.begun[nth]?.end(LATER)
  }
  await rig.pass(60)
  expect([rig.begun.length, (await rig.rowsThatAre('queued')).length]).toEqual([9, 9])
  rig.begun[8]?.end(LATER)
  rig.now += PAUSE_MS
  await rig.pass(60)
  expect(rig.begun).toHaveLength(10)
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
  expect(rig.calls.read).toBe(1)
  await rig.pass(1)
  expect(rig.begun).toHaveLength(1)
})

test('what was claimed and could not be read is given back, and sent later', async () => {
  const fail = () => Promise.reject(new Error('as the test asked'))
  const rig = await dispatch([call('1')], { poll: 10, beforeFirstRead: fail })
  expect(rig.logged('outbox_failed')).toMatchObject([{ level: 'warn', error: { type: 'Error' } }])
  await rig.pass(10)
  expect(await rig.rows()).toMatchObject([{ state: 'queued', attempts: 0, last_error: GIVEN_BACK }])
  rig.now += PAUSE_MS
  await rig.pass(10)
  expect(rig.begun).toHaveLength(1)
})

test('what was erased between its claim and its reading is forgotten', async () => {
  const rig = await dispatch([call('1')], { poll: 10, beforeFirstRead: erase })
  expect(await rig.rows()).toEqual([])
  await put(rig.database, { applications: [applicationRow('a')], outbox: [call('1')] })
  await rig.pass(10)
  expect(rig.begun).toHaveLength(1)
})

async function erase(database: Database): Promise<void> {
  await database.atomic(async (tx) => {
    await tx.run(query((db) => db.deleteFrom('outbox')))
    await tx.run(query((db) => db.deleteFrom('applications')))
  })
}
