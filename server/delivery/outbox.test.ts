import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { countFailed, NEVER } from '../store/queries/outbox.ts'
import { applicationsOn, everythingIn, suspension } from '../testing/calls.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../testing/databases.ts'
import { complete, rigOn, sentTo, start, states, until } from '../testing/outbox.ts'
import { sendAllAgain } from './send-again.ts'

describe.each(ENGINES)('the outbox on %s', (engine) => {
  test('sends what a completed application promised at once, and once, under its own id', async () => {
    const rig = await rigOn(await openEmpty(engine))
    start(rig, { poll: 500 })
    await complete(rig.database, 'taro@example.jp')
    await until(() => rig.server.mails.length === 2, 5000)
    expect(sentTo(rig).sort()).toEqual(['staff@example.jp', 'taro@example.jp'])
    await until(async () => (await states(rig)).every((state) => state.endsWith(' sent')))
    const ids = (await everythingIn(rig.database)).outbox.map(({ id }) => `${id}@example.jp`)
    expect(rig.server.mails.map(({ messageId }) => messageId).sort()).toEqual(ids.sort())
    await sleep(1200)
    expect(rig.server.mails).toHaveLength(2)
  })

  test('tells staff alone where the applicant has no address', async () => {
    const rig = await rigOn(await openEmpty(engine))
    start(rig)
    await applicationsOn(rig.database, { clock: Date.now }).consent(suspension('C123'))
    await until(() => rig.server.mails.length === 1)
    expect(sentTo(rig)).toEqual(['staff@example.jp'])
  })

  test.each(['silent', 451] as const)(
    'delivers everything after the server was %s for a while',
    async (mood) => {
      const rig = await rigOn(await openEmpty(engine))
      rig.server.mood(mood)
      start(rig)
      await complete(rig.database, 'taro@example.jp')
      await until(async () =>
        (await everythingIn(rig.database)).outbox.some((row) => row.last_error !== null),
      )
      rig.server.mood('accept')
      // Again and again: an attempt that was under way at the jump pauses from the new time on.
      await until(() => {
        rig.offset += 3_600_000
        return rig.server.mails.length === 2
      })
      expect(sentTo(rig).sort()).toEqual(['staff@example.jp', 'taro@example.jp'])
    },
  )

  test('shows what was refused as failed, stops trying after days of attempts, and tries again when told', async () => {
    const rig = await rigOn(await openEmpty(engine))
    rig.server.mood(550)
    start(rig)
    await applicationsOn(rig.database, { clock: Date.now }).consent(suspension('C123'))
    const row = async () => (await everythingIn(rig.database)).outbox[0]
    for (let attempt = 1; attempt <= 8; attempt++) {
      await until(
        async () => (await row())?.attempts === attempt && (await row())?.state === 'failed',
      )
      // Longer than the longest of its pauses.
      rig.offset += 1.3 * 86_400_000
    }
    expect((await row())?.last_error).toMatch(/550/)
    expect(await rig.database.read(countFailed)).toBe(1)
    expect((await row())?.next_at).toBe(NEVER)
    await sleep(100)
    expect((await row())?.attempts).toBe(8)

    rig.server.mood('accept')
    const changed = await sendAllAgain(rig.database, Date.now)
    expect(changed).toBe(1)
    await until(() => rig.server.mails.length === 1)
  })

  test('two processes on one database send everything once', async () => {
    const url = await emptyDatabase(engine)
    const [one, two] = [await openForTest(url), await openForTest(url)]
    const rig = await rigOn(one)
    for (let i = 0; i < 30; i++) await complete(one, `p${i}@example.jp`)
    start(rig)
    start({ ...rig, database: two })
    await until(async () => (await states(rig)).every((state) => state.endsWith(' sent')), 15_000)
    const ids = rig.server.mails.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(60)
    expect(new Set(ids).size).toBe(60)
  })
})
