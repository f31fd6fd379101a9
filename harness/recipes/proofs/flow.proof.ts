import { describe, expect, test } from 'vitest'
import { createStaffApplications } from '../../../server/staff/applications.ts'
import { addition, applicationsOn, consent, NOW, register } from '../../../server/testing/calls.ts'
import { ENGINES, emptyDatabase, openForTest } from '../../../server/testing/databases.ts'
import { rowsOf } from '../../../server/testing/raw-sql.ts'
import { fillAsReleased } from '../../../server/testing/released.ts'

describe.each(ENGINES)('the fifth flow on %s', (engine) => {
  test('is registered, agreed to, completed and found beside what was there', async () => {
    const url = await emptyDatabase(engine)
    await fillAsReleased(url)
    const before = await rowsOf(url, 'select id from applications')
    const database = await openForTest(url)
    const calls = applicationsOn(database)
    const { username: customer, reference } = await calls.register(register({ flow: 'seminar' }))
    await calls.consent(consent({ customer, kind: 5 }))
    await calls.addFacilities(addition({ customer }))

    const staff = createStaffApplications(database, () => NOW)
    const found = await staff.find(reference)
    expect(found?.whole.application).toMatchObject({ flow: 'seminar', state: 'complete' })
    expect(found?.whole.consents).toMatchObject([{ button: '規約に同意して説明会に申し込む' }])
    expect(found?.whole.outbox.map(({ kind }) => kind)).toContain('mail_applicant')
    expect(await rowsOf(url, 'select id from applications')).toHaveLength(before.length + 1)
    const other = calls.consent(consent({ customer, kind: 1 }))
    await expect(other).rejects.toMatchObject({ code: 'validation_failed' })
  })
})
