import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { heldMail, NEVER } from '../store/queries/outbox.ts'
import { summariesOf } from '../store/queries/stored-applications.ts'
import { applicationsOn, everythingIn, suspension } from '../testing/calls.ts'
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

  test('holds the fourth mail to a mailbox until a day has passed, and never the first to another', async () => {
    const rig = await rigOn(await openEmpty(engine))
    for (const email of ['a@b.jp', 'A+1@b.jp', 'a+2@B.jp', 'A@b.jp', 'other@b.jp'])
      await complete(rig.database, email)
    const sent: string[] = []
    start(rig, { limits, channels: [collect('mail_applicant', 'recipient', sent)] })
    await until(() => sent.length === 4)
    await until(async () => (await states(rig)).includes('mail_applicant held'))
    // Of those that came before, the newest.
    expect(sent.toSorted()).toEqual(['A+1@b.jp', 'A@b.jp', 'a+2@B.jp', 'other@b.jp'])
    rig.offset = 86_400_000 + 1000
    await until(() => sent.length === 5)
    expect(sent.at(-1)).toBe('a@b.jp')
  })

  test('lets the first mail to each mailbox go although the hour is full, and holds the second', async () => {
    const rig = await rigOn(await openEmpty(engine))
    const sent: string[] = []
    for (const email of ['a@b.jp', 'c@b.jp', 'd@b.jp']) await complete(rig.database, email)
    start(rig, {
      limits: { ...limits, perHour: 1 },
      channels: [collect('mail_applicant', 'recipient', sent)],
    })
    await until(() => sent.length === 3)
    await complete(rig.database, 'a@b.jp')
    await until(async () => (await states(rig)).includes('mail_applicant held'))
    rig.offset = 3_601_000
    await until(() => sent.length === 4)
    expect(sent.at(-1)).toBe('a@b.jp')
  })

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

  test('leaves to staff what a limit has kept for days', async () => {
    const rig = await rigOn(await openEmpty(engine))
    const at = Date.now() - 3 * 86_400_000
    for (let i = 0; i < 4; i++) await complete(rig.database, 'victim@b.jp', { at })
    const sent: string[] = []
    start(rig, { limits, channels: [collect('mail_applicant', 'recipient', sent)] })
    await until(async () => (await states(rig)).includes('mail_applicant held'))
    const { outbox } = await everythingIn(rig.database)
    const held = outbox.filter(({ state }) => state === 'held')
    expect(held).toMatchObject([
      { next_at: NEVER, last_error: expect.stringContaining('中止しました') },
    ])
  })

  test('without limits and with nobody named, applicants have their mail all the same', async () => {
    const rig = await rigOn(await openEmpty(engine))
    await complete(rig.database, 'p@example.jp')
    start(rig, { limits: { ...NO_LIMITS, staffIsKnown: false } })
    await until(async () => (await states(rig)).includes('mail_staff held'))
    await until(async () => (await states(rig)).includes('mail_applicant sent'))
  })

  test('holds mails to staff while nobody is named, and beyond so many an hour', async () => {
    const rig = await rigOn(await openEmpty(engine))
    const sent: string[] = []
    const channels = [collect('mail_staff', 'id', sent)]
    const applications = applicationsOn(rig.database, { clock: Date.now })
    for (const customer of ['C1', 'C2', 'C3']) await applications.consent(suspension(customer))
    const first = start(rig, { limits: { ...NO_LIMITS, staffIsKnown: false }, channels })
    await until(async () => (await states(rig)).includes('mail_staff held'))
    expect(sent).toEqual([])
    await first.stop()
    rig.offset = 61_000
    const second = start(rig, { limits: { ...NO_LIMITS, perHour: 2 }, channels })
    await until(() => sent.length === 2)
    await until(async () => (await states(rig)).includes('mail_staff held'))
    // A worker rests for as long as its own time takes, whatever a clock says.
    await second.stop()
    rig.offset += 3_600_000
    start(rig, { limits: { ...NO_LIMITS, perHour: 2 }, channels })
    await until(() => sent.length === 3)
    expect(new Set(sent).size).toBe(3)
  })
})
