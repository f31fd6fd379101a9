import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { registrationFields } from '#contract/apply.ts'
import {
  applicationsOn,
  CORPORATION,
  NO_CAMPAIGN,
  register,
} from '../../../server/testing/calls.ts'
import { ENGINES, emptyDatabase, openForTest } from '../../../server/testing/databases.ts'
import { rowsOf, runSql } from '../../../server/testing/raw-sql.ts'

const FIRST_RELEASE = join(import.meta.dirname, '../../../server/testing/first-release.sql')
const applicant = { ...CORPORATION, fax: '03-9999-0000' }

test('the new field is sent under its name', () => {
  expect(registrationFields('entry', applicant, NO_CAMPAIGN)).toContainEqual([
    'fax',
    '03-9999-0000',
  ])
})

describe.each(ENGINES)('on %s', (engine) => {
  test('it is stored, beside applications from before it', async () => {
    const url = await emptyDatabase(engine)
    await runSql(url, readFileSync(FIRST_RELEASE, 'utf8'))
    const { username } = await applicationsOn(await openForTest(url)).register(
      register({ applicant }),
    )
    const rows = await rowsOf(url, 'select id, customer, fax from applications')
    expect(rows).toHaveLength(6)
    for (const { customer, fax } of rows)
      expect(fax).toBe(customer === username ? applicant.fax : '')
  })
})
