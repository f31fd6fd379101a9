/** The process as it is started and stopped, and what it says while it works. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { API_BASE, customerPath, registrationFields } from '#contract/apply.ts'
import { PROJECT_ROOT } from './config/settings.ts'
import { CORPORATION, NO_CAMPAIGN } from './testing/calls.ts'
import { emptyDatabase, openForTest, temporaryFolder } from './testing/databases.ts'
import { storeFact } from './testing/facts.ts'
import { freePort } from './testing/ports.ts'
import { PASSED_ON } from './testing/process.ts'
import { REGISTER } from './testing/requests.ts'

type Started = { child: ChildProcess; stdout: () => string; stderr: () => string }

async function start(env: Record<string, string> = {}): Promise<Started> {
  const folder = temporaryFolder()
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'server/main.ts')], {
    // Nothing may depend on where it is started from.
    cwd: '/',
    env: {
      ...PASSED_ON,
      PORT: '0',
      STAFF_PORT: 'off',
      METRICS_PORT: 'off',
      DATABASE_URL: await emptyDatabase('sqlite'),
      // Everything else that it would keep in the project's own data folder.
      MAIL_FOLDER: join(folder, 'mail'),
      INVITATION_KEYS_FILE: join(folder, 'invitation-keys'),
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  return { child, stdout: () => stdout, stderr: () => stderr }
}

/** The address it prints when it is ready. */
async function addressOf({ child, stdout }: Started): Promise<string> {
  while (!stdout().includes('\n')) await once(child.stdout ?? child, 'data')
  return /http:\/\/localhost:\d+/.exec(stdout())?.[0] ?? ''
}

test('it says where it is, is ready, and leaves with status 0 when asked', async () => {
  const started = await start()
  const url = await addressOf(started)
  expect(started.stdout()).toBe(`${url} で受け付けています。\n`)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/entry/input`)).headers.get('content-type')).toContain('text/html')
  started.child.kill('SIGTERM')
  const [code] = await once(started.child, 'close')
  expect(code).toBe(0)
})

test('after SIGTERM readiness is red at once, and work is taken until the delay is over', async () => {
  const started = await start({ SHUTDOWN_DELAY_SECONDS: '2' })
  const url = await addressOf(started)
  const began = performance.now()
  started.child.kill('SIGTERM')
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503), 1500)
  expect((await fetch(`${url}/entry/input`)).status).toBe(200)
  const [code] = await once(started.child, 'close')
  expect(code).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(2000)
})

test('that it stood still is said afterwards, and it goes on', async () => {
  const started = await start()
  const url = await addressOf(started)
  started.child.kill('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 7500))
  started.child.kill('SIGCONT')
  await vi.waitFor(() => expect(started.stderr()).toContain('"event":"stalled"'), 5000)
  const line =
    started
      .stderr()
      .split('\n')
      .find((each) => each.includes('stalled')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ level: 'error', seconds: expect.any(Number) })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  started.child.kill('SIGTERM')
  expect(await once(started.child, 'close')).toEqual([0, null])
})

test('it works on when nobody reads what it prints', async () => {
  const port = await freePort()
  const { child } = await start({ PORT: String(port) })
  child.stdout?.destroy()
  child.stderr?.destroy()
  const answer = () => fetch(`http://localhost:${port}/readyz`).then(({ status }) => status)
  await vi.waitFor(async () => expect(await answer()).toBe(200), 15_000)
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
})

describe('a start that must not happen ends with status 1 and says why', () => {
  async function ending(env: Record<string, string>) {
    const started = await start(env)
    const [code] = await once(started.child, 'close')
    return { code, stderr: started.stderr() }
  }

  test('a setting that is not allowed', async () => {
    expect(await ending({ TRUST_PROXY: 'true', PORT: 'many' })).toEqual({
      code: 1,
      stderr:
        'PORT: "many" is not allowed. Allowed: a whole number from 0 to 65535; 0 takes any free port.\n' +
        'TRUST_PROXY: "true" is not allowed. Allowed: a comma-separated list of IP addresses and networks such as 10.0.0.0/8, never "true" or a number of hops.\n',
    })
  })

  test('a setting of an earlier version, with what takes its place', async () => {
    const { code, stderr } = await ending({ STAFF_PASSWORD_HASH: 'scrypt:15:8:3:salt:hash' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^STAFF_PASSWORD_HASH: accounts have taken the place [^\n]+\n$/)
  })

  test('a console that strangers could enter, before the public port is open', async () => {
    const { child, stdout, stderr } = await start({ STAFF_PORT: '0', STAFF_HOST: '0.0.0.0' })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(stderr()).toContain('STAFF_HOST: on 0.0.0.0')
    expect(stdout()).toBe('')
  })

  test('a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { code, stderr } = await ending({ PORT: port })
    expect(code).toBe(1)
    expect(stderr).toContain(`ポート ${port} はほかのプログラムが使用しています。`)
  })
})

test('what people typed stands in no log line and no metric', async () => {
  const metricsPort = await freePort()
  const started = await start({ METRICS_PORT: String(metricsPort), LOG_LEVEL: 'trace' })
  const url = await addressOf(started)
  const canary = (name: string) => `カナリア${name}`
  const applicant = {
    ...CORPORATION,
    companyName: canary('法人'),
    address: canary('住所'),
    tel: '0999-CANARY',
    email: 'canary@example.jp',
    person: canary('担当'),
  }
  const form = (fields: [string, string][]) => ({
    method: 'POST',
    headers: { 'idempotency-key': 'CANARY-key', 'user-agent': 'CANARY-agent' },
    body: new URLSearchParams(fields),
  })
  const json = (body: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-invitation': 'CANARY-token' },
    body,
  })
  const fields = registrationFields('entry', applicant, NO_CAMPAIGN)
  const registered = await fetch(url + REGISTER, form(fields))
  const { username } = (await registered.json()) as { username: string }
  const facility = { facilityName: canary('施設'), facilityNumber: 'CANARY-1', serviceKey: 'KYODO' }
  const statuses = [registered.status]
  const send = async (path: string, init?: RequestInit) =>
    statuses.push((await fetch(url + path, init)).status)
  const call = (name: 'consent' | 'facilities', customer: string) =>
    API_BASE + customerPath(name, customer)
  await send(call('consent', username), json('{"kind":1,"priceText":"9,980"}'))
  await send(call('facilities', username), json(JSON.stringify({ facilities: [facility] })))
  await send(
    call('facilities', username),
    json(JSON.stringify({ facilities: [facility, facility] })),
  )
  await send(call('consent', 'CANARY-number'), json('{"kind":3}'))
  await send(call('consent', 'CANARY-number'), json('{"kind":3,"CANARY":'))
  await send(REGISTER, form([...fields.slice(1), ['jigyousha', `\0${canary('法人')}`]]))
  await send('/teishi/input?customerNumber=CANARY-number')
  await send('/CANARY-path?mail=canary@example.jp')
  await send('/%zzCANARY')
  expect(statuses).toEqual([200, 200, 200, 409, 200, 400, 422, expect.any(Number), 404, 400])

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  started.child.kill('SIGTERM')
  await once(started.child, 'close')
  const lines = started.stderr().trim().split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(9)
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('event')
  expect(metrics).toContain(`http_requests_total{method="POST",route="${REGISTER}",status="200"} 1`)
  // Without a console there is nothing to say of it.
  expect(metrics).not.toContain('console_up')
  for (const output of [started.stderr(), started.stdout(), metrics]) {
    expect(output).not.toMatch(/canary|カナリア/i)
    expect(output).not.toContain(username)
  }
})

/** At the lowest priority, as the console is, a busy machine takes so long to start it. */
const CONSOLE_START_MS = 45_000

describe('the staff console’s process', { timeout: 3 * CONSOLE_START_MS }, () => {
  const childOf = ({ pid }: ChildProcess) =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())

  /** Of each thread; the words behind the name in parentheses begin with the state, the third of all. */
  const nicenessOf = (pid: number) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    })

  async function startBoth(env: Record<string, string> = {}) {
    const started = await start({ STAFF_PORT: '0', ...env })
    await vi.waitFor(() => expect(started.stdout()).toContain('担当者の画面'), CONSOLE_START_MS)
    const [pages = '', staff = ''] = started.stdout().match(/http:\/\/localhost:\d+/g) ?? []
    return { ...started, pages, staff }
  }

  test('is started again at its port when it dies; the public server answers all the while', async () => {
    const { child, pages, staff, stderr } = await startBoth()
    const list = () => fetch(`${staff}/api/applications`).then(({ status }) => status)
    expect(await list()).toBe(200)
    expect(new Set(nicenessOf(childOf(child)))).toEqual(new Set([19]))
    const statuses = new Set<number>()
    for (const _ of ['once', 'and again']) {
      process.kill(childOf(child), 'SIGKILL')
      await vi.waitFor(async () => {
        statuses.add((await fetch(`${pages}/readyz`)).status)
        expect(await list()).toBe(200)
      }, CONSOLE_START_MS)
    }
    expect([...statuses]).toEqual([200])
    expect(stderr()).toContain(
      '"event":"process_ended","name":"staff","code":-1,"signal":"SIGKILL"',
    )
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  test('ends with the public one, however that ends, and its metrics stand beside the others', async () => {
    const METRICS_PORT = String(await freePort())
    const { child, staff } = await startBoth({ METRICS_PORT })
    await fetch(`${staff}/api/applications`)
    // A console that does not answer within half a second is left out.
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
      expect(metrics).toContain('staff_http_requests_total{method="GET",route="/api/applications"')
      expect(metrics).toContain('process_resident_memory_bytes ')
    }, CONSOLE_START_MS)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(fetch(staff)).rejects.toThrow(), CONSOLE_START_MS)
  })

  test('whose port is taken is tried again until it is free; the public server is ready all the while', async () => {
    const port = await freePort()
    const taken = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const METRICS_PORT = String(await freePort())
    const started = await start({ STAFF_PORT: String(port), METRICS_PORT })
    const url = await addressOf(started)
    const isUp = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
      return /^moushikomi_console_up (\d)$/m.exec(metrics)?.[1]
    }
    const refused = `"event":"process_refused","name":"staff","reason":"ポート ${port} は`
    await vi.waitFor(() => expect(started.stderr()).toContain(refused), CONSOLE_START_MS)
    expect([(await fetch(`${url}/readyz`)).status, await isUp()]).toEqual([200, '0'])
    taken.close()
    await vi.waitFor(() => expect(started.stdout()).toContain('担当者の画面は'), 30_000)
    expect((await fetch(`http://127.0.0.1:${port}/api/applications`)).status).toBe(200)
    expect(await isUp()).toBe('1')
    expect(started.stderr().split(refused)).toHaveLength(2)
    started.child.kill('SIGTERM')
    expect(await once(started.child, 'close')).toEqual([0, null])
  })

  test('that never starts does not hold up the end of the public one', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { child, stderr } = await start({ STAFF_PORT: port })
    await vi.waitFor(() => expect(stderr()).toContain('process_refused'), CONSOLE_START_MS)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })
})

test('a database whose file is gone after a crash is not replaced by an empty one', async () => {
  const DATABASE_URL = await emptyDatabase('sqlite')
  const file = DATABASE_URL.slice('sqlite:'.length)
  const first = await start({ DATABASE_URL })
  await addressOf(first)
  first.child.kill('SIGKILL')
  await once(first.child, 'close')
  rmSync(file)
  const refused = await start({ DATABASE_URL })
  expect(await once(refused.child, 'close')).toEqual([1, null])
  expect(refused.stderr()).toContain(
    `起動できませんでした。データベースのファイル ${file} がありません。以前に使われたデータベースの跡（test.db-server`,
  )
  expect(refused.stderr()).toContain('docs/runbooks.md の「The database file is missing」')
  expect(existsSync(file)).toBe(false)
})

test('on a damaged file it answers, is not ready, and says why; what it cannot read is no database', async () => {
  const DATABASE_URL = await emptyDatabase('sqlite')
  const file = DATABASE_URL.slice('sqlite:'.length)
  const first = await openForTest(DATABASE_URL)
  for (let i = 0; i < 100; i++) await storeFact(first, `fact ${i}`, 'CANARY '.repeat(300))
  await first.close()
  const whole = readFileSync(file)
  const page = Math.floor(whole.indexOf('fact 50CANARY') / 4096)
  writeFileSync(file, Buffer.from(whole).fill(0xff, page * 4096, (page + 1) * 4096))
  const started = await start({ DATABASE_URL })
  const url = await addressOf(started)
  const statusOf = async (path: string) => (await fetch(url + path)).status
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(503), 10_000)
  expect(await statusOf('/livez')).toBe(200)
  const logged = (event: string) =>
    started
      .stderr()
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => JSON.parse(line))
  await vi.waitFor(() => expect(logged('not_ready').length).toBe(1), 5000)
  const fault = { type: 'DamagedDatabase' }
  expect(logged('database_damaged')).toMatchObject([{ level: 'error', fault }])
  expect(logged('not_ready')).toMatchObject([{ level: 'error', fault: { cause: fault } }])
  expect(started.stderr()).not.toContain('CANARY')
  started.child.kill('SIGTERM')
  await once(started.child, 'close')

  writeFileSync(file, whole)
  const next = await start({ DATABASE_URL })
  const nextUrl = await addressOf(next)
  const isReady = async () => expect((await fetch(`${nextUrl}/readyz`)).status).toBe(200)
  await vi.waitFor(isReady, 10_000)
  next.child.kill('SIGTERM')
  await once(next.child, 'close')

  // A page that a start itself reads; and no database at all.
  for (const [content, met] of [
    [Buffer.from(whole).fill(0xff, whole.length - 4096), 'database disk image is malformed'],
    [Buffer.from('x'.repeat(10_000)), 'file is not a database'],
  ] as const) {
    writeFileSync(file, content)
    const refused = await start({ DATABASE_URL })
    const [code] = await once(refused.child, 'close')
    expect(code).toBe(1)
    expect(refused.stderr()).toContain(
      `起動できませんでした。データベースのファイルが壊れているか、データベースではありません（${met}）。`,
    )
  }
})
