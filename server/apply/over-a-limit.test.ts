/** A call over a limit stores nothing, and is still answered where it repeats an earlier one. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  FACILITIES,
  register,
  suspension,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'

describe.each(ENGINES)('over a limit on %s', (engine) => {
  test('each call throws what it was told, or replays', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const refusal = new AppError('rate_limited', { retryAfter: 60 })
    const { username: customer } = await applications.register(register({ key: 'k' }))
    await applications.consent(consent({ key: 'k', customer, kind: 1, priceText: '9,980' }))
    await applications.consent(consent({ key: 'm', customer: 'C-1', kind: 2 }))
    await applications.consent(consent({ customer: 'C-2', kind: 2 }))
    await applications.addFacilities(addition({ customer: 'C-2' }))
    const before = await everythingIn(database)
    const rivals = FACILITIES.map((row) => ({ ...row, facilityName: '別の事業所' }))
    for (const call of [
      () => applications.register(register({ key: 'other', refusal })),
      () => applications.consent(consent({ key: 'k', customer, kind: 1, refusal })),
      () => applications.consent(suspension('C-1', { key: 's', refusal })),
      () => applications.addFacilities(addition({ key: 'm', customer: 'C-1', refusal })),
      () => applications.addFacilities(addition({ customer: 'C-2', facilities: rivals, refusal })),
    ])
      await expect(call()).rejects.toBe(refusal)
    const replays = [
      applications.register(register({ key: 'k', refusal })),
      applications.consent(consent({ key: 'k', customer, kind: 1, priceText: '9,980', refusal })),
      applications.addFacilities(addition({ customer: 'C-2', refusal })),
    ]
    for (const answer of await Promise.all(replays)) expect(answer.replayed).toBe(true)
    expect(await everythingIn(database)).toEqual(before)
  })

  test('a call without a key writes nothing that would have to be undone', async () => {
    const database = await openEmpty(engine)
    let writes = 0
    const watched: Database = {
      ...database,
      atomic: (work) =>
        database.atomic((tx) =>
          work({
            ...tx,
            run(...call) {
              writes += 1
              return tx.run(...call)
            },
          }),
        ),
    }
    const applications = applicationsOn(watched)
    await applications.consent(consent({ customer: 'C-2', kind: 2 }))
    await applications.addFacilities(addition({ customer: 'C-2' }))
    writes = 0
    const refusal = new AppError('rate_limited', { retryAfter: 60 })
    const facilities = FACILITIES.map((row) => ({ ...row, facilityName: '別の事業所' }))
    const call = applications.addFacilities(addition({ customer: 'C-2', facilities, refusal }))
    await expect(call).rejects.toBe(refusal)
    expect(writes).toBe(0)
  })
})
