import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { createApiTokens } from '../staff/tokens.ts'
import { NOW } from '../testing/calls.ts'
import { ENGINES, emptyDatabase, openForTest } from '../testing/databases.ts'
import { rowsOf } from '../testing/raw-sql.ts'
import { admin } from './testing.ts'

describe.each(ENGINES)('tokens on the command line, %s', (engine) => {
  async function setUp() {
    const url = await emptyDatabase(engine)
    const database = await openForTest(url)
    const run = (...argv: string[]) => admin(database, argv)
    const refused = (...argv: string[]) =>
      run(...argv).then(String, (error: Error) => error.message)
    return { url, database, run, refused }
  }

  test('are shown once and kept as a hash, listed, and revoked', async () => {
    const { url, database, run } = await setUp()
    const made = await run(
      'tokens',
      'add',
      '請求システム',
      '--scopes',
      'read,status',
      '--days',
      '2',
    )
    expect(made.out).toMatch(/^moushikomi_[\w-]{43}\n$/)
    const secret = made.out.trim()
    expect(JSON.stringify(await rowsOf(url, 'select * from api_tokens'))).not.toContain(secret)
    expect(JSON.stringify(await rowsOf(url, 'select * from audit'))).not.toContain(secret)
    const tokens = createApiTokens(database, () => NOW + DAY_MS)
    expect(await tokens.find(secret)).toMatchObject({ token: { scopes: ['read', 'status'] } })
    const list = async (now: number) => (await admin(database, ['tokens', 'list'], { now })).out
    expect(await list(NOW)).toMatch(
      /請求システム\s+read,status\s+有効\s+2026-11-22 09:00\s+2026-11-21 09:00/,
    )
    expect(await list(NOW + 2 * DAY_MS)).toContain('期限切れ')
    expect((await run('tokens', 'revoke', '請求システム')).code).toBe(0)
    expect(await list(NOW)).toContain('失効')
    expect((await tokens.find(secret)).token).toBeNull()
    expect((await run('tokens', 'revoke', '請求システム')).code).toBe(1)
    expect(JSON.parse((await run('tokens', 'list', '--json')).out)).toMatchObject([
      { name: '請求システム', state: 'revoked', scopes: ['read', 'status'] },
    ])
    const trail = await rowsOf(url, 'select action, subject, detail from audit order by at, id')
    expect(trail).toEqual([
      { action: 'token_added', subject: '請求システム', detail: 'read status' },
      { action: 'token_revoked', subject: '請求システム', detail: '' },
    ])
  })

  test('a name is given once, and scopes and days must be right', async () => {
    const { run, refused } = await setUp()
    const add = ['tokens', 'add', 'a', '--scopes', 'read']
    expect(JSON.parse((await run(...add, '--json')).out)).toEqual({
      name: 'a',
      token: expect.stringMatching(/^moushikomi_/),
    })
    await run('tokens', 'revoke', 'a')
    const again = await run(...add)
    expect([again.code, again.out]).toEqual([1, ''])
    for (const argv of [[], ['--scopes', 'all'], ['--scopes', 'read,'], ['--scopes', 'read,read']])
      expect(await refused('tokens', 'add', 'b', ...argv)).toContain('--scopes')
    for (const days of ['0', '731', 'x', '1.5'])
      expect(await refused('tokens', 'add', 'b', '--scopes', 'read', '--days', days)).toContain(
        '--days',
      )
    for (const name of ['a\u0007', '申込者'])
      expect(await refused('tokens', 'add', name, '--scopes', 'read')).toContain('64文字以内')
  })
})
