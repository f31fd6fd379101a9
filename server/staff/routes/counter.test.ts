/** The counter's routes beside single applications: bulk, undelivered, activity, views, neighbours, a session's time, filters. */

import { describe, expect, test } from 'vitest'
import { MOST_VIEWS } from '#contract/console.ts'
import type { ActivityReply } from '#contract/console-answers.ts'
import { query } from '../../store/statement.ts'
import { suspension } from '../../testing/calls.ts'
import { named } from '../../testing/corrections.ts'
import { ENGINES } from '../../testing/databases.ts'
import { statusBody } from '../../testing/presses.ts'
import { put, rowsIn } from '../../testing/rows.ts'
import {
  addAccount,
  auditTrail,
  codeOf,
  completeEntry,
  logInAs,
  startConsole,
  type TestConsole,
} from '../../testing/staff-app.ts'
import { applyAt, correctBy, linkIn, STAFF, startDesk, writeBy } from '../../testing/status.ts'

const LIST = '/api/applications'

async function signIn(
  staff: TestConsole,
  name: string,
  role: 'reader' | 'worker' | 'administrator',
) {
  const headers = await logInAs(staff, await addAccount(staff, name, role))
  const get = async (url: string) => staff.app.inject({ url, headers })
  const post = async (url: string, payload?: object, more: Record<string, string> = {}) =>
    staff.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    })
  return { headers, get, post }
}

describe('a bulk change', () => {
  test.each(['done', 'withdrawn'])(
    'to %s passes over nothing that an applicant says',
    async (to) => {
      const desk = await startDesk()
      const [written, corrected, quiet] = [
        await applyAt(desk, 'written'),
        await applyAt(desk, 'corrected'),
        await applyAt(desk, 'quiet'),
      ]
      await writeBy(desk, linkIn(written.reply), '取り下げはやめます')
      await correctBy(desk, linkIn(corrected.reply), named('あおぞら二'))
      const changes = [written, corrected, quiet].map(({ reference }) => ({
        reference,
        from: 'received',
      }))
      const press = () =>
        desk.staff.app.inject({
          ...{ method: 'POST', url: '/api/bulk/status', payload: { changes, to, note: '' } },
          headers: { ...STAFF, 'idempotency-key': '00000000-0000-4000-8000-000000000009' },
        })
      const { changed, refused } = (await press()).json()
      expect(changed).toMatchObject([{ reference: quiet.reference }])
      expect(refused).toMatchObject([
        {
          reference: written.reference,
          reason: expect.stringContaining('メッセージが届いています'),
        },
        { reference: corrected.reference, reason: expect.stringContaining('訂正') },
      ])
      const rows = await rowsIn(desk.database, 'applications')
      expect(rows.map(({ staff_status }) => staff_status).sort()).toEqual(
        ['received', 'received', to].sort(),
      )
    },
  )

  test('does a suspension only with the name of whoever confirmed it, and takes one up without', async () => {
    const staff = await startConsole()
    const { post } = await signIn(staff, '花子', 'worker')
    const request = (await staff.applications.consent(suspension('C-1'))).reference
    const other = await completeEntry(staff.applications)
    const ask = async (to: string, from: string, no: number, confirmedBy?: string) => {
      const named = confirmedBy === undefined ? {} : { confirmedBy }
      const changes = [
        { reference: request, from, ...named },
        { reference: other, from },
      ]
      const key = `00000000-0000-4000-8000-00000000000${no}`
      return (
        await post('/api/bulk/status', { changes, to, note: '' }, { 'idempotency-key': key })
      ).json()
    }
    const done = await ask('done', 'received', 1)
    expect(done.changed).toMatchObject([{ reference: other }])
    expect(done.refused).toMatchObject([
      { reference: request, reason: expect.stringContaining('確認した方のお名前') },
    ])
    expect((await ask('in_progress', 'received', 2)).changed).toMatchObject([
      { reference: request },
    ])
    const confirmed = await ask('done', 'in_progress', 3, '総務課 田中様')
    expect(confirmed.changed).toMatchObject([{ reference: request }])
  })

  test('is of a hundred at most, each once', async () => {
    const staff = await startConsole()
    const { post } = await signIn(staff, '花子', 'worker')
    const ask = (count: number, name = (i: number) => `XXXX-${1000 + i}`) =>
      post(
        '/api/bulk/status',
        {
          changes: Array.from({ length: count }, (_, i) => ({
            reference: name(i),
            from: 'received',
          })),
          to: 'done',
          note: '',
        },
        { 'idempotency-key': `00000000-0000-4000-8000-${String(count).padStart(12, '0')}` },
      )
    expect((await ask(100)).json().refused).toHaveLength(100)
    expect((await ask(101)).statusCode).toBe(422)
    expect((await ask(2, () => 'XXXX-1000')).statusCode).toBe(422)
    expect((await ask(0)).statusCode).toBe(422)
  })

  test('what is not delivered has one sentence, and is gone from the list when it is', async () => {
    const staff = await startConsole()
    const { get, post } = await signIn(staff, '花子', 'worker')
    const reference = await completeEntry(staff.applications)
    expect((await get('/api/deliveries')).json()).toEqual({
      ...{ deliveries: [], next: null, count: 0, closed: 0 },
    })
    const set = (values: object) =>
      staff.database.atomic((tx) =>
        tx.run(
          query((db) => db.updateTable('outbox').set(values).where('kind', '=', 'mail_applicant')),
        ),
      )
    const soon = staff.clock.now + 600_000
    await set({ last_error: 'connect ECONNREFUSED 127.0.0.1:25', next_at: soon, attempts: 0 })
    const { deliveries, count } = (await get('/api/deliveries')).json()
    expect([deliveries.length, count, (await get(LIST)).json().undelivered]).toEqual([1, 1, 1])
    expect(deliveries[0]).toMatchObject({
      reference,
      name: '社会福祉法人あおぞら',
      nextAt: new Date(soon).toISOString(),
      sentence: expect.stringMatching(
        /^メールサーバーに接続できないため、送信を待っています（次の試行 9:1\dごろ）。$/,
      ),
    })
    await set({
      state: 'failed',
      attempts: 10,
      next_at: Number.MAX_SAFE_INTEGER,
      last_error: '550 no such user',
    })
    const [given] = (await get('/api/deliveries')).json().deliveries
    expect([given.nextAt, given.sentence]).toEqual([
      null,
      expect.stringMatching(
        /（あて先のメールサーバーが受け取りを断りました）。10回試しました。自動では再送しません。原因を確かめてから、再送してください。$/,
      ),
    ])
    const seen = (await auditTrail(staff)).filter(({ action }) => action === 'list')
    expect(seen.map(({ detail }) => detail)).toEqual([
      'undelivered pages=1 applications=0',
      'undelivered pages=2 applications=1',
      'pages=1 applications=1',
    ])
    await post(`${LIST}/${reference}/resend`, { delivery: given.id })
    await set({ state: 'sent', sent_at: 1, last_error: null })
    expect((await get('/api/deliveries')).json().count).toBe(0)
  })

  test('other requests of the same number stand beside a suspension', async () => {
    const staff = await startConsole()
    const { get } = await signIn(staff, '花子', 'reader')
    const first = (await staff.applications.consent(suspension('C-1'))).reference
    staff.clock.now += 1000
    const second = (await staff.applications.consent(suspension('C-1'))).reference
    await staff.applications.consent(suspension('C-2'))
    const { related } = (await get(`${LIST}/${second}`)).json()
    expect(related).toEqual(
      first === second
        ? []
        : [expect.objectContaining({ reference: first, flow: 'suspension', invitedAt: null })],
    )
  })
})

describe.each(ENGINES)('a bulk change on %s', (engine) => {
  test('changes what it can, names the rest with the reason, and is repeated alike', async () => {
    const staff = await startConsole({ engine })
    const { post, get } = await signIn(staff, '花子', 'worker')
    const references: string[] = []
    for (let i = 0; i < 3; i += 1) references.push(await completeEntry(staff.applications))
    const [first = '', second = '', third = ''] = references
    await staff.staffApplications.changeStatus({
      reference: third,
      by: { name: '太郎', via: 'console' },
      to: 'done',
      note: '',
    })
    const changes = [...references, 'XXXX-XXXX'].map((reference) => ({
      reference,
      from: 'received',
    }))
    const body = { changes, to: 'in_progress', note: ' まとめて着手 ' }
    const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
    const reply = await post('/api/bulk/status', body, key)
    expect([reply.statusCode, reply.headers['idempotent-replayed']]).toEqual([200, undefined])
    const { changed, refused } = reply.json()
    const change = { who: '花子', at: expect.any(String), status: 'in_progress' }
    expect(changed[0].change).toEqual(change)
    expect(changed.map(({ reference }: { reference: string }) => reference)).toEqual([
      first,
      second,
    ])
    expect(refused).toHaveLength(2)
    expect(refused).toContainEqual({
      reference: third,
      name: '社会福祉法人あおぞら',
      reason: expect.stringContaining('すでに「完了」に変更されています。'),
      sides: {
        field: 'status',
        yours: { from: 'received', to: 'in_progress' },
        theirs: { value: 'done', who: '太郎', at: expect.any(String) },
      },
    })
    expect(refused).toContainEqual({
      reference: 'XXXX-XXXX',
      name: '',
      reason: expect.stringContaining('見つかりません'),
      sides: null,
    })
    // A lost answer: the same again is answered alike, and done once.
    const again = await post('/api/bulk/status', body, key)
    expect([again.json(), again.headers['idempotent-replayed']]).toEqual([reply.json(), 'true'])
    // The key of another person is another key.
    const taro = await signIn(staff, '太郎', 'worker')
    const theirs = (await taro.post('/api/bulk/status', body, key)).json()
    expect([theirs.changed, theirs.refused.length]).toEqual([[], 4])
    const other = await post('/api/bulk/status', { ...body, to: 'done' }, key)
    expect(codeOf(other)).toBe('idempotency_key_reused')
    expect(codeOf(await post('/api/bulk/status', body))).toBe('idempotency_key_missing')
    const told = (await auditTrail(staff)).filter(
      ({ who, action }) => who === '花子' && ['status', 'note'].includes(action),
    )
    expect(told.map(({ subject, action }) => [subject, action]).toSorted()).toEqual(
      [first, second]
        .flatMap((each) => [
          [each, 'note'],
          [each, 'status'],
        ])
        .toSorted(),
    )
    const mine = (await get(`${LIST}?assignee=${encodeURIComponent('花子')}`)).json()
    expect(
      mine.applications.map(({ reference }: { reference: string }) => reference).toSorted(),
    ).toEqual([first, second].toSorted())
    expect(mine.applications[0].lastTouch.who).toBe('花子')
  })

  test('the neighbours of an application follow the filter, the search too', async () => {
    const staff = await startConsole({ engine })
    const { get, post } = await signIn(staff, '花子', 'worker')
    const references: string[] = []
    for (let i = 0; i < 3; i += 1) {
      staff.clock.now += 1000
      references.push(await completeEntry(staff.applications))
    }
    const [oldest, middle, newest] = references
    const beside = async (reference = '', filter = '') =>
      (await get(`${LIST}/${reference}/neighbours${filter}`)).json()
    expect(await beside(middle)).toEqual({ previous: oldest, next: newest })
    await post(`${LIST}/${middle}/status`, statusBody('received', 'done'))
    // What left the filter has its neighbours all the same.
    expect(await beside(middle, '?status=received')).toEqual({ previous: oldest, next: newest })
    expect(await beside(newest, '?status=received')).toEqual({ previous: oldest, next: null })
    expect(await beside(middle)).toEqual({ previous: newest, next: null })
    expect(await beside(newest, `?search=${oldest}`)).toEqual({ previous: null, next: oldest })
    expect(codeOf(await get(`${LIST}/ZZZZ-ZZZZ/neighbours`))).toBe('unknown_application')
  })
})

test('everybody sees their own activity of a day, administrators anybody’s', async () => {
  const staff = await startConsole()
  const hanako = await signIn(staff, '花子', 'worker')
  const root = await signIn(staff, 'root', 'administrator')
  const reference = await completeEntry(staff.applications)
  await hanako.post(`${LIST}/${reference}/notes`, { note: 'a' })
  const own = (await hanako.get('/api/activity?day=2026-11-20')).json()
  expect(own.people).toEqual(['花子'])
  expect(own.entries).toContainEqual(
    expect.objectContaining({ who: '花子', action: 'note', subject: reference }),
  )
  const of = (who: string) => `/api/activity?day=2026-11-20&who=${encodeURIComponent(who)}`
  expect(codeOf(await hanako.get(of('root')))).toBe('not_permitted')
  const seen = (await root.get(of('花子'))).json()
  expect(seen.people).toEqual(expect.arrayContaining(['root', '花子']))
  expect(seen.entries.map(({ action }: { action: string }) => action)).toContain('note')
  expect((await root.get('/api/activity?day=2026-11-21')).json().entries).toEqual([])
  expect((await root.get('/api/activity?day=2026-02-31')).statusCode).toBe(422)
  const told = (await auditTrail(staff)).filter(({ action }) =>
    ['activity', 'refused'].includes(action),
  )
  expect(told.map(({ who, action, subject }) => [who, action, subject])).toEqual([
    ['花子', 'refused', 'root'],
    ['root', 'activity', '花子'],
  ])
})

test.each([
  [100, [100]],
  [101, [100, 1]],
])('an activity of %i entries of one instant is read in pages of %j', async (count, pages) => {
  const staff = await startConsole()
  const root = await signIn(staff, 'root', 'administrator')
  const at = Date.parse('2026-11-19T03:00:00Z')
  const entry = { who: '花子', via: 'console', action: 'note', at, detail: '' } as const
  const subjects = Array.from({ length: count }, (_, n) => String(n))
  const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
  await put(staff.database, {
    audit: subjects.map((subject, n) => ({ ...entry, id: idOf(n), subject })),
  })
  const seen: string[][] = []
  for (let next: string | null = ''; next !== null; ) {
    const after = next === '' ? '' : `&after=${next}`
    const url = `/api/activity?day=2026-11-19&who=${encodeURIComponent('花子')}${after}`
    const reply: ActivityReply = (await root.get(url)).json()
    seen.push(reply.entries.map(({ subject }) => subject))
    next = reply.next
  }
  expect(seen.map((page) => page.length)).toEqual(pages)
  expect(seen.flat()).toEqual(subjects)
})

test.each(ENGINES)('a view is deleted by its person alone, on %s', async (engine) => {
  const staff = await startConsole({ engine })
  const [hanako, taro] = [
    await signIn(staff, '花子', 'reader'),
    await signIn(staff, '太郎', 'reader'),
  ]
  const view = { name: '新規', filter: { flow: 'entry' } }
  await hanako.post('/api/views', view)
  await taro.post('/api/views', view)
  const url = `/api/views/${encodeURIComponent(view.name)}`
  const left = await staff.app.inject({ method: 'DELETE', url, headers: taro.headers })
  expect(left.json()).toEqual({ views: [] })
  expect((await hanako.get('/api/views')).json().views).toMatchObject([view])
})

test('whoever takes care of it may work: an account in use, of such a role', async () => {
  const staff = await startConsole()
  const hanako = await signIn(staff, '花子', 'worker')
  await signIn(staff, '太郎', 'worker')
  await signIn(staff, '次郎', 'reader')
  await signIn(staff, '三郎', 'worker')
  await staff.accounts.setDisabled({ name: 'root', via: 'command' }, '三郎', true)
  expect((await hanako.get('/api/people')).json()).toEqual({ names: ['太郎', '花子'] })
  const reference = await completeEntry(staff.applications)
  const give = (to: string, from: string) =>
    hanako.post(`${LIST}/${reference}/assignee`, { to, seen: { assignee: from } })
  for (const name of ['次郎', '三郎', '四郎'])
    expect(codeOf(await give(name, ''))).toBe('action_refused')
  expect((await give('太郎', '')).json()).toMatchObject({ assignee: '太郎', who: '花子' })
  expect((await hanako.get(LIST)).json().own).toBe(0)
  expect((await give('花子', '太郎')).statusCode).toBe(200)
  expect((await hanako.get(LIST)).json().own).toBe(1)
  const listed = async (assignee: string) =>
    (await hanako.get(`${LIST}?assignee=${encodeURIComponent(assignee)}`)).json().applications
  expect(await listed('太郎')).toEqual([])
  expect(await listed('花子')).toHaveLength(1)
  expect((await give('', '花子')).statusCode).toBe(200)
  expect(await listed('-')).toHaveLength(1)
})

test('the tabs count whom open applications wait for, and the list has the same', async () => {
  const staff = await startConsole()
  const hanako = await signIn(staff, '花子', 'worker')
  const [asked, waiting] = [
    await completeEntry(staff.applications),
    await completeEntry(staff.applications),
  ]
  const text = { text: '問い', wantsAnswer: true, seen: { message: '' } }
  expect((await hanako.post(`${LIST}/${asked}/questions`, text)).statusCode).toBe(200)
  const counts = async (get: typeof hanako.get) => {
    const { late, asked: owed } = (await get(LIST)).json()
    return { late, owed }
  }
  expect(await counts(hanako.get)).toEqual({ late: 0, owed: 1 })
  staff.clock.now += 8 * 86_400_000
  // By then a session is over.
  const { get } = await signIn(staff, '太郎', 'worker')
  expect(await counts(get)).toEqual({ late: 1, owed: 1 })
  const references = async (query: string) =>
    (await get(`${LIST}${query}`))
      .json()
      .applications.map(({ reference }: { reference: string }) => reference)
  expect(await references('?late=true')).toEqual([waiting])
  expect(await references('?turn=applicant')).toEqual([asked])
})

test('saved views are a person’s own, without a search, and bounded', async () => {
  const staff = await startConsole()
  const hanako = await signIn(staff, '花子', 'reader')
  const taro = await signIn(staff, '太郎', 'worker')
  const filter = { flow: 'entry', status: 'received', assignee: '花子' }
  const save = (name: string, more = {}) =>
    hanako.post('/api/views', { name, filter: { ...filter, ...more } })
  expect((await save(' 新規 ')).json().views).toMatchObject([{ name: '新規', filter }])
  const again = (await save('新規', { search: '山田', flow: 'trial', order: 'newest' })).json()
    .views
  expect(again).toEqual([
    {
      name: '新規',
      filter: {
        ...filter,
        flow: 'trial',
        state: '',
        flag: '',
        waiting: '',
        answer: '',
        turn: '',
        late: '',
        order: 'newest',
        from: '',
        to: '',
      },
    },
  ])
  expect((await taro.get('/api/views')).json()).toEqual({ views: [] })
  for (let i = 1; i < MOST_VIEWS; i += 1) expect((await save(`v${i}`)).statusCode).toBe(200)
  expect(codeOf(await save('more'))).toBe('too_many_views')
  expect((await save('新規')).statusCode).toBe(200)
  const url = `/api/views/${encodeURIComponent('新規')}`
  const left = await staff.app.inject({ method: 'DELETE', url, headers: hanako.headers })
  expect(left.json().views).toHaveLength(MOST_VIEWS - 1)
})

test('a session tells its time, polling does not lengthen it, and twelve hours are the end', async () => {
  const staff = await startConsole()
  const { get, post, headers } = await signIn(staff, '花子', 'worker')
  const polled = async () =>
    (
      await staff.app.inject({ url: '/api/session', headers: { ...headers, 'x-polling': '1' } })
    ).json()
  staff.clock.now += 3_000_000
  const before = (await polled()).remaining
  expect(before.untilIdle).toBeLessThanOrEqual(600)
  staff.clock.now += 20_000
  expect((await polled()).remaining.untilIdle).toBe(before.untilIdle - 20)
  const { remaining } = (await post('/api/session/extension')).json()
  expect(remaining).toEqual({ untilIdle: 3600, atMost: before.atMost - 20 })
  for (let i = 0; i < 13; i += 1) {
    staff.clock.now += 3_000_000
    await post('/api/session/extension')
  }
  const last = (await polled()).remaining
  expect(last.untilIdle).toBe(last.atMost)
  staff.clock.now += 3_600_000
  expect(codeOf(await post('/api/session/extension'))).toBe('login_required')
  expect((await get('/api/session')).statusCode).toBe(401)
})

test.each([
  ['?status=accepted', 'status', '絞り込みの「対応状況」を読み取れません。'],
  ['?flow=x', 'flow', '絞り込みの「お手続き」を読み取れません。'],
  ['?from=2026-02-31', 'from', '絞り込みの「受付日（開始）」を読み取れません。'],
  ['?from=2026-11-21&to=2026-11-20', 'from', '受付日の開始が終了より後です。'],
])('a bad filter %s says which condition it is', async (filter, field, sentence) => {
  const { app } = await startConsole()
  for (const url of [
    `${LIST}${filter}`,
    `/api/exports/csv${filter}`,
    `/api/exports/size${filter}`,
  ]) {
    const reply = await app.inject(url)
    expect([url, reply.statusCode, codeOf(reply)]).toEqual([url, 422, 'validation_failed'])
    expect(reply.json().error.fields[field]).toEqual([expect.stringContaining(sentence)])
  }
})

test('an export tells its size before, its progress while it runs, and can be ended', async () => {
  const staff = await startConsole()
  const { get, headers } = await signIn(staff, '花子', 'worker')
  const taro = await signIn(staff, '太郎', 'worker')
  for (let i = 0; i < 300; i += 1)
    await completeEntry(staff.applications, { person: 'あ'.repeat(250) })
  expect((await get('/api/exports/size')).json()).toEqual({
    applications: 300,
    rows: 900,
    sheets: 1,
  })
  const base = await staff.app.listen({ port: 0, host: '127.0.0.1' })
  const run = '00000000-0000-4000-8000-000000000001'
  const reading = await fetch(`${base}/api/exports/csv?run=${run}`, { headers })
  const progress = async () => (await get(`/api/exports/runs/${run}`)).json()
  expect(await progress()).toMatchObject({ state: 'running', total: 300 })
  expect((await taro.get(`/api/exports/runs/${run}`)).statusCode).toBe(404)
  // The same name of another person is another export, and does not take its place.
  expect((await taro.get(`/api/exports/json?flow=trial&run=${run}`)).statusCode).toBe(200)
  expect((await taro.get(`/api/exports/runs/${run}`)).json()).toMatchObject({ total: 0 })
  expect(await progress()).toMatchObject({ state: 'running', total: 300 })
  const ended = await staff.app.inject({
    method: 'DELETE',
    url: `/api/exports/runs/${run}`,
    headers,
  })
  expect(ended.statusCode).toBe(200)
  await expect(reading.text()).rejects.toThrow()
  const { state, done } = await progress()
  expect([state, done < 300]).toEqual(['broken', true])
})
