/** A correction waits, and two act at once, in one commit where the database has such: each pair of what applicant and staff may do. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { FACILITIES } from './testing/calls.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { addAccount } from './testing/staff-app.ts'
import {
  applyAt,
  correctBy,
  type Desk,
  erase,
  linkIn,
  proposalBy,
  STAFF,
  setStatus,
  staffDo,
  startDesk,
  type Told,
  withdrawBy,
} from './testing/status.ts'

type On = { desk: Desk; reference: string; link: string; propose: (key: string) => Promise<Told> }

const decision = { number: 2, base: 1 }

const ACTIONS = {
  newer: ({ propose }: On) => propose('newer'),
  'another newer': ({ propose }: On) => propose('another'),
  accept: ({ desk, reference }: On) =>
    staffDo(desk, reference, 'correction', { ...decision, accept: true, sentence: '' }),
  decline: ({ desk, reference }: On) => {
    const declined = { ...decision, accept: false, sentence: '番号が違います。' }
    return staffDo(desk, reference, 'correction', declined, { ...STAFF, 'x-user': 'taro' })
  },
  done: ({ desk, reference }: On) => setStatus(desk, reference, 'received', 'done'),
  'done despite': ({ desk, reference }: On) =>
    setStatus(desk, reference, 'received', 'done', { despite: true }),
  withdraw: ({ desk, link }: On) => withdrawBy(desk, link, { key: 'withdraw' }),
  erase: ({ desk, reference }: On) => erase(desk, reference),
} as const satisfies Record<string, (on: On) => Promise<Told>>
type Name = keyof typeof ACTIONS

/** What either may be told of the other. */
const TOLD = [
  ...['action_refused', 'already_closed', 'base_changed', 'changed_meanwhile'],
  ...['correction_closed', 'correction_waiting', 'link_unknown'],
]

const NAMES = Object.keys(ACTIONS) as Name[]
const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other) => [one, other] as const))

const WANTED = '社会福祉法人みどり'
const ROWS = FACILITIES.map(({ facilityName, facilityNumber, serviceKey }) => ({
  ...{ name: facilityName, number: facilityNumber, service: serviceKey },
}))

describe.each(ENGINES)('a correction and two at once on %s', (engine) => {
  test.each(PAIRS)('%s and %s', async (one, other) => {
    const desk = await startDesk({ engine })
    await addAccount(desk.staff, 'taro', 'worker')
    const { reply, reference } = await applyAt(desk, 'mine')
    const link = linkIn(reply)
    const rows = ROWS.slice(0, 2)
    const changed = { fields: { jigyousha: WANTED }, rows, priceText: '9,980' }
    expect((await correctBy(desk, link, changed)).statusCode).toBe(200)
    const propose = await proposalBy(desk, link, { fields: { jigyousha: 'さらに' } })
    const on = { desk, reference, link, propose }
    // Both come while commits are under way, on as many connections as write: they are in the next one together.
    const busy = [0, 10, 20].map((at) =>
      sleep(at).then(() => desk.database.atomic(() => sleep(90))),
    )
    await sleep(30)
    const replies: Told[] = await Promise.all([ACTIONS[one](on), ACTIONS[other](on)])
    await Promise.all(busy)
    for (const each of replies)
      if (each.statusCode !== 200) expect(TOLD).toContain(each.json().error?.code)
    const [first, second] = replies.map(({ statusCode }) => statusCode === 200)
    expect(first || second).toBe(true)
    await judge(desk, { [one]: first === true, [other]: second === true })
  })
})

async function judge({ database }: Desk, done: Partial<Record<Name, boolean>>) {
  const [row] = await rowsIn(database, 'applications')
  const revisions = (await rowsIn(database, 'revisions')).toSorted((a, b) => a.number - b.number)
  const rows = await rowsIn(database, 'facilities')
  const outbox = await rowsIn(database, 'outbox')
  if (done.erase) {
    expect([row?.company_name, rows, revisions]).toEqual(['', [], []])
    expect(await rowsIn(database, 'revision_facilities')).toEqual([])
    expect(outbox.filter(({ recipient }) => recipient !== '')).toEqual([])
    return
  }
  const states = Object.fromEntries(revisions.map(({ number, state }) => [number, state]))
  const counts = done.accept ? 2 : 1
  expect([row?.revision, row?.company_name === WANTED, rows.length]).toEqual([
    ...[counts, counts === 2, counts === 2 ? 2 : 3],
  ])
  expect(row?.agreed_price).toBe(counts === 2 ? 9980 : 19_960)
  expect(states[2] === 'accepted').toBe(done.accept === true)
  expect(states[2] === 'declined').toBe(done.decline === true)
  const isClosed = row?.staff_status === 'done' || row?.staff_status === 'withdrawn'
  const waiting = revisions.filter(({ state }) => state === 'waiting')
  if (isClosed) expect(waiting).toEqual([])
  expect(waiting.filter(({ base }) => base !== row?.revision)).toEqual([])
  const newer = Number(done.newer === true) + Number(done['another newer'] === true)
  expect(revisions).toHaveLength(2 + newer)
}
