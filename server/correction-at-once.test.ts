/** Corrections and what happens at the same time: staff, other applicants' presses, price lists, hostile text, erasure. */
import { describe, expect, test } from 'vitest'
import { runRetention } from './applications/retention.ts'
import { createStaffApplications } from './staff/applications.ts'
import { holdApplication } from './store/queries/staff-changes.ts'
import { applicationIn, begunCorrection, named, statesIn } from './testing/corrections.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { codeOf } from './testing/staff-app.ts'
import { correctBy, type Desk, proposalBy, STAFF, setStatus, withdrawBy } from './testing/status.ts'

/** Holds the application while the calls come, each waiting for it, and lets them go on in whatever order. */
async function inOrder<T>(
  { database }: Desk,
  id: string,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const running: Promise<T>[] = []
  await database.atomic(async (tx) => {
    await holdApplication(tx, { id })
    for (const call of calls) {
      running.push(call())
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  })
  return Promise.all(running)
}

describe.each(ENGINES)('corrections meanwhile on %s', (engine) => {
  test('a newer correction comes while staff accept the earlier: one of them, and the other is told', async () => {
    const { desk, link, decide } = await begunCorrection({ engine })
    await correctBy(desk, link, named('あおぞら二'))
    const { id, agreed_price } = await applicationIn(desk)
    const propose = await proposalBy(desk, link, named('あおぞら三'))
    const outcome = await inOrder(desk, id, [() => decide(true), () => propose('c-2')])
    const told = outcome.map((reply) => reply.json().error?.code ?? reply.statusCode)
    const isAccepted = told[0] === 200
    expect(told).toEqual(isAccepted ? [200, 'base_changed'] : ['changed_meanwhile', 200])
    expect(await statesIn(desk)).toEqual(
      isAccepted ? ['1 first', '2 accepted'] : ['1 first', '2 replaced', '3 waiting'],
    )
    expect(await applicationIn(desk)).toMatchObject({
      ...(isAccepted && { revision: 2, company_name: 'あおぞら二' }),
      agreed_price,
    })
  })

  test('a correction comes while staff close: whoever closes is asked, and nothing is passed over', async () => {
    const { desk, reference, link } = await begunCorrection({ engine })
    const { id } = await applicationIn(desk)
    const propose = await proposalBy(desk, link, named('あおぞら二'))
    const close = () => setStatus(desk, reference, 'received', 'done')
    const outcome = await inOrder(desk, id, [() => propose('c-1'), close])
    const told = outcome.map((reply) => reply.json().error?.code ?? reply.statusCode)
    const isProposed = told[0] === 200
    expect(told).toEqual(isProposed ? [200, 'correction_waiting'] : ['correction_closed', 200])
    expect(await statesIn(desk)).toEqual(isProposed ? ['1 first', '2 waiting'] : [])
    expect(await applicationIn(desk)).toMatchObject({
      staff_status: isProposed ? 'received' : 'done',
    })
  })

  test('several closed at once: one with a correction or a withdrawal that waits stays as it is', async () => {
    const { desk, reference, link } = await begunCorrection({ engine })
    const closing = (from: string, key: string) =>
      desk.staff.app.inject({
        method: 'POST',
        url: '/api/bulk/status',
        headers: { ...STAFF, 'idempotency-key': `bulk-${key}-0123456789abcdef` },
        payload: { changes: [{ reference, from }], to: 'done', note: '' },
      })
    await correctBy(desk, link, named('あおぞら二'))
    const before = await applicationIn(desk)
    const refused = await closing('received', 'one')
    expect(refused.json()).toMatchObject({ changed: [], refused: [{ reference }] })
    expect(await applicationIn(desk)).toEqual(before)
    expect(await statesIn(desk)).toEqual(['1 first', '2 waiting'])

    await setStatus(desk, reference, 'received', 'in_progress')
    await withdrawBy(desk, link)
    const asked = await applicationIn(desk)
    expect((await closing('in_progress', 'two')).json()).toMatchObject({ changed: [] })
    expect(await applicationIn(desk)).toEqual(asked)
  })

  test.each([
    ['staff erase it', 'erase'],
    ['retention does', 'retention'],
  ] as const)('%s: of a correction nothing is left, and none is taken any more', async (_, by) => {
    const { desk, reference, link, decide } = await begunCorrection({ engine })
    await correctBy(desk, link, named('社会福祉法人ひみつ'))
    if (by === 'erase')
      await createStaffApplications(desk.database, () => desk.clock.now).erase({
        reference,
        by: { name: 'root', via: 'command' },
      })
    else {
      await setStatus(desk, reference, 'received', 'done', { despite: true })
      const later = desk.clock.now + 40 * 86_400_000
      await runRetention(desk.database, { incompleteDays: 30, completeDays: 30 }, later)
    }
    expect(await rowsIn(desk.database, 'revisions')).toEqual([])
    expect(await rowsIn(desk.database, 'revision_facilities')).toEqual([])
    expect(codeOf(await correctBy(desk, link, named('x'), { key: 'c-2' }))).toBe('link_unknown')
    expect((await decide(true)).statusCode).toBe(409)
  })
})
