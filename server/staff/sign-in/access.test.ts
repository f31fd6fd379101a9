import { describe, expect, test } from 'vitest'
import { type AccessConfig, accessOf, hostCheck, isLocalHost, isLoopback } from './access.ts'

const LOOPBACK: AccessConfig = {
  STAFF_HOST: '127.0.0.1',
  STAFF_NAMES: [],
  STAFF_USER_HEADER: '',
  STAFF_URL: 'http://localhost:3001',
  PUBLIC_URL: 'http://localhost:3000',
  TRUST_PROXY: [],
  OIDC_ISSUER: '',
}

describe('accessOf', () => {
  test.each(['127.0.0.1', '127.8.9.1', '::1'])('without accounts is open on %s', (STAFF_HOST) => {
    const access = accessOf({ ...LOOPBACK, STAFF_HOST })
    expect(access).toEqual({ userHeader: null, isOpenWithoutAccounts: true, makesAccounts: false })
  })

  test.each([
    { STAFF_NAMES: ['desk.example.jp'] },
    { TRUST_PROXY: ['127.0.0.1'] },
    { PUBLIC_URL: 'https://apply.example.jp' },
    { PUBLIC_URL: 'http://192.168.1.5:3000' },
    { PUBLIC_URL: 'http://localhost.example.jp' },
    { STAFF_URL: 'https://desk.example.jp' },
  ])('is closed where %j says that others may reach it', (setting) => {
    expect(accessOf({ ...LOOPBACK, ...setting }).isOpenWithoutAccounts).toBe(false)
  })

  test.each(['http://127.0.0.1', 'https://127.8.9.1:3000', 'http://[::1]:3000'])(
    'an address of this machine, %s, says nothing of others',
    (url) => {
      const own = { ...LOOPBACK, PUBLIC_URL: url, STAFF_URL: url }
      expect(accessOf(own).isOpenWithoutAccounts).toBe(true)
    },
  )

  test.each(['0.0.0.0', '::', '192.168.1.5', '2001:db8::1'])(
    'refuses to start on %s without a proxy that ends TLS',
    (STAFF_HOST) => {
      expect(() => accessOf({ ...LOOPBACK, STAFF_HOST })).toThrow(
        `STAFF_HOST: on ${STAFF_HOST} the staff console would send passwords over an unencrypted network.`,
      )
      const proxied = { ...LOOPBACK, STAFF_HOST, TRUST_PROXY: ['10.0.0.1'] }
      const closed = { userHeader: null, isOpenWithoutAccounts: false, makesAccounts: false }
      expect(accessOf(proxied)).toEqual(closed)
    },
  )

  test('a trusted proxy’s header closes loopback too', () => {
    const proxied = { STAFF_USER_HEADER: 'x-user', TRUST_PROXY: ['10.0.0.1'] }
    expect(accessOf({ ...LOOPBACK, ...proxied })).toEqual({
      userHeader: 'x-user',
      isOpenWithoutAccounts: false,
      makesAccounts: false,
    })
  })

  test.each(['127.0.0.1', '0.0.0.0'])('refuses a header that anybody on %s could set', (host) => {
    const config = { ...LOOPBACK, STAFF_HOST: host, STAFF_USER_HEADER: 'x-user' }
    expect(() => accessOf(config)).toThrow(/^STAFF_USER_HEADER: .+ Set TRUST_PROXY/)
  })
})

describe('hostCheck', () => {
  const REFUSED = [
    undefined,
    '',
    'evil.test',
    'evil.test:3001',
    'localhost.evil.test',
    'evil.test#localhost',
    'localhost@evil.test',
    '127.0.0.1.evil.test',
    '192.168.1.5',
    'localhost:3001:1',
    'localhost/',
  ]
  test.each(REFUSED)('on loopback refuses %j', (host) => {
    expect(hostCheck(LOOPBACK)(host)).toBe(false)
  })

  test.each(['localhost', 'LOCALHOST:3001', '127.0.0.1:3001', '[::1]:3001', '127.0.0.1'])(
    'on loopback takes %j',
    (host) => {
      expect(hostCheck(LOOPBACK)(host)).toBe(true)
    },
  )

  test('takes the address it listens on and the names it was given', () => {
    const STAFF_NAMES = ['desk.example.jp']
    const isAllowed = hostCheck({ ...LOOPBACK, STAFF_HOST: '2001:db8::1', STAFF_NAMES })
    expect(isAllowed('[2001:db8::1]:3001')).toBe(true)
    expect(isAllowed('Desk.example.jp')).toBe(true)
    expect(isAllowed('[2001:db8::2]:3001')).toBe(false)
    expect(isAllowed('evil.example.jp')).toBe(false)
    const ofFour = hostCheck({ ...LOOPBACK, STAFF_HOST: '192.168.1.5' })
    expect([ofFour('192.168.1.5:3001'), ofFour('192.168.1.6:3001')]).toEqual([true, false])
  })
})

test.each([
  ['127.0.0.1', true],
  ['127.10.200.30', true],
  ['::1', true],
  ['::ffff:127.10.200.30', true],
  ['128.0.0.1', false],
  ['127.0.0.1.example', false],
  ['x127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

test.each([
  { STAFF_HOST: '0.0.0.0' },
  { STAFF_USER_HEADER: 'x-user' },
  { OIDC_ISSUER: 'https://login.test', STAFF_USER_HEADER: 'x-user' },
])('a start that is refused for %j ends with the status of wrong settings', (setting) => {
  expect(() => accessOf({ ...LOOPBACK, ...setting })).toThrow(
    expect.objectContaining({ exitStatus: 2 }),
  )
})

test.each(['0.0.0.0', '::'])(
  'listening on %s it is called by any address, and no other name',
  (host) => {
    const isOwn = hostCheck({ ...LOOPBACK, STAFF_HOST: host, STAFF_NAMES: ['desk.test'] })
    const asked = [
      '192.0.2.1:3001',
      '[2001:db8::1]:3001',
      'desk.test',
      'localhost',
      'evil.test',
      '',
    ]
    expect(asked.map(isOwn)).toEqual([true, true, true, true, false, false])
    expect([isOwn(undefined), isLocalHost(undefined), isLocalHost('[::1]:81')]).toEqual([
      false,
      false,
      true,
    ])
  },
)
