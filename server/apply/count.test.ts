import { expect, test } from 'vitest'
import { createMetrics } from '../observability/metrics.ts'
import { addition, applicationsOn, consent, register, suspension } from '../testing/calls.ts'
import { openEmpty } from '../testing/databases.ts'
import { countCalls } from './public-calls.ts'

test('every call is counted by what came of it', async () => {
  const metrics = createMetrics()
  const applications = countCalls(applicationsOn(await openEmpty('sqlite')), metrics)
  const counted = async () =>
    (await metrics.render())
      .split('\n')
      .filter((line) => /^application_calls/.test(line))
      .toSorted()
  expect(await counted()).toEqual([
    'application_calls_total{call="consent",outcome="completed"} 0',
    'application_calls_total{call="facilities",outcome="completed"} 0',
  ])
  const { username } = await applications.register(register({ key: 'a' }))
  await applications.register(register({ key: 'a' }))
  await applications.consent(consent({ customer: username, kind: 1 }))
  await applications.addFacilities(addition({ customer: username }))
  await applications.consent(suspension('C123'))
  const refused = applications.addFacilities(addition({ customer: 'C999' }))
  await expect(refused).rejects.toThrow()
  const unknown = applications.consent(consent({ customer: username, kind: 5 as never }))
  await expect(unknown).rejects.toMatchObject({ code: 'malformed_request' })
  expect(await counted()).toEqual([
    'application_calls_total{call="consent",outcome="completed"} 1',
    'application_calls_total{call="consent",outcome="malformed_request"} 1',
    'application_calls_total{call="consent",outcome="stored"} 1',
    'application_calls_total{call="facilities",outcome="completed"} 1',
    'application_calls_total{call="facilities",outcome="consent_missing"} 1',
    'application_calls_total{call="register",outcome="replayed"} 1',
    'application_calls_total{call="register",outcome="stored"} 1',
  ])
})
