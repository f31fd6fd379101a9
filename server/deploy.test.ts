/** The samples in deploy/, by the programs that read them, where these are installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { API_BASE, BODY_LIMITS, CORRECTION_BODY_LIMIT, PATHS } from '#contract/apply.ts'
import {
  CORRECTION_ADDRESS,
  MESSAGE_ADDRESS,
  MESSAGE_BODY_LIMIT,
  STATUS_ADDRESS,
  STATUS_BODY_LIMIT,
  WITHDRAWAL_ADDRESS,
} from '#contract/status.ts'
import { USAGE_ADDRESS } from '#contract/usage.ts'
import { VITALS_ADDRESS } from '#contract/vitals.ts'
import { API_ERRORS } from '#domain/messages.ts'
import { PROJECT_ROOT, readConfig, SETTINGS } from './config/settings.ts'
import {
  observeBackup,
  observeCommits,
  observeConsole,
  observeOutbox,
  observeProcess,
  observeReadiness,
} from './observability/gauges.ts'
import { startApp, TESTED_BUILD } from './testing/app.ts'
import { temporaryFolder } from './testing/databases.ts'

const DEPLOY = join(PROJECT_ROOT, 'deploy')
const sample = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')

/** What a program says of a sample; its status comes first. */
function outputOf(program: string, args: readonly string[], input = ''): string {
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
        expect(outputOf(promtool, ['check', kind, join(DEPLOY, file)])).toMatch(/^0\n/)
    })

    test('has the alerts fire when they should, and not before', () => {
      const folder = temporaryFolder()
      const files = (['1m', '30m'] as const).map((interval) => {
        const file = join(folder, `${interval}.yml`)
        writeFileSync(file, alertTests(interval))
        return file
      })
      expect(outputOf(promtool, ['test', 'rules', ...files])).toMatch(/^0\n/)
    })

    test('finds nothing to say of the metrics', async () => {
      const { app, metrics, database, health } = await startApp()
      observeProcess(metrics, TESTED_BUILD)
      observeCommits(metrics)(1)
      observeOutbox(metrics, database, () => 0)
      observeBackup(metrics, database)
      observeReadiness(metrics, health)
      observeConsole(metrics, () => true)
      await app.inject('/livez')
      expect(outputOf(promtool, ['check', 'metrics'], await metrics.render())).toBe('0\n')
    })
  })

type AlertCase = { series: Record<string, string>; at: string; firing: string[] }

/** Series of one process, and which alerts fire at a time. */
const ALERT_CASES: Record<'1m' | '30m', readonly AlertCase[]> = {
  '1m': [
    { series: { up: '1 0x2' }, at: '2m', firing: ['MoushikomiDown'] },
    { series: { moushikomi_ready: '1 0x2' }, at: '1m', firing: [] },
    { series: { moushikomi_ready: '1 0x2' }, at: '2m', firing: ['MoushikomiNotReady'] },
    { series: { moushikomi_console_up: '1 0x7' }, at: '5m', firing: [] },
    { series: { moushikomi_console_up: '1 0x7' }, at: '6m', firing: ['MoushikomiConsoleDown'] },
    { series: { outbox_oldest_seconds: '900' }, at: '0m', firing: [] },
    { series: { outbox_oldest_seconds: '901' }, at: '0m', firing: ['MoushikomiMailWaits'] },
    {
      series: {
        'http_requests_total{method="POST",status="200"}': '0+97x20',
        'http_requests_total{method="POST",status="503"}': '0+3x20',
      },
      at: '12m',
      firing: ['MoushikomiFaults'],
    },
  ],
  '30m': [
    // Made ten hours after the epoch; older than 26 hours for more than an hour.
    {
      series: { backup_last_success_timestamp_seconds: '36000x100' },
      at: '2220m',
      firing: [],
    },
    {
      series: { backup_last_success_timestamp_seconds: '36000x100' },
      at: '2250m',
      firing: ['MoushikomiBackup'],
    },
    // None was ever made.
    {
      series: { backup_last_success_timestamp_seconds: '0x100' },
      at: '1650m',
      firing: ['MoushikomiBackup'],
    },
    {
      series: { 'application_calls_total{outcome="completed"}': '7x150', up: '1x150' },
      at: '4380m',
      firing: ['MoushikomiSilence'],
    },
    {
      series: { 'application_calls_total{outcome="completed"}': '7x100 8x50', up: '1x150' },
      at: '4380m',
      firing: [],
    },
    {
      series: { 'application_calls_total{outcome="completed"}': '7x150', up: '0x130 1x20' },
      at: '4380m',
      firing: [],
    },
    // Installed less than three days ago.
    {
      series: { 'application_calls_total{outcome="completed"}': '7x150', up: '1x150' },
      at: '4200m',
      firing: [],
    },
    // Started again once: one scrape found nobody.
    {
      series: { 'application_calls_total{outcome="completed"}': '7x150', up: '1x100 0 1x50' },
      at: '4440m',
      firing: ['MoushikomiSilence'],
    },
  ],
}

/** A file of promtool's unit tests. */
function alertTests(interval: '1m' | '30m'): string {
  const ours = (name: string) => {
    const labels = 'job="moushikomi",instance="a"'
    return name.includes('{') ? name.replace('{', `{${labels},`) : `${name}{${labels}}`
  }
  return JSON.stringify({
    rule_files: [join(DEPLOY, 'prometheus-rules.yml')],
    evaluation_interval: interval,
    tests: ALERT_CASES[interval].map(({ series, at, firing }) => ({
      interval,
      input_series: Object.entries(series).map(([name, values]) => ({
        series: ours(name),
        values,
      })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: at,
          exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        },
      ],
    })),
  })
}

/** The units in deploy/, by the ending of their names. */
const unitsOf = (...endings: string[]) =>
  readdirSync(DEPLOY).filter((name) => endings.some((ending) => name.endsWith(ending)))

test('every timer has its service, whose failure a unit that there is tells of', () => {
  const timers = unitsOf('.timer')
  expect(timers).not.toEqual([])
  for (const timer of timers) {
    const service = timer.replace('.timer', '.service')
    expect(unitsOf('.service')).toContain(service)
    const [, by] = /^OnFailure=(.*)%n\.service$/m.exec(sample(service)) ?? []
    expect([service, unitsOf('.service').includes(`${by}.service`)]).toEqual([service, true])
  }
})

const systemd = programOnPath('systemd-analyze')
if (systemd) {
  test('systemd takes the units', () => {
    const folder = temporaryFolder()
    const units = unitsOf('.service', '.timer')
    expect(units).not.toEqual([])
    // The product is not in /opt here: the program of each line is another, its arguments stay.
    for (const name of units)
      writeFileSync(
        join(folder, name),
        sample(name).replace(/^(Exec\w+=)\/opt\S+/gm, '$1/bin/true'),
      )
    const files = units.map((name) => join(folder, name))
    expect(outputOf(systemd, ['verify', '--man=no', ...files])).toBe('0\n')
  })

  // What tells of a failure is the operator's: it may need anything.
  test.each(unitsOf('.service').filter((name) => !name.includes('@')))(
    'systemd finds little that %s may do beyond its work',
    (name) => {
      const args = ['security', '--offline=true', '--no-pager', '--threshold=20']
      expect(outputOf(systemd, [...args, join(DEPLOY, name)]).slice(0, 2)).toBe('0\n')
    },
  )
}

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

test('the compose file agrees with the Dockerfile, with the database beside it, and with itself', () => {
  const text = sample('compose.yml')
  const dockerfile = readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8')
  const found = (pattern: RegExp, within = text) => pattern.exec(within)?.[1]
  expect(found(/volumes: \["mail:(.*?)"\]/)).toBe(found(/^VOLUME (.*)$/m, dockerfile))
  expect(found(/127\.0\.0\.1:3000:(\d+)/)).toBe(found(/^EXPOSE (\d+)$/m, dockerfile))
  const { username, pathname, hostname } = new URL(
    (found(/DATABASE_URL: (.*)/) ?? '').replace(/\$\{.*?\}/, 'password'),
  )
  expect(username).toBe(found(/POSTGRES_USER: (.*)/))
  expect(pathname).toBe(`/${found(/POSTGRES_DB: (.*)/)}`)
  expect(text).toContain(`\n  ${hostname}:\n    image: postgres:`)
  // A moving tag would be another program tomorrow.
  const images = [...text.matchAll(/image: \S+:(\S+)/g)].map(([, tag = '']) => tag)
  expect(images.filter((tag) => !/^v?\d+(\.\d+\.\d+)?$/.test(tag))).toEqual([])
  expect(images).toHaveLength(text.match(/image:/g)?.length ?? 0)
  const used = [...text.matchAll(/volumes: \["(\w+):|- (\w+):\//g)].map(([, a, b]) => a ?? b)
  const declared = [...text.matchAll(/^ {2}(\w+): \{\}$/gm)].map(([, name]) => name)
  expect(used.toSorted()).toEqual(declared.toSorted())
})

const compose = programOnPath('docker-compose')
if (compose)
  test('docker-compose takes the file, and asks for the passwords', () => {
    const check = (env: Record<string, string>) =>
      spawnSync(compose, ['-f', join(DEPLOY, 'compose.yml'), 'config', '--quiet'], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...env },
      })
    expect(check({ POSTGRES_PASSWORD: 'a', GRAFANA_PASSWORD: 'b' })).toMatchObject({ status: 0 })
    expect(check({ GRAFANA_PASSWORD: 'b' }).stderr).toContain('set POSTGRES_PASSWORD')
    expect(check({ POSTGRES_PASSWORD: 'a' }).stderr).toContain('set GRAFANA_PASSWORD')
  })

const TOO_LARGE = JSON.stringify({
  error: { code: 'payload_too_large', message: API_ERRORS.payload_too_large },
})

test.each(['nginx.conf', 'Caddyfile', 'haproxy.cfg'])(
  '%s refuses a body that is too large as the server does',
  (name) => {
    expect(sample(name)).toContain(
      `'${TOO_LARGE}'`.replaceAll("'", name === 'Caddyfile' ? '`' : "'"),
    )
  },
)

test('nginx and Caddy know the bound of every call that takes a body', async () => {
  const nginx = [
    ...sample('nginx.conf').matchAll(
      /location (= |~ \^)(\S+?)\$? \{\n\s+client_max_body_size (\d+);/g,
    ),
  ]
  const caddy = [...sample('Caddyfile').matchAll(/path(?:_regexp)?\("\^?(\S+?)\$?"\) \? (\d+)/g)]
  const bounds: Record<string, number> = {
    [API_BASE + PATHS.register]: BODY_LIMITS.register,
    [API_BASE + PATHS.consent]: BODY_LIMITS.consent,
    [API_BASE + PATHS.facilities]: BODY_LIMITS.facilities,
    [STATUS_ADDRESS]: STATUS_BODY_LIMIT,
    [WITHDRAWAL_ADDRESS]: STATUS_BODY_LIMIT,
    [MESSAGE_ADDRESS]: MESSAGE_BODY_LIMIT,
    [CORRECTION_ADDRESS]: CORRECTION_BODY_LIMIT,
    [VITALS_ADDRESS]: BODY_LIMITS.vitals,
    [USAGE_ADDRESS]: BODY_LIMITS.usage,
  }
  expect(CORRECTION_BODY_LIMIT).toBe(BODY_LIMITS.register + BODY_LIMITS.facilities)
  const { app } = await startApp()
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const posts = Object.keys(paths).filter((path) => paths[path].post)
  expect(posts.map((path) => path.replace(/\{(\w+)\}/, ':$1')).toSorted()).toEqual(
    Object.keys(bounds).toSorted(),
  )
  const expected = Object.entries(bounds).map(([address, bytes]) => [
    address.replace(':customer', '.+'),
    String(bytes),
  ])
  expect(nginx.map(([, , path, bytes]) => [path, bytes])).toEqual(expected)
  expect(caddy.map(([, path, bytes]) => [path, bytes])).toEqual(expected)
})

test('in nginx every location with an error page of its own has the one of a body that is too large', () => {
  const locations = sample('nginx.conf')
    .split(/^ {4}location /m)
    .slice(1)
  const ends = locations.map((text) => text.slice(0, text.indexOf('\n    }')))
  const own = ends.filter((text) => text.includes('error_page'))
  expect(own).toHaveLength(1)
  expect(own.filter((text) => !text.includes('error_page 413 @too_large;'))).toEqual([])
})

test('nginx asks for the console where it listens, and keeps its queries out of the log', () => {
  const console = sample('nginx.conf').split('server_name staff.')[1] ?? ''
  expect(console).toContain('proxy_pass http://127.0.0.1:3001;')
  expect(console).toMatch(/access_log \S+ moushikomi;/)
  expect(console).toContain('deny all;')
  // What the server breaks off by HTTP/1.0 would look whole.
  expect(console).toContain('proxy_http_version 1.1;')
  expect(sample('env')).toMatch(/^# STAFF_NAMES=staff\.apply\.example\.jp$/m)
})

test.each(['nginx.conf', 'Caddyfile', 'haproxy.cfg'])(
  '%s has the page of maintenance while nobody answers',
  (name) => {
    expect(sample(name)).toMatch(
      / \/(opt\/moushikomi\/deploy|etc\/haproxy)(\/maintenance\.html\b|\n)/,
    )
    expect(sample(name)).toMatch(/Retry-After 5\b/)
  },
)

test('no process is left out for what became of a client’s request', () => {
  expect(sample('nginx.conf')).toMatch(/server 127\.0\.0\.1:3000 max_fails=0;/)
  expect(sample('Caddyfile')).not.toMatch(/^\s*(fail_duration|max_fails|unhealthy_)/m)
  expect(sample('haproxy.cfg')).not.toMatch(/^[^#]*\b(observe|on-error)\b/m)
})
