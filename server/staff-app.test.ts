import { describe, expect, test, vi } from 'vitest'
import type { ApplicationPage, ApplicationRecord } from '#contract/console-answers.ts'
import type { StaffStatus } from '#domain/staff.ts'
import { STAFF_STATUS_NAMES } from '#domain/staff.ts'
import { register, suspension } from './testing/calls.ts'
import { ENGINES } from './testing/databases.ts'
import { statusBody } from './testing/presses.ts'
import { completeEntry, startConsole, type TestConsole } from './testing/staff-app.ts'

/** No application has any of the statuses. */
const OF_NONE = Object.fromEntries(STAFF_STATUS_NAMES.map((status) => [status, 0]))

const LIST = '/api/applications'

async function listOf({ app }: TestConsole, query = ''): Promise<ApplicationPage> {
  const response = await app.inject(`${LIST}${query}`)
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()])
  return response.json()
}

async function recordOf({ app }: TestConsole, reference: string): Promise<ApplicationRecord> {
  return (await app.inject(`${LIST}/${reference}`)).json()
}

const references = ({ applications }: ApplicationPage) =>
  applications.map(({ reference }) => reference)

describe('the console', () => {
  test('leads it from state to state, and remembers who wrote what', async () => {
    const staff = await startConsole()
    const reference = await completeEntry(staff.applications)
    const post = async (path: string, payload: object) => {
      staff.clock.now += 60_000
      const { statusCode } = await staff.app.inject({
        method: 'POST',
        url: `${LIST}/${reference}/${path}`,
        payload,
      })
      return statusCode
    }
    expect(
      await post('status', statusBody('received', 'in_progress', { note: ' 電話で確認 \n' })),
    ).toBe(200)
    expect(await post('notes', { note: '書類を送付\n折り返し待ち' })).toBe(200)
    expect(await post('status', statusBody('in_progress', 'done'))).toBe(200)
    const { status, history } = await recordOf(staff, reference)
    expect(status).toBe('done')
    const who = history[0]?.who
    expect(who).not.toBe('')
    expect(history.map(({ action, detail }) => [action, detail])).toEqual([
      ['status', 'in_progress'],
      ['note', '電話で確認'],
      ['note', '書類を送付\n折り返し待ち'],
      ['status', 'done'],
    ])
    expect(new Set(history.map((entry) => entry.who))).toEqual(new Set([who]))
  })

  test('refuses a move that does not follow, or comes too early', async () => {
    const staff = await startConsole()
    const done = await completeEntry(staff.applications)
    const { reference: pending } = await staff.applications.register(register())
    const move = async (reference: string, from: StaffStatus, to: StaffStatus) => {
      const url = `${LIST}/${reference}/status`
      const response = await staff.app.inject({
        method: 'POST',
        url,
        payload: statusBody(from, to),
      })
      return [response.statusCode, response.json().error?.code]
    }
    expect(await move(done, 'received', 'done')).toEqual([200, undefined])
    expect(await move(done, 'done', 'rejected')).toEqual([409, 'action_refused'])
    expect(await move(pending, 'received', 'done')).toEqual([409, 'action_refused'])
    expect(await move('ZZZZ-ZZZZ', 'received', 'done')).toEqual([404, 'not_found'])
  })

  test('downloads the filtered list as CSV', async () => {
    const staff = await startConsole()
    await completeEntry(staff.applications, { companyName: '=cmd|calc' })
    await staff.applications.consent(suspension('C-1'))
    const { headers, body } = await staff.app.inject('/api/exports/csv?flow=entry')
    const counted = 'exports_total{format="csv",outcome="complete"} 1\n'
    await vi.waitFor(async () => expect(await staff.metrics.render()).toContain(counted), 20_000)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(
      'attachment; filename="applications-2026-11-20.csv"',
    )
    const lines = body.split('\r\n')
    expect(lines[0]).toMatch(/^\ufeff受付番号,お客様番号,手続き,/)
    expect(lines).toHaveLength(1 + 3 + 1)
    expect(lines[1]).toContain(`,'=cmd|calc,`)
    expect(lines[3]).toContain('1320000022')
  })
})

describe.each(ENGINES)('the console on %s', (engine) => {
  test('lists the oldest that is open first, turned the newest, page after page, nothing twice and nothing left out', async () => {
    const staff = await startConsole({ engine })
    const sent: string[] = []
    // Four of each instant: the seams between the pages fall among equals.
    for (let i = 0; i < 26; i += 1) {
      staff.clock.now += 1000
      const four = [0, 1, 2, 3].map((n) => staff.applications.consent(suspension(`C${i}-${n}`)))
      sent.push(...(await Promise.all(four)).map(({ reference }) => reference))
    }
    for (const order of ['', 'newest']) {
      const first = await listOf(staff, `?order=${order}`)
      const second = await listOf(staff, `?order=${order}&after=${first.next}`)
      const third = await listOf(staff, `?order=${order}&after=${second.next}`)
      const pages = [first, second, third]
      expect(pages.map((page) => page.applications.length)).toEqual([50, 50, 4])
      expect(third.next).toBeNull()
      const listed = pages.flatMap((page) => page.applications)
      expect(new Set(listed.map(({ reference }) => reference))).toEqual(new Set(sent))
      const instants = listed.map(({ createdAt }) => createdAt)
      const oldest = instants.toSorted()
      expect(instants).toEqual(order === '' ? oldest : oldest.toReversed())
      expect(first.counts).toEqual({ ...OF_NONE, all: 104, pending: 0, received: 104 })
    }
  })

  test('narrows by every condition, and counts each status beside it', async () => {
    const staff = await startConsole({ engine })
    const entry = await completeEntry(staff.applications)
    staff.clock.now += 86_400_000
    const { reference: stop } = await staff.applications.consent(suspension('C-77'))
    const { reference: pending } = await staff.applications.register(
      register({
        applicant: {
          ...register().applicant,
          companyName: '100%_福祉会',
          email: 'Z@z.example',
          tel: '06-1',
        },
        flags: [{ flag: 'robot', detail: '' }],
      }),
    )
    const found = async (query: string) => references(await listOf(staff, `?${query}`)).toSorted()
    expect(await found('flow=suspension')).toEqual([stop])
    expect(await found('state=pending')).toEqual([pending])
    expect(await found('flag=robot')).toEqual([pending])
    expect(await found('from=2026-11-21')).toEqual([stop, pending].toSorted())
    expect(await found('to=2026-11-20')).toEqual([entry])
    expect(await found('from=2026-11-20&to=2026-11-20&flow=entry')).toEqual([entry])
    for (const [search, expected] of [
      ['あおぞら', entry],
      ['ＴＡＮＡＫＡ', entry],
      ['tanaka@AOZORA.example.jp', entry],
      ['０３－１２３４－５６７８', entry],
      ['0312345678', entry],
      ['0312345678@example.jp', undefined],
      [entry.toLowerCase(), entry],
      ['C-77', stop],
      ['%_福祉会', pending],
      ['00%_福', pending],
    ] as const)
      expect([search, await found(`search=${encodeURIComponent(search)}`)]).toEqual([
        search,
        expected ? [expected] : [],
      ])
    await staff.app.inject({
      method: 'POST',
      url: `${LIST}/${stop}/status`,
      payload: statusBody('received', 'done', { confirmedBy: '山田' }),
    })
    expect(await found('status=done')).toEqual([stop])
    // What is still being filled in counts under no status.
    expect(await found('status=received')).toEqual([entry])
    const { counts } = await listOf(staff, '?status=done')
    expect(counts).toEqual({ ...OF_NONE, all: 3, pending: 1, received: 1, done: 1 })
    expect((await listOf(staff, '?flow=suspension')).counts.received).toBe(0)
  })

  test('two people cannot both move the same application', async () => {
    const staff = await startConsole({ engine })
    const reference = await completeEntry(staff.applications)
    const move = (to: StaffStatus) =>
      staff.app.inject({
        method: 'POST',
        url: `${LIST}/${reference}/status`,
        payload: statusBody('received', to),
      })
    const replies = await Promise.all([move('in_progress'), move('rejected'), move('done')])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const refused = replies.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused.error.code).toBe('changed_meanwhile')
    expect(refused.error.fields.status[0]).toMatch(/^対応状況がすでに「.+」に変更されています。/)
    const change = replies.find(({ statusCode }) => statusCode === 200)?.json().change
    const { history } = await recordOf(staff, reference)
    const [{ who, at, detail: status } = {}] = history
    expect(change).toEqual({ who, at, status })
    expect(refused.error.change).toEqual(change)
    staff.clock.now += 60_000
    const url = `${LIST}/${reference}/status`
    const to = status === 'in_progress' ? 'done' : 'in_progress'
    const payload = statusBody(status as StaffStatus, to, { note: 'あと' })
    const later = await staff.app.inject({ method: 'POST', url, payload })
    const conflicting = (await move('rejected')).json().error.change
    expect([conflicting.status, conflicting]).toEqual([to, later.json().change])
    expect(history).toHaveLength(1)
  })
})
