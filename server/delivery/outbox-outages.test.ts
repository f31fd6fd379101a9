/** What a relay that refuses the desk, a clock, a pause of the process or an upgrade under way do to mails that wait: nothing. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/tokyo-time.ts'
import { databaseClock } from '../store/queries/outbox.ts'
import { everythingIn } from '../testing/calls.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../testing/databases.ts'
import { complete, type Rig, rigOn, start, until } from '../testing/outbox.ts'

const RELAY_DENIED = '554 5.7.1 <taro@example.jp>: Relay access denied'
const outboxOf = async ({ database }: Rig) => (await everythingIn(database)).outbox
const allSent = async (rig: Rig) => (await outboxOf(rig)).every(({ state }) => state === 'sent')

describe.each(ENGINES)('mails that wait on %s', (engine) => {
  test('outlast a relay that denies them at the recipient, which is told at once', async () => {
    const rig = await rigOn(await openEmpty(engine))
    rig.server.refuseWith(RELAY_DENIED)
    for (let i = 0; i < 5; i++) await complete(rig.database, `p${i}@example.jp`)
    // A day passes between any two of its attempts.
    const outbox = start(rig)
    for (let days = 1; days <= 3; days++) {
      rig.offset = days * DAY_MS
      await sleep(1500)
    }
    expect(rig.logged()).toMatch(/"level":"warn".*"event":"delivery_outage".*"code":550/)
    expect(outbox.outageSeconds()).toBeGreaterThan(3)
    for (const row of await outboxOf(rig))
      expect(row).toMatchObject({ state: 'queued', backoff_ms: 0 })
    rig.server.mood('accept')
    // An attempt that was under way as the day passed waits from its end on: time has to go on.
    await until(() => {
      rig.offset += MINUTE_MS
      return allSent(rig)
    })
    expect(outbox.outageSeconds()).toBe(0)
  })

  test('outlast a start under a clock ten years ahead, and five days without a process', async () => {
    const rig = await rigOn(await openEmpty(engine))
    rig.server.mood(421)
    for (let i = 0; i < 6; i++)
      await complete(rig.database, `p${i}@example.jp`, { at: Date.now() - 5.5 * DAY_MS })
    rig.offset = 3650 * DAY_MS
    const first = start(rig)
    await sleep(2500)
    for (const row of await outboxOf(rig)) expect(row.state).toBe('queued')
    await first.stop()
    rig.offset = 0
    rig.server.mood('accept')
    start(rig)
    await until(() => allSent(rig))
    expect(rig.server.mails).toHaveLength(12)
  })
})

test('processes whose clocks are a minute apart send one copy of what is slow, on PostgreSQL', async () => {
  const url = await emptyDatabase('postgres')
  const rig = await rigOn(await openForTest(url))
  const ahead = { ...rig, database: await openForTest(url), offset: 60_000 }
  rig.server.delay('mail', () => 3000)
  for (let i = 0; i < 4; i++) await complete(rig.database, `p${i}@example.jp`)
  // A lease lasts six seconds.
  start(rig, { databaseClock })
  await until(() => rig.server.mails.length >= 8)
  // All are under way, and their leases are over by the other one's clock.
  start(ahead, { databaseClock })
  for (let i = 4; i < 8; i++) await complete(ahead.database, `p${i}@example.jp`)
  await until(() => allSent(rig), 30_000)
  const ids = rig.server.mails.map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([16, 16])
})
