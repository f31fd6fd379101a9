import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, PROJECT_ROOT, readConfig } from './config.ts'

describe('readConfig', () => {
  test('nothing set is a working set of defaults', () => {
    expect(readConfig({})).toEqual({
      HOST: '127.0.0.1',
      PORT: 3000,
      METRICS_PORT: 3002,
      DATABASE_URL: `sqlite:${join(PROJECT_ROOT, 'data/moushikomi.db')}`,
      TRUST_PROXY: [],
      LIMIT_ADDRESS_PER_HOUR: 300,
      LIMIT_MAIL_PER_HOUR: 60,
      LOG_LEVEL: 'info',
    })
  })

  test('an empty text is the same as none', () => {
    expect(readConfig({ PORT: '' }).PORT).toBe(3000)
  })

  test('ports beside PORT follow it', () => {
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

  test('proxies are addresses and networks', () => {
    expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8' }).TRUST_PROXY).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
    ])
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['METRICS_PORT', 'on'],
    ['HOST', 'example.test'],
    ['DATABASE_URL', 'mysql://h/db'],
    ['DATABASE_URL', 'sqlite:'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'loopback'],
    ['LIMIT_ADDRESS_PER_HOUR', 'none'],
    ['LIMIT_MAIL_PER_HOUR', '-1'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s stops the start and says what is allowed', (key, text) => {
    expect(() => readConfig({ [key]: text })).toThrow(ConfigError)
    expect(() => readConfig({ [key]: text })).toThrow(new RegExp(`^${key}: .+ Allowed: .+`))
  })

  test('every wrong setting is named at once, a secret without its value', () => {
    const start = () => readConfig({ PORT: 'x', DATABASE_URL: 'mysql://u:hunter2@h' })
    expect(start).toThrow(/PORT: "x".*\nDATABASE_URL: its value/s)
    expect(start).not.toThrow(/hunter2/)
  })
})
