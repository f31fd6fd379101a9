/** What the billing system says with a status: the client of the documents as it stands there, and clients from before. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bearer, changeRequest, LIST, newToken, pageOf, runClient } from '../testing/billing.ts'
import { CORPORATION, suspension } from '../testing/calls.ts'
import { ENGINES, temporaryFolder } from '../testing/databases.ts'
import { rowsIn } from '../testing/rows.ts'
import { codeOf, completeEntry, startConsole, type TestConsole } from '../testing/staff-app.ts'

const BY = { name: '花子', via: 'console' } as const
const WEBHOOK_URL = 'https://billing.example.jp/hook'

const said = (
  token: string,
  reference: string,
  { version = 1, key = 'k', ...body }: { version?: number; key?: string } & Record<string, unknown>,
) => ({
  method: 'POST' as const,
  url: `${LIST}/${reference}/status`,
  headers: { ...bearer(token), 'if-match': `"${version}"`, 'idempotency-key': key },
  payload: body,
})

const mailsIn = async ({ database }: TestConsole) =>
  (await rowsIn(database, 'outbox')).filter(({ kind }) => kind === 'mail_status')

describe.each(ENGINES)('with %s, a billing system', (engine) => {
  test('as in the documents takes contracts over, and says once that each runs', async () => {
    const staff = await startConsole({ engine })
    const api = await staff.app.listen({ host: '127.0.0.1', port: 0 })
    const token = await newToken(staff)
    const file = join(temporaryFolder(), 'state.json')
    const references = [
      await completeEntry(staff.applications),
      await completeEntry(staff.applications),
    ]
    await staff.applications.consent(suspension('C-9'))
    await runClient(api, token, file)
    for (const reference of references)
      await staff.staffApplications.changeStatus({ reference, by: BY, note: '', to: 'in_progress' })
    for (let time = 0; time < 2; time += 1) await runClient(api, token, file)
    const { applications } = await pageOf(staff, token)
    const entries = applications.filter(({ flow }) => flow === 'entry')
    expect(entries.map(({ customerNumber }) => customerNumber).toSorted()).toEqual([
      'C1001',
      'C1002',
    ])
    expect(entries.map(({ status, closedAt }) => [status, closedAt !== null])).toEqual([
      ['done', true],
      ['done', true],
    ])
    expect((await mailsIn(staff)).map(({ recipient }) => recipient)).toEqual([
      CORPORATION.email,
      CORPORATION.email,
    ])
  }, 60_000)

  test('from before is asked and answered as ever', async () => {
    const staff = await startConsole({ engine })
    const token = await newToken(staff, { scopes: ['read', 'acknowledge', 'status'] })
    const reference = await completeEntry(staff.applications)
    const change = { token, version: 1, key: 'a' }
    const moved = await staff.app.inject(
      changeRequest(reference, { ...change, status: 'in_progress' }),
    )
    expect([moved.statusCode, moved.headers.etag, moved.json()]).toEqual([
      200,
      '"2"',
      { reference, version: 2, status: 'in_progress' },
    ])
    for (const more of [{ note: 'n' }, { customerNumber: 'C1' }, { notify: true }]) {
      const refused = await staff.app.inject(
        said(token, reference, { version: 2, status: 'done', ...more }),
      )
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'scope_missing'])
    }
    expect(await rowsIn(staff.database, 'applications')).toMatchObject([
      { staff_status: 'in_progress', customer_number: '' },
    ])
  })

  test('says all of it in one change, or nothing; a second, different number is refused', async () => {
    const staff = await startConsole({ engine })
    const token = await newToken(staff)
    const reference = await completeEntry(staff.applications)
    const all = {
      status: 'done',
      from: 'received',
      note: '開通\n 本日から ',
      customerNumber: 'C-1',
      notify: true,
    }
    const wrongFrom = said(token, reference, { ...all, from: 'in_progress' })
    const refused = await staff.app.inject(wrongFrom)
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'changed_meanwhile'])
    expect(await mailsIn(staff)).toEqual([])
    const done = await staff.app.inject(said(token, reference, { ...all, key: 'b' }))
    expect(done.json()).toEqual({ reference, version: 2, status: 'done', notified: true })
    const again = await staff.app.inject(said(token, reference, { ...all, key: 'b' }))
    expect([again.json(), again.headers['idempotent-replayed']]).toEqual([done.json(), 'true'])
    const otherBody = said(token, reference, { ...all, customerNumber: 'C-2', key: 'b' })
    expect(codeOf(await staff.app.inject(otherBody))).toBe('idempotency_key_reused')
    expect(await mailsIn(staff)).toHaveLength(1)
    const opened = { version: 2, key: 'c', status: 'in_progress' }
    await staff.app.inject(said(token, reference, opened))
    const second = { version: 3, key: 'd', status: 'done', customerNumber: 'C-2', notify: true }
    const other = await staff.app.inject(said(token, reference, second))
    expect([other.statusCode, codeOf(other), other.json().error.fields.status]).toEqual([
      409,
      'action_refused',
      ['別のお客様番号がすでに登録されています。'],
    ])
    const same = { ...second, key: 'e', customerNumber: 'C-1' }
    expect((await staff.app.inject(said(token, reference, same))).statusCode).toBe(200)
    const [row] = await rowsIn(staff.database, 'applications')
    expect(row).toMatchObject({ staff_status: 'done', customer_number: 'C-1' })
    const history = await rowsIn(staff.database, 'history')
    const numbers = history.filter(({ action }) => action === 'customer_number')
    expect(numbers.map(({ detail }) => detail)).toEqual(['C-1'])
    expect(history.filter(({ action }) => action === 'note')).toMatchObject([
      { detail: '開通\n 本日から' },
    ])
  })

  test('gives a migration or a suspension no number, and mails nobody who has no address', async () => {
    const staff = await startConsole({ engine })
    const token = await newToken(staff)
    const { reference } = await staff.applications.consent(suspension('C-5'))
    const number = { status: 'done', customerNumber: 'C-5' }
    const refused = await staff.app.inject(said(token, reference, number))
    expect([codeOf(refused), refused.json().error.fields.status]).toEqual([
      'action_refused',
      ['ご契約中のお客様のお手続きには、お客様番号を登録できません。'],
    ])
    const told = await staff.app.inject(said(token, reference, { status: 'done', notify: true }))
    expect(told.json()).toMatchObject({ notified: false })
    expect(await mailsIn(staff)).toEqual([])
  })

  test.each([
    [WEBHOOK_URL, [], 'done', []],
    ['', ['application.status_changed'], 'done', []],
    [WEBHOOK_URL, ['application.withdrawn'], 'done', []],
    [WEBHOOK_URL, ['application.withdrawn'], 'withdrawn', ['webhook_withdrawn']],
  ] as const)(
    'with the address "%s" and the events %j is told that staff set %s: %j',
    async (url, events, to, told) => {
      const config = { WEBHOOK_URL: url, WEBHOOK_EVENTS: [...events] }
      const staff = await startConsole({ engine, config })
      const reference = await completeEntry(staff.applications)
      const done = await staff.app.inject({
        method: 'POST',
        url: `/api/applications/${reference}/status`,
        payload: { from: 'received', to, note: '' },
      })
      expect(done.statusCode).toBe(200)
      const kinds = (await rowsIn(staff.database, 'outbox')).map(({ kind }) => kind)
      expect(kinds.toSorted()).toEqual(['mail_applicant', 'mail_staff', ...told])
    },
  )

  test('is told of changes by staff where WEBHOOK_EVENTS names them, and never of its own', async () => {
    const config = { WEBHOOK_URL, WEBHOOK_EVENTS: ['application.status_changed' as const] }
    const staff = await startConsole({ engine, config })
    const token = await newToken(staff)
    const kinds = async () =>
      (await rowsIn(staff.database, 'outbox'))
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('webhook'))
    const reference = await completeEntry(staff.applications)
    await staff.app.inject(said(token, reference, { status: 'in_progress' }))
    expect(await kinds()).toEqual([])
    const move = (from: string, to: string) =>
      staff.app.inject({
        method: 'POST',
        url: `/api/applications/${reference}/status`,
        payload: { from, to, note: '' },
      })
    expect((await move('in_progress', 'done')).statusCode).toBe(200)
    expect(await kinds()).toEqual(['webhook_status'])
    await move('done', 'in_progress')
    expect((await move('in_progress', 'withdrawn')).statusCode).toBe(200)
    expect(await kinds()).toEqual(['webhook_status', 'webhook_status'])
  })
})
