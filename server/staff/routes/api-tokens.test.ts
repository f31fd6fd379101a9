import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { bearer, changeRequest, LIST, newToken, pageOf } from '../../testing/billing.ts'
import { ENGINES } from '../../testing/databases.ts'
import {
  addAccount,
  auditTrail,
  codeOf,
  completeEntry,
  logInAs,
  startConsole,
} from '../../testing/staff-app.ts'
import { createApiTokens } from '../tokens.ts'

describe('a token', () => {
  test('is needed, also on loopback without accounts, and in a header', async () => {
    const staff = await startConsole()
    for (const headers of [{}, { authorization: 'Basic eDp4' }, bearer('moushikomi_x')]) {
      const reply = await staff.app.inject({ url: LIST, headers })
      expect([reply.statusCode, codeOf(reply), reply.headers['www-authenticate']]).toEqual([
        401,
        'token_invalid',
        'Bearer',
      ])
    }
  })

  test('opens nothing after its day or its revocation, and no page of the console', async () => {
    const staff = await startConsole({
      config: { STAFF_USER_HEADER: 'x-user', TRUST_PROXY: ['10.0.0.1'] },
    })
    const token = await newToken(staff, { days: 2 })
    const status = async (url: string = LIST) =>
      (await staff.app.inject({ url, headers: bearer(token) })).statusCode
    expect(await status()).toBe(200)
    expect(await status('/api/applications')).toBe(403)
    for (const authorization of [`x Bearer ${token}`, `Bearer ${token} `.padEnd(99, 'x'), token])
      expect((await staff.app.inject({ url: LIST, headers: { authorization } })).statusCode).toBe(
        401,
      )
    staff.clock.now += 2 * DAY_MS - 1
    expect(await status()).toBe(200)
    staff.clock.now += 1
    expect(await status()).toBe(401)
    const short = await newToken(staff, { name: '一時' })
    const tokens = createApiTokens(staff.database, () => staff.clock.now)
    const use = async () =>
      (await staff.app.inject({ url: LIST, headers: bearer(short) })).statusCode
    expect(await use()).toBe(200)
    await tokens.revoke({ name: 'root', via: 'command' }, '一時')
    expect(await use()).toBe(401)
    expect(await auditTrail(staff)).toContainEqual(
      expect.objectContaining({ who: '一時', via: 'api', action: 'token_refused' }),
    )
  })

  test('opens what its scopes say, and a refusal is recorded', async () => {
    const staff = await startConsole()
    const token = await newToken(staff, { scopes: ['acknowledge'] })
    const reference = await completeEntry(staff.applications)
    const change = { token, version: 1, key: 'k' }
    const codes = []
    for (const request of [
      { url: LIST, headers: bearer(token) },
      { url: `${LIST}/${reference}`, headers: bearer(token) },
      changeRequest(reference, { ...change, status: 'done' }),
    ])
      codes.push(codeOf(await staff.app.inject(request)))
    expect(codes).toEqual(Array(3).fill('scope_missing'))
    expect((await staff.app.inject(changeRequest(reference, change))).statusCode).toBe(200)
    const trail = await auditTrail(staff)
    expect(trail.filter(({ action }) => action === 'refused')).toHaveLength(3)
  })

  test('wrong ones are counted against their address, and a right one is not', async () => {
    const staff = await startConsole()
    const token = await newToken(staff)
    const guess = async () =>
      (await staff.app.inject({ url: LIST, headers: bearer('moushikomi_x') })).statusCode
    const guesses = []
    for (let i = 0; i < 12; i += 1) guesses.push(await guess())
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429])
    expect((await auditTrail(staff)).filter(({ via }) => via === 'api')).toHaveLength(10)
    await pageOf(staff, token)
  })

  test.each(ENGINES)('that is wrong or missing closes no login on %s', async (engine) => {
    const staff = await startConsole({ engine })
    const account = await addAccount(staff, 'hanako', 'worker')
    for (let i = 0; i < 12; i += 1) {
      await staff.app.inject(LIST)
      await staff.app.inject({ url: LIST, headers: bearer('moushikomi_x') })
    }
    expect(await logInAs(staff, account)).toEqual({
      cookie: expect.stringMatching(/^staff-session-3001=[\w-]{43}$/),
    })
  })

  test('that is missing is no guess: it is neither counted nor recorded', async () => {
    const staff = await startConsole()
    const asked = []
    for (let i = 0; i < 12; i += 1) asked.push((await staff.app.inject(LIST)).statusCode)
    expect(asked).toEqual(Array(12).fill(401))
    expect(await auditTrail(staff)).toEqual([])
    const guess = await staff.app.inject({ url: LIST, headers: bearer('moushikomi_x') })
    expect(guess.statusCode).toBe(401)
  })

  test('has its share of a minute', async () => {
    const staff = await startConsole({ config: { LIMIT_API_CALLS_PER_MINUTE: 2 } })
    const [one, two] = [await newToken(staff), await newToken(staff, { name: '二つめ' })]
    const call = async (token: string) =>
      (await staff.app.inject({ url: LIST, headers: bearer(token) })).statusCode
    expect([await call(one), await call(one), await call(one), await call(two)]).toEqual([
      200, 200, 429, 200,
    ])
    staff.clock.now += 60_000
    expect(await call(one)).toBe(200)
  })

  test('leaves no machine without TLS', async () => {
    const staff = await startConsole({
      config: { STAFF_HOST: '0.0.0.0', TRUST_PROXY: ['10.0.0.1'] },
    })
    const token = await newToken(staff)
    const reply = await staff.app.inject({
      url: LIST,
      remoteAddress: '10.0.0.1',
      headers: { ...bearer(token), host: 'localhost', 'x-forwarded-for': '1.2.3.4' },
    })
    expect([reply.statusCode, codeOf(reply)]).toEqual([403, 'encryption_required'])
  })

  test('what it listed and viewed stands in the trail under its name', async () => {
    const staff = await startConsole()
    const token = await newToken(staff)
    const reference = await completeEntry(staff.applications)
    await pageOf(staff, token, '?flow=entry')
    await staff.app.inject({ url: `${LIST}/${reference}`, headers: bearer(token) })
    const trail = await auditTrail(staff)
    expect(trail.slice(-2)).toMatchObject([
      {
        who: '請求システム',
        via: 'api',
        action: 'list',
        detail: expect.stringContaining('flow=entry'),
      },
      { who: '請求システム', via: 'api', action: 'view', subject: reference },
    ])
  })
})
