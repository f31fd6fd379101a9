/**
 * Two at one application at the same time: each pair of what staff, the billing system, an applicant and the
 * administration of accounts may do. What they are answered and what is stored is what it would be, had one come after
 * the other. An action enters by being registered.
 */

import { describe, expect, test } from 'vitest'
import { type Action, actionsOn, type Call, storedOf } from './testing/actions.ts'
import { ENGINES, type Engine } from './testing/databases.ts'
import { behindLock } from './testing/raw-sql.ts'
import { differencesFrom } from './testing/rows.ts'
import { type Caller, type Prepared, prepare, somebody } from './testing/staff-routes.ts'
import type { Desk } from './testing/status.ts'

const ROOT = { name: 'root', via: 'command' } as const

/** What happens to a person whose press is under way. */
const EVENTS: Readonly<Record<string, (desk: Desk, person: Caller) => Promise<unknown>>> = {
  'log out': async ({ staff }, { cookie }) =>
    staff.app.inject({ method: 'DELETE', url: '/api/session', headers: { cookie } }),
  'role taken away': ({ staff }, { name }) => staff.accounts.changeRole(ROOT, name, 'reader'),
  'account reset': ({ staff }, { name }) => staff.accounts.reset(ROOT, name),
  'account disabled': ({ staff }, { name }) => staff.accounts.setDisabled(ROOT, name, true),
}

/** Of two that act: each has a session of its own, but an event is one's own. */
type Two = { prepared: Prepared; calls: readonly [Call, () => Promise<unknown>]; people: Caller[] }

describe.each(ENGINES)('two at once, on %s,', (engine) => {
  test('come to what they would come to one after the other', { timeout: 1_800_000 }, async () => {
    const names = (await actionsOn(engine)).actions.map(({ name }) => name)
    for (const name of names) await eachPairOf(engine, name)
  })
})

/** With itself and with those behind it, on a database of its own, which stays small. */
async function eachPairOf(engine: Engine, name: string): Promise<void> {
  const { url, desk, actions, staff } = await actionsOn(engine)
  const at = actions.findIndex((action) => action.name === name)
  const action = actions[at]
  if (!action) throw new Error(name)
  const partners = actions
    .slice(at)
    .map((other) => [other.name, () => pairOf(desk, action, other)] as const)
  const isByPerson = staff.includes(action) && !name.includes('/staff/v1/')
  const events = Object.entries(isByPerson ? EVENTS : {}).map(
    ([label, event]) => [label, () => interrupted(desk, action, event)] as const,
  )
  for (const [label, begin] of [...partners, ...events]) {
    const inTurn = [await oneByOne(await begin(), [0, 1]), await oneByOne(await begin(), [1, 0])]
    const together = await atOnce(url, await begin())
    expect.soft(differencesFrom(inTurn, together), `${name} and ${label}`).toEqual([])
  }
}

async function pairOf(desk: Desk, one: Action, other: Action): Promise<Two> {
  const prepared = await prepare(desk)
  const people = [await somebody(desk, 'administrator'), await somebody(desk, 'administrator')]
  const [first, second] = people as [Caller, Caller]
  const calls = [await one.callOf(prepared, first), await other.callOf(prepared, second)] as const
  return { prepared, people, calls }
}

async function interrupted(
  desk: Desk,
  action: Action,
  event: (desk: Desk, person: Caller) => Promise<unknown>,
): Promise<Two> {
  const prepared = await prepare(desk)
  const person = await somebody(desk, 'administrator')
  const call = await action.callOf(prepared, person)
  return { prepared, people: [person], calls: [call, () => event(desk, person)] }
}

async function outcomeOf({ prepared, people }: Two, told: readonly unknown[]) {
  return [`told ${JSON.stringify(told)}`, ...(await storedOf(prepared, people))]
}

async function oneByOne(two: Two, order: readonly (0 | 1)[]): Promise<string[]> {
  const told: unknown[] = []
  for (const at of order) told[at] = toldBy(await two.calls[at]())
  return outcomeOf(two, told)
}

/** On PostgreSQL both have begun before either may write. */
async function atOnce(url: string, two: Two): Promise<string[]> {
  const lock = `select 1 from applications where id = '${two.prepared.id}' for update`
  const [first, second] = two.calls
  const both = url.startsWith('sqlite:')
    ? Promise.allSettled([first(), second()])
    : behindLock<unknown, unknown>(url, lock, [first, second])
  const told = (await both).map((result) =>
    result.status === 'fulfilled' ? toldBy(result.value) : String(result.reason),
  )
  return outcomeOf(two, told)
}

function toldBy(reply: unknown): unknown {
  if (!reply || typeof reply !== 'object' || !('statusCode' in reply)) return 'done'
  const { statusCode, body } = reply as { statusCode: number; body: string }
  // Which of the two it is depends on how far it had come.
  if (statusCode === 401 || statusCode === 403) return 'may not'
  const { error, changed } = body ? JSON.parse(body) : {}
  return [statusCode, error?.code, changed?.length]
}
