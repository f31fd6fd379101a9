/** An applicant and staff at one application at the same time: each pair of what they may do. What is answered 200 is there, once; what is not is told, and nothing is left of it. */
import { describe, expect, test } from 'vitest'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { codeOf } from './testing/staff-app.ts'
import {
  applyAt,
  type Desk,
  erase,
  linkIn,
  renew,
  setStatus,
  staffDo,
  startDesk,
  type Told,
  withdrawBy,
  writeBy,
} from './testing/status.ts'

type On = { desk: Desk; reference: string; link: string; question: string }

const APPLICANT = {
  withdrawal: ({ desk, link }: On) => withdrawBy(desk, link, { key: 'pair' }),
  answer: ({ desk, link, question }: On) => writeBy(desk, link, '答え', { question, key: 'pair' }),
  message: ({ desk, link }: On) => writeBy(desk, link, '伝えたいこと', { key: 'pair' }),
} as const

const STAFF = {
  begin: ({ desk, reference }: On) => setStatus(desk, reference, 'received', 'in_progress'),
  done: ({ desk, reference }: On) => setStatus(desk, reference, 'received', 'done'),
  withdrawal: ({ desk, reference }: On) => setStatus(desk, reference, 'received', 'withdrawn'),
  question: ({ desk, reference, question }: On) =>
    staffDo(desk, reference, 'questions', { text: '次', wantsAnswer: true, last: question }),
  settlement: ({ desk, reference, question }: On) =>
    staffDo(desk, reference, 'settlement', { message: question }),
  link: ({ desk, reference }: On) => renew(desk, reference),
  erasure: ({ desk, reference }: On) => erase(desk, reference),
} as const

/** What either may be told of the other. */
const TOLD = [
  'already_closed',
  'question_closed',
  'link_unknown',
  'changed_meanwhile',
  'action_refused',
]

const PAIRS = Object.keys(APPLICANT).flatMap((one) =>
  Object.keys(STAFF).map((other) => [one, other] as const),
) as [keyof typeof APPLICANT, keyof typeof STAFF][]

describe.each(ENGINES)('an applicant and staff at once on %s', (engine) => {
  test.each(PAIRS)('%s while staff do: %s', async (one, other) => {
    const desk = await startDesk({ engine })
    const { reply, reference } = await applyAt(desk, 'mine')
    await staffDo(desk, reference, 'questions', { text: '問い', wantsAnswer: true, last: '' })
    const [asked] = await rowsIn(desk.database, 'messages')
    const on = { desk, reference, link: linkIn(reply), question: asked?.id ?? '' }
    const replies: Told[] = await Promise.all([APPLICANT[one](on), STAFF[other](on)])
    for (const each of replies)
      if (each.statusCode !== 200) expect(TOLD).toContain(codeOf(each as never))
    const [mine, theirs] = replies.map(({ statusCode }) => statusCode === 200)
    expect(mine || theirs).toBe(true)
    await judge(on, { one, other, mine: mine === true, theirs: theirs === true })
    // Whatever came first: the same again under its key does nothing more.
    const before = await countsOf(desk)
    await APPLICANT[one](on)
    if (mine) expect(await countsOf(desk)).toEqual(before)
  })
})

type Outcome = { one: string; other: string; mine: boolean; theirs: boolean }

async function judge({ desk, question }: On, { one, other, mine, theirs }: Outcome) {
  const [row] = await rowsIn(desk.database, 'applications')
  const messages = await rowsIn(desk.database, 'messages')
  const requests = await rowsIn(desk.database, 'withdrawal_requests')
  if (other === 'erasure') {
    expect([messages.length, requests.length, row?.erased_at === null]).toEqual([0, 0, false])
    return
  }
  const written = messages.filter(({ kind }) => kind === 'answer' || kind === 'message')
  expect(written).toHaveLength(one !== 'withdrawal' && mine ? 1 : 0)
  const settled = messages.find(({ id }) => id === question)?.settled_by ?? null
  const isAnswered = one === 'answer' && mine
  const isSettled = other === 'settlement' && theirs
  expect(settled).toBe(isAnswered ? '申込者' : isSettled ? 'hanako' : null)
  const statuses = (await rowsIn(desk.database, 'history')).filter(
    ({ action }) => action === 'status',
  )
  const isChanged = ['begin', 'done', 'withdrawal'].includes(other) && theirs
  const isAtOnce = one === 'withdrawal' && mine && requests.length === 0
  expect(statuses).toHaveLength(Number(isChanged) + Number(isAtOnce))
  expect(row?.closed_at === null).toBe(
    row?.staff_status === 'received' || row?.staff_status === 'in_progress',
  )
  expect(requests).toHaveLength(one === 'withdrawal' && other === 'begin' && theirs ? 1 : 0)
}

async function countsOf({ database }: Desk) {
  const tables = ['messages', 'withdrawal_requests', 'applicant_calls', 'outbox'] as const
  return Promise.all(tables.map(async (table) => (await rowsIn(database, table)).length))
}
