import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OperatorError } from '../errors.ts'
import { RETRY_SCHEDULES } from './delivery-settings.ts'
import { PROJECT_ROOT, REMOVED_SETTINGS, readConfig, SETTINGS } from './settings.ts'

/** Of the first release, then of 1.0.0: a release adds its own, and none is ever taken out. */
const RELEASED = [
  'HOST PORT STAFF_PORT STAFF_HOST STAFF_NAMES STAFF_PASSWORD_HASH STAFF_USER_HEADER METRICS_PORT',
  'DATABASE_URL TRUST_PROXY LIMIT_ADDRESS_PER_HOUR LIMIT_MAIL_PER_HOUR PUBLIC_URL SECURITY_CONTACT',
  'MAIL_URL MAIL_FOLDER MAIL_FROM STAFF_MAIL LIMIT_SENT_PER_ADDRESS_PER_DAY LIMIT_SENT_PER_HOUR',
  'WEBHOOK_URL WEBHOOK_SECRET INVITATIONS INVITATION_KEYS INVITATION_KEYS_FILE',
  'RETENTION_INCOMPLETE_DAYS RETENTION_COMPLETE_DAYS LOG_LEVEL',
  'STAFF_KEY_FILE STAFF_URL OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_ROLE_CLAIM OIDC_ROLES',
  'OIDC_NAME_CLAIM METRICS_HOST OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG DATABASE_READ_URL DIRECTORY_FILE OPERATOR_FILE LIMIT_LOOK_UPS_PER_MINUTE',
  'LIMIT_API_CALLS_PER_MINUTE LIMIT_BYTES_PER_HOUR MAIL_EHLO MAIL_TIMEOUT_SECONDS DELIVERY_SENDERS',
  'SHUTDOWN_DELAY_SECONDS DELIVERY_RETRIES',
].flatMap((line) => line.split(' '))

describe('readConfig', () => {
  test('nothing set is a working set of defaults', () => {
    expect(readConfig({})).toEqual({
      HOST: '127.0.0.1',
      PORT: 3000,
      STAFF_PORT: 3001,
      STAFF_HOST: '127.0.0.1',
      STAFF_NAMES: [],
      STAFF_KEY_FILE: `${PROJECT_ROOT}/data/staff-key`,
      STAFF_USER_HEADER: '',
      STAFF_URL: 'http://localhost:3001',
      OIDC_ISSUER: '',
      OIDC_CLIENT_ID: 'none',
      OIDC_CLIENT_SECRET: '',
      OIDC_ROLE_CLAIM: ['roles'],
      OIDC_ROLES: {
        ...{ analyst: 'analyst', reader: 'reader' },
        ...{ worker: 'worker', administrator: 'administrator' },
      },
      OIDC_NAME_CLAIM: ['preferred_username'],
      METRICS_PORT: 3002,
      METRICS_HOST: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER_ARG: 1,
      OPERATOR_FILE: '',
      DATABASE_READ_URL: '',
      DATABASE_URL: `sqlite:${join(PROJECT_ROOT, 'data/moushikomi.db')}`,
      DIRECTORY_FILE: join(PROJECT_ROOT, 'data/directory.db'),
      TRUST_PROXY: [],
      LIMIT_ADDRESS_PER_HOUR: 300,
      LIMIT_MAIL_PER_HOUR: 60,
      LIMIT_API_CALLS_PER_MINUTE: 600,
      LIMIT_BYTES_PER_HOUR: 8_000_000,
      LIMIT_LOOK_UPS_PER_MINUTE: 600,
      LIMIT_STATUS_PER_MINUTE: 60,
      LINK_KEYS: [],
      LINK_KEYS_FILE: join(PROJECT_ROOT, 'data/link-keys'),
      PUBLIC_URL: 'http://localhost:3000',
      SECURITY_CONTACT: 'http://localhost:3000/',
      MAIL_URL: '',
      MAIL_TLS: 'offered',
      MAIL_CA_FILE: '',
      MAIL_RETURN: '',
      MAIL_RETURN_URL: '',
      MAIL_RETURN_PASSWORD_FILE: '',
      MAIL_RETURN_DAYS: 30,
      MAIL_FOLDER: join(PROJECT_ROOT, 'data/mail'),
      MAIL_FROM: { name: 'お申し込み窓口', address: 'no-reply@localhost' },
      MAIL_EHLO: 'localhost',
      MAIL_TIMEOUT_SECONDS: 600,
      DELIVERY_SENDERS: 32,
      DELIVERY_RETRIES: RETRY_SCHEDULES,
      STAFF_MAIL: 'staff@localhost',
      LIMIT_SENT_PER_ADDRESS_PER_DAY: 3,
      LIMIT_SENT_PER_HOUR: 1000,
      WEBHOOK_URL: '',
      WEBHOOK_SECRET: [Buffer.from('nothing is signed')],
      WEBHOOK_EVENTS: [],
      INVITATIONS: 'optional',
      INVITATION_KEYS: [],
      INVITATION_KEYS_FILE: join(PROJECT_ROOT, 'data/invitation-keys'),
      RETENTION_INCOMPLETE_DAYS: 30,
      RETENTION_COMPLETE_DAYS: 0,
      WAITING_ALERT_HOURS: 24,
      DEMO: 'off',
      SHUTDOWN_DELAY_SECONDS: 0,
      LOG_LEVEL: 'info',
    })
  })

  test('an empty text is the same as none', () => {
    expect(readConfig({ PORT: '' }).PORT).toBe(3000)
  })

  test('ports beside PORT follow it', () => {
    expect(readConfig({ PORT: '4200' }).STAFF_PORT).toBe(4201)
    expect(readConfig({ PORT: '4200', STAFF_PORT: 'off' }).STAFF_PORT).toBe('off')
    expect(readConfig({ PORT: '4200' }).METRICS_PORT).toBe(4202)
    expect(readConfig({ PORT: '0' }).METRICS_PORT).toBe(0)
    expect(readConfig({ PORT: '4200', METRICS_PORT: 'off' }).METRICS_PORT).toBe('off')
  })

  test('an absolute path and a PostgreSQL address are taken as they are', () => {
    expect(readConfig({ DATABASE_URL: 'sqlite:/var/lib/m.db' }).DATABASE_URL).toBe(
      'sqlite:/var/lib/m.db',
    )
    expect(readConfig({ DATABASE_URL: 'postgres://u@h/db' }).DATABASE_URL).toBe('postgres://u@h/db')
  })

  test('a sender is an address, with or without a name', () => {
    expect(readConfig({ MAIL_FROM: 'desk@example.jp' }).MAIL_FROM).toEqual({
      name: '',
      address: 'desk@example.jp',
    })
    expect(readConfig({ MAIL_FROM: '窓口 <desk@example.jp>' }).MAIL_FROM).toEqual({
      name: '窓口',
      address: 'desk@example.jp',
    })
  })

  test('nobody at this machine is told of what is really mailed', () => {
    const MAIL_FROM = 'desk@example.jp'
    expect(readConfig({ MAIL_URL: 'smtp://relay', MAIL_FROM }).STAFF_MAIL).toBe('')
  })

  test('proxies are addresses and networks', () => {
    expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8' }).TRUST_PROXY).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
    ])
  })

  // One value of each setting: wrong-settings.test.ts.
  test.each([
    ['PORT', '3000.5'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'sqlite:'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'loopback'],
    ['MAIL_URL', 'smtp://relay:99999'],
    ['SECURITY_CONTACT', 'mailto:a@example.jp\nContact: mailto:evil@example.jp'],
    ['STAFF_MAIL', 'a@example.jp, b@example.jp'],
  ])('%s=%s stops the start and says what is allowed', (key, text) => {
    expect(() => readConfig({ [key]: text })).toThrow(OperatorError)
    expect(() => readConfig({ [key]: text })).toThrow(new RegExp(`^${key}: .+ Allowed: .+`))
  })

  test('a setting of an earlier version that is still set stops the start and says what takes its place', () => {
    const start = () => readConfig({ STAFF_PASSWORD_HASH: 'scrypt:15:8:3:hunter2', PORT: 'x' })
    expect(start).toThrow(OperatorError)
    expect(start).toThrow(
      /^STAFF_PASSWORD_HASH: accounts have taken the place .+ "npm run -s admin -- staff add .+"\.\nPORT: "x"/,
    )
    expect(start).not.toThrow(/hunter2/)
    expect(readConfig({ STAFF_PASSWORD_HASH: '' })).toEqual(readConfig({}))
  })

  test('every setting that a release had is known, or has a sentence that says what takes its place', () => {
    const settings = { ...SETTINGS, ...REMOVED_SETTINGS }
    expect(RELEASED.filter((name) => !(name in settings))).toEqual([])
    expect(Object.keys(REMOVED_SETTINGS).filter((name) => name in SETTINGS)).toEqual([])
  })

  test('every wrong setting is named at once, a secret without its value', () => {
    const start = () => readConfig({ PORT: 'x', DATABASE_URL: 'mysql://u:hunter2@h' })
    expect(start).toThrow(/PORT: "x".*\nDATABASE_URL: its value/s)
    expect(start).not.toThrow(/hunter2/)
  })

  test('a default that is derived from a wrong setting is no second fault, another one that is missing is', () => {
    const faults = (env: Record<string, string>) => {
      try {
        readConfig(env)
      } catch (error) {
        return String(error).match(/[A-Z_]{4,}(?=: )/g)
      }
      return []
    }
    expect(faults({ PORT: 'x' })).toEqual(['PORT'])
    expect(faults({ PORT: 'x', MAIL_URL: 'smtp://relay' })).toEqual(['PORT', 'MAIL_FROM'])
    expect(faults({ PORT: 'x', MAIL_URL: 'http://relay' })).toEqual(['PORT', 'MAIL_URL'])
  })
})
