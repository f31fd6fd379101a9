import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ROOT } from '../../bin/run.js'
import { AREA_NAMES } from './areas.ts'
import { BASELINES, readBaseline } from './baseline.ts'

test('docs/testing.md says of every area what its mutants came to', () => {
  const document = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
  const rows = document.match(/^\| `[a-z]+` \| \d+\.\d %/gm) ?? []
  const areas = rows.map((row) => /`(\w+)`/.exec(row)?.[1] ?? '')
  expect(areas.toSorted()).toEqual([...AREA_NAMES, 'sql'].toSorted())
})

test('a baseline is of an area, and its sums are those of its mutants', () => {
  const files = existsSync(BASELINES) ? readdirSync(BASELINES) : []
  for (const file of files) {
    const area = file.replace('.json', '')
    expect([...AREA_NAMES, 'sql']).toContain(area)
    for (const { tried, killed, living } of Object.values(readBaseline(area)))
      expect(killed + living.length).toBe(tried)
  }
})

test('Stryker is told of a runner that is there', async () => {
  vi.stubEnv('MUTATED_AREA', 'limits')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { default: config } = await import('./stryker.config.js')
  expect(config.plugins).toHaveLength(1)
  for (const plugin of config.plugins ?? [])
    expect(existsSync(join(ROOT, String(plugin)))).toBe(true)
})
