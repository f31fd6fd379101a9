/** Staff change an application while a call of its applicant, which has passed the gate, is under way: on PostgreSQL, where transactions wait for each other and tasks of one commit run between each other's statements. SQLite runs one after the other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { closeStatus, eraseApplication, holdApplication } from './store/queries/staff-changes.ts'
import { findStanding, takeRenewal } from './store/queries/status-links.ts'
import type { Transaction } from './store/statement.ts'
import { emptyDatabase, openForTest, POSTGRES } from './testing/databases.ts'
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

  test('an erasure locks gate and application in the order of an applicant’s call: no deadlock', async () => {
    const url = await emptyDatabase(engine)
    const desk = await startDesk({ url })
    const { reply, reference } = await applyAt(desk, 'mine')
    await desk.ask(linkIn(reply), TELEPHONE)
    const id = await idOf(desk, reference)
    const other = await openForTest(url)
    let runs = 0
    let erased: Promise<unknown> | undefined
    const call = async (tx: Transaction) => {
      runs += 1
      await takeRenewal(tx, { application: id, day: '2026-11-20', aDay: 5 })
      erased ??= erase(desk, reference)
      await sleep(300)
      // A lock that the erasure held already would not be had in time, and the call run again.
      await holdApplication(tx, { id })
    }
    // Of two that share a commit none waits long for a lock.
    await Promise.all([other.atomic(call), other.atomic(async () => {})])
    await erased
    expect(runs).toBe(1)
  })
})

/** Runs `change` in the same commit as the next call, after `statements` empty queries of its own. */
function inSameCommit<T>(
  { database }: Desk,
  statements: number,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { atomic } = database
  return new Promise((resolve) =>
    vi.spyOn(database, 'atomic').mockImplementationOnce((work) => {
      resolve(
        atomic(async (tx) => {
          for (let i = 0; i < statements; i += 1) await findStanding(tx, { reference: '' })
          return change(tx)
        }),
      )
      return atomic(work)
    }),
  )
}

/** More statements than a call has until it is decided; that both outcomes come about holds it. */
const STATEMENTS = Array.from({ length: 16 }, (_, i) => i)

describe.each(POSTGRES)('staff between any two statements of an applicant, on %s', (engine) => {
  test('erase: a message is stored before, or told that the link has ended', async () => {
    const desk = await startDesk({ engine })
    const outcomes = new Set<unknown>()
    for (const at of STATEMENTS) {
      const { reply, reference } = await applyAt(desk, `mine-${at}`)
      const id = await idOf(desk, reference)
      const erased = inSameCommit(desk, at, (tx) => eraseApplication(tx, { id, at: 1 }))
      const told = await writeBy(desk, linkIn(reply), '伝えたいこと')
      await erased
      outcomes.add(told.json().error?.code ?? told.statusCode)
      expect(await rowsIn(desk.database, 'messages')).toEqual([])
    }
    expect([...outcomes].toSorted()).toEqual([200, 'link_unknown'])
  })

  test.each(['received', 'in_progress'] as const)(
    'close one that is %s: it is closed or withdrawn, and whoever was second is told',
    async (status) => {
      const desk = await startDesk({ engine })
      const outcomes = new Set<string>()
      for (const at of STATEMENTS) {
        const { reply, reference } = await applyAt(desk, `mine-${at}`)
        if (status !== 'received') await setStatus(desk, reference, 'received', status)
        const id = await idOf(desk, reference)
        const close = { id, from: status, to: 'done', closedAt: 1, despite: 0 } as const
        const closed = inSameCommit(desk, at, (tx) => closeStatus(tx, close))
        const told = await withdrawBy(desk, linkIn(reply), { key: `w-${at}` })
        outcomes.add(`${await closed} ${told.json().error?.code ?? told.statusCode}`)
      }
      expect([...outcomes].toSorted()).toEqual(['false 200', 'true already_closed'])
    },
  )
})

async function idOf({ database }: Desk, reference: string): Promise<string> {
  const rows = await rowsIn(database, 'applications')
  return rows.find((row) => row.reference === reference)?.id ?? ''
}
