import { expect, test } from 'vitest'
import { openDatabase } from '../store/open-database.ts'
import { addition, applicationsOn, consent, NOW, register } from '../testing/calls.ts'
import { ENGINES, emptyDatabase } from '../testing/databases.ts'
import { observeCommits, observeOutbox } from './gauges.ts'
import { createMetrics } from './metrics.ts'

test.each(ENGINES)('commits and waiting mail are measured on %s', async (engine) => {
  const metrics = createMetrics()
  const database = await openDatabase(await emptyDatabase(engine), {
    onFatal: (error) => {
      throw error
    },
    onCommit: observeCommits(metrics),
  })
  observeOutbox(metrics, database, () => NOW + 90_000)
  expect(await metrics.render()).toContain('\noutbox_oldest_seconds 0\n')

  const applications = applicationsOn(database)
  await Promise.all(['a', 'b', 'c'].map((key) => applications.register(register({ key }))))
  const { username } = await applications.register(register({ key: 'd' }))
  await applications.consent(consent({ customer: username, kind: 1 }))
  await applications.addFacilities(addition({ customer: username }))
  const text = await metrics.render()
  expect(text).toContain('\noutbox_oldest_seconds 90\n')
  expect(text).toContain('\noutbox_failed 0\n')
  expect(text).toContain('\noutbox_held 0\n')
  expect(text).toContain('\noutbox_held_oldest_seconds 0\n')
  expect(text).toContain('\ncommit_units_bucket{le="1"} 3\n')
  expect(text).toContain('\ncommit_units_bucket{le="4"} 4\n')
  expect(text).toContain('\ncommit_units_sum 6\n')
  await database.close()
})
