import { describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { observeOutbox } from './outbox-metrics.ts'
import { markSent, markUnsent } from './store/outbox.ts'
import { applicationsOn, everythingIn, NOW, suspension } from './testing/calls.ts'
import { ENGINES, openEmpty } from './testing/databases.ts'

describe.each(ENGINES)('the measures of the outbox on %s', (engine) => {
  test('tell what is owed and since when', async () => {
    const database = await openEmpty(engine)
    const metrics = createMetrics()
    observeOutbox(metrics, database, () => NOW + 90_000)
    expect(await metrics.render()).toMatch(/^outbox_oldest_seconds 0$/m)

    for (const customer of ['C1', 'C2', 'C3'])
      await applicationsOn(database).consent(suspension(customer))
    const [first, second] = (await everythingIn(database)).outbox
    await database.atomic(async (tx) => {
      await markSent(tx, String(first?.id), NOW)
      const refused = { state: 'failed', nextAt: NOW, reason: '550' } as const
      await markUnsent(tx, { id: String(second?.id), ...refused })
    })
    const text = await metrics.render()
    expect(text).toMatch(/^outbox_waiting 1$/m)
    expect(text).toMatch(/^outbox_failed 1$/m)
    expect(text).toMatch(/^outbox_oldest_seconds 90$/m)
  })
})
