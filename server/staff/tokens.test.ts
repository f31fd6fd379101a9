/** When the use of a token is written down, and what the trail says of it. */
import { describe, expect, test } from 'vitest'
import { NOW } from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
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
})
