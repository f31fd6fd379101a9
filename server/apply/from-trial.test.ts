/** A contract says which trial it may have come from, until one of the two is erased. */
import { describe, expect, test } from 'vitest'
import { createStaffApplications } from '../staff/applications.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  FACILITIES,
  register,
  TRIAL,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { rowsIn } from '../testing/rows.ts'

const BY = { name: 'root', via: 'command' } as const

describe.each(ENGINES)('on %s', (engine) => {
  test.each(['trial', 'entry'] as const)(
    'a contract names its trial, and does no longer once the %s is erased',
    async (erased) => {
      const database = await openEmpty(engine)
      const applications = applicationsOn(database)
      const staff = createStaffApplications(database, Date.now)
      const [first] = FACILITIES
      const complete = async (call: Parameters<typeof register>[0], kind: 1 | 4) => {
        const rows = { facilities: first ? [first] : [] }
        const priceText = kind === 4 ? '10,980' : '9,980'
        const { username: customer } = await applications.register(register(call))
        await applications.consent(consent({ customer, kind, priceText }))
        return (await applications.addFacilities(addition({ customer, ...rows }))).reference
      }
      const trial = await complete({ ...TRIAL, key: 'trial' }, 4)
      const applicant = { ...CORPORATION, email: 'other@aozora.example.jp' }
      const entry = await complete({ applicant, key: 'entry' }, 1)
      const flagged = async () =>
        (await rowsIn(database, 'flags')).map(({ flag, detail }) => [flag, detail])
      expect(await flagged()).toEqual([['from_trial', trial]])
      const versionOfEntry = async () => {
        const rows = await rowsIn(database, 'applications')
        const id = rows.find(({ reference }) => reference === entry)?.id
        const changes = await rowsIn(database, 'changes')
        return changes.find(({ application }) => application === id)?.version
      }
      const before = (await versionOfEntry()) ?? 0
      await staff.erase({ reference: { trial, entry }[erased], by: BY })
      expect(await flagged()).toEqual([])
      expect(await versionOfEntry()).toBe(before + 1)
    },
  )
})
