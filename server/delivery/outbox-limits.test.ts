import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { heldMail, NEVER } from '../store/queries/outbox.ts'
import { summariesOf } from '../store/queries/stored-applications.ts'
import { everythingIn } from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { channelOf, complete, NO_LIMITS, rigOn, start, states, until } from '../testing/outbox.ts'
import { telling } from './channel.ts'
import { sendAllAgain } from './send-again.ts'

describe.each(ENGINES)('the limits of the outbox on %s', (engine) => {
  const limits = { ...NO_LIMITS, perAddressPerDay: 3, perHour: 4 }
  /** Takes whatever is to be sent, and writes down who or what it was. */
  const collect = (kind: 'mail_applicant' | 'mail_staff', part: 'recipient' | 'id', to: string[]) =>
    channelOf(
      [kind],
      telling(summariesOf, async (row) => {
        to.push(row[part])
        return { status: 'delivered' }
      }),
    )

  test('sends the mail of the applicant at once, whatever one stranger did with the address', async () => {
    const rig = await rigOn(await openEmpty(engine))
    const sent: string[] = []
    for (let i = 0; i < 57; i++)
      await complete(rig.database, `victim+${i}@b.jp`, { sender: '203.0.113.9' })
    start(rig, { limits, channels: [collect('mail_applicant', 'recipient', sent)] })
    const rows = async () => (await everythingIn(rig.database)).outbox
    const waiting = async () => (await rows()).filter(({ state }) => state === 'held')
    await until(async () => sent.length + (await waiting()).length === 57)
    expect(sent).toHaveLength(3)
    // The newest few wait for their turn; the rest is left to staff.
    const held = (await waiting()).sort((a, b) => (a.id < b.id ? 1 : -1))
    expect(held.filter(({ next_at }) => next_at < NEVER)).toEqual(held.slice(0, 5))
    expect(held.at(-1)?.last_error).toContain('新しいものだけ')
    expect((await rig.database.read(heldMail)).count).toBe(5)

    await complete(rig.database, 'victim@b.jp', { sender: '192.0.2.1' })
    await until(() => sent.includes('victim@b.jp'), 5000)

    // What was left to staff can still be sent by them.
    const [oldest] = held.slice(-1)
    expect(await sendAllAgain(rig.database, Date.now, oldest?.id)).toBe(1)
    await until(() => sent.includes(oldest?.recipient ?? 'none'))
  })

  test('sends the mail of the applicant within minutes, whatever strangers did from everywhere', async () => {
    const rig = await rigOn(await openEmpty(engine))
    const sent: string[] = []
    for (let i = 0; i < 30; i++)
      await complete(rig.database, 'victim@b.jp', { sender: `203.0.113.${i}` })
    start(rig, {
      limits: { ...limits, perHour: 0 },
      channels: [collect('mail_applicant', 'recipient', sent)],
    })
    await until(async () => (await rig.database.read(heldMail)).count === 5)
    await until(() => sent.length === 12)
    await complete(rig.database, 'Victim@b.jp', { sender: '192.0.2.1' })
    await sleep(200)
    expect(sent).toHaveLength(12)
    rig.offset = 10 * 60_000 + 1000
    await until(() => sent.length === 13)
    expect(sent.at(-1)).toBe('Victim@b.jp')
  })

  test('without limits and with nobody named, applicants have their mail all the same', async () => {
    const rig = await rigOn(await openEmpty(engine))
    await complete(rig.database, 'p@example.jp')
    start(rig, { limits: { ...NO_LIMITS, staffIsKnown: false } })
    await until(async () => (await states(rig)).includes('mail_staff held'))
    await until(async () => (await states(rig)).includes('mail_applicant sent'))
  })
})
