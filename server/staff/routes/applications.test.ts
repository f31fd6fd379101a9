import { describe, expect, test } from 'vitest'
import type { Database } from '../../store/database.ts'
import { suspension } from '../../testing/calls.ts'
import { ENGINES, slowed } from '../../testing/databases.ts'
import { ended, statusBody } from '../../testing/presses.ts'
import {
  addAccount,
  auditTrail,
  codeOf,
  completeEntry,
  logInAs,
  PASSWORD,
  startConsole,
  type TestConsole,
} from '../../testing/staff-app.ts'
import { createSessions } from '../sign-in/sessions.ts'

const LIST = '/api/applications'
type Sent = { headers?: Record<string, string>; remoteAddress?: string }

describe('the list', () => {
  test('takes empty conditions, as a form sends them, for none', async () => {
    const staff = await startConsole()
    await completeEntry(staff.applications)
    const empty = ['flow', 'state', 'status', 'flag', 'from', 'to', 'search', 'after']
    const reply = await staff.app.inject(`${LIST}?${empty.map((name) => `${name}=`).join('&')}`)
    expect([reply.statusCode, reply.json().applications?.length]).toEqual([200, 1])
  })

  test('has a next page only where there is one more application', async () => {
    const staff = await startConsole()
    const sizes = async () => {
      const { applications, next } = (await staff.app.inject(LIST)).json()
      return [applications.length, next === null]
    }
    expect(await sizes()).toEqual([0, true])
    for (let i = 0; i < 50; i += 1) await staff.applications.consent(suspension(`C-${i}`))
    expect(await sizes()).toEqual([50, true])
    await staff.applications.consent(suspension('C-50'))
    expect(await sizes()).toEqual([50, false])
  })

  test('has the oldest that is open on top, unless it is turned; the next one follows that order', async () => {
    const staff = await startConsole()
    const sent: string[] = []
    for (const number of ['C-1', 'C-2', 'C-3']) {
      sent.push((await staff.applications.consent(suspension(number))).reference)
      staff.clock.now += 1000
    }
    const [first = '', second = '', third = ''] = sent
    const order = async (query = '') =>
      (await staff.app.inject(`${LIST}${query}`))
        .json()
        .applications.map(({ reference }: { reference: string }) => reference)
    expect(await order()).toEqual([first, second, third])
    expect(await order('?order=newest')).toEqual([third, second, first])
    const beside = async (query: string) =>
      (await staff.app.inject(`${LIST}/${second}/neighbours${query}`)).json()
    expect(await beside('')).toEqual({ previous: first, next: third })
    expect(await beside('?order=newest')).toEqual({ previous: third, next: first })
  })

  test('offers what one slip separates from a search only where it finds nothing at all', async () => {
    const staff = await startConsole()
    const { reference } = await staff.applications.consent(suspension('C-4711'))
    const asked = async (query: string) => {
      const { applications, nearest } = (await staff.app.inject(`${LIST}${query}`)).json()
      return [applications, nearest].map((rows) =>
        rows.map((row: { reference: string }) => row.reference),
      )
    }
    expect(await asked('?search=C-4712')).toEqual([[], [reference]])
    expect(await asked('?search=C-4711')).toEqual([[reference], []])
    // There under another status.
    expect(await asked('?search=C-4711&status=done')).toEqual([[], []])
    expect(await asked('?search=C-4712&after=all.1.x')).toEqual([[], []])
    const [first] = await auditTrail(staff)
    expect(first?.detail).toContain('applications=1')
  })

  test('is in the trail with its conditions, and how much was looked at', async () => {
    const staff = await startConsole()
    for (const query of ['?flow=entry&search=tanaka', '?status=done&after=all.1.x'])
      await staff.app.inject(`${LIST}${query}`)
    const entries = (await auditTrail(staff)).map(({ via, action, detail }) => [
      via,
      action,
      detail,
    ])
    expect(entries).toEqual([
      ['console', 'list', 'flow=entry search searches=1 pages=1 applications=0'],
      ['console', 'list', 'status=done pages=1 applications=0'],
    ])
  })
})

test('what is not there is not found, at the field that a change was typed in', async () => {
  const { app } = await startConsole()
  const url = `${LIST}/XXXX-XXXX`
  const view = await app.inject(url)
  expect([view.statusCode, codeOf(view)]).toEqual([404, 'unknown_application'])
  for (const [path, payload, field] of [
    ['status', statusBody('received', 'done'), 'status'],
    ['notes', { note: 'a' }, 'note'],
    ['erasure', { reference: 'xxxx-xxxx', password: '', seen: ended('received') }, 'reference'],
  ] as const) {
    const reply = await app.inject({ method: 'POST', url: `${url}/${path}`, payload })
    const { code, fields } = reply.json().error
    expect([path, reply.statusCode, code, Object.keys(fields)]).toEqual([
      path,
      404,
      'not_found',
      [field],
    ])
  }
})

test('a body that lacks what it is about is refused, and changes nothing', async () => {
  const staff = await startConsole()
  const reference = await completeEntry(staff.applications)
  const url = `${LIST}/${reference}`
  for (const path of ['assignee', 'status', 'notes', 'resend', 'link', 'erasure']) {
    const reply = await staff.app.inject({ method: 'POST', url: `${url}/${path}`, payload: {} })
    expect([path, reply.statusCode, codeOf(reply)]).toEqual([path, 422, 'validation_failed'])
  }
  expect((await staff.app.inject(url)).json()).toMatchObject({ history: [], version: 1 })
})

test('a note is kept without the space around it', async () => {
  const staff = await startConsole()
  const reference = await completeEntry(staff.applications)
  const url = `${LIST}/${reference}`
  const payload = { note: ' 電話で確認\n折り返し待ち \n' }
  const reply = await staff.app.inject({ method: 'POST', url: `${url}/notes`, payload })
  expect([reply.statusCode, reply.body]).toEqual([200, '{}'])
  const { history } = (await staff.app.inject(url)).json()
  expect(history).toMatchObject([{ action: 'note', detail: '電話で確認\n折り返し待ち' }])
})

describe('an erasure', () => {
  async function setUp(config = {}) {
    const staff = await startConsole({ config })
    const reference = await completeEntry(staff.applications)
    const erase = (typed: object, sent: Sent = {}) =>
      staff.app.inject({
        method: 'POST',
        url: `${LIST}/${reference}/erasure`,
        payload: { reference, password: PASSWORD, seen: ended('received'), ...typed },
        ...sent,
      })
    return { staff, reference, erase }
  }
  const administrator = async (staff: TestConsole) =>
    logInAs(staff, await addAccount(staff, 'hanako', 'administrator'))

  test('of a console without accounts asks for the reference alone, however it is typed', async () => {
    const { reference, erase } = await setUp()
    const other = await erase({ reference: `${reference}A`, password: '' })
    expect([other.statusCode, Object.keys(other.json().error.fields)]).toEqual([422, ['reference']])
    const typed = ` ${reference.toLowerCase()} `
    const done = await erase({ reference: typed, password: '' })
    expect([done.statusCode, done.body]).toEqual([200, '{}'])
  })

  test('is refused whom a proxy names: there is no password and no proof to ask for', async () => {
    const proxy = { STAFF_HOST: '0.0.0.0', STAFF_USER_HEADER: 'x-user', TRUST_PROXY: ['10.0.0.1'] }
    const { staff, erase } = await setUp(proxy)
    await addAccount(staff, 'hanako', 'administrator')
    const headers = { 'x-user': 'hanako', 'x-forwarded-proto': 'https' }
    const reply = await erase({}, { headers, remoteAddress: '10.0.0.1' })
    expect([reply.statusCode, codeOf(reply)]).toEqual([403, 'reauthentication_needed'])
  })

  test('takes no password over plain HTTP', async () => {
    const { staff, erase } = await setUp()
    const headers = { ...(await administrator(staff)), 'x-forwarded-for': '1.2.3.4' }
    expect(codeOf(await erase({}, { headers }))).toBe('encryption_required')
  })

  test('is no way to guess a password: each wrong one is counted and recorded', async () => {
    const { staff, erase } = await setUp()
    const headers = await administrator(staff)
    for (let i = 0; i < 10; i += 1)
      expect(codeOf(await erase({ password: 'wrong' }, { headers }))).toBe(
        'reauthentication_failed',
      )
    const shut = await erase({}, { headers })
    expect([shut.statusCode, codeOf(shut)]).toEqual([429, 'rate_limited'])
    const failures = (await auditTrail(staff)).filter(
      ({ who, action }) => who === 'hanako' && action === 'reauthentication_failed',
    )
    expect(failures).toHaveLength(10)
  })

  test.each(ENGINES)(
    'whose password was looked at while all sessions ended, on %s: nothing is erased',
    async (engine) => {
      let stop: ReturnType<typeof slowed>['stop'] = () => {
        throw new Error('the console has no database')
      }
      const usedAs = (database: Database) => {
        const process = slowed(database)
        stop = process.stop
        return process.slow
      }
      const staff = await startConsole({ engine, usedAs })
      const reference = await completeEntry(staff.applications)
      const account = await addAccount(staff, 'hanako', 'administrator')
      const headers = await logInAs(staff, account)
      const erase = (own: { cookie: string }) =>
        staff.app.inject({
          method: 'POST',
          url: `${LIST}/${reference}/erasure`,
          headers: own,
          payload: { reference, password: PASSWORD, seen: ended('received') },
        })
      // The first write counts the attempt; the next comes after the hash.
      const { stopped, goOn } = stop(1)
      const erased = erase(headers)
      await stopped
      await createSessions(staff.database, () => staff.clock.now).endAll('hanako')
      goOn()
      const reply = await erased
      expect([reply.statusCode, codeOf(reply)]).toEqual([401, 'login_required'])
      const again = await logInAs(staff, account)
      const record = await staff.app.inject({ url: `${LIST}/${reference}`, headers: again })
      expect(record.json().erasedAt).toBeNull()
      expect((await erase(again)).statusCode).toBe(200)
    },
  )
})
