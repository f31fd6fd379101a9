import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { assetOf } from '../http/static-files.ts'
import { startApp } from '../testing/app.ts'
import { SECURITY_TXT } from './pages.ts'

function vouchedBy(clock: { now: number }) {
  const securityContact = {
    contact: 'mailto:security@example.jp',
    origin: 'https://apply.example.jp',
    clock: () => clock.now,
  }
  return startApp({ securityContact })
}

test('names the contact, and expires a quarter ahead of whenever it is asked for', async () => {
  const clock = { now: Date.parse('2026-11-20T15:04:05Z') }
  const { app } = await vouchedBy(clock)
  const first = await app.inject(SECURITY_TXT)
  expect(first.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(first.body).toBe(
    'Contact: mailto:security@example.jp\n' +
      'Expires: 2027-02-18T00:00:00.000Z\n' +
      'Preferred-Languages: ja, en\n' +
      'Canonical: https://apply.example.jp/.well-known/security.txt\n',
  )
  const conditional = { 'if-none-match': String(first.headers.etag) }
  expect((await app.inject({ url: SECURITY_TXT, headers: conditional })).statusCode).toBe(304)
  clock.now += DAY_MS
  const next = await app.inject({ url: SECURITY_TXT, headers: conditional })
  expect([next.statusCode, next.body.includes('Expires: 2027-02-19T')]).toEqual([200, true])
})

test('a file of the deployer’s own takes its place', async () => {
  const own = assetOf(Buffer.from('Contact: https://own.example.jp\n'), '.txt', 'no-cache')
  const { app } = await startApp({
    pages: { assets: new Map([[SECURITY_TXT, own]]), notFound: undefined },
  })
  expect((await app.inject(SECURITY_TXT)).body).toBe('Contact: https://own.example.jp\n')
})
