import { expect, test } from 'vitest'
import { filterOf } from '../admin/applications.ts'
import { addition, applicationsOn, consent, NOW, register } from '../testing/calls.ts'
import { openEmpty } from '../testing/databases.ts'
import { createStaffApplications } from './applications.ts'
import { EXPORTS } from './export.ts'

const EVERYTHING = filterOf({})
/** Five applications have as many rows as are read at once. */
const ROWS = 50
/** One number: it is charged once. */
const facilities = Array.from({ length: ROWS }, (_, index) => ({
  facilityName: `作業所 ${index} ${'x'.repeat(100)}`,
  facilityNumber: '1310000011',
  serviceKey: 'SYUKEI_B',
}))

test('reads the facilities of few applications at a time, and leaves none out', async () => {
  const database = await openEmpty('sqlite')
  const applications = applicationsOn(database)
  for (let number = 0; number < 6; number += 1) {
    const { username: customer } = await applications.register(register())
    await applications.consent(consent({ customer, kind: 1, priceText: '9,980' }))
    await applications.addFacilities(addition({ customer, facilities }))
  }
  // The newest, which is read first, has no rows.
  const later = applicationsOn(database, { clock: () => NOW + 1 })
  await later.register(register())
  const staff = createStaffApplications(database, () => NOW)
  const reads: number[] = []
  const counted: typeof staff.facilities = async (of) => {
    const found = await staff.facilities(of)
    reads.push([...found.values()].flat().length)
    return found
  }
  const chunks: Uint8Array[] = []
  const { json } = EXPORTS
  for await (const chunk of json.chunks({ ...staff, facilities: counted }, EVERYTHING))
    chunks.push(chunk)
  const listed: { facilities: unknown[] }[] = JSON.parse(Buffer.concat(chunks).toString())
  expect(listed.map((each) => each.facilities.length)).toEqual([0, ...Array(6).fill(ROWS)])
  expect(reads).toEqual([5 * ROWS, ROWS])
  // A chunk is sent as soon as it is worth it, and not before.
  expect(chunks.map(({ length }) => length >= 32_768)).toEqual([true, false])
})
