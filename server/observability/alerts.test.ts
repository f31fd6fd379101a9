/** Alerting rules and dashboard name what is measured, and nothing else. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countCalls } from '../apply/public-calls.ts'
import { readOperator } from '../config/operator-file.ts'
import { PROJECT_ROOT, readConfig } from '../config/settings.ts'
import { startDeliveries } from '../delivery/deliveries.ts'
import { returnedMails } from '../returned/returned-mails.ts'
import { startApp, TESTED_BUILD } from '../testing/app.ts'
import { applicationsOn, NO_LINKS } from '../testing/calls.ts'
import { temporaryFolder } from '../testing/databases.ts'
import { startConsole } from '../testing/staff-app.ts'
import {
  observeBackup,
  observeCommits,
  observeConsole,
  observeOutage,
  observeOutbox,
  observeProcess,
  observeReadiness,
  observeStaffProcess,
} from './gauges.ts'
import { createLog } from './log.ts'
import { observeWaiting } from './waiting.ts'

/** As where a mailbox is read; nobody listens there. */
function returnedMailsWith(
  deps: Pick<Parameters<typeof returnedMails>[1], 'database' | 'metrics'>,
) {
  const folder = temporaryFolder()
  const password = join(folder, 'password')
  writeFileSync(password, 'x\n')
  const config = readConfig({
    LINK_KEYS_FILE: join(folder, 'link-keys'),
    MAIL_RETURN: 'bounce+{}@apply.example.jp',
    MAIL_RETURN_URL: 'imaps://returned@127.0.0.1:9',
    MAIL_RETURN_PASSWORD_FILE: password,
  })
  const log = createLog({ level: 'silent', clock: () => 0, write: () => {} })
  return returnedMails(config, { ...deps, clock: () => 0, log })
}

/** What the dashboard leaves out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  process_start_time_seconds: 'an alert counts restarts, and a restart shows in every other panel',
}

/** Of the server and the console, as the metrics' listener serves them. */
async function ownMetrics(): Promise<Set<string>> {
  const { metrics, database, health } = await startApp()
  observeProcess(metrics, TESTED_BUILD)
  observeCommits(metrics)
  observeOutbox(metrics, database, () => 0)
  observeBackup(metrics, database)
  observeWaiting(metrics, { database, clock: () => 0, alertHours: 24 })
  observeReadiness(metrics, health)
  observeConsole(metrics, () => true)
  countCalls(applicationsOn(database), metrics)
  const outbox = startDeliveries({
    config: readConfig({ MAIL_FOLDER: temporaryFolder() }),
    operator: readOperator(''),
    links: NO_LINKS,
    database,
    clock: () => 0,
    log: createLog({ level: 'silent', clock: () => 0, write: () => {} }),
    metrics,
  })
  onTestFinished(() => outbox.stop())
  observeOutage(metrics, outbox)
  const returned = returnedMailsWith({ database, metrics })
  onTestFinished(() => returned.mailbox?.stop())
  const console = await startConsole()
  observeStaffProcess(console.metrics)
  const text = (await metrics.render()) + (await console.metrics.render())
  return new Set(
    text
      .split('\n')
      .filter((line) => line.startsWith('# TYPE '))
      .map((line) => line.split(' ')[2] ?? ''),
  )
}

/** Names in expressions that are followed by a selector or a range, or stand alone. */
function namesIn(expressions: readonly string[]): string[] {
  return expressions
    .flatMap((text) => text.replace(/\{[^}]*\}/g, '').match(/[a-z_]+(?=[[\s)>=]|$)/g) ?? [])
    .filter((name) => name.includes('_') && !/^(histogram_quantile|min_over_time|by)$/.test(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
}

const sample = (file: string) => readFileSync(join(PROJECT_ROOT, 'deploy', file), 'utf8')
type Panel = { targets: { expr: string }[] }
const dashboard = () =>
  JSON.parse(sample('grafana-dashboard.json')).panels.flatMap(({ targets }: Panel) =>
    targets.map(({ expr }) => expr),
  )
const rules = () => sample('prometheus-rules.yml').match(/expr: (\|[\s\S]*?(?=\n {8}\w)|.*)/g) ?? []

test.each([
  ['prometheus-rules.yml', rules],
  ['grafana-dashboard.json', dashboard],
])('every metric that deploy/%s names exists', async (_file, expressions) => {
  const names = namesIn(expressions())
  const ours = await ownMetrics()
  expect(names.length).toBeGreaterThanOrEqual(8)
  expect(names.filter((name) => !ours.has(name))).toEqual([])
})

test('every metric there is stands on the dashboard, or is left out for a reason', async () => {
  const shown = new Set(namesIn(dashboard()))
  const missing = [...(await ownMetrics())].filter((name) => !shown.has(name))
  expect(missing).toEqual(Object.keys(LEFT_OUT))
})
