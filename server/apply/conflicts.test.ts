/** Calls of two processes that each have read before the other wrote. SQLite runs one transaction after the other. */
import { describe, expect, test } from 'vitest'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  register,
  suspension,
} from '../testing/calls.ts'
import { emptyDatabase, openForTest, POSTGRES } from '../testing/databases.ts'
import { behindLock } from '../testing/raw-sql.ts'

const taken = { status: 'fulfilled', value: { replayed: false } }
const refused = (code: string) => ({ status: 'rejected', reason: { code } })

describe.each(POSTGRES)('at once on %s', (engine) => {
  const start = async () => {
    const url = await emptyDatabase(engine)
    const database = await openForTest(url)
    const other = applicationsOn(await openForTest(url))
    return { url, database, one: applicationsOn(database), other }
  }

  // Whoever waits longer for a lock than a shared commit does steps back: either may come first.
  test.each([true, false])(
    'of the facilities and another consent one counts, whole; facilities called first: %s',
    async (areFacilitiesFirst) => {
      const { url, database, one, other } = await start()
      const { username: customer } = await one.register(register())
      await one.consent(consent({ customer, kind: 1 }))
      const add = () => one.addFacilities(addition({ customer }))
      const agree = () => other.consent(consent({ customer, kind: 1, priceText: '9,980' }))
      const lock = 'select 1 from applications for update'
      const answers = await behindLock(url, lock, areFacilitiesFirst ? [add, agree] : [agree, add])
      const [added, agreed] = areFacilitiesFirst ? answers : answers.toReversed()
      const isAdded = added?.status === 'fulfilled'
      expect([added, agreed]).toMatchObject(
        isAdded ? [taken, refused('already_completed')] : [refused('price_mismatch'), taken],
      )
      const { applications: rows, consents, facilities, outbox } = await everythingIn(database)
      const counts = [consents, facilities, outbox].map((all) => all.length)
      expect([rows[0]?.state, ...counts]).toEqual(
        isAdded ? ['complete', 1, 3, 2] : ['pending', 2, 0, 0],
      )
    },
  )

  test.each([
    ['a suspension', () => suspension('C-1', { key: 'k' })],
    ['a migration', () => consent({ customer: 'C-1', kind: 2, key: 'k' })],
  ])('%s that comes twice under one key is one request', async (_what, call) => {
    const { url, database, one, other } = await start()
    const lock = 'lock table applications in share row exclusive mode'
    const calls = [() => one.consent(call()), () => other.consent(call())] as const
    const answers = await behindLock(url, lock, calls)
    // The lock of a table lets both go on at once.
    const replays = answers.map((answer) => answer.status === 'fulfilled' && answer.value.replayed)
    expect(replays.toSorted()).toEqual([false, true])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const { applications: rows, consents } = await everythingIn(database)
    expect([rows.length, consents.length]).toEqual([1, 1])
  })
})
