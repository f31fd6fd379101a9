/** The staff API and the webhooks together: a billing system that misses hooks and restarts ends with the same set. */
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { webhookDelivery } from '../delivery/webhook.ts'
import { newToken, pageOf } from '../testing/billing.ts'
import { startBillingSystem } from '../testing/billing-system.ts'
import { applicationsOn, everythingIn, register, suspension } from '../testing/calls.ts'
import { ENGINES, temporaryFolder } from '../testing/databases.ts'
import { channelOf, rigOn, start, until } from '../testing/outbox.ts'
import { completeEntry, startConsole } from '../testing/staff-app.ts'

const KEY = Buffer.from('sixteen characters or more')
const BY = { name: '花子', via: 'console' } as const
const ROUNDS = 12

/** The same numbers in each run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe.each(ENGINES)('with %s, a billing system', (engine) => {
  test('that misses hooks and restarts has every application in its last version', async () => {
    const staff = await startConsole({ engine })
    const api = await staff.app.listen({ host: '127.0.0.1', port: 0 })
    const billing = await startBillingSystem({
      file: join(temporaryFolder(), 'billing.json'),
      key: KEY,
      api,
      token: await newToken(staff),
      misses: { forgets: 30, fails: 30 },
      random: seeded(20_261_122),
    })
    onTestFinished(() => billing.close())
    const rig = await rigOn(staff.database)
    const calls = webhookDelivery({ url: billing.url, keys: [KEY] })
    start(rig, { channels: [channelOf(['webhook'], calls)] })
    const notices = { staffMail: '', webhookUrl: billing.url }
    const applications = applicationsOn(staff.database, { clock: Date.now, notices })

    for (let round = 0; round < ROUNDS; round += 1) {
      const [entry, { reference }] = await Promise.all([
        completeEntry(applications),
        applications.consent(suspension(`C-${round % 5}`)),
        applications.register(register()),
      ])
      if (round % 3 === 0)
        await staff.staffApplications.changeStatus({ reference, by: BY, note: '', to: 'rejected' })
      if (round % 4 === 0) await staff.staffApplications.erase({ reference: entry, by: BY })
      if (round % 5 === 1) await billing.poll()
      if (round % 5 === 3) billing.restart()
    }
    await until(() => billing.hooks.taken > 3 && billing.hooks.missed > 3)
    billing.restart()
    await billing.poll()

    const stored = await everythingIn(staff.database)
    const complete = stored.applications.filter(({ state }) => state === 'complete')
    expect(complete).toHaveLength(2 * ROUNDS)
    const { versions } = billing.saved()
    expect(Object.keys(versions).toSorted()).toEqual(
      complete.map(({ reference }) => reference).toSorted(),
    )
    const token = await newToken(staff, { name: 'その後' })
    for (const { reference, version } of (await pageOf(staff, token)).applications)
      expect([reference, versions[reference]]).toEqual([reference, version])
    expect((await pageOf(staff, token, '?unacknowledged=true')).applications).toEqual([])
    expect(billing.hooks.forged).toBe(0)
  }, 60_000)
})
