import { expect, test } from 'vitest'
import { groupOf, isServiceKey } from '#domain/catalogue.ts'
import { estimate, priceListAt } from '#domain/prices.ts'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  NOW,
  register,
} from '../../../server/testing/calls.ts'
import { openEmpty } from '../../../server/testing/databases.ts'

test('a facility with the new service is priced and stored', async () => {
  expect(isServiceKey('TSUSHO')).toBe(true)
  expect(groupOf('contract', 'TSUSHO')).toBe('disability')
  const facilities = [
    { facilityName: 'つばさ', facilityNumber: '1310000011', serviceKey: 'TSUSHO' },
  ] as const
  const list = priceListAt('contract', NOW)
  expect(estimate(list, [{ no: 1, ...facilities[0] }])?.total).toBe(list.prices.disability)
  const database = await openEmpty('sqlite')
  const { register: begin, consent: agree, addFacilities } = applicationsOn(database)
  const { username: customer } = await begin(register())
  await agree(consent({ customer, kind: 1, priceText: '9,980' }))
  await addFacilities(addition({ customer, facilities }))
  expect((await everythingIn(database)).facilities).toMatchObject([{ service_key: 'TSUSHO' }])
})
