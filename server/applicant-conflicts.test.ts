/** Staff change an application while a call of its applicant, which has passed the gate, is under way: on PostgreSQL, where transactions wait for each other. SQLite runs one after the other. */
import { describe, expect, test } from 'vitest'
import { emptyDatabase, POSTGRES } from './testing/databases.ts'
import { behindLock } from './testing/raw-sql.ts'
import { rowsIn } from './testing/rows.ts'
import {
  applyAt,
  type Desk,
  erase,
  linkIn,
  proposalBy,
  renew,
  setStatus,
  startDesk,
  TELEPHONE,
  type Told,
  withdrawBy,
  writeBy,
} from './testing/status.ts'

type On = { desk: Desk; reference: string; link: string }

const BY_STAFF = {
  'a new link': ({ desk, reference }: On) => renew(desk, reference),
  closing: ({ desk, reference }: On) => setStatus(desk, reference, 'received', 'done'),
  erasure: ({ desk, reference }: On) => erase(desk, reference),
}

/** The last press of each, once what stands behind the gate has been looked at. */
async function pressOf(name: 'withdrawal' | 'message' | 'correction', { desk, link }: On) {
  if (name === 'correction') {
    const propose = await proposalBy(desk, link, { fields: { jigyousha: '別の名前' } })
    return () => propose('c-1')
  }
  await desk.ask(link, TELEPHONE)
  return async () =>
    name === 'withdrawal' ? withdrawBy(desk, link) : writeBy(desk, link, '伝えたいこと')
}

describe.each(POSTGRES)('staff commit first while an applicant’s call waits, on %s', (engine) => {
  test.each([
    ['a new link', 'withdrawal', 'link_unknown'],
    ['a new link', 'message', 'link_unknown'],
    ['a new link', 'correction', 'link_unknown'],
    ['erasure', 'withdrawal', 'link_unknown'],
    ['erasure', 'message', 'link_unknown'],
    ['erasure', 'correction', 'link_unknown'],
    ['closing', 'withdrawal', 'already_closed'],
    ['closing', 'correction', 'correction_closed'],
  ] as const)('%s: a %s is refused as %s, and leaves nothing', async (first, second, code) => {
    const url = await emptyDatabase(engine)
    const desk = await startDesk({ url })
    const { reply, reference } = await applyAt(desk, 'mine')
    const on = { desk, reference, link: linkIn(reply) }
    const press = await pressOf(second, on)
    const lock = 'select 1 from applications for update'
    const answers = await behindLock<Told, Told>(url, lock, [() => BY_STAFF[first](on), press])
    const replies = answers.map((answer) => answer.status === 'fulfilled' && answer.value)
    expect(replies).toMatchObject([{ statusCode: 200 }, {}])
    expect((replies[1] as Told).json().error?.code).toBe(code)
    const left = ['messages', 'withdrawal_requests', 'revisions', 'applicant_calls'] as const
    for (const table of left) expect(await rowsIn(desk.database, table)).toEqual([])
    const [row] = await rowsIn(desk.database, 'applications')
    expect(row?.staff_status).toBe(first === 'closing' ? 'done' : 'received')
  })

  test('an erasure behind a first call leaves nothing of it', async () => {
    const url = await emptyDatabase(engine)
    const desk = await startDesk({ url })
    const { reply, reference } = await applyAt(desk, 'mine')
    const write = async () => writeBy(desk, linkIn(reply), '伝えたいこと')
    const lock = 'select 1 from applications for update'
    const answers = await behindLock<Told, Told>(url, lock, [write, () => erase(desk, reference)])
    expect(answers).toMatchObject([{ value: { statusCode: 200 } }, { value: { statusCode: 200 } }])
    for (const table of ['messages', 'applicant_calls', 'status_links'] as const)
      expect(await rowsIn(desk.database, table)).toEqual([])
  })
})
