/** The API as its clients meet it: what is taken, stored and counted. */
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { API_BASE, registrationFields } from '#contract/apply.ts'
import { signInvitation, verifyInvitation } from './apply/invitations.ts'
import { idOfIssued } from './apply/new-rows.ts'
import { PROJECT_ROOT } from './config/settings.ts'
import { createMinuteLimit } from './http/limits/look-ups.ts'
import { assetOf } from './http/static-files.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { CORPORATION, everythingIn, FACILITIES, NO_CAMPAIGN, NOW, PRICE } from './testing/calls.ts'
import { ENGINES, emptyDatabase, openForTest } from './testing/databases.ts'
import {
  consentOf,
  ENTRY,
  errorBody,
  facilitiesOf,
  form,
  post,
  register,
} from './testing/requests.ts'
import { exchange } from './testing/sockets.ts'

describe.each(ENGINES)('the three calls on %s', (engine) => {
  test('a plain client registers, consents and sends its facilities; all of it is stored as sent', async () => {
    const started = await startApp({ engine })
    const { app, database } = started
    const username = await register(started)
    expect(username).toMatch(/^tmp-[a-z2-7]{26}$/)
    const consent = await app.inject(post(consentOf(username), { kind: 1, priceText: PRICE }))
    const facilities = await app.inject(post(facilitiesOf(username), { facilities: FACILITIES }))
    for (const response of [consent, facilities]) {
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({})
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.headers['application-reference']).toMatch(/^[2-9B-Y]{4}-[2-9B-Y]{4}$/)
      expect(response.headers['idempotent-replayed']).toBeUndefined()
    }
    const stored = await everythingIn(database)
    expect(stored.applications).toMatchObject([
      {
        issued_name: username,
        customer: '',
        flow: 'entry',
        state: 'complete',
        company_name: CORPORATION.companyName,
      },
    ])
    expect(stored.consents).toMatchObject([{ kind: 1, price_text: PRICE }])
    expect(stored.facilities.map((row) => row.facility_name)).toEqual(
      FACILITIES.map((row) => row.facilityName),
    )
    expect(stored.flags).toEqual([])
  })

  test('a trial stores what only a trial asks for; an entry ignores it, and any unknown field', async () => {
    const { app, database } = await startApp({ engine })
    const applicant = { ...CORPORATION, chance: '6', otherFacility: 'となり', nowsoft: '1' }
    const campaign = { ...NO_CAMPAIGN, utm_source: 'メルマガ' }
    const trial = Object.fromEntries(registrationFields('trial', applicant, campaign))
    for (const appform of ['4', '3'])
      await app.inject(form({ ...trial, appform, status: 'complete', state: 'complete' }))
    const { applications } = await everythingIn(database)
    const shown = applications.map((row) => [row.flow, row.chance, row.utm_source, row.state])
    expect(shown).toContainEqual(['trial', '6', 'メルマガ', 'pending'])
    expect(shown).toContainEqual(['entry', '', '', 'pending'])
  })

  test('the same key with the same body is the same answer, marked so; with another it is refused', async () => {
    const started = await startApp({ engine })
    const { app, database } = started
    const key = { 'idempotency-key': 'one-form' }
    const username = await register(started, key)
    const again = await app.inject(form(ENTRY, key))
    expect(again.json()).toEqual({ username })
    expect(again.headers['idempotent-replayed']).toBe('true')
    const other = await app.inject(form({ ...ENTRY, tel: '03-9999-9999' }, key))
    expect([other.statusCode, other.json()]).toEqual([422, errorBody('key_reused')])
    expect((await everythingIn(database)).applications).toHaveLength(1)
  })
})

describe('limits', () => {
  const perHour = { address: 2, mail: 0 }

  test('one more than the limit is 429 and says when to come again; a replay is answered', async () => {
    const started = await startApp({ perHour })
    const { app, database } = started
    const username = await register(started, { 'idempotency-key': 'mine' })
    await register(started)
    const refused = await app.inject(form(ENTRY))
    expect([refused.statusCode, refused.json()]).toEqual([429, errorBody('rate_limited')])
    expect(refused.headers['retry-after']).toBe('3600')
    const replayed = await app.inject(form(ENTRY, { 'idempotency-key': 'mine' }))
    expect(replayed.json()).toEqual({ username })
    const consent = await app.inject(post(consentOf(username), { kind: 1, priceText: PRICE }))
    expect(consent.statusCode).toBe(200)
    const suspension = await app.inject(post(consentOf('C-1'), { kind: 3 }))
    expect(suspension.statusCode).toBe(429)
    const { flags } = await everythingIn(database)
    expect(flags.map(({ flag }) => flag)).toEqual(['limit_near'])
  })

  test('what failed counts nothing', async () => {
    const started = await startApp({ perHour })
    for (let i = 0; i < 5; i++) await started.app.inject(form({ ...ENTRY, tel: '' }))
    await register(started)
    await register(started)
  })

  test('a forged X-Forwarded-For opens no other bucket; a trusted proxy’s is believed', async () => {
    const from = (address: string) => form(ENTRY, { 'x-forwarded-for': `198.51.100.9, ${address}` })
    const untrusting = (await startApp({ perHour })).app
    const trusting = (await startApp({ perHour, trustProxy: ['127.0.0.0/8'] })).app
    const statuses = async (app: TestApp['app']) => {
      const found: number[] = []
      for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.3'])
        found.push((await app.inject(from(address))).statusCode)
      return found
    }
    expect(await statuses(untrusting)).toEqual([200, 200, 429, 429])
    expect(await statuses(trusting)).toEqual([200, 200, 200, 200])
  })
})

test('how a form was filled in marks its application and holds nothing back', async () => {
  const started = await startApp()
  const { app, database } = started
  const quick = idOfIssued(await register(started, { 'form-signals': 'elapsed=150;trap=1' }))
  await register(started, { 'form-signals': 'elapsed=65000;trap=0' })
  await register(started, { 'form-signals': 'nonsense' })
  await app.inject(post(consentOf('C-1'), { kind: 3 }, { 'form-signals': 'elapsed=900;trap=1' }))
  const { flags } = await everythingIn(database)
  expect(flags.map(({ flag, detail }) => [flag, detail]).sort()).toEqual([
    ['robot', 'trap'],
    ['robot', 'trap, 150 ms'],
  ])
  expect(flags.some(({ application }) => application === quick)).toBe(true)
})

test('an invitation is judged for the number and the procedure in the call', async () => {
  const key = { id: 'k1', secret: Buffer.alloc(32, 7) }
  const invitation = { customerNumber: 'C-7', expires: NOW / 1000 + 60, id: 'A'.repeat(22) }
  const token = signInvitation(key, { ...invitation, procedure: 'suspension' })
  const { app, database } = await startApp({
    judgeInvitation: (sent, request) => verifyInvitation([key], sent, { ...request, now: NOW }),
  })
  for (const customer of ['C-7', 'C-8'])
    await app.inject(post(consentOf(customer), { kind: 3 }, { 'x-invitation': token }))
  const { applications, flags } = await everythingIn(database)
  const assurances = applications.map(({ customer, assurance }) => [customer, assurance])
  expect(assurances.sort()).toEqual([
    ['C-7', 'invited'],
    ['C-8', 'unverified'],
  ])
  expect(flags.map(({ flag, detail }) => [flag, detail])).toEqual([['bad_invitation', 'forged']])
})

test('a price that is not in force is answered with the list that is', async () => {
  const started = await startApp()
  const username = await register(started)
  await started.app.inject(post(consentOf(username), { kind: 1, priceText: '1' }))
  const refused = await started.app.inject(post(facilitiesOf(username), { facilities: FACILITIES }))
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    {
      error: {
        ...errorBody('price_mismatch').error,
        inForce: {
          version: 'contract-1',
          prices: { consultation: 9980, community: 4980, disability: 9980 },
          at: new Date(NOW).toISOString(),
        },
      },
    },
  ])
})

test('an address that ends in a slash is sent on to the page', async () => {
  const page = assetOf(Buffer.from('<!doctype html>'), '.html', 'no-cache')
  const assets = new Map(['/', '/entry/input', '/trial/input'].map((path) => [path, page]))
  const { app } = await startApp({ pages: { assets, notFound: undefined } })
  for (const [asked, location] of [
    ['/entry/input/', '/entry/input'],
    ['/trial/input/?utm_source=a/&lead_id=1', '/trial/input?utm_source=a/&lead_id=1'],
  ]) {
    const { statusCode, headers } = await app.inject(asked ?? '')
    expect([statusCode, headers.location]).toEqual([301, location])
  }
  // Of an address in full, as it is asked of a proxy, no other host is given back.
  await app.listen({ host: '127.0.0.1', port: 0 })
  const request = 'GET http://evil.test/entry/input/?a=1 HTTP/1.1\r\nhost: a.test\r\n'
  const { status, headers } = await exchange(app, `${request}connection: close\r\n\r\n`)
  expect([status, /location: (\S+)/i.exec(headers)?.[1]]).toEqual([301, '/entry/input?a=1'])
})

describe('a private link that a mail gateway has rewritten', () => {
  const LINK = `7F3K-9QXM.2.${'0f'.repeat(16)}`
  const TOKEN = `v1.k1.1800000000.${'A'.repeat(22)}.${'b'.repeat(43)}`
  const INVITED = '/inherit-facility-info/input?customerNumber=C-7'
  const page = (words: string) => assetOf(Buffer.from(words), '.html', 'no-cache')
  const PATHS = [
    '/',
    '/status',
    '/status/correct',
    '/entry/input',
    INVITED.split('?')[0] ?? '',
    '/teishi/input',
  ]
  const pages = {
    assets: new Map(PATHS.map((path) => [path, page(path)])),
    notFound: page('not found'),
  }
  const start = async () => {
    const started = await startApp({ pages })
    const visit = (url: string) => started.app.inject({ url, headers: { accept: 'text/html' } })
    return { ...started, visit }
  }

  test('leads to it, and stands nowhere', async () => {
    const { visit, logged, metrics } = await start()
    for (const [url, location] of [
      [`/status%23${LINK}`, `/status#${LINK}`],
      [`/status%2523${LINK}`, `/status#${LINK}`],
      [`/status%252523${LINK}?source=mail`, `/status#${LINK}`],
      [`/status%23${LINK}%3Fsource%3Dmail`, `/status#${LINK}`],
      [`/status%23${LINK.replaceAll('.', '%2E')}`, `/status#${LINK}`],
      [`${INVITED}%23inv=${TOKEN}`, `${INVITED}#inv=${TOKEN}`],
      [`${INVITED}%2523inv%253D${TOKEN}`, `${INVITED}#inv=${TOKEN}`],
      [
        `/teishi/input?customerNumber=C-7%23inv%3D${TOKEN}&source=mail`,
        `/teishi/input?customerNumber=C-7#inv=${TOKEN}`,
      ],
    ] as const) {
      const { statusCode, headers } = await visit(url)
      expect([url, statusCode, headers.location]).toEqual([url, 302, location])
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
    }
    expect(logged()).toContain('"status":302')
    for (const told of [logged(), await metrics.render()])
      expect(told).not.toMatch(/7F3K|0f0f|C-7|v1\.k1/)
  })

  test('what is none is the page of what there is not', async () => {
    const { visit, logged } = await start()
    for (const url of [
      '/status%23',
      `/status%23${LINK}0`,
      `/status%23${LINK.toLowerCase()}`,
      `/status%2F%23${LINK}`,
      `/status%23https://elsewhere.example/`,
      `/status%23//elsewhere.example/%23${LINK}`,
      `//elsewhere.example/status%23${LINK}`,
      `/status%0d%0alocation:x%23${LINK}`,
      '/status%23%',
    ]) {
      const { statusCode, headers } = await visit(url)
      expect([url, headers.location]).toEqual([url, undefined])
      expect([400, 404]).toContain(statusCode)
    }
    expect(logged()).not.toMatch(/7F3K|0f0f|elsewhere/)
  })

  test('what is none behind the path of a page is the page itself', async () => {
    const { visit } = await start()
    for (const url of [
      `/entry/input?customerNumber=C-7%23inv=${TOKEN}`,
      `${INVITED}%23inv=${TOKEN}0`,
      `/teishi/input?customerNumber=tmp-${'a'.repeat(26)}%23inv=${TOKEN}`,
      `/teishi/input?customerNumber=%20%23inv=${TOKEN}`,
      `/teishi/input?next=//elsewhere.example/&customerNumber=C-7%23inv=${TOKEN}`,
      '/teishi/input?customerNumber=C-7%23',
      `/status?%23${LINK}`,
    ]) {
      const { statusCode, headers, body } = await visit(url)
      const page = [200, undefined, url.split('?')[0]]
      expect([url, statusCode, headers.location, body]).toEqual([url, ...page])
    }
  })

  test('no other method and no other path are those of the link', async () => {
    const { app } = await startApp({ pages })
    expect((await app.inject({ method: 'POST', url: `/status%23${LINK}` })).statusCode).toBe(405)
    expect((await app.inject('/statuses')).statusCode).toBe(404)
    expect((await app.inject({ method: 'HEAD', url: `/status%23${LINK}` })).statusCode).toBe(302)
  })
})

describe('health', () => {
  test('ready while the database stores, red while its file is gone, and ready again by itself', async () => {
    const url = await emptyDatabase('sqlite')
    const file = url.replace('sqlite:', '')
    const { app } = await startApp({ database: await openForTest(url) })
    const isSoon = (status: number) =>
      vi.waitFor(async () => expect((await app.inject('/readyz')).statusCode).toBe(status), 5000)
    await isSoon(200)
    renameSync(file, `${file}.away`)
    await isSoon(503)
    expect((await app.inject('/livez')).statusCode).toBe(200)
    renameSync(`${file}.away`, file)
    await isSoon(200)
  })

  test('once a shutdown is announced readiness is red and work is still taken', async () => {
    const { app, health } = await startApp()
    health.announceShutdown()
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject(form(ENTRY))).statusCode).toBe(200)
  })

  test('while draining a visit of a page is answered with the page that says so', async () => {
    const maintenance = readFileSync(join(PROJECT_ROOT, 'deploy/maintenance.html'))
    const { app, health } = await startApp({ maintenance })
    health.drain()
    const visit = await app.inject({ url: '/entry/input', headers: { accept: 'text/html' } })
    expect([visit.statusCode, visit.headers['retry-after']]).toEqual([503, '1'])
    expect(visit.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(visit.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src/)
    expect(visit.body).toContain('<h1>ただいま接続できません</h1>')
    const call = await app.inject({ url: `${API_BASE}/x`, headers: { accept: 'text/html' } })
    expect(call.json().error.code).toBe('unavailable')
  })
})

test('a proxy that passes on any protocol its client names is answered as without TLS', async () => {
  const { app } = await startApp({ trustProxy: ['127.0.0.1'] })
  const answer = await app.inject({ url: '/livez', headers: { 'x-forwarded-proto': 'gopher' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['strict-transport-security']).toBeUndefined()
})

test('a beacon is counted under its page, an unknown page under one name', async () => {
  const { app, metrics } = await startApp()
  const beacon = { page: '/teishi/input?customerNumber=1', metrics: [{ name: 'LCP', value: 900 }] }
  const response = await app.inject(post('/api/vitals', beacon))
  expect([response.statusCode, response.body]).toEqual([204, ''])
  const text = await metrics.render()
  expect(text).toContain('web_vitals_milliseconds_count{page="other",metric="LCP"} 1')
  expect(text).not.toContain('customerNumber')
})

test('beacons are limited by sender, those of both kinds by one count', async () => {
  const admitBeacon = createMinuteLimit({ perMinute: 2, clock: () => NOW })
  const { app, metrics } = await startApp({ trustProxy: ['127.0.0.1'], admitBeacon })
  const send = async (url: string, from: string, body: object) =>
    (await app.inject(post(url, body, { 'x-forwarded-for': from }))).statusCode
  const vitals = { page: '/', metrics: [{ name: 'LCP', value: 900 }] }
  const usage = { flow: 'entry', width: 'phone', marks: ['opened'] }
  expect(await send('/api/usage', '192.0.2.1', usage)).toBe(204)
  expect(await send('/api/vitals', '192.0.2.1', vitals)).toBe(204)
  expect(await send('/api/vitals', '192.0.2.1', vitals)).toBe(429)
  expect(await send('/api/usage', '192.0.2.1', usage)).toBe(429)
  expect(await send('/api/vitals', '192.0.2.2', vitals)).toBe(204)
  expect(await metrics.render()).toContain(
    'web_vitals_milliseconds_count{page="other",metric="LCP"} 2',
  )
})
