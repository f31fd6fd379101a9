/** Corrections and requests of applicants beside the billing system: what it may not close yet comes again once it may. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bearer, changeRequest, LIST, newToken, pageOf, runClient } from './testing/billing.ts'
import { ENGINES, temporaryFolder } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { codeOf } from './testing/staff-app.ts'
import {
  applyAt,
  correctBy,
  linkIn,
  setStatus,
  staffDo,
  startDesk,
  withdrawBy,
} from './testing/status.ts'

const NAMED = { fields: { jigyousha: 'あおぞら二' } }

describe.each(ENGINES)('on %s, a billing system', (engine) => {
  async function begun() {
    const desk = await startDesk({ engine })
    const { reply, reference } = await applyAt(desk, 'mine')
    await setStatus(desk, reference, 'received', 'in_progress')
    const token = await newToken(desk.staff)
    const decide = (accept: boolean, number = 2, base = 1) => {
      const decision = { number, base, accept, sentence: accept ? '' : '番号が違います。' }
      return staffDo(desk, reference, 'correction', decision)
    }
    const stored = async () => {
      const [row] = await rowsIn(desk.database, 'applications')
      return [row?.staff_status, row?.customer_number]
    }
    return { desk, reference, link: linkIn(reply), token, decide, stored }
  }

  test.each([
    ['accept', true],
    ['decline', false],
  ])(
    'as in the documents closes after staff %s what was corrected',
    async (_what, accept) => {
      const { desk, link, token, decide, stored } = await begun()
      const api = await desk.staff.app.listen({ host: '127.0.0.1', port: 0 })
      const file = join(temporaryFolder(), 'state.json')
      await correctBy(desk, link, NAMED)
      for (let time = 0; time < 2; time += 1) await runClient(api, token, file)
      expect(await stored()).toEqual(['in_progress', ''])
      expect((await decide(accept)).statusCode).toBe(200)
      await runClient(api, token, file)
      expect(await stored()).toEqual(['done', 'C1001'])
    },
    60_000,
  )

  test('as in the documents closes what staff refused to withdraw', async () => {
    const { desk, reference, link, token, stored } = await begun()
    const api = await desk.staff.app.listen({ host: '127.0.0.1', port: 0 })
    const file = join(temporaryFolder(), 'state.json')
    await withdrawBy(desk, link)
    for (let time = 0; time < 2; time += 1) await runClient(api, token, file)
    expect(await stored()).toEqual(['in_progress', ''])
    const [request] = await rowsIn(desk.database, 'withdrawal_requests')
    const refusal = { request: request?.id ?? '', accept: false, sentence: 'お電話ください。' }
    expect((await staffDo(desk, reference, 'withdrawal', refusal)).statusCode).toBe(200)
    await runClient(api, token, file)
    expect(await stored()).toEqual(['done', 'C1001'])
  }, 60_000)

  test('one version behind is told so, whether it acknowledges or closes; then it has revision 2', async () => {
    const { desk, reference, link, token, decide, stored } = await begun()
    const [seen] = (await pageOf(desk.staff, token)).applications
    const version = seen?.version ?? 0
    expect(seen).toMatchObject({ reference, revision: 1 })
    await correctBy(desk, link, NAMED)
    const waits = changeRequest(reference, { token, version, key: 'a', status: 'done' })
    const refused = await desk.staff.app.inject(waits)
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'correction_waiting'])
    await decide(true)
    // The same again, and another: the refusal was not kept under its key, and nothing is done to what it has not seen.
    for (const [key, status] of [['a', 'done'], ['b', 'done'], ['c']] as const) {
      const change = { token, version, key, ...(status && { status }) }
      const late = await desk.staff.app.inject(changeRequest(reference, change))
      expect([late.statusCode, codeOf(late)]).toEqual([412, 'version_changed'])
    }
    expect(await stored()).toEqual(['in_progress', ''])
    const now = await desk.staff.app.inject({ url: `${LIST}/${reference}`, headers: bearer(token) })
    expect(now.json()).toMatchObject({ ...NAMED.fields, revision: 2, version: version + 1 })
    const known = changeRequest(reference, {
      token,
      version: version + 1,
      key: 'd',
      status: 'done',
    })
    expect((await desk.staff.app.inject(known)).statusCode).toBe(200)
  })
})
