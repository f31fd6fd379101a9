import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../config.ts'
import { startApp } from '../testing/app.ts'
import { observeProcess } from './process-metrics.ts'
import { observeCommits, observeOutbox, observeReadiness } from './work-metrics.ts'

/** The console's requests: counted as the public ones are, under a name of their own. */
const NOT_OURS = new Set(['staff_http_requests_total'])

async function ownMetrics(): Promise<Set<string>> {
  const { metrics, database, health } = await startApp()
  observeProcess(metrics, '0')
  observeCommits(metrics)
  observeOutbox(metrics, database, () => 0)
  observeReadiness(metrics, health)
  const text = await metrics.render()
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
    .filter((name) => name.includes('_') && !/^(histogram_quantile|by)$/.test(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
}

test.each([
  [
    'prometheus-rules.yml',
    (text: string) => text.match(/expr: (\|[\s\S]*?(?=\n {8}\w)|.*)/g) ?? [],
  ],
  [
    'grafana-dashboard.json',
    (text: string) =>
      JSON.parse(text).panels.flatMap((panel: { targets: { expr: string }[] }) =>
        panel.targets.map(({ expr }) => expr),
      ),
  ],
])('every metric that deploy/%s names exists', async (file, expressionsOf) => {
  const names = namesIn(expressionsOf(readFileSync(join(PROJECT_ROOT, 'deploy', file), 'utf8')))
  const known = await ownMetrics()
  expect(names.length).toBeGreaterThanOrEqual(8)
  expect(names.filter((name) => !known.has(name) && !NOT_OURS.has(name))).toEqual([])
})
