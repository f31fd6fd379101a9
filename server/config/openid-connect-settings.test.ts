import { expect, test } from 'vitest'
import { accessOf } from '../staff/sign-in/access.ts'
import { readConfig } from './settings.ts'

const OIDC = { OIDC_ISSUER: 'https://id.example.jp/realms/company', OIDC_CLIENT_ID: 'desk' }

test('an issuer over TLS or on this machine, with a client and the roles of its claim', () => {
  const config = readConfig({
    ...OIDC,
    STAFF_URL: 'https://staff.example.jp',
    OIDC_ROLE_CLAIM: 'realm_access.roles',
    OIDC_ROLES: 'administrator=desk-admin, reader=everybody',
  })
  expect(config).toMatchObject({
    OIDC_ISSUER: 'https://id.example.jp/realms/company',
    STAFF_URL: 'https://staff.example.jp',
    OIDC_ROLE_CLAIM: ['realm_access', 'roles'],
    OIDC_ROLES: { administrator: 'desk-admin', reader: 'everybody' },
  })
  for (const issuer of [
    'http://localhost:8080/realms/a',
    'http://127.0.0.1:9000',
    'http://[::1]/x',
  ])
    expect(readConfig({ ...OIDC, OIDC_ISSUER: issuer }).OIDC_ISSUER).toBe(issuer)
})

test.each([
  [{ OIDC_ISSUER: 'http://id.example.jp' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'http://localhost.evil.test' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'id.example.jp' }, 'OIDC_ISSUER'],
  [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
  [{ OIDC_ROLE_CLAIM: 'a..b' }, 'OIDC_ROLE_CLAIM'],
  [{ OIDC_ROLES: 'owner=x' }, 'OIDC_ROLES'],
  [{ OIDC_ROLES: 'worker' }, 'OIDC_ROLES'],
  [{ OIDC_ROLES: 'worker=a,worker=b' }, 'OIDC_ROLES'],
  [{ OIDC_NAME_CLAIM: 'a b' }, 'OIDC_NAME_CLAIM'],
  [{ STAFF_URL: 'https://staff.example.jp/console' }, 'STAFF_URL'],
])('%j is refused at the start', (changes, setting) => {
  expect(() => readConfig({ ...OIDC, ...changes })).toThrow(`${setting}: `)
})

test('a secret is not shown', () => {
  const secret = { ...OIDC, OIDC_CLIENT_SECRET: 'very secret', OIDC_ROLES: 'x' }
  expect(() => readConfig(secret)).not.toThrow('very secret')
})

test('a proxy’s header and an issuer are not taken together, and an issuer closes loopback', () => {
  expect(accessOf(readConfig(OIDC)).isOpenWithoutAccounts).toBe(false)
  const both = readConfig({ ...OIDC, STAFF_USER_HEADER: 'x-user', TRUST_PROXY: '10.0.0.1' })
  expect(() => accessOf(both)).toThrow('OIDC_ISSUER: ')
})
