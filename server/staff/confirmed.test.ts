/** Who confirmed a request that anybody could have typed: asked for by every way to a status, kept beside it, and gone with the application. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { FLOW_NAMES, FLOWS, type Flow } from '#domain/flows.ts'
import { needsConfirmation, STAFF_STATUS_NAMES, type StaffStatus } from '#domain/staff.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { filterOf } from '../admin/applications.ts'
import { admin } from '../admin/testing.ts'
import { runRetention } from '../retention.ts'
import { bearer, LIST, newToken } from '../testing/billing.ts'
import { addition, consent, PRICE, register, suspension, TRIAL } from '../testing/calls.ts'
import { ENGINES } from '../testing/databases.ts'
import { statusBody } from '../testing/presses.ts'
import { everyRow, rowsIn } from '../testing/rows.ts'
import type { TestConsole } from '../testing/staff-app.ts'
import { addAccount, auditTrail, logInAs, startConsole } from '../testing/staff-app.ts'
import { EXPORTS } from './export.ts'

const NAME = '総務課 田中様'

async function complete({ applications }: TestConsole, flow: Flow): Promise<string> {
  const number = `C-${randomUUID()}`
  if (flow === 'suspension') return (await applications.consent(suspension(number))).reference
  const wanted = flow === 'trial' ? TRIAL : {}
  const customer =
    FLOWS[flow].customer === 'existing'
      ? number
      : (await applications.register(register(wanted))).username
  const priceText = flow === 'trial' ? '21,960' : PRICE
  const { kind } = FLOWS[flow]
  const { reference } = await applications.consent(consent({ customer, kind, priceText }))
  await applications.addFacilities(addition({ customer }))
  return reference
}

type Way = (reference: string, to: StaffStatus, confirmedBy?: string) => Promise<string>

/** Every way to a status; each gives what it was refused with, empty where it was done. */
async function openWays(staff: TestConsole): Promise<Record<string, Way>> {
  const cookie = await logInAs(staff, await addAccount(staff, '花子', 'worker'))
  const token = await newToken(staff)
  const post = (url: string, payload: object, headers: object) =>
    staff.app.inject({ method: 'POST', url, payload, headers: { ...cookie, ...headers } })
  const keyed = () => ({ 'idempotency-key': randomUUID() })
  const named = (confirmedBy?: string) => (confirmedBy === undefined ? {} : { confirmedBy })
  return {
    async page(reference, to, confirmedBy) {
      const body = statusBody('received', to, named(confirmedBy))
      const reply = await post(`/api/applications/${reference}/status`, body, keyed())
      return reply.json().error?.code ?? ''
    },
    async bulk(reference, to, confirmedBy) {
      const changes = [{ reference, from: 'received', ...named(confirmedBy) }]
      const reply = await post('/api/bulk/status', { changes, to, note: '' }, keyed())
      return reply.json().refused[0]?.reason ?? ''
    },
    async 'staff API'(reference, to, confirmedBy) {
      const headers = { ...bearer(token), 'if-match': '"1"', ...keyed() }
      const body = { status: to, ...named(confirmedBy) }
      const reply = await post(`${LIST}/${reference}/status`, body, headers)
      return reply.json().error?.code ?? ''
    },
    async command(reference, to, confirmedBy) {
      const more = confirmedBy === undefined ? [] : ['--confirmed-by', confirmedBy]
      const argv = ['applications', 'status', reference, to, ...more]
      return admin(staff.database, argv).then(
        () => '',
        (error: Error & { code?: string }) => error.code ?? String(error),
      )
    },
  }
}

const WANTED = /confirmation_missing|確認した方のお名前を入力してください/

describe.each(ENGINES)('on %s', (engine) => {
  test('no way makes a request done without a name, and each takes one', async () => {
    const staff = await startConsole({ engine })
    const { database } = staff
    for (const [name, way] of Object.entries(await openWays(staff)))
      for (const flow of FLOW_NAMES)
        for (const to of STAFF_STATUS_NAMES.filter((status) => status !== 'received')) {
          const reference = await complete(staff, flow)
          const told = [name, flow, to]
          if (needsConfirmation(flow, to)) {
            const before = (await rowsIn(database, 'history')).length
            for (const nobody of [undefined, '', ' 　'])
              expect([told, await way(reference, to, nobody)]).toEqual([
                told,
                expect.stringMatching(WANTED),
              ])
            expect([told, (await rowsIn(database, 'history')).length]).toEqual([told, before])
            expect([told, await way(reference, to, ` ${NAME} `)]).toEqual([told, ''])
          } else expect([told, await way(reference, to)]).toEqual([told, ''])
          const whole = (await staff.staffApplications.find(reference))?.whole
          const confirmers = whole?.history.map(({ action, confirmed_by }) => [
            action,
            confirmed_by,
          ])
          const confirmed = needsConfirmation(flow, to) ? NAME : ''
          expect([told, confirmers]).toEqual([told, [['status', confirmed]]])
        }
  })

  test('the name stands in history, files, record and search, and in no trail', async () => {
    const staff = await startConsole({ engine })
    const { database, staffApplications } = staff
    const reference = await complete(staff, 'suspension')
    const cookie = await logInAs(staff, await addAccount(staff, '花子', 'worker'))
    const by = { name: '花子', via: 'console' } as const
    const done = { reference, by, note: '月末で停止', to: 'done' } as const
    await staffApplications.changeStatus({ ...done, confirmedBy: NAME })
    const record = await staff.app.inject({
      url: `/api/applications/${reference}`,
      headers: cookie,
    })
    expect(record.json().history).toMatchObject([
      { action: 'status', detail: 'done', confirmedBy: NAME },
      { action: 'note', detail: '月末で停止', confirmedBy: '' },
    ])
    const print = async (...argv: string[]) => (await admin(database, argv)).out
    const shown = `確認した方：${NAME}`
    expect(await print('applications', 'show', reference)).toContain(`完了、${shown}`)
    expect(await print('explain', reference)).toContain(`花子：完了、${shown}`)
    const chunks: Uint8Array[] = []
    for await (const chunk of EXPORTS.csv.chunks(staffApplications, filterOf({})))
      chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toContain(`,${NAME},`)
    const found = await staffApplications.count(filterOf({ search: '総務課' }))
    expect(found).toBe(1)
    expect(JSON.stringify(await auditTrail(staff))).not.toContain('田中')
    expect(JSON.stringify(await rowsIn(database, 'outbox'))).not.toContain('田中')
  })

  test.each(['an erasure', 'retention'])(
    '%s takes the name, and nothing of it is left',
    async (by) => {
      const staff = await startConsole({ engine })
      const reference = await complete(staff, 'suspension')
      const person = { name: '花子', via: 'console' } as const
      const done = { reference, by: person, note: '', to: 'done', confirmedBy: NAME } as const
      await staff.staffApplications.changeStatus(done)
      const stored = async () => JSON.stringify([...(await staff.database.read(everyRow))])
      expect(await stored()).toContain('田中')
      if (by === 'an erasure') await staff.staffApplications.erase({ reference, by: person })
      else {
        const rules = { incompleteDays: 1, completeDays: 1 }
        await runRetention(staff.database, rules, staff.clock.now + 2 * DAY_MS)
      }
      expect(await stored()).not.toContain('田中')
      expect((await rowsIn(staff.database, 'history')).map(({ detail }) => detail)).toContain(
        'done',
      )
    },
  )
})
