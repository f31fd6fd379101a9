/** Which price lists count, by the server's clock (reading 21). */
import { describe, expect, test } from 'vitest'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  FACILITIES,
  register,
  TRIAL,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'

describe.each(ENGINES)('agreed prices on %s', (engine) => {
  test('only the price of a list in force, by the server clock, completes anything', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const facilities = FACILITIES.slice(0, 2)
    const trialOf = async (key: string, priceText: string) => {
      const { username } = await applications.register(register({ ...TRIAL, key }))
      await applications.consent(consent({ key, customer: username, kind: 4, priceText }))
      return applications.addFacilities(addition({ key, customer: username, facilities }))
    }
    await trialOf('now', '10,980')
    await expect(trialOf('before', '9,980')).rejects.toMatchObject({ code: 'price_mismatch' })
    await expect(trialOf('never', '9,981')).rejects.toMatchObject({ code: 'price_mismatch' })
    const { applications: rows, flags, facilities: stored } = await everythingIn(database)
    const results = rows.map(({ application_key, state, agreed_price, price_list }) => [
      application_key,
      [state, agreed_price, price_list],
    ])
    expect(Object.fromEntries(results)).toEqual({
      now: ['complete', 10980, 'trial-2025-02'],
      before: ['pending', null, null],
      never: ['pending', null, null],
    })
    expect(flags.filter(({ flag }) => flag === 'other_price_list')).toEqual([])
    expect(stored).toHaveLength(2)
  })

  describe('over the midnight in Tokyo on which a price list turns', () => {
    const turn = Date.parse('2025-02-01T00:00:00+09:00')
    const hour = 3_600_000
    test.each([
      ['the old price before it', turn - 1, '9,980', 'trial-1', false],
      ['the old price at midnight', turn, '9,980', 'trial-1', true],
      ['the old price at the end of the hour', turn + hour - 1, '9,980', 'trial-1', true],
      ['the new price at midnight', turn, '10,980', 'trial-2025-02', false],
    ])('takes %s', async (_what, at, priceText, list, isFlagged) => {
      const { complete, database } = await trialAt(at, priceText)
      await complete()
      const { applications: rows, flags, consents } = await everythingIn(database)
      expect(rows).toMatchObject([{ state: 'complete', price_list: list }])
      expect(flags.map(({ flag, detail }) => [flag, detail])).toEqual(
        isFlagged ? [['other_price_list', list]] : [],
      )
      expect(consents[0]?.price_list).toBe(at < turn ? 'trial-1' : 'trial-2025-02')
    })

    test.each([
      ['the new price before it', turn - 1, '10,980'],
      ['the old price after the hour', turn + hour, '9,980'],
    ])('refuses %s', async (_what, at, priceText) => {
      const { complete, database } = await trialAt(at, priceText)
      const [version, prices] =
        at < turn
          ? ['trial-1', { consultation: 9980, community: 4980, disability: 9980 }]
          : [
              'trial-2025-02',
              { consultation: 10_980, community: 5480, disability: 10_980, child: 10_800 },
            ]
      await expect(complete()).rejects.toMatchObject({
        code: 'price_mismatch',
        status: 422,
        inForce: { version, prices, at: new Date(at).toISOString() },
      })
      const { applications: rows } = await everythingIn(database)
      expect(rows).toMatchObject([{ state: 'pending', agreed_price: null }])
    })

    async function trialAt(at: number, priceText: string) {
      const database = await openEmpty(engine)
      const applications = applicationsOn(database, { clock: () => at })
      const { username: customer } = await applications.register(register(TRIAL))
      await applications.consent(consent({ customer, kind: 4, priceText }))
      const facilities = FACILITIES.slice(2)
      return {
        database,
        complete: () => applications.addFacilities(addition({ customer, facilities })),
      }
    }
  })
})
