import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { bearer, changeRequest, LIST, newToken, pageOf } from '../../testing/billing.ts'
import { register, suspension } from '../../testing/calls.ts'
import { ENGINES } from '../../testing/databases.ts'
import { auditTrail, codeOf, completeEntry, startConsole } from '../../testing/staff-app.ts'

describe.each(ENGINES)('the staff API on %s', (engine) => {
  async function setUp() {
    const staff = await startConsole({ engine })
    const token = await newToken(staff)
    return { staff, token }
  }

  test('lists complete applications whole, in their order, by procedure and status', async () => {
    const { staff, token } = await setUp()
    const entry = await completeEntry(staff.applications)
    await staff.applications.register(register())
    const { reference: stop } = await staff.applications.consent(suspension('C-7'))
    const page = await pageOf(staff, token)
    expect(page.applications.map(({ reference }) => reference).toSorted()).toEqual(
      [entry, stop].toSorted(),
    )
    expect(page.applications.find(({ reference }) => reference === entry)).toMatchObject({
      version: 1,
      flow: 'entry',
      state: 'complete',
      status: 'received',
      jigyousha: '社会福祉法人あおぞら',
      agreedPrice: 19_960,
      consents: [{ no: 1, priceText: '19,960' }],
      facilities: [{ no: 1 }, { no: 2 }, { no: 3 }],
      flags: [],
    })
    expect(page.applications.find(({ reference }) => reference === stop)).not.toHaveProperty(
      'appform',
    )
    expect(JSON.stringify(page)).not.toMatch(/history|deliveries/)
    const found = async (query: string) =>
      (await pageOf(staff, token, query)).applications.map(({ reference }) => reference)
    expect(await found('?flow=suspension')).toEqual([stop])
    expect(await found('?status=done')).toEqual([])
    expect(await found('?status=received&flow=entry')).toEqual([entry])
    // Nothing is new: the cursor stays where it is, and the trail has nothing to tell.
    const entryCount = (await auditTrail(staff)).length
    const later = await pageOf(staff, token, `?after=${page.next}&limit=50`)
    expect(later).toEqual({ applications: [], next: page.next, more: false })
    expect(await auditTrail(staff)).toHaveLength(entryCount)
  })

  test('goes on from page to page, and tells of a change once', async () => {
    const { staff, token } = await setUp()
    for (let i = 0; i < 7; i += 1) await staff.applications.consent(suspension(`C-${i}`))
    expect((await pageOf(staff, token, '?limit=7')).more).toBe(false)
    const [seen, sizes]: [string[], number[]] = [[], []]
    let [after, more] = ['', true]
    while (more) {
      const page = await pageOf(staff, token, `?limit=3&after=${after}`)
      sizes.push(page.applications.length)
      seen.push(...page.applications.map(({ givenNumber }) => givenNumber ?? ''))
      after = page.next
      more = page.more
    }
    expect(sizes).toEqual([3, 3, 1])
    expect(seen.toSorted()).toEqual(['C-0', 'C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6'])
    const by = { name: '花子', via: 'console' } as const
    const [reference = ''] = (await pageOf(staff, token)).applications.map((one) => one.reference)
    await staff.applications.consent(suspension('C-9'))
    const done = { reference, by, note: 'x', to: 'done', confirmedBy: '田中様' } as const
    await staff.staffApplications.changeStatus(done)
    await staff.staffApplications.addNote({ reference, by, note: 'これは連携されない' })
    const next = await pageOf(staff, token, `?after=${after}`)
    expect(next.applications.map(({ version, status }) => [version, status]).toSorted()).toEqual([
      [1, 'received'],
      [2, 'done'],
    ])
    expect((await pageOf(staff, token, `?after=${next.next}`)).applications).toEqual([])
    await staff.staffApplications.erase({ reference, by })
    const erased = await pageOf(staff, token, `?after=${next.next}`)
    expect(erased.applications).toMatchObject([{ reference, version: 3, facilities: [] }])
    expect(erased.applications[0]?.erasedAt).not.toBeNull()
  })

  test('tells again of a request whose number has a further one', async () => {
    const { staff, token } = await setUp()
    await staff.applications.consent(suspension('C-1'))
    const { next } = await pageOf(staff, token)
    await staff.applications.consent(suspension('C-1'))
    const { applications } = await pageOf(staff, token, `?after=${next}`)
    const flags = applications.map((one) => [one.version, one.flags.map(({ flag }) => flag)])
    expect(flags.toSorted()).toEqual([
      [1, ['later_request']],
      [2, ['further_request']],
    ])
  })

  test('a version is acknowledged, once, and only while it is the present one', async () => {
    const { staff, token } = await setUp()
    const reference = await completeEntry(staff.applications)
    const open = async () =>
      (await pageOf(staff, token, '?unacknowledged=true')).applications.map((one) => one.version)
    expect(await open()).toEqual([1])
    const first = changeRequest(reference, { token, version: 1, key: 'k1' })
    const done = await staff.app.inject(first)
    expect([done.statusCode, done.json(), done.headers.etag]).toEqual([
      200,
      { reference, version: 1, status: 'received' },
      '"1"',
    ])
    const again = await staff.app.inject(first)
    expect([again.statusCode, again.json(), again.headers['idempotent-replayed']]).toEqual([
      200,
      done.json(),
      'true',
    ])
    expect(await open()).toEqual([])
    const trail = await auditTrail(staff)
    expect(trail.filter(({ action }) => action === 'acknowledge')).toMatchObject([
      { who: '請求システム', via: 'api', subject: reference, detail: '1' },
    ])
    await staff.app.inject(
      changeRequest(reference, { token, version: 1, key: 'k2', status: 'done' }),
    )
    expect(await open()).toEqual([2])
    const late = await staff.app.inject(changeRequest(reference, { token, version: 1, key: 'k3' }))
    expect([late.statusCode, codeOf(late), late.headers.etag]).toEqual([
      412,
      'version_changed',
      '"2"',
    ])
  })

  test('a status is changed from the known version, once, by the rules of the console', async () => {
    const { staff, token } = await setUp()
    const reference = await completeEntry(staff.applications)
    const change = (version: number, key: string, status: string) =>
      staff.app.inject(changeRequest(reference, { token, version, key, status }))
    const [one, two] = await Promise.all([
      change(1, 'a', 'in_progress'),
      change(1, 'a', 'in_progress'),
    ])
    expect([one.json(), two.json()]).toEqual(
      Array(2).fill({ reference, version: 2, status: 'in_progress' }),
    )
    const other = await change(1, 'b', 'done')
    expect([other.statusCode, codeOf(other), other.headers.etag]).toEqual([
      412,
      'version_changed',
      '"2"',
    ])
    const reused = await change(2, 'a', 'done')
    expect([reused.statusCode, codeOf(reused)]).toEqual([422, 'idempotency_key_reused'])
    const refused = await change(2, 'c', 'in_progress')
    expect([refused.statusCode, codeOf(refused), refused.headers.etag]).toEqual([
      409,
      'action_refused',
      undefined,
    ])
    expect(Object.keys(refused.json().error.fields)).toEqual(['status'])
    const record = await staff.app.inject({ url: `${LIST}/${reference}`, headers: bearer(token) })
    expect([record.headers.etag, record.json().version, record.json().status]).toEqual([
      '"2"',
      2,
      'in_progress',
    ])
    const conditional = { ...bearer(token), 'if-none-match': '"2"' }
    const same = await staff.app.inject({ url: `${LIST}/${reference}`, headers: conditional })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    const whole = await staff.staffApplications.find(reference)
    expect(whole?.whole.history).toMatchObject([
      { who: '請求システム', action: 'status', detail: 'in_progress' },
    ])
    const trail = await auditTrail(staff)
    expect(trail.filter(({ action }) => action === 'status')).toHaveLength(1)
  })

  test('a key is another token’s own, and is forgotten after a week', async () => {
    const { staff, token } = await setUp()
    const other = await newToken(staff, { name: '別のシステム' })
    const reference = await completeEntry(staff.applications)
    const change = (by: string, version: number) =>
      staff.app.inject(changeRequest(reference, { token: by, version, key: 'k' }))
    for (const by of [token, other])
      expect((await change(by, 1)).headers['idempotent-replayed']).toBeUndefined()
    expect((await change(token, 1)).headers['idempotent-replayed']).toBe('true')
    staff.clock.now += 8 * DAY_MS
    await staff.app.inject(changeRequest(reference, { token, version: 1, key: 'another' }))
    expect((await change(token, 1)).headers['idempotent-replayed']).toBeUndefined()
  })
})

test('each header of a change is needed, and well formed', async () => {
  const staff = await startConsole()
  const token = await newToken(staff)
  const reference = await completeEntry(staff.applications)
  const url = `${LIST}/${reference}/acknowledgement`
  const all = { ...bearer(token), 'if-match': '"1"', 'idempotency-key': 'k' }
  const { reference: pending } = await staff.applications.register(register())
  for (const name of [pending, 'XXXX-XXXX']) {
    const asked = { url: `${LIST}/${name}`, headers: bearer(token) }
    expect((await staff.app.inject(asked)).statusCode).toBe(404)
  }
  const refused = async ({ ...headers }: Record<string, string>, without = '') => {
    delete headers[without]
    const reply = await staff.app.inject({ method: 'POST', url, headers })
    const { code, fields = {} } = reply.json().error
    return [reply.statusCode, code, ...Object.keys(fields)]
  }
  expect(await refused(all, 'if-match')).toEqual([428, 'if_match_missing'])
  expect(await refused(all, 'idempotency-key')).toEqual([400, 'idempotency_key_missing'])
  for (const match of ['*', '1', 'W/"1"', '"x"', '"1", "2"', '"1234567890"'])
    expect(await refused({ ...all, 'if-match': match })).toEqual([
      400,
      'malformed_request',
      'If-Match',
    ])
  expect(await refused({ ...all, 'if-match': '"12"' })).toEqual([412, 'version_changed'])
  for (const [name, status] of [
    ['XXXX-XXXX', 404],
    [pending, 404],
    [reference.toLowerCase(), 404],
  ] as const) {
    const reply = await staff.app.inject(changeRequest(name, { token, version: 1, key: name }))
    expect([name, reply.statusCode]).toEqual([name, status])
  }
  for (const query of ['after=x', 'limit=0', 'limit=51', 'limit=x', 'flow=x', 'status=pending'])
    expect(
      (await staff.app.inject({ url: `${LIST}?${query}`, headers: bearer(token) })).statusCode,
    ).toBe(422)
})

test('a key names one request: neither another application’s, nor another version’s, nor another call', async () => {
  const staff = await startConsole()
  const token = await newToken(staff)
  const [one, other] = [
    await completeEntry(staff.applications),
    await completeEntry(staff.applications, {
      ...{ companyName: '別法人', tel: '06-1111-2222', email: 'other@example.jp' },
    }),
  ]
  const change = async (reference: string, version: number, status?: string) =>
    staff.app.inject(
      changeRequest(reference, { token, version, key: 'k', ...(status && { status }) }),
    )
  expect((await change(one, 1)).statusCode).toBe(200)
  for (const again of [
    await change(other, 1),
    await change(one, 2),
    await change(one, 1, 'received'),
  ])
    expect([again.statusCode, codeOf(again)]).toEqual([422, 'idempotency_key_reused'])
  expect((await change(one, 1)).headers['idempotent-replayed']).toBe('true')
})

test('only what is described is answered: HEAD is no method of the API', async () => {
  const { app } = await startConsole()
  for (const url of [LIST, `${LIST}/7F3K-9QXM`])
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
})
