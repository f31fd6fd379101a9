/** The demo: whatever the environment says, it is this machine's alone, says what it is, and everything stands on its desk. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { FLOW_NAMES } from '#domain/flows.ts'
import { APPLICATION_STATES, STAFF_STATUS_NAMES, WAITING_NAMES } from '#domain/staff.ts'
import { PROJECT_ROOT } from '../config/settings.ts'
import { countWaiting } from '../store/queries/waiting.ts'
import { openForTest, temporaryFolder } from '../testing/databases.ts'
import { freePort } from '../testing/ports.ts'
import { rowsIn } from '../testing/rows.ts'
import { codeOf, demoSettings, openDesk } from './make-desk.ts'

const NOW = Date.parse('2026-11-27T07:00:00Z')

test('everything that a desk can hold stands there, made by the product itself', async () => {
  const folder = join(temporaryFolder(), 'demo')
  await openDesk(folder, { now: NOW })
  const database = await openForTest(demoSettings(folder).DATABASE_URL ?? '')
  const applications = await rowsIn(database, 'applications')
  const kinds = (of: (row: (typeof applications)[number]) => string) =>
    [...new Set(applications.map(of))].toSorted()
  expect(applications).toHaveLength(400)
  expect(kinds(({ flow }) => flow)).toEqual(FLOW_NAMES.toSorted())
  expect(kinds(({ staff_status }) => staff_status)).toEqual(STAFF_STATUS_NAMES.toSorted())
  const { superseded: _, ...states } = APPLICATION_STATES
  expect(kinds(({ state }) => state)).toEqual(Object.keys(states).toSorted())
  const days = applications.map(({ created_at }) => (NOW - created_at) / 86_400_000)
  expect([Math.max(...days) > 100, Math.min(...days) < 2]).toEqual([true, true])
  expect(kinds(({ utm_campaign }) => utm_campaign)).toHaveLength(5)
  const waiting = await database.read((tx) => countWaiting(tx))
  for (const kind of WAITING_NAMES.filter((name) => name !== 'returned'))
    expect([kind, waiting[kind].count]).toEqual([kind, expect.any(Number)])
  expect(
    waiting.correction.count * waiting.withdrawal.count * waiting.message.count,
  ).toBeGreaterThan(0)
  const mails = await rowsIn(database, 'outbox')
  expect(new Set(mails.map(({ state }) => state))).toEqual(new Set(['sent', 'failed']))
  expect((await rowsIn(database, 'revisions')).some(({ state }) => state === 'accepted')).toBe(true)
}, 120_000)

test('a folder with something else in it is left alone', async () => {
  const folder = join(temporaryFolder(), 'other')
  mkdirSync(folder)
  writeFileSync(join(folder, 'letter.txt'), 'x')
  await expect(openDesk(folder, { now: NOW, count: 1 })).rejects.toThrow(
    'デモのフォルダーでもありません',
  )
})

test('it hears this machine alone under its own names, says on every page what it is, and lets its person in', async () => {
  const folder = join(temporaryFolder(), 'demo')
  const access = await openDesk(folder, { now: NOW, count: 20 })
  const port = await start(folder)
  const pages = ['/', '/entry/input', '/trial/input', '/status', '/nowhere'].map(
    (path) => [port, path] as const,
  )
  for (const [at, path] of [...pages, [port + 1, '/'] as const, [port + 1, '/guide'] as const])
    expect([path, (await get(at, path)).body]).toEqual([path, expect.stringContaining('デモ')])
  for (const at of [port, port + 1]) {
    expect((await get(at, '/', { host: 'rebound.example' })).status).toBe(403)
    await expect(get(at, '/', { address: '127.0.0.2' })).rejects.toThrow('ECONNREFUSED')
  }
  const { name, password, secret } = access
  const login = await fetch(`http://localhost:${port + 1}${CONSOLE_PATHS.session}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password, code: codeOf(secret, Date.now()) }),
  })
  expect(login.status).toBe(200)
}, 120_000)

/** With an environment that a careless shell may have; gives the port of the pages. */
async function start(folder: string): Promise<number> {
  const port = await freePort()
  const child: ChildProcess = spawn(
    process.execPath,
    [join(PROJECT_ROOT, 'server/demo.ts'), folder, String(port)],
    {
      env: {
        ...{ HOST: '0.0.0.0', PORT: '1', STAFF_PORT: 'off', STAFF_HOST: '0.0.0.0' },
        ...{ DATABASE_URL: 'postgres://nobody/none', MAIL_URL: 'smtp://relay.example' },
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  )
  onTestFinished(() => void child.kill('SIGTERM'))
  const isUp = async (at: number) => expect((await get(at, '/')).status).toBe(200)
  await vi.waitFor(() => Promise.all([isUp(port), isUp(port + 1)]), {
    timeout: 60_000,
    interval: 200,
  })
  return port
}

type From = { host?: string; address?: string }

function get(port: number, path: string, { host, address = '127.0.0.1' }: From = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { accept: 'text/html', host: host ?? `localhost:${port}` }
    const sent = request({ host: address, port, path, headers }, async (response) =>
      resolve({ status: response.statusCode ?? 0, body: await text(response) }),
    )
    sent.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code)))
    sent.end()
  })
}
