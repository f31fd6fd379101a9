/** Corrections and what happens at the same time: staff, other applicants' presses, price lists, hostile text, erasure. */

import { describe, expect, test } from 'vitest'
import { runRetention } from './retention.ts'
import { createStaffApplications } from './staff/applications.ts'
import { applicationIn, begunCorrection, named, statesIn } from './testing/corrections.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { codeOf } from './testing/staff-app.ts'
import { correctBy, STAFF, setStatus, withdrawBy } from './testing/status.ts'

describe.each(ENGINES)('corrections meanwhile on %s', (engine) => {
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
      await setStatus(desk, reference, 'received', 'done', { despite: '2' })
      const later = desk.clock.now + 40 * 86_400_000
      await runRetention(desk.database, { incompleteDays: 30, completeDays: 30 }, later)
    }
    expect(await rowsIn(desk.database, 'revisions')).toEqual([])
    expect(await rowsIn(desk.database, 'revision_facilities')).toEqual([])
    expect(codeOf(await correctBy(desk, link, named('x'), { key: 'c-2' }))).toBe('link_unknown')
    expect((await decide(true)).statusCode).toBe(409)
  })
})
