import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { registrationFields, WIRE_NAMES } from '#contract/apply.ts'
import { RegistrationForm } from '#contract/apply-schemas.ts'
import { FilterQuery } from '#contract/console-schemas.ts'
import { Application } from '#contract/staff-api-schemas.ts'
import { APPLICANT_FIELDS, problemOfField, TEXT_LIMIT } from '#domain/applicant.ts'
import { contentAsJson, wholeAsJson } from '../../../server/staff/application-json.ts'
import { createStaffApplications } from '../../../server/staff/applications.ts'
import { EXPORTS } from '../../../server/staff/export.ts'
import {
  applicationsOn,
  CORPORATION,
  NO_CAMPAIGN,
  NOW,
  register,
} from '../../../server/testing/calls.ts'
import { ENGINES, emptyDatabase, openForTest } from '../../../server/testing/databases.ts'
import { rowsOf } from '../../../server/testing/raw-sql.ts'
import { fillAsReleased } from '../../../server/testing/released.ts'

const LIMIT = 60
const applicant = { ...CORPORATION, department: '総務課' }
const TOO_LONG = '担当部署は60文字以内で入力してください。'

test('the new field is sent under its name, by entry and trial', () => {
  for (const flow of ['entry', 'trial'] as const)
    expect(registrationFields(flow, applicant, NO_CAMPAIGN)).toContainEqual(['busho', '総務課'])
  expect(Object.keys(WIRE_NAMES)).toHaveLength(Object.keys(APPLICANT_FIELDS).length)
})

test('it may be empty, and has a limit of its own', () => {
  expect(LIMIT).toBeLessThan(TEXT_LIMIT)
  expect(problemOfField('department', '')).toBeNull()
  expect(problemOfField('department', 'あ'.repeat(LIMIT))).toBeNull()
  expect(problemOfField('department', 'あ'.repeat(LIMIT + 1))).toBe(TOO_LONG)
})

test('the descriptions say so', () => {
  const { required } = RegistrationForm.meta() ?? {}
  expect(required).toContain('jigyousha')
  expect(required).not.toContain('busho')
  expect(RegistrationForm.shape.busho?.meta()).toMatchObject({
    description: '担当部署',
    maxLength: LIMIT,
  })
  expect(Object.keys(Application.shape)).toContain('busho')
})

describe.each(ENGINES)('on %s', (engine) => {
  test('it is stored beside applications from before it, and in all that staff read', async () => {
    const url = await emptyDatabase(engine)
    await fillAsReleased(url)
    const before = await rowsOf(url, 'select id from applications')
    const database = await openForTest(url)
    const calls = applicationsOn(database)
    const { username, reference } = await calls.register(register({ applicant }))
    const rows = await rowsOf(url, 'select id, customer, department from applications')
    expect(rows).toHaveLength(before.length + 1)
    for (const { customer, department } of rows)
      expect(department).toBe(customer === username ? '総務課' : '')
    const long = { ...applicant, department: 'あ'.repeat(LIMIT + 1) }
    await expect(calls.register(register({ applicant: long }))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { busho: [TOO_LONG] },
    })

    const staff = createStaffApplications(database, () => NOW)
    const found = await staff.find(reference)
    if (!found) throw new Error('not found')
    expect(wholeAsJson(found.whole)).toMatchObject({ busho: '総務課' })
    expect(Application.parse(contentAsJson(found.whole))).toMatchObject({ busho: '総務課' })
    const exported = async (format: keyof typeof EXPORTS) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of EXPORTS[format].chunks(staff, FilterQuery.parse({})))
        chunks.push(chunk)
      return Buffer.concat(chunks)
    }
    const sheet = unzipSync(await exported('xlsx'))['xl/worksheets/sheet1.xml']
    for (const text of [(await exported('csv')).toString(), Buffer.from(sheet ?? []).toString()]) {
      expect(text).toContain('担当部署')
      expect(text).toContain('総務課')
    }
  })
})
