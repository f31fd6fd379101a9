/** The samples in deploy/, by the programs that read them, where these are installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT, readConfig, SETTINGS } from './config.ts'
import { observeProcess } from './observability/process-metrics.ts'
import { observeCommits, observeOutbox, observeReadiness } from './observability/work-metrics.ts'
import { startApp } from './testing/app.ts'
import { temporaryFolder } from './testing/databases.ts'

const DEPLOY = join(PROJECT_ROOT, 'deploy')
const sample = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')

/** What a program says of a sample; its status comes first. */
function said(program: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input })
  return `${status}\n${stdout}${stderr}`
}

function programOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

const promtool = programOnPath('promtool')
if (promtool)
  describe('promtool', () => {
    test('takes the rules and the configuration', () => {
      for (const [kind, file] of [
        ['rules', 'prometheus-rules.yml'],
        ['config', 'prometheus.yml'],
      ] as const)
        expect(said(promtool, ['check', kind, join(DEPLOY, file)])).toMatch(/^0\n/)
    })

    test('finds nothing to say of the metrics', async () => {
      const { app, metrics, database, health } = await startApp()
      observeProcess(metrics, '0')
      observeCommits(metrics)(1)
      observeOutbox(metrics, database, () => 0)
      observeReadiness(metrics, health)
      await app.inject('/livez')
      expect(said(promtool, ['check', 'metrics'], await metrics.render())).toBe('0\n')
    })
  })

const systemd = programOnPath('systemd-analyze')
if (systemd)
  test('systemd takes the units', () => {
    const folder = temporaryFolder()
    const units = readdirSync(DEPLOY).filter((name) => /\.(service|timer)$/.test(name))
    expect(units).toHaveLength(3)
    // The product is not in /opt here: the program of each line is another, its arguments stay.
    for (const name of units)
      writeFileSync(
        join(folder, name),
        sample(name).replace(/^(Exec\w+=)\/opt\S+/gm, '$1/bin/true'),
      )
    const files = units.map((name) => join(folder, name))
    expect(said(systemd, ['verify', '--man=no', ...files])).toBe('0\n')
  })

test('the environment sample names settings, with values that they take', () => {
  const pairs = [...sample('env').matchAll(/^([A-Z_]+)="?(.*?)"?$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  expect(pairs.length).toBeGreaterThan(8)
  expect(pairs.filter(([name]) => !(name in SETTINGS))).toEqual([])
  expect(() => readConfig(Object.fromEntries(pairs))).not.toThrow()
})

test('the compose file gives the product settings that there are, and mounts files that there are', () => {
  const text = sample('compose.yml')
  const [, environment = ''] = /\n {2}app:[\s\S]*?environment:\n([\s\S]*?)\n {4}\w/.exec(text) ?? []
  const names = [...environment.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name)
  expect(names).toContain('DATABASE_URL')
  expect(names.filter((name) => !(name in SETTINGS))).toEqual([])
  const mounted = [...text.matchAll(/- \.\/([\w./-]+):/g)].map(([, file = '']) => file)
  expect(mounted).toHaveLength(2)
  expect(mounted.filter((file) => !existsSync(join(DEPLOY, file)))).toEqual([])
  const [, port] = /METRICS_PORT: "(\d+)"/.exec(text) ?? []
  expect(sample('prometheus.yml')).toContain(`app:${port}`)
})
