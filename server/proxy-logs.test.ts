/** What the proxies of deploy/ log of an address: by their rules, and by the programs themselves where these are installed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { API_BASE } from '#contract/apply.ts'
import { programOnPath } from '../bin/programs.js'
import { PROJECT_ROOT } from './config/settings.ts'
import { assetOf } from './http/static-files.ts'
import { startApp } from './testing/app.ts'
import { temporaryFolder } from './testing/databases.ts'
import { freePort } from './testing/ports.ts'

const sample = (name: string) => readFileSync(join(PROJECT_ROOT, 'deploy', name), 'utf8')

const LINK = `7F3K-9QXM.2.${'0f'.repeat(16)}`
const INVITATION = `v1.k1.1800000000.${'A'.repeat(22)}.${'b'.repeat(43)}`
const CALLS = `${API_BASE}/temp/customers`
/** Address as it is asked for → what may be logged of it. */
const ADDRESSES: readonly [asked: string, logged: string][] = [
  ['/entry/input', '/entry/input'],
  ['/entry/input?customerNumber=C-7', '/entry/input'],
  ['/assets/entry-%E3%81%82.js', '/assets/entry-'],
  [`${CALLS}/regist-renewal`, `${CALLS}/`],
  [`${CALLS}/C-7/consent`, `${CALLS}/`],
  [`${CALLS}/C-7%23/facilities`, `${CALLS}/`],
  [`/status%23${LINK}`, '/status'],
  [`/status%2523${LINK}`, '/status'],
  [`/status%252523${LINK}`, '/status'],
  [`/status/%23${LINK}`, '/status/'],
  [`/status%23${LINK}/customers/C-7`, '/status'],
  [`/teishi/input?customerNumber=C-7%23inv=${INVITATION}`, '/teishi/input'],
  [`/teishi/input%3FcustomerNumber%3DC-7%23inv=${INVITATION}`, '/teishi/input'],
]
const SECRETS = /7F3K|0f0f|v1\.k1|bbbb|C-7/

describe('by its rules', () => {
  test.each(ADDRESSES)('nginx logs no key of %s', (asked, logged) => {
    const [path = ''] = asked.split('?')
    const shown = nginxLogs(decodeURIComponent(path))
    expect(shown.startsWith(logged)).toBe(true)
    expect(shown).not.toMatch(SECRETS)
  })

  test.each(ADDRESSES)('Caddy logs no key of %s', (asked, logged) => {
    const shown = caddyLogs(asked)
    expect(shown.startsWith(logged)).toBe(true)
    expect(shown).not.toMatch(SECRETS)
  })

  test('HAProxy logs nothing', () => {
    expect(sample('haproxy.cfg')).not.toMatch(/^\s*(log|option\s+(http|tcp|dontlog\w*)log)\b/m)
  })
})

/** Each map of the sample gives a variable by the first pattern that fits; the last is what is logged. */
function nginxLogs(uri: string): string {
  const known: Record<string, string> = { uri }
  const maps = sample('nginx.conf').matchAll(/^map \$(\w+) \$(\w+) \{\n(.*?)^\}/gms)
  for (const [, from = '', to = '', body = ''] of maps) {
    for (const [, pattern = '', value = ''] of body.matchAll(/^ +(\S+) (\S+);$/gm)) {
      const regex = pattern === 'default' ? '' : pattern.replace(/^~\*?/, '')
      const found = new RegExp(regex, pattern.startsWith('~*') ? 'i' : '').exec(known[from] ?? '')
      if (!found) continue
      const variables: Record<string, string | undefined> = { ...known, ...found.groups }
      known[to] = value.replace(/\$\{?(\w+)\}?/g, (_, name: string) => variables[name] ?? '')
      break
    }
  }
  expect(known).toHaveProperty('logged_uri')
  return known.logged_uri ?? ''
}

/** One expression, wherever it fits. */
function caddyLogs(uri: string): string {
  const rule = /request>uri regexp \(\?i\)(\S+) (\S+)/.exec(sample('Caddyfile'))
  const [, pattern = '', replacement = ''] = rule ?? []
  expect(pattern).not.toBe('')
  return uri.replace(new RegExp(pattern, 'gi'), replacement)
}

const nginx = programOnPath('nginx')
if (nginx)
  test('nginx itself leads a rewritten link on, and logs no key', async () => {
    const { folder, product, port } = await behind()
    const site = sample('nginx.conf')
      .split(/^# The staff console/m)[0]
      ?.replace(/^ +(ssl_|listen \[|listen 80).*$/gm, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace('127.0.0.1:3000', `127.0.0.1:${product}`)
      .replaceAll('/var/log/nginx', folder)
      // That of another port: the redirect to https.
      .replace(/^server \{\n\s*server_name[\s\S]*?^\}/m, '')
    writeFileSync(join(folder, 'site.conf'), site ?? '')
    const main = join(folder, 'main.conf')
    writeFileSync(
      main,
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; include ${folder}/site.conf; }`,
    )
    run(nginx, ['-p', folder, '-c', main])
    await visitAll(port)
    await expectLog(() => {
      const file = join(folder, 'moushikomi.log')
      return existsSync(file) ? readFileSync(file, 'utf8') : ''
    })
  })

const caddy = programOnPath('caddy')
if (caddy)
  test('Caddy itself leads a rewritten link on, and logs no key', async () => {
    const { folder, product, port } = await behind()
    const config = sample('Caddyfile')
      .replace(/^\{$/m, '{\n\tadmin off')
      .replace(/^http:\/\/ \{[\s\S]*?^\}/m, '')
      .replace('apply.example.jp {', `http://127.0.0.1:${port} {`)
      .replace('reverse_proxy 127.0.0.1:3000', `reverse_proxy 127.0.0.1:${product}`)
    writeFileSync(join(folder, 'Caddyfile'), config)
    const running = run(
      caddy,
      ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      { HOME: folder },
    )
    await visitAll(port)
    await expectLog(() => running.said().replaceAll(/^.*"msg":"(?!handled request).*$/gm, ''))
  })

/** The product on one port, and another port for what stands before it. */
async function behind() {
  const page = assetOf(Buffer.from('a page'), '.html', 'no-cache')
  const paths = ['/entry/input', '/status', '/teishi/input']
  const assets = new Map(paths.map((path) => [path, page]))
  const { app } = await startApp({ pages: { assets, notFound: page } })
  const product = new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port
  return { folder: temporaryFolder(), product, port: await freePort() }
}

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(program, args, { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stderr?.on('data', (more) => {
    text += more
  })
  return { said: () => text }
}

async function visitAll(port: number): Promise<void> {
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
  await vi.waitFor(() => ask('/entry/input'), { timeout: 20_000, interval: 100 })
  for (const [asked] of ADDRESSES) await (await ask(asked)).arrayBuffer()
  const led = await ask(`/status%2523${LINK}`)
  expect([led.status, led.headers.get('location')]).toEqual([302, `/status#${LINK}`])
}

/** A line for each visit, and no key in any. */
async function expectLog(read: () => string): Promise<void> {
  await vi.waitFor(() => {
    const count = read().match(/\/status(?=")/g)?.length ?? 0
    expect(count).toBeGreaterThanOrEqual(4)
  }, 5000)
  expect(read()).not.toMatch(SECRETS)
  expect(read()).toContain('/entry/input')
}
