/** Corrections and requests of applicants beside the billing system: what it may not close yet comes again once it may. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bearer, changeRequest, LIST, newToken, pageOf, runClient } from './testing/billing.ts'
import { ENGINES, type Engine, temporaryFolder } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { codeOf } from './testing/staff-app.ts'
import {
  applyAt,
  correctBy,
  decideOn,
  linkIn,
  setStatus,
  startDesk,
  withdrawBy,
} from './testing/status.ts'

const NAMED = { fields: { jigyousha: 'あおぞら二' } }

async function begun(engine?: Engine) {
  const desk = await startDesk(engine && { engine })
  const { reply, reference } = await applyAt(desk, 'mine')
  await setStatus(desk, reference, 'received', 'in_progress')
  const token = await newToken(desk.staff)
  const decide = (accept: boolean, seen = '2') => {
    const reason = accept ? '' : '番号が違います。'
    return decideOn(desk, reference, { of: 'correction', seen, accept, reason })
  }
  const stored = async () => {
    const [row] = await rowsIn(desk.database, 'applications')
    return [row?.staff_status, row?.customer_number]
  }
  return { desk, reference, link: linkIn(reply), token, decide, stored }
}

test('a billing system as in the documents closes after staff decided what was corrected', async () => {
  const { desk, link, token, decide, stored } = await begun()
  const api = await desk.staff.app.listen({ host: '127.0.0.1', port: 0 })
  const file = join(temporaryFolder(), 'state.json')
  await correctBy(desk, link, NAMED)
  for (let time = 0; time < 2; time += 1) await runClient(api, token, file)
  expect(await stored()).toEqual(['in_progress', ''])
  expect((await decide(false)).statusCode).toBe(200)
  await runClient(api, token, file)
  expect(await stored()).toEqual(['done', 'C1001'])
}, 60_000)

test('a billing system as in the documents closes what staff refused to withdraw', async () => {
  const { desk, reference, link, token, stored } = await begun()
  const api = await desk.staff.app.listen({ host: '127.0.0.1', port: 0 })
  const file = join(temporaryFolder(), 'state.json')
  await withdrawBy(desk, link)
  for (let time = 0; time < 2; time += 1) await runClient(api, token, file)
  expect(await stored()).toEqual(['in_progress', ''])
  const [request] = await rowsIn(desk.database, 'withdrawal_requests')
  const seen = request?.id ?? ''
  const refusal = { of: 'withdrawal', seen, accept: false, reason: 'お電話ください。' } as const
  expect((await decideOn(desk, reference, refusal)).statusCode).toBe(200)
  await runClient(api, token, file)
  expect(await stored()).toEqual(['done', 'C1001'])
}, 60_000)

test.each(ENGINES)(
  'a billing system one version behind is told so, whether it acknowledges or closes; then it has revision 2, on %s',
  async (engine) => {
    const { desk, reference, link, token, decide, stored } = await begun(engine)
    const [seen] = (await pageOf(desk.staff, token)).applications
    const version = seen?.version ?? 0
    expect(seen).toMatchObject({ reference, revision: 1 })
    await correctBy(desk, link, NAMED)
    // A withdrawal that the billing system was told of passes over no correction either: nobody there has seen it.
    for (const status of ['withdrawn', 'done']) {
      const waits = changeRequest(reference, { token, version, key: `a${status}`, status })
      const refused = await desk.staff.app.inject(waits)
      expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'correction_waiting'])
    }
    await decide(true)
    // The same again, and another: the refusal was not kept under its key, and nothing is done to what it has not seen.
    for (const [key, status] of [['adone', 'done'], ['b', 'done'], ['c']] as const) {
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
  },
)
