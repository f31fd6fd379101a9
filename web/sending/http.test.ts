import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { type Answer, serve } from '../testing.ts'
import { ApiError, get, post } from './http.ts'

const GENERIC = 'エラーが発生しました。時間をおいて再度操作してください。'
/** As the calls under an idempotency key are made. */
const OWN = { headers: { 'Idempotency-Key': 'same' }, isOwn: true, mayRepeat: true }
let close = () => {}
afterEach(() => close())
/** Until the end of the test. */
const spied = <S extends { mockRestore: () => void }>(spy: S): S => {
  onTestFinished(() => spy.mockRestore())
  return spy
}

async function against(answers: Answer[]) {
  const server = await serve(answers)
  close = server.close
  return server
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(outcome instanceof ApiError)) throw new Error('an ApiError was expected')
  return outcome
}

describe('bodies', () => {
  test('form fields go form-encoded, in order', async () => {
    const { base, received } = await against([{ status: 200, body: { username: 'tmp-1' } }])
    const fields = new URLSearchParams([
      ['jigyousha', 'あおば会 1&2'],
      ['appform', '3'],
    ])
    expect(await post(`${base}/x`, fields, { headers: { 'Idempotency-Key': 'k1' } })).toEqual({
      username: 'tmp-1',
    })
    expect(received[0]?.body).toBe('jigyousha=%E3%81%82%E3%81%8A%E3%81%B0%E4%BC%9A+1%262&appform=3')
    expect(received[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(received[0]?.headers['idempotency-key']).toBe('k1')
  })

  test('anything else goes as JSON, and an answer that is none counts by its status', async () => {
    const { base, received } = await against([{ status: 200, body: 'ok' }])
    expect(await post(`${base}/x`, { kind: 1 })).toBeUndefined()
    expect(received[0]?.body).toBe('{"kind":1}')
    expect(received[0]?.headers['content-type']).toBe('application/json')
  })

  test('headers of an answer are handed over, where there is one', async () => {
    const { base } = await against([{ status: 200, headers: { 'X-Test': 'a' } }, { cut: true }])
    const values: (string | null)[] = []
    const onHeaders = (headers: Headers) => values.push(headers.get('X-Test'))
    await post(`${base}/x`, {}, { onHeaders })
    expect((await failureOf(post(`${base}/x`, {}, { onHeaders }))).status).toBeNull()
    expect(values).toEqual(['a'])
  })
})

describe('trying again', () => {
  test.each([502, 503, 504])('%i is tried again with the same key', async (status) => {
    const { base, received } = await against([{ status }, { status: 200, body: { ok: 1 } }])
    expect(await post(`${base}/x`, {}, OWN)).toEqual({ ok: 1 })
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['same', 'same'])
  })

  test('a lost reply is tried again', async () => {
    const { base, received } = await against([{ cut: true }, { status: 200, body: { ok: 2 } }])
    expect(await post(`${base}/x`, {}, OWN)).toEqual({ ok: 2 })
    expect(received).toHaveLength(2)
  })

  test('a server that stays away is given up after four tries, within three seconds', async () => {
    const { base, received } = await against([{ cut: true }])
    const begun = performance.now()
    const { status, sentence, isRefusal } = await failureOf(post(`${base}/x`, {}, OWN))
    expect({ status, sentence, isRefusal }).toEqual({
      status: null,
      sentence: GENERIC,
      isRefusal: false,
    })
    expect(received).toHaveLength(4)
    expect(performance.now() - begun).toBeLessThan(3000)
  })

  test.each<Answer>([{ cut: true }, { status: 503 }])(
    'without a key nothing is repeated by itself: it might be done twice (%j)',
    async (answer) => {
      const { base, received } = await against([answer, { status: 200 }])
      await failureOf(post(`${base}/x`, {}))
      expect(received).toHaveLength(1)
    },
  )

  test('a server that never answers is not asked again: the person decides', async () => {
    const { base, received } = await against([{ hang: true }, { status: 200, body: {} }])
    const usual = setTimeout
    const shortened = (work: () => void, ms?: number) => usual(work, ms === 20_000 ? 100 : ms)
    spied(vi.spyOn(globalThis, 'setTimeout')).mockImplementation(shortened as typeof usual)
    const { status, isRefusal } = await failureOf(post(`${base}/x`, {}, OWN))
    expect({ status, isRefusal }).toEqual({ status: null, isRefusal: false })
    expect(received).toHaveLength(1)
  })

  test('Retry-After is waited for', async () => {
    const { base, received } = await against([
      { status: 503, headers: { 'Retry-After': '1' } },
      { status: 200 },
    ])
    const begun = performance.now()
    await post(`${base}/x`, {}, OWN)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990)
    expect(received).toHaveLength(2)
  })

  test.each([
    '60',
    new Date(Date.now() + 2 * DAY_MS).toUTCString(),
    new Date(Date.now() + 2 * DAY_MS).toISOString(),
    // The oldest form of a date ends in its year.
    `Sun Nov  6 08:49:37 ${new Date().getFullYear() + 2}`,
  ])('a pause too long for a person ends the trying: %s', async (pause) => {
    const { base, received } = await against([{ status: 503, headers: { 'Retry-After': pause } }])
    expect((await failureOf(post(`${base}/x`, {}, OWN))).status).toBe(503)
    expect(received).toHaveLength(1)
  })

  test.each([
    ['no Retry-After', {}, 0, 187.5],
    ['no Retry-After', {}, 1, 312.5],
    ['one that has passed', { 'Retry-After': 'Fri, 20 Nov 2026 15:04:00 GMT' }, 0, 187.5],
    ['one that says nothing', { 'Retry-After': 'soon' }, 0, 187.5],
  ])('%s: a quarter of a second, a quarter more or less', async (_, headers, random, pause) => {
    const { base } = await against([{ status: 503, headers }, { status: 200 }])
    spied(vi.spyOn(Math, 'random')).mockReturnValue(random)
    const usual = setTimeout
    const shortened = (work: () => void, ms?: number) => usual(work, ms === pause ? 0 : ms)
    const timers = spied(vi.spyOn(globalThis, 'setTimeout')).mockImplementation(
      shortened as typeof usual,
    )
    await post(`${base}/x`, {}, OWN)
    const pauses = timers.mock.calls.map(([, ms]) => ms)
    expect(pauses).toContain(pause)
  })

  test.each([400, 409, 422, 429, 500])('%i is final', async (status) => {
    const { base, received } = await against([{ status }])
    expect((await failureOf(post(`${base}/x`, {}, OWN))).status).toBe(status)
    expect(received).toHaveLength(1)
  })
})

describe('what a failure says', () => {
  test('the server’s own sentence and code', async () => {
    const body = { error: { code: 'price_mismatch', message: '料金が異なります。' } }
    const { base } = await against([{ status: 422, body }])
    const { sentence, code, isRefusal } = await failureOf(post(`${base}/x`, {}))
    expect({ sentence, code, isRefusal }).toEqual({
      sentence: '料金が異なります。',
      code: 'price_mismatch',
      isRefusal: true,
    })
  })

  test.each<[string, unknown]>([
    ['a proxy’s HTML', '<html>Bad Request</html>'],
    ['an error without a message', { error: {} }],
    ['a message that is no text', { error: { message: 5 } }],
    ['an empty message', { error: { message: '' } }],
    ['a blank message', { error: { message: ' ' } }],
    ['an error that is a text', { error: 'Bad Request' }],
    ['an error that is null', { error: null }],
    ['null', 'null'],
  ])('the generic sentence for %s', async (_, body) => {
    const { base } = await against([{ status: 400, body }])
    const error = await failureOf(post(`${base}/x`, {}))
    expect([error.sentence, error.code, String(error)]).toEqual([
      GENERIC,
      undefined,
      'ApiError: HTTP 400',
    ])
  })

  test('a code that is no text is none', () => {
    expect(new ApiError(422, { error: { code: 7 } }, '').code).toBeUndefined()
  })

  test.each([
    [null, false],
    [302, false],
    [399, false],
    [400, true],
    [499, true],
    [500, false],
  ])('%s refuses for good: %s', (status, isRefusal) => {
    expect(new ApiError(status, undefined, '').isRefusal).toBe(isRefusal)
  })
})

describe('an answer of something in between', () => {
  const PAGE = '<!doctype html><title>Login</title>'
  const INTERCEPTED = /^送信した内容がサーバーに届いていません。/

  test.each<[string, Answer]>([
    ['a captive portal’s page', { status: 200, body: PAGE }],
    ['a filter’s empty answer', { status: 200, body: '' }],
    ['a word', { status: 200, body: 'OK' }],
    ['a JSON text', { status: 200, body: '"ok"' }],
    ['a JSON null', { status: 200, body: 'null' }],
    ['a redirect to a login', { status: 302, headers: { Location: '/login' }, body: PAGE }],
    ['a network that wants a login', { status: 511, body: PAGE }],
  ])('is no success and is said, sent once: %s', async (_, answer) => {
    const { base, received } = await against([answer, { status: 200, body: { ok: 1 } }])
    const error = await failureOf(post(`${base}/x`, {}, OWN))
    expect([error.isIntercepted, error.sentence]).toEqual([
      true,
      expect.stringMatching(INTERCEPTED),
    ])
    expect(received).toHaveLength(1)
  })

  test('is known by its markup alone where another server is called, whose answers may be words', async () => {
    const portal = await against([{ status: 200, body: `\r\n ${PAGE}` }])
    expect((await failureOf(post(`${portal.base}/x`, {}))).isIntercepted).toBe(true)
    portal.close()
    const { base } = await against([{ status: 200, body: 'OK' }])
    expect(await post(`${base}/x`, {})).toBeUndefined()
  })

  test('is none of the server that has markup in its texts', async () => {
    const body = { text: 'a <b> c' }
    const { base } = await against([{ status: 200, body }])
    expect(await post(`${base}/x`, {}, OWN)).toEqual(body)
    expect(await post(`${base}/x`, {})).toEqual(body)
  })

  test('of a proxy that wants a password is no success: browsers tell pages no more than that', async () => {
    const { base } = await against([{ status: 407, body: PAGE }])
    await failureOf(post(`${base}/x`, {}, OWN))
  })

  test('a server’s own refusals and a proxy’s outages are none', async () => {
    for (const status of [400, 403, 500]) {
      const { base, close } = await against([{ status, body: PAGE }])
      const { isIntercepted, sentence } = await failureOf(post(`${base}/x`, {}, OWN))
      expect([isIntercepted, sentence]).toEqual([false, GENERIC])
      close()
    }
  })
})

describe('get', () => {
  test('asks once, and gives the network error’s own text', async () => {
    const { base, received } = await against([{ cut: true }])
    const { status, message, cause } = await failureOf(get(`${base}/x`, 1000))
    expect(status).toBeNull()
    expect(cause).toBeInstanceOf(TypeError)
    expect(message).toBe((cause as Error).message)
    expect(received).toHaveLength(1)
  })

  test('does not wait longer than it was told', async () => {
    const { base } = await against([{ hang: true }])
    const begun = performance.now()
    expect((await failureOf(get(`${base}/x`, 200))).status).toBeNull()
    expect(performance.now() - begun).toBeLessThan(1500)
  })

  test.each([200, 201, 299])('%i brings what was asked for', async (status) => {
    const { base } = await against([{ status, body: { ok: status } }])
    expect(await get(`${base}/x`, 1000)).toEqual({ ok: status })
  })

  test('300 does not', async () => {
    const { base } = await against([{ status: 300, body: { ok: 1 } }])
    expect((await failureOf(get(`${base}/x`, 1000))).status).toBe(300)
  })

  test('gives a refusal’s body', async () => {
    const { base, received } = await against([
      { status: 503, body: { error: { message: '休止中' } } },
    ])
    expect((await failureOf(get(`${base}/x`, 1000))).sentence).toBe('休止中')
    expect(received).toHaveLength(1)
  })
})

describe('a question to this server that may be asked once alone', () => {
  const ONCE = { isOwn: true }

  test('it is not repeated, whatever became of it', async () => {
    const { base, received } = await against([{ cut: true }, { status: 200 }])
    expect((await failureOf(post(`${base}/x`, {}, ONCE))).status).toBeNull()
    expect(received).toHaveLength(1)
    const busy = await against([{ status: 503 }, { status: 200 }])
    expect((await failureOf(post(`${busy.base}/x`, {}, ONCE))).status).toBe(503)
    expect(busy.received).toHaveLength(1)
  })

  test('an answer of something in between is none', async () => {
    const { base } = await against([{ status: 200, body: '<h1>Welcome</h1>' }])
    expect((await failureOf(post(`${base}/x`, {}, ONCE))).isIntercepted).toBe(true)
  })
})
