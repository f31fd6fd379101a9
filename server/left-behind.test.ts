/** What a process of the version before leaves where it closes or erases what an applicant has corrected, written to or withdrawn. */
import { describe, expect, test } from 'vitest'
import { runRetention } from './applications/retention.ts'
import { scrubErased } from './store/queries/retention.ts'
import { query } from './store/statement.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import {
  applyAt,
  correctBy,
  type Desk,
  linkIn,
  setStatus,
  startDesk,
  withdrawBy,
  writeBy,
} from './testing/status.ts'

const NEVER = { incompleteDays: 0, completeDays: 0 }
const TYPED = ['messages', 'withdrawal_requests', 'revisions', 'revision_facilities'] as const
const OF_CALLS = ['applicant_calls', 'status_links'] as const

/** An application with all that an applicant may add to it. */
async function begun(desk: Desk, key: string) {
  const { reply, reference } = await applyAt(desk, key)
  const link = linkIn(reply)
  await setStatus(desk, reference, 'received', 'in_progress')
  for (const replyOf of [
    await correctBy(desk, link, { fields: { jigyousha: '社会福祉法人ひみつ' } }),
    await writeBy(desk, link, 'ひみつ'),
    await withdrawBy(desk, link),
  ])
    expect(replyOf.statusCode).toBe(200)
  const rows = await rowsIn(desk.database, 'applications')
  const id = rows.find((row) => row.reference === reference)?.id ?? ''
  return { reference, link, id }
}

/** As a process that knows only the application's own columns writes it. */
function asBefore(
  { database }: Desk,
  id: string,
  row: { erased_at?: number; staff_status?: 'done' },
) {
  return database.atomic((tx) =>
    tx.run(query((db) => db.updateTable('applications').set(row).where('id', '=', id))),
  )
}

const countsOf = async ({ database }: Desk, id: string) => {
  const counts = [...TYPED, ...OF_CALLS].map(async (table) => {
    const rows = await rowsIn(database, table)
    return [table, rows.filter(({ application }) => application === id).length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

describe.each(ENGINES)('what an older process leaves on %s', (engine) => {
  test('erased by it: what the applicant typed since is gone with the next day, and nothing of others', async () => {
    const desk = await startDesk({ engine })
    const [erased, other] = [await begun(desk, 'one'), await begun(desk, 'two')]
    const before = await countsOf(desk, other.id)
    expect(Object.values(before).every((count) => count > 0)).toBe(true)
    await asBefore(desk, erased.id, { erased_at: desk.clock.now })
    await runRetention(desk.database, NEVER, desk.clock.now)
    expect(new Set(Object.values(await countsOf(desk, erased.id)))).toEqual(new Set([0]))
    expect(await countsOf(desk, other.id)).toEqual(before)
    expect(await scrubErased(desk.database)).toBe(true)
    // Nothing is left: nothing has to be scrubbed.
    await runRetention(desk.database, NEVER, desk.clock.now)
    expect(await scrubErased(desk.database)).toBe(false)
  })

  test('closed by it: the correction that waited lapses, and one of an open application waits on', async () => {
    const desk = await startDesk({ engine })
    const [closed, open] = [await begun(desk, 'one'), await begun(desk, 'two')]
    await asBefore(desk, closed.id, { staff_status: 'done' })
    await runRetention(desk.database, NEVER, desk.clock.now)
    const last = (await rowsIn(desk.database, 'revisions')).filter(({ number }) => number === 2)
    const states = last.map(({ application, state, decided_at }) => [
      application,
      state,
      decided_at,
    ])
    expect(states.toSorted()).toEqual(
      [
        [closed.id, 'lapsed', desk.clock.now],
        [open.id, 'waiting', null],
      ].toSorted(),
    )
  })
})
