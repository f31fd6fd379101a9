import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { readOperator } from '../operator/file.ts'
import { applicationsOn, suspension } from '../testing/calls.ts'
import { openEmpty, temporaryFolder } from '../testing/databases.ts'
import { startDeliveries } from './deliveries.ts'

test('each attempt is counted by its kind and by what came of it', async () => {
  const database = await openEmpty('sqlite')
  const metrics = createMetrics()
  const config = readConfig({
    MAIL_FOLDER: join(temporaryFolder(), 'mail'),
    WEBHOOK_URL: 'http://127.0.0.1:9/',
    WEBHOOK_SECRET: 'a secret of the receiver',
  })
  const outbox = startDeliveries({
    config,
    operator: readOperator(''),
    database,
    clock: Date.now,
    log: createLog({ level: 'silent', clock: Date.now, write: () => {} }),
    metrics,
    load: () => 'idle',
  })
  onTestFinished(() => outbox.stop())
  const notices = { staffMail: 'staff@example.jp', webhookUrl: config.WEBHOOK_URL }
  await applicationsOn(database, { notices, clock: Date.now }).consent(suspension('C123'))
  await vi.waitFor(async () => {
    const text = await metrics.render()
    expect(text).toContain('delivery_attempts_total{kind="mail_staff",outcome="delivered"} 1\n')
    expect(text).toMatch(/delivery_attempts_total\{kind="webhook",outcome="unreachable"\} \d/)
  }, 10_000)
})
