/** Who may call what: every route that is registered, with every credential, against what the route states and against a golden file. */
import { join } from 'node:path'
import fastify, { type LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { API_SCOPE_NAMES, type ApiScope } from '#contract/staff-api.ts'
import { hasPermission, ROLE_NAMES, type Role } from '#domain/roles.ts'
import { CORPORATION } from '../testing/calls.ts'
import { difference, everyRow, rowsIn } from '../testing/rows.ts'
import { type Credential, credentialsOf, tokenWith } from '../testing/staff-credentials.ts'
import {
  type Call,
  type Caller,
  deskAndRoutes,
  type Example,
  examplesOf,
  MARK,
  type Prepared,
  prepare,
  type Route,
  requestOf,
  somebody,
} from '../testing/staff-routes.ts'
import type { Desk } from '../testing/status.ts'
import { holdAccess, type RouteAccess } from './routes/access.ts'

const GOLDEN = join(import.meta.dirname, '../testing/golden/access.txt')
const LIMIT_MS = 300_000

type Stated = Route & { access: RouteAccess }

/** What a call needs by the statement of its route; null where anybody may. */
type Needed = { roles: readonly Role[] } | { scopes: readonly ApiScope[] } | null

function neededBy(access: RouteAccess, { query = {}, payload = {} }: Call): Needed {
  if (access.caller === 'anyone') return null
  if (access.caller === 'token') {
    const additions = Object.entries(access.with ?? {}).filter(([member]) => member in payload)
    return { scopes: [access.may, ...additions.map(([, scope]) => scope)] }
  }
  const { may, ofOthers } = access
  const permissions = [may, ofOthers && ofOthers.query in query ? ofOthers.may : undefined]
  const roles = ROLE_NAMES.filter((role) =>
    permissions.every((each) => each === undefined || hasPermission(role, each)),
  )
  return { roles }
}

function refusalOf(needed: Needed, { role, scopes }: Credential): string | null {
  if (needed === null) return null
  if ('scopes' in needed) {
    if (!scopes) return '401 token_invalid'
    return needed.scopes.every((each) => scopes.includes(each)) ? null : '403 scope_missing'
  }
  if (!role) return '401 login_required'
  return needed.roles.includes(role) ? null : '403 not_permitted'
}

let addresses = 0

/** From an address of its own: wrong tokens are counted by it. */
function send(desk: Desk, route: Route, prepared: Prepared, call: Call, credential: object) {
  addresses += 1
  const { headers, ...request } = requestOf(route, call, prepared)
  return desk.staff.app.inject({
    ...request,
    headers: { ...headers, ...credential },
    remoteAddress: `127.0.${addresses >> 8}.${addresses & 255}`,
  })
}

const REFUSALS = ['login_required', 'not_permitted', 'token_invalid', 'scope_missing']

/** Status and code where the caller is refused, of HEAD the status alone; null where the route answers. */
function refusalIn({ statusCode, body }: LightMyRequestResponse, { method }: Route): string | null {
  if (method === 'HEAD') return statusCode < 400 ? null : String(statusCode)
  const code = REFUSALS.find((each) => body.includes(`"code":"${each}"`))
  return code ? `${statusCode} ${code}` : null
}

/** What a refused call may leave: its record, and that a session or a token was used. */
const TRACES = /^(audit|limits|staff_sessions|api_tokens) /

type Rig = {
  desk: Desk
  credentials: readonly Credential[]
  /** Whoever is refused changes nothing, and whoever reads neither: they share an application. */
  shared: Prepared
  standing: Readonly<Record<Role, Caller>>
}

async function startRig(): Promise<Rig & { routes: Stated[] }> {
  const { desk, routes } = await deskAndRoutes()
  const credentials = await credentialsOf(desk)
  const people = await Promise.all(
    ROLE_NAMES.map(async (role) => [role, await somebody(desk, role)] as const),
  )
  return {
    ...{ desk, credentials, shared: await prepare(desk) },
    routes: routes.filter((each): each is Stated => each.access !== undefined),
    standing: Object.fromEntries(people) as Record<Role, Caller>,
  }
}

type Tried = { answered: readonly Credential[]; call: Call; entries: ReadonlySet<string> }

/** Sends an example with each credential: whom its route states it answers, everybody else it refuses. */
async function tryAll(rig: Rig, route: Stated, example: Example): Promise<Tried> {
  const { desk, credentials, shared, standing } = rig
  const call = await example(shared, standing.reader)
  const needed = neededBy(route.access, call)
  const answered = credentials.filter((credential) => refusalOf(needed, credential) === null)
  const before = await desk.database.read(everyRow)
  for (const credential of credentials) {
    if (answered.includes(credential)) continue
    const headers = await credential.headersOf(standing[credential.role ?? 'reader'])
    const refusal = refusalIn(await send(desk, route, shared, call, headers), route)
    const expected = refusalOf(needed, credential) ?? ''
    const title = `${route.method} ${route.url} with ${credential.name}`
    expect.soft([title, refusal]).toEqual([title, expected.slice(0, refusal?.length)])
  }
  const changed = Object.keys(difference(before, await desk.database.read(everyRow)))
  expect.soft([route.url, changed.filter((key) => !TRACES.test(key))]).toEqual([route.url, []])
  const exact = needed && 'scopes' in needed ? [tokenWith(desk, 'exact', needed.scopes)] : []
  const entries = new Set<string>()
  for (const credential of [...answered, ...exact])
    for (const entry of await answeredTo(rig, route, example, credential)) entries.add(entry)
  return { answered, call, entries }
}

/** What the applicants typed. */
const TYPED_TEXTS = [MARK, ...Object.values(CORPORATION)].filter((text) => text.length > 3)

/** Gives the entries of the audit trail that the answer left. What an applicant typed is given to nobody without one. */
async function answeredTo(rig: Rig, route: Stated, example: Example, credential: Credential) {
  const { desk, shared, standing } = rig
  const { method, url, access } = route
  // What is repeated within minutes, by the same person, leaves no second entry.
  const isPerson = access.caller !== 'token'
  const caller = isPerson ? await somebody(desk, credential.role ?? 'reader') : standing.reader
  const changes = method !== 'GET' && method !== 'HEAD' && access.caller !== 'anyone'
  const prepared = changes ? await prepare(desk) : shared
  const call = await example(prepared, caller)
  const headers = await credential.headersOf(caller)
  const known = new Set((await rowsIn(desk.database, 'audit')).map(({ id }) => id))
  const reply = await send(desk, route, prepared, call, headers)
  const title = `${method} ${url} with ${credential.name}`
  const came = reply.statusCode < 400 ? 'answered' : `${reply.statusCode} ${reply.body}`
  expect.soft([title, came]).toEqual([title, 'answered'])
  const added = (await rowsIn(desk.database, 'audit')).filter(({ id }) => !known.has(id))
  const isGivenAway = TYPED_TEXTS.some((text) => reply.body.includes(text))
  const isSeen = access.caller !== 'anyone' && added.length > 0
  if (isGivenAway) expect.soft([title, isSeen]).toEqual([title, true])
  return added.map(({ action }) => action)
}

function rowOf({ method, url, access }: Stated, { answered, call }: Tried): string {
  const { query = {}, payload = {} } = call
  const named =
    access.caller === 'token'
      ? Object.keys(access.with ?? {}).filter((member) => member in payload)
      : access.caller === 'person' && access.ofOthers && access.ofOthers.query in query
        ? ['others']
        : []
  const names = answered.map(({ name }) => name)
  const scopes = API_SCOPE_NAMES.filter((scope) => !names.includes(`all scopes but ${scope}`))
  const who = {
    anyone: 'anyone',
    person: ROLE_NAMES.filter((role) => names.includes(role)).join(', '),
    token: `scope ${scopes.join(' and ')}`,
  }[access.caller]
  return `${method.padEnd(6)} ${[url, ...named].join(' + ')} → ${who}`
}

test(
  'every route of the console and of the staff API answers whom it states, and leaves the entries that it states',
  async () => {
    const { routes, ...rig } = await startRig()
    const rows: string[] = []
    for (const route of routes) {
      const entries = new Set<string>()
      const own = new Set<string>()
      for (const example of examplesOf(route)) {
        const tried = await tryAll(rig, route, example)
        own.add(rowOf(route, tried))
        for (const entry of tried.entries) entries.add(entry)
      }
      const left = [...entries].toSorted()
      const stated = route.access.caller === 'anyone' ? left : route.access.audits.toSorted()
      expect.soft([route.url, left]).toEqual([route.url, stated])
      rows.push(...own, ...left.map((entry) => `       leaves ${entry}`))
    }
    await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot(GOLDEN)
  },
  LIMIT_MS,
)

test('what is registered without stating its access is neither of the two: it gives a page or refuses a method', async () => {
  const { desk, routes } = await deskAndRoutes()
  const shared = await prepare(desk)
  for (const route of routes.filter(({ access }) => access === undefined)) {
    if (!route.url.startsWith('/api/')) continue
    const { statusCode } = await send(desk, route, shared, {}, {})
    expect.soft([route.method, route.url, statusCode]).toEqual([route.method, route.url, 405])
  }
})

test('a route that states no access is not registered', async () => {
  const app = fastify()
  holdAccess(app, {} as never)
  expect(() => app.get('/api/x', () => {})).toThrow('GET /api/x does not state its access')
})
