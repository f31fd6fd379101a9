/** Traces of the real program: nothing of them without a collector, all of an application with one. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PROJECT_ROOT } from './config/settings.ts'
import { CORPORATION, FACILITIES, PRICE } from './testing/calls.ts'
import { emptyDatabase, temporaryFolder } from './testing/databases.ts'
import { launch } from './testing/process.ts'
import { consentOf, ENTRY, facilitiesOf, REGISTER } from './testing/requests.ts'
import { startTraceCollector } from './testing/trace-collector.ts'

/** Writes down each module that a process loads. */
const WATCH_LOADS = `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED, url + '\\n')
    return next(url, context)
  },
})
`

async function start(env: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const watcher = join(folder, 'watch-loads.mjs')
  const loaded = join(folder, 'loaded')
  writeFileSync(watcher, WATCH_LOADS)
  const server = launch({
    tree: PROJECT_ROOT,
    env: {
      PORT: '0',
      METRICS_PORT: 'off',
      DATABASE_URL: await emptyDatabase('sqlite'),
      MAIL_FOLDER: join(folder, 'mail'),
      STAFF_KEY_FILE: join(folder, 'staff-key'),
      INVITATION_KEYS_FILE: join(folder, 'invitation-keys'),
      NODE_OPTIONS: `--import=${watcher}`,
      LOADED: loaded,
      ...env,
    },
    log: join(folder, 'log'),
  })
  onTestFinished(() => server.signal('SIGKILL'))
  const url = await server.listening
  return {
    url,
    loaded: () => readFileSync(loaded, 'utf8').split('\n'),
    logged: () => readFileSync(join(folder, 'log'), 'utf8'),
    async stop() {
      const began = performance.now()
      return { ...(await server.stop()), ms: performance.now() - began }
    },
  }
}

async function apply(url: string): Promise<string> {
  const registered = await fetch(url + REGISTER, {
    method: 'POST',
    body: new URLSearchParams(ENTRY),
  })
  const { username } = (await registered.json()) as { username: string }
  const send = async (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await send(consentOf(username), { kind: 1, priceText: PRICE })
  const added = await send(facilitiesOf(username), { facilities: FACILITIES })
  expect(added.status).toBe(200)
  return username
}

const isOfTraces = (url: string) => url.includes('/@opentelemetry/') || /open-telemetry/.test(url)

test('without a collector nothing of OpenTelemetry is loaded, by the console neither', async () => {
  const { loaded, stop } = await start()
  const countOf = (file: string) => loaded().filter((url) => url.endsWith(file)).length
  // The console starts beside it, and nobody waits for it.
  await vi.waitFor(() => expect(countOf('/observability/tracing.ts')).toBe(2), { timeout: 20_000 })
  expect(await stop()).toMatchObject({ code: 0 })
  expect(countOf('/server/staff-main.ts')).toBe(1)
  expect(loaded().filter(isOfTraces)).toEqual([])
})

test('an application from the first request to mail and webhook; nothing of what was typed', async () => {
  const collector = await startTraceCollector()
  const billing = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => billing.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void billing.close())
  const { url, loaded, logged, stop } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    WEBHOOK_URL: `http://127.0.0.1:${(billing.address() as AddressInfo).port}/hook`,
    WEBHOOK_SECRET: 'a secret of sixteen letters',
  })
  expect(loaded().some(isOfTraces)).toBe(true)
  const username = await apply(url)
  const attempts = () => logged().match(/"outcome":"delivered"/g)
  await vi.waitFor(() => expect(attempts()).toHaveLength(3), { timeout: 15_000, interval: 50 })
  await fetch(`${url}/livez`)
  const link = `7F3K-9QXM.2.${'0f'.repeat(16)}`
  const followed = await fetch(`${url}/status%23${link}`, { redirect: 'manual' })
  expect(followed.headers.get('location')).toBe(`/status#${link}`)
  expect(await stop()).toMatchObject({ code: 0 })
  const names = collector.spans.map(({ service, name }) => `${service}: ${name}`)
  expect(names).toEqual(
    expect.arrayContaining([`moushikomi: POST ${REGISTER}`, 'moushikomi: GET /livez']),
  )
  // Its body came in by events of the connection, which are nobody's.
  const added = collector.spans.find(({ name }) => /^POST .*\/:\w+\/facilities/.test(name))
  expect(collector.spans).toContainEqual(
    expect.objectContaining({ name: 'commit', parentSpanId: added?.spanId }),
  )
  for (const kind of ['mail_applicant', 'mail_staff', 'webhook'])
    expect(collector.spans.find(({ name }) => name === `deliver ${kind}`)).toMatchObject({
      attributes: {
        'moushikomi.outbox.id': expect.any(String),
        'moushikomi.outbox.attempt': 1,
        'moushikomi.outbox.outcome': 'delivered',
      },
    })
  const sent = collector.calls.map(({ body }) => body).join()
  const typed = [...Object.values(CORPORATION), ...FACILITIES.map((row) => row.facilityName)]
  for (const secret of [username, '7F3K', ...typed.filter((text) => text.length > 1)])
    expect(sent).not.toContain(secret)
})

test('a collector that hangs holds up neither requests nor the end', async () => {
  const collector = await startTraceCollector(null)
  const { url, stop } = await start({
    STAFF_PORT: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  })
  await apply(url)
  const { code, ms } = await stop()
  expect(collector.calls).toHaveLength(1)
  expect(code).toBe(0)
  expect(ms).toBeLessThan(9_000)
})
