/** What the billing system says with a status: the client of the documents as it stands there, and clients from before. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Filter } from '#contract/console-schemas.ts'
import type { StaffStatus } from '#domain/staff.ts'
import { bearer, changeRequest, LIST, newToken, pageOf, runClient } from '../testing/billing.ts'
import { addition, CORPORATION, consent, register, suspension, TRIAL } from '../testing/calls.ts'
import { ENGINES, emptyDatabase, temporaryFolder } from '../testing/databases.ts'
import { statusBody } from '../testing/presses.ts'
import { rowsIn } from '../testing/rows.ts'
import { codeOf, completeEntry, startConsole, type TestConsole } from '../testing/staff-app.ts'
import { call, keyOf, linkIn, startDesk } from '../testing/status.ts'

const EVERYTHING: Filter = {
  ...{ flow: '', state: '', status: '', flag: '', waiting: '', answer: '', turn: '' },
  ...{ from: '', to: '', assignee: '', late: '', order: '', search: '' },
}
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

/** That shares nothing with any other: a duplicate is another version. */
const corporation = (name: string, no: number) => ({
  ...{
    companyName: `${name}${no}`,
    tel: `06-1111-${1000 + no}`,
    email: `desk${no}@${no}.example.jp`,
  },
})

describe('a billing system', () => {
  test('as in the documents takes contracts over, and says once that each runs', async () => {
    const staff = await startConsole()
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

  test('as in the documents tells known, unknown and ended numbers, for staff alone', async () => {
    const staff = await startConsole()
    const api = await staff.app.listen({ host: '127.0.0.1', port: 0 })
    const token = await newToken(staff)
    const file = join(temporaryFolder(), 'state.json')
    const customers = { 'C-1': { name: 'あおぞら会' }, 'C-2': { name: 'ひだまり', isEnded: true } }
    writeFileSync(file, JSON.stringify({ cursor: '', numbers: {}, customers }))
    const answers = []
    for (const number of ['C-1', 'C-2', 'C-3']) {
      const { reference: _, ...said } = await staff.applications.consent(suspension(number))
      answers.push(JSON.stringify(said))
    }
    await runClient(api, token, file)
    const told = await rowsIn(staff.database, 'customer_answers')
    expect(told.map(({ answer, name, version }) => [answer, name, version]).toSorted()).toEqual([
      ['ended', 'ひだまり', 1],
      ['known', 'あおぞら会', 1],
      ['unknown', '', 1],
    ])
    // Applicants are answered as before, whatever is known by then.
    for (const [nth, number] of ['C-1', 'C-2', 'C-3'].entries()) {
      const { reference: _, ...said } = await staff.applications.consent(suspension(number))
      expect(JSON.stringify(said)).toBe(answers[nth])
    }
    const list = (answer: 'ended') =>
      staff.staffApplications.list({ ...EVERYTHING, answer }, { limit: 9 })
    const found = (await list('ended')).rows
    expect(found.map(({ customer }) => customer)).toEqual(['C-2'])
    await staff.staffApplications.erase({ reference: found[0]?.reference ?? '', by: BY })
    expect(
      (await rowsIn(staff.database, 'customer_answers')).map(({ name }) => name),
    ).not.toContain('ひだまり')
  }, 60_000)

  test.each(['known', 'unknown', 'ended'])(
    'that calls a number %s changes no byte of what an applicant is answered',
    async (customer) => {
      const desk = await startDesk()
      const payload = { kind: 3 }
      const suspend = () => call(desk.app, 'consent', { customer: 'C-1', key: keyOf('k'), payload })
      const link = linkIn(await suspend())
      const answers = async () => {
        const replies = [await suspend(), await desk.ask(link), await desk.ask(link, 'C-1')]
        return replies.map(({ statusCode, body }) => [statusCode, body])
      }
      const before = await answers()
      const token = await newToken(desk.staff)
      const [application] = (await pageOf(desk.staff, token)).applications
      const { reference = '', version = 0 } = application ?? {}
      const acknowledged = await desk.staff.app.inject({
        method: 'POST',
        url: `${LIST}/${reference}/acknowledgement`,
        headers: { ...bearer(token), 'if-match': `"${version}"`, 'idempotency-key': 'k' },
        payload: { customer, name: 'あおぞら会' },
      })
      expect(acknowledged.statusCode).toBe(200)
      expect(await rowsIn(desk.database, 'customer_answers')).toMatchObject([{ answer: customer }])
      expect(before.map(([status]) => status)).toEqual([200, 200, 200])
      expect(await answers()).toEqual(before)
    },
  )

  test('of a new contract says nothing of a number, and a name of it is refused', async () => {
    const staff = await startConsole()
    const token = await newToken(staff)
    const reference = await completeEntry(staff.applications)
    const request = changeRequest(reference, { token, version: 1, key: 'a' })
    const refused = await staff.app.inject({ ...request, payload: { customer: 'known' } })
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'action_refused'])
    expect(await rowsIn(staff.database, 'customer_answers')).toEqual([])
  })

  test('from before is asked and answered as ever', async () => {
    const staff = await startConsole()
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

  test.each([
    [WEBHOOK_URL, [], 'done', []],
    ['', ['application.status_changed'], 'done', []],
    [WEBHOOK_URL, ['application.withdrawn'], 'done', []],
    [WEBHOOK_URL, ['application.withdrawn'], 'withdrawn', ['webhook_withdrawn']],
  ] as const)(
    'with the address "%s" and the events %j is told that staff set %s: %j',
    async (url, events, to, told) => {
      const config = { WEBHOOK_URL: url, WEBHOOK_EVENTS: [...events] }
      const staff = await startConsole({ config })
      const reference = await completeEntry(staff.applications)
      const done = await staff.app.inject({
        method: 'POST',
        url: `/api/applications/${reference}/status`,
        payload: statusBody('received', to),
      })
      expect(done.statusCode).toBe(200)
      const kinds = (await rowsIn(staff.database, 'outbox')).map(({ kind }) => kind)
      expect(kinds.toSorted()).toEqual(['mail_applicant', 'mail_staff', ...told])
    },
  )

  test('is told of changes by staff where WEBHOOK_EVENTS names them, and never of its own', async () => {
    const config = { WEBHOOK_URL, WEBHOOK_EVENTS: ['application.status_changed' as const] }
    const staff = await startConsole({ config })
    const token = await newToken(staff)
    const kinds = async () =>
      (await rowsIn(staff.database, 'outbox'))
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('webhook'))
    const reference = await completeEntry(staff.applications)
    await staff.app.inject(said(token, reference, { status: 'in_progress' }))
    expect(await kinds()).toEqual([])
    const move = (from: StaffStatus, to: StaffStatus) =>
      staff.app.inject({
        method: 'POST',
        url: `/api/applications/${reference}/status`,
        payload: statusBody(from, to),
      })
    expect((await move('in_progress', 'done')).statusCode).toBe(200)
    expect(await kinds()).toEqual(['webhook_status'])
    await move('done', 'in_progress')
    expect((await move('in_progress', 'withdrawn')).statusCode).toBe(200)
    expect(await kinds()).toEqual(['webhook_status', 'webhook_status'])
  })
})

describe.each(ENGINES)('with %s, a billing system', (engine) => {
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

  test('gives no number a second time: it is told where the number is, and nothing is done', async () => {
    const staff = await startConsole({ engine })
    const token = await newToken(staff)
    const [first, second] = [
      await completeEntry(staff.applications),
      await completeEntry(staff.applications, corporation('別法人', 1)),
    ]
    const wanted = { status: 'in_progress', note: '開通', customerNumber: 'C-1' }
    expect((await staff.app.inject(said(token, first, wanted))).statusCode).toBe(200)
    const refused = await staff.app.inject(said(token, second, { ...wanted, key: 'b' }))
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      {
        code: 'customer_number_taken',
        message: 'このお客様番号は、別のお申し込みに登録されています。別の番号で送信してください。',
        fields: { customerNumber: [`受付番号 ${first} のお申し込みに登録されています。`] },
      },
    ])
    const { applications } = await pageOf(staff, token)
    expect(applications.find(({ reference }) => reference === second)).toMatchObject({
      status: 'received',
      version: 1,
      customerNumber: '',
    })
    const other = { ...wanted, key: 'c', customerNumber: 'C-2' }
    expect((await staff.app.inject(said(token, second, other))).statusCode).toBe(200)
    const again = { ...wanted, version: 2, key: 'd', status: 'done' }
    expect((await staff.app.inject(said(token, first, again))).statusCode).toBe(200)
    // Whoever stays after the trial may keep the number.
    const { username: customer, reference: trial } = await staff.applications.register(
      register(TRIAL),
    )
    await staff.applications.consent(consent({ customer, kind: 4, priceText: '21,960' }))
    await staff.applications.addFacilities(addition({ customer }))
    expect((await staff.app.inject(said(token, trial, { ...wanted, key: 'e' }))).statusCode).toBe(
      200,
    )
  })

  test('gives no number a second time where two processes give it at once', async () => {
    const url = await emptyDatabase(engine)
    const [one, two] = [await startConsole({ url }), await startConsole({ url })]
    const token = await newToken(one)
    for (let round = 0; round < 8; round += 1) {
      const pair = [
        await completeEntry(one.applications, corporation('甲', 2 * round)),
        await completeEntry(one.applications, corporation('乙', 2 * round + 1)),
      ]
      const told = await Promise.all(
        pair.flatMap((reference, at) => {
          const body = { status: 'done', customerNumber: `C-${round}`, key: `${round}-${at}` }
          return [at === 0 ? one : two].map(({ app }) => app.inject(said(token, reference, body)))
        }),
      )
      expect(told.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      const refused = told.find(({ statusCode }) => statusCode === 409)
      expect(refused && codeOf(refused)).toBe('customer_number_taken')
      const rows = await rowsIn(one.database, 'applications')
      const given = rows.filter(({ customer_number }) => customer_number === `C-${round}`)
      expect(given).toMatchObject([{ staff_status: 'done' }])
    }
  })

  test('gives a migration or a suspension no number, and mails nobody who has no address', async () => {
    const staff = await startConsole({ engine })
    const token = await newToken(staff)
    const { reference } = await staff.applications.consent(suspension('C-5'))
    const number = { status: 'done', customerNumber: 'C-5', confirmedBy: '山田' }
    const refused = await staff.app.inject(said(token, reference, number))
    expect([codeOf(refused), refused.json().error.fields.status]).toEqual([
      'action_refused',
      ['ご契約中のお客様のお手続きには、お客様番号を登録できません。'],
    ])
    const done = { status: 'done', confirmedBy: '山田', notify: true }
    const told = await staff.app.inject(said(token, reference, done))
    expect(told.json()).toMatchObject({ notified: false })
    expect(await mailsIn(staff)).toEqual([])
  })
})
