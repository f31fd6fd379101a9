/**
 * Two people at one application at the same time: each pair of what they may do. Whoever was answered 200 finds it in
 * history and audit trail, whoever was not is told why, and what stands at the end is what was recorded last.
 */

import { describe, expect, test } from 'vitest'
import type { ApplicationRecord } from '#contract/console.ts'
import { query } from '../store/statement.ts'
import { ENGINES } from '../testing/databases.ts'
import {
  addAccount,
  auditTrail,
  completeEntry,
  logInAs,
  PASSWORD,
  startConsole,
  type TestConsole,
} from '../testing/staff-app.ts'

type Person = { name: string; headers: { cookie: string } }
type Call = { path: string; payload: object; headers?: Record<string, string> }
type On = { reference: string; delivery: string; person: Person }

/** What a person does to an application, and the trail's word for it. */
const ACTIONS = {
  status: {
    action: 'status',
    call: () => own('status', { from: 'received', to: 'in_progress', note: '電話' }),
  },
  rejection: {
    action: 'status',
    call: () => own('status', { from: 'received', to: 'rejected', note: '' }),
  },
  note: { action: 'note', call: ({ person }) => own('notes', { note: `${person.name}のメモ` }) },
  assignment: {
    action: 'assignee',
    call: ({ person }) => own('assignee', { from: '', to: person.name }),
  },
  bulk: {
    action: 'status',
    call: ({ reference, person }) => ({
      path: '/api/bulk/status',
      headers: { 'idempotency-key': `bulk-${person.name}-${reference}-0123456789` },
      payload: { changes: [{ reference, from: 'received' }], to: 'done', note: '' },
    }),
  },
  question: {
    action: 'question',
    call: ({ person }) =>
      own('questions', { text: `${person.name}の質問`, wantsAnswer: true, last: '' }),
  },
  erasure: {
    action: 'erase',
    call: ({ reference }) => own('erasure', { reference, password: PASSWORD }),
  },
  resend: { action: 'resend', call: ({ delivery }) => own('resend', { delivery }) },
} as const satisfies Record<string, { action: string; call: (on: On) => Call }>
type Name = keyof typeof ACTIONS
const NAMES = Object.keys(ACTIONS) as Name[]

function own(path: string, payload: object): Call {
  return { path: `/api/applications/:reference/${path}`, payload }
}

/** What happens to a person meanwhile. */
const EVENTS = {
  'log out': (staff: TestConsole, { headers }: Person) =>
    staff.app.inject({ method: 'DELETE', url: '/api/session', headers }),
  'role taken away': (staff: TestConsole, { name }: Person) =>
    staff.accounts.changeRole(ROOT, name, 'reader'),
  'account reset': (staff: TestConsole, { name }: Person) => staff.accounts.reset(ROOT, name),
  'account disabled': (staff: TestConsole, { name }: Person) =>
    staff.accounts.setDisabled(ROOT, name, true),
} as const
const ROOT = { name: 'root', via: 'command' } as const

/** Refusals that say what came first, or that the person may no more. */
const TOLD = [
  'changed_meanwhile',
  'action_refused',
  'not_resendable',
  'login_required',
  'not_permitted',
  // The password is gone with the account's setup.
  'reauthentication_failed',
]

/** Two of them are two: neither takes anything from the other. */
const SIDE_BY_SIDE: readonly Name[] = ['note', 'resend']

const CLOSING: readonly Name[] = ['rejection', 'bulk']

const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at).map((other) => [one, other] as const))

describe.each(ENGINES)('two people at once on %s', (engine) => {
  async function setUp() {
    const staff = await startConsole({ engine })
    const people: Person[] = []
    const join = async (name: string) => {
      const headers = await logInAs(staff, await addAccount(staff, name, 'administrator'))
      people.push({ name, headers })
      return { name, headers }
    }
    return { staff, join }
  }

  async function newApplication({ staff }: { staff: TestConsole }) {
    const reference = await completeEntry(staff.applications)
    const { whole } = (await staff.staffApplications.find(reference)) ?? {}
    const delivery = whole?.outbox[0]?.id ?? ''
    await staff.database.atomic((tx) =>
      tx.run(
        query((db) => db.updateTable('outbox').set({ state: 'failed' }).where('id', '=', delivery)),
      ),
    )
    return { reference, delivery }
  }

  async function act(staff: TestConsole, name: Name, on: On) {
    const { path, payload, headers }: Call = ACTIONS[name].call(on)
    const reply = await staff.app.inject({
      method: 'POST',
      url: path.replace(':reference', on.reference),
      headers: { ...on.person.headers, ...headers },
      payload,
    })
    const body = reply.json()
    const isDone = reply.statusCode === 200 && (name !== 'bulk' || body.changed.length === 1)
    return { name, person: on.person, isDone, body }
  }
  type Outcome = Awaited<ReturnType<typeof act>>

  /** What was answered is what is recorded, no more and no less. */
  async function judge(staff: TestConsole, reference: string, outcomes: readonly Outcome[]) {
    const trail = (await auditTrail(staff)).filter(({ subject }) => subject === reference)
    const headers = outcomes.find(({ isDone }) => isDone)?.person.headers
    const { whole } = (await staff.staffApplications.find(reference)) ?? {}
    for (const { name, person, isDone, body } of outcomes) {
      const { action } = ACTIONS[name]
      const recorded = trail.filter((entry) => entry.who === person.name && entry.action === action)
      expect([name, person.name, recorded.length]).toEqual([name, person.name, isDone ? 1 : 0])
      const told = whole?.history.filter(
        (entry) => entry.who === person.name && entry.action === action,
      )
      expect([name, told?.length]).toEqual([name, isDone ? 1 : 0])
      if (isDone) continue
      if (name === 'bulk' && body.refused) expect(body.refused[0].reason).toMatch(/。$/)
      else expect(TOLD).toContain(body.error.code)
      if (body.error?.code === 'changed_meanwhile')
        expect(body.error.sides).toMatchObject({
          yours: expect.anything(),
          theirs: expect.anything(),
        })
    }
    const last = whole?.history.filter(({ action }) => action === 'status')
    if (last?.length === 1) expect(whole?.application.staff_status).toBe(last[0]?.detail)
    return headers
  }

  test('each pair of actions: nothing is lost, and each is told', async () => {
    const { staff, join } = await setUp()
    const [first, second] = [await join('hanako'), await join('taro')]
    for (const [one, other] of PAIRS) {
      const application = await newApplication({ staff })
      const outcomes = await Promise.all([
        act(staff, one, { ...application, person: first }),
        act(staff, other, { ...application, person: second }),
      ])
      await judge(staff, application.reference, outcomes)
      const [a, b] = outcomes
      // Of two that move the same thing one is first; everything else goes side by side.
      const isOnce = ACTIONS[one].action === ACTIONS[other].action && !SIDE_BY_SIDE.includes(one)
      const done = [a, b].filter(({ isDone }) => isDone).length
      // An erasure ends the deliveries: what is sent again before it is sent again, and after it there is none.
      const isLast = [one, other].includes('erasure') && [one, other].includes('resend')
      // Whoever begins to work on it has taken it, where nobody had.
      const isTaken = one === 'status' && other === 'assignment'
      // Nobody asks where an application is closed, or erased.
      const isClosed =
        one === 'question' ? other === 'erasure' : other === 'question' && CLOSING.includes(one)
      if (isLast || isTaken || isClosed) expect(done).toBeGreaterThan(0)
      else expect([one, other, done]).toEqual([one, other, isOnce ? 1 : 2])
    }
  }, 120_000)

  test('each action while its person is logged out, reset, disabled, or may no more', async () => {
    const { staff, join } = await setUp()
    let number = 0
    for (const [, happens] of Object.entries(EVENTS)) {
      for (const name of NAMES) {
        number += 1
        const person = await join(`person-${number}`)
        const application = await newApplication({ staff })
        const [outcome] = await Promise.all([
          act(staff, name, { ...application, person }),
          happens(staff, person),
        ])
        await judge(staff, application.reference, [outcome])
        const later = await act(staff, 'note', { ...application, person })
        expect(['login_required', 'not_permitted']).toContain(later.body.error.code)
      }
    }
  }, 120_000)

  test('the record tells both sides of a conflict, and who has it now', async () => {
    const { staff, join } = await setUp()
    const [first, second] = [await join('hanako'), await join('taro')]
    const application = await newApplication({ staff })
    const { reference } = application
    expect((await act(staff, 'status', { ...application, person: first })).isDone).toBe(true)
    const late = await act(staff, 'rejection', { ...application, person: second })
    const at = new Date(staff.clock.now).toISOString()
    expect(late.body.error).toMatchObject({
      code: 'changed_meanwhile',
      change: { who: 'hanako', at, status: 'in_progress' },
      sides: {
        field: 'status',
        yours: { from: 'received', to: 'rejected' },
        theirs: { value: 'in_progress', who: 'hanako', at },
      },
    })
    const taken = await act(staff, 'assignment', { ...application, person: second })
    expect(taken.body.error.sides).toEqual({
      field: 'assignee',
      yours: { from: '', to: 'taro' },
      theirs: { value: 'hanako', who: 'hanako', at },
    })
    const url = `/api/applications/${reference}`
    const record: ApplicationRecord = (
      await staff.app.inject({ url, headers: first.headers })
    ).json()
    expect([record.assignee, record.lastTouch]).toEqual(['hanako', { who: 'hanako', at }])
  })
})
