/** When the use of a token is written down, and what the trail says of it. */
import { describe, expect, test } from 'vitest'
import { NOW } from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { createAudit } from './audit.ts'
import { createApiTokens } from './tokens.ts'

const BY = { name: 'root', via: 'command' } as const
const HOUR = 3_600_000

describe.each(ENGINES)('a token of the staff API on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const clock = { now: NOW }
    const tokens = createApiTokens(database, () => clock.now)
    const secret = String(await tokens.add(BY, { name: '請求', scopes: ['read'], days: 1 }))
    return { database, clock, tokens, secret }
  }

  test('has its use written down once an hour', async () => {
    const { clock, tokens, secret } = await setUp()
    expect(secret).toMatch(/^moushikomi_[\w-]{43}$/)
    const used = async () => (await tokens.list())[0]?.used_at
    expect(await used()).toBeNull()
    for (const [passed, noted] of [
      [1, 1],
      [HOUR, 1],
      [HOUR + 1, HOUR + 1],
    ] as const) {
      clock.now = NOW + passed
      const token = { name: '請求', scopes: ['read'] }
      expect(await tokens.find(secret)).toEqual({ token, name: '請求' })
      expect(await used()).toBe(NOW + noted)
    }
  })

  test('is made once and revoked once, each with its line of the trail', async () => {
    const { database, tokens, secret } = await setUp()
    expect(await tokens.add(BY, { name: '請求', scopes: ['read'], days: 1 })).toBeNull()
    expect(await tokens.revoke(BY, '別')).toBe(false)
    expect([await tokens.revoke(BY, '請求'), await tokens.revoke(BY, '請求')]).toEqual([
      true,
      false,
    ])
    expect(await tokens.find(secret)).toEqual({ token: null, name: '請求' })
    expect(await tokens.find(`${secret}A`)).toEqual({ token: null, name: null })
    const trail: string[] = []
    for await (const line of createAudit(database, () => NOW).lines(0, NOW + HOUR)) {
      const { who, action, subject, detail } = JSON.parse(line)
      trail.push([who, action, subject, detail].join(' '))
    }
    expect(trail).toEqual(['root token_added 請求 read', 'root token_revoked 請求 '])
  })
})
