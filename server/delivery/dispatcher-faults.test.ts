/** What the polling loop does when the other side, the database or the program itself fails. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '../store/interface.ts'
import { query } from '../store/statement.ts'
import { NOW } from '../testing/calls.ts'
import { call, dispatch } from '../testing/dispatch.ts'
import { until } from '../testing/outbox.ts'
import { applicationRow, put } from '../testing/rows.ts'

const DELIVERED = { status: 'delivered' } as const
const DOWN = { status: 'unreachable', reason: 'down' } as const
const LATER = { status: 'postponed', reason: 'later' } as const
const GIVEN_BACK = '送信を始める前に戻しました'
/** The longest first pause of a row and of the way out. */
const PAUSE_MS = 2500

test('a way out that is down is probed with one row at a time, and no row counts an attempt', async () => {
  const rig = await dispatch([call('1'), call('2'), call('3')], { senders: 1, poll: 10 })
  await until(() => rig.begun.length === 1)
  rig.begun[0]?.end(DOWN)
  await until(async () => (await rig.rowsThatAre('queued')).length === 3)
  const reasons = (await rig.rows()).map(({ attempts, last_error }) => [attempts, last_error])
  expect(reasons).toEqual([
    [0, GIVEN_BACK],
    [0, GIVEN_BACK],
    [0, 'down'],
  ])
  await sleep(50)
  expect(rig.begun).toHaveLength(1)
  rig.now += PAUSE_MS
  await until(() => rig.begun.length === 2)
  await sleep(50)
  expect(await rig.rowsThatAre('sending')).toHaveLength(1)
  rig.begun[1]?.end(DOWN)
  await until(async () => (await rig.rowsThatAre('queued')).length === 3)
  rig.now += PAUSE_MS
  await until(() => rig.begun.length === 3)
  // Whatever answers is no outage.
  rig.begun[2]?.end(LATER)
  await until(() => rig.begun.length === 4)
  rig.begun[3]?.end(DELIVERED)
  await until(() => rig.begun.length === 5)
})

test('what cannot be reached while others got through has had its attempt, and nobody else waits', async () => {
  const rig = await dispatch([call('1'), call('2'), call('3')], { senders: 2, poll: 10 })
  await until(() => rig.begun.length === 2)
  rig.begun[0]?.end(DELIVERED)
  await until(() => rig.begun.length === 3)
  const [, alone, third] = rig.begun
  alone?.end(DOWN)
  await until(async () => (await rig.rowsThatAre('queued')).length === 1)
  expect(await rig.rowsThatAre('queued')).toMatchObject([{ id: alone?.id, attempts: 1 }])
  await put(rig.database, { outbox: [call('4')] })
  await until(() => rig.begun.length === 4)
  third?.end(DELIVERED)
})

test('an outage is told by what began after the last success, and not ended by what began before', async () => {
  const rig = await dispatch([call('1'), call('2'), call('3')], { senders: 2, poll: 10 })
  await until(() => rig.begun.length === 2)
  rig.begun[0]?.end(DELIVERED)
  await until(() => rig.begun.length === 3)
  const [, before, after] = rig.begun
  after?.end(DOWN)
  before?.end(DOWN)
  await until(async () => (await rig.rowsThatAre('queued')).length === 2)
  const attempts = Object.fromEntries((await rig.rows()).map((row) => [row.id, row.attempts]))
  expect(attempts).toMatchObject({ [String(before?.id)]: 1, [String(after?.id)]: 0 })
  await put(rig.database, { outbox: [call('4')] })
  await sleep(50)
  expect(rig.begun).toHaveLength(3)
})

test('a destination that keeps failing is left alone, and then probed by one attempt', async () => {
  const rows = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((id) =>
    call(id, { destination: 'failing' }),
  )
  const rig = await dispatch(rows, { senders: 2, poll: 10 })
  // Four times the senders.
  for (let nth = 0; nth < 8; nth += 1) {
    await until(() => rig.begun.length > nth)
    rig.begun[nth]?.end(LATER)
  }
  await until(async () => (await rig.rowsThatAre('queued')).length >= 8)
  await sleep(50)
  // The second sender was at work as the eighth failed.
  const begun = rig.begun.length
  expect(begun).toBeLessThanOrEqual(9)
  rig.begun[8]?.end(LATER)
  rig.now += PAUSE_MS
  await until(() => rig.begun.length === begun + 1)
  await sleep(50)
  expect(rig.begun).toHaveLength(begun + 1)
})

test('what a channel throws is a mistake in the log, and an answer that did not come', async () => {
  const rig = await dispatch([call('1')], {
    answerTimeout: 1000,
    poll: 60_000,
    deliver: () => Promise.reject(new TypeError('0312345678')),
  })
  await until(async () => (await rig.rows())[0]?.unknown_answers === 1)
  expect(await rig.rows()).toMatchObject([
    {
      state: 'sending',
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
  await until(() => rig.begun.length === 2)
  rig.failing.atomic = 1
  const [first, second] = rig.begun
  first?.end(DELIVERED)
  await until(() => rig.logged('outbox_unsettled').length === 1)
  expect(rig.logged('outbox_unsettled')).toMatchObject([
    { level: 'error', error: { type: 'Error' } },
  ])
  const { atomic } = rig.calls
  await sleep(100)
  expect(rig.calls.atomic).toBe(atomic)
  rig.now += 3_600_000
  second?.end(DELIVERED)
  await until(async () => (await rig.rowsThatAre('sent')).length === 2)
  expect(rig.begun).toHaveLength(2)
})

test('a database that does not answer is asked again after a pause', async () => {
  const rig = await dispatch([], { poll: 10 })
  await until(() => rig.calls.read > 0)
  rig.failing.read = 1
  await until(() => rig.logged('outbox_failed').length === 1)
  expect(rig.logged('outbox_failed')).toMatchObject([{ level: 'warn', error: { type: 'Error' } }])
  const [from, { read }] = [performance.now(), rig.calls]
  await put(rig.database, { outbox: [call('1')] })
  await sleep(100)
  expect(rig.calls.read).toBe(read)
  await until(() => rig.begun.length === 1, 5000)
  expect(performance.now() - from).toBeGreaterThan(1000)
})

test('what was claimed and could not be read is given back, and sent later', async () => {
  const fail = () => Promise.reject(new Error('as the test asked'))
  const rig = await dispatch([call('1')], { poll: 10, beforeFirstRead: fail })
  await until(async () => (await rig.rows())[0]?.last_error === GIVEN_BACK)
  expect(rig.logged('outbox_failed')).toMatchObject([{ level: 'warn', error: { type: 'Error' } }])
  expect(await rig.rows()).toMatchObject([{ state: 'queued', attempts: 0 }])
  rig.now += PAUSE_MS
  await until(() => rig.begun.length === 1)
})

test('what was erased between its claim and its reading is forgotten', async () => {
  const rig = await dispatch([call('1')], { poll: 10, beforeFirstRead: erase })
  await until(async () => (await rig.rows()).length === 0)
  await put(rig.database, { applications: [applicationRow('a')], outbox: [call('1')] })
  await until(() => rig.begun.length === 1)
})

async function erase(database: Database): Promise<void> {
  await database.atomic(async (tx) => {
    await tx.run(query((db) => db.deleteFrom('outbox')))
    await tx.run(query((db) => db.deleteFrom('applications')))
  })
}
