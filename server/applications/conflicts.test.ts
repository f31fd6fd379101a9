/** Calls of two processes that each have read before the other wrote, and of two that share a commit. */
import { describe, expect, test, vi } from 'vitest'
import { closeStatus, eraseApplication } from '../store/queries/staff-changes.ts'
import { findStanding } from '../store/queries/status-links.ts'
import type { Transaction } from '../store/statement.ts'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  register,
  suspension,
} from '../testing/calls.ts'
import { ENGINES, emptyDatabase, openForTest } from '../testing/databases.ts'
import { behindLock } from '../testing/raw-sql.ts'
import { rowsIn } from '../testing/rows.ts'
import {
  applyAt,
  type Desk,
  linkIn,
  proposalBy,
  renew,
  setStatus,
  startDesk,
  withdrawBy,
  writeBy,
} from '../testing/status.ts'

const taken = { status: 'fulfilled', value: { replayed: false } }
const refused = (code: string) => ({ status: 'rejected', reason: { code } })

const SERVERS = ENGINES.filter((engine) => engine === 'postgres')

describe.each(SERVERS)('at once on %s', (engine) => {
  const start = async () => {
    const url = await emptyDatabase(engine)
    const database = await openForTest(url)
    const other = applicationsOn(await openForTest(url))
    return { url, database, one: applicationsOn(database), other }
  }

  test.each([
    [true, ['complete', 1, 3, 2], refused('already_completed')],
    [false, ['pending', 2, 0, 0], refused('price_mismatch')],
  ] as const)(
    'of the facilities and another consent the first counts; facilities first: %s',
    async (areFacilitiesFirst, stored, second) => {
      const { url, database, one, other } = await start()
      const { username: customer } = await one.register(register())
      await one.consent(consent({ customer, kind: 1 }))
      const add = () => one.addFacilities(addition({ customer }))
      const agree = () => other.consent(consent({ customer, kind: 1, priceText: '9,980' }))
      const lock = 'select 1 from applications for update'
      const answers = await behindLock(url, lock, areFacilitiesFirst ? [add, agree] : [agree, add])
      expect(answers).toMatchObject([taken, second])
      const { applications: rows, consents, facilities, outbox } = await everythingIn(database)
      const counts = [consents, facilities, outbox].map((all) => all.length)
      expect([rows[0]?.state, ...counts]).toEqual(stored)
    },
  )

  test.each([
    ['a suspension', () => suspension('C-1', { key: 'k' })],
    ['a migration', () => consent({ customer: 'C-1', kind: 2, key: 'k' })],
  ])('%s that comes twice under one key is one request', async (_what, call) => {
    const { url, database, one, other } = await start()
    const lock = 'lock table applications in share row exclusive mode'
    const calls = [() => one.consent(call()), () => other.consent(call())] as const
    const answers = await behindLock(url, lock, calls)
    // The lock of a table lets both go on at once.
    const replays = answers.map((answer) => answer.status === 'fulfilled' && answer.value.replayed)
    expect(replays.toSorted()).toEqual([false, true])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const { applications: rows, consents } = await everythingIn(database)
    expect([rows.length, consents.length]).toEqual([1, 1])
  })
})

type On = { desk: Desk; reference: string; link: string }
type Reply = { statusCode: number; json(): { error?: { code: string } } }

const BY_STAFF = {
  'a new link': ({ desk, reference }: On) => renew(desk, reference),
  closing: ({ desk, reference }: On) => setStatus(desk, reference, 'received', 'done'),
  erasure: async ({ desk, reference }: On): Promise<Reply> => {
    const by = { name: 'root', via: 'command' } as const
    await desk.staff.staffApplications.erase({ reference, by })
    return { statusCode: 200, json: () => ({}) }
  },
}
/** Its last press, once what is shown has been looked at. */
const BY_APPLICANT = {
  withdrawal:
    async ({ desk, link }: On) =>
    () =>
      withdrawBy(desk, link),
  message:
    async ({ desk, link }: On) =>
    () =>
      writeBy(desk, link, '伝えたいこと'),
  correction: async ({ desk, link }: On) => {
    const propose = await proposalBy(desk, link, { fields: { jigyousha: '別の名前' } })
    return () => propose('c-1')
  },
}

describe.each(SERVERS)('an applicant is behind the gate while staff are first, on %s', (engine) => {
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
    const press = await BY_APPLICANT[second](on)
    const lock = 'select 1 from applications for update'
    const answers = await behindLock<Reply, Reply>(url, lock, [() => BY_STAFF[first](on), press])
    const replies = answers.map((answer) => answer.status === 'fulfilled' && answer.value)
    expect(replies).toMatchObject([{ statusCode: 200 }, {}])
    expect((replies[1] as Reply).json().error?.code).toBe(code)
    const left = ['messages', 'withdrawal_requests', 'revisions', 'applicant_calls'] as const
    for (const table of left) expect(await rowsIn(desk.database, table)).toEqual([])
    const [row] = await rowsIn(desk.database, 'applications')
    expect(row?.staff_status).toBe(first === 'closing' ? 'done' : 'received')
  })
})

/** Puts staff's change into the commit of the next call, between two of its statements: behind so many of its own. */
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

// SQLite runs the tasks of a commit one after the other.
describe.each(SERVERS)('staff between any two statements of an applicant, on %s', (engine) => {
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
