/** Whatever may change a complete application, as it is registered: calls of staff, of the billing system and of the applicant. */
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { API_BASE, PATHS } from '#contract/apply.ts'
import {
  CORRECTION_ADDRESS,
  MESSAGE_ADDRESS,
  STATUS_ADDRESS,
  WITHDRAWAL_ADDRESS,
} from '#contract/status.ts'
import { USAGE_ADDRESS } from '#contract/usage.ts'
import { VITALS_ADDRESS } from '#contract/vitals.ts'
import { bearer, newToken } from './billing.ts'
import { FACILITIES, PRICE } from './calls.ts'
import { type Engine, emptyDatabase } from './databases.ts'
import { everyRow, isOfApplication } from './rows.ts'
import {
  type Caller,
  deskAndRoutes,
  examplesOf,
  MARK,
  type Prepared,
  type Route,
  requestOf,
} from './staff-routes.ts'
import { type Desk, TELEPHONE } from './status.ts'

export type Call = () => Promise<LightMyRequestResponse>

export type Action = {
  /** Method and address, and the number of its example. */
  name: string
  /** A call that is the same each time it is made. */
  callOf(prepared: Prepared, caller: Caller): Promise<Call>
}

export type Actions = {
  desk: Desk
  staff: readonly Action[]
  applicant: readonly Action[]
  /** Routes of the public app that take a method of calls and are none: pages, and what begins an application. */
  others: readonly Route[]
}

export async function deskAndActions(
  wanted: Parameters<typeof deskAndRoutes>[0],
): Promise<Actions> {
  const { desk, routes, publicRoutes } = await deskAndRoutes(wanted)
  const token = await newToken(desk.staff)
  const changing = routes.filter(
    ({ method, url, access }) => access && method === 'POST' && /:reference|bulk/.test(url),
  )
  const staff = changing.flatMap((route) =>
    examplesOf(route).map(
      (example, at): Action => ({
        name: `${nameOf(route)} ${at + 1}`,
        async callOf(prepared, caller) {
          const request = requestOf(route, await example(prepared, caller), prepared)
          const isToken = route.access?.caller === 'token'
          const credential = isToken ? bearer(token) : { cookie: caller.cookie }
          const headers = { ...request.headers, ...credential }
          return async () => desk.staff.app.inject({ ...request, headers })
        },
      }),
    ),
  )
  const posted = publicRoutes.filter(({ method }) => method === 'POST')
  const applicant = posted.flatMap((route): Action[] => {
    const name = nameOf(route)
    const { [name]: payloadOf } = BY_APPLICANT
    if (!payloadOf) return []
    const callOf: Action['callOf'] = async (prepared) => {
      const url = route.url.replace(':customer', prepared.username)
      const headers = { 'idempotency-key': randomUUID() }
      const payload = await payloadOf(prepared)
      return async () => desk.app.inject({ method: 'POST', url, headers, payload })
    }
    return [{ name, callOf }]
  })
  const others = posted.filter((route) => BY_APPLICANT[nameOf(route)] === undefined)
  return { desk, staff, applicant, others }
}

/** On an empty database, whose address comes with it. */
export async function actionsOn(engine: Engine) {
  const url = await emptyDatabase(engine)
  const { desk, staff, applicant } = await deskAndActions({ url })
  return { url, desk, staff, actions: [...staff, ...applicant] }
}

const nameOf = ({ method, url }: Route) => `${method} ${url}`

/** What an applicant sends, with the number of the gate; null for what begins an application, or is of none. */
const BY_APPLICANT: Readonly<
  Record<string, ((prepared: Prepared) => object | Promise<object>) | null>
> = {
  [`POST ${API_BASE}${PATHS.register}`]: null,
  [`POST ${VITALS_ADDRESS}`]: null,
  [`POST ${USAGE_ADDRESS}`]: null,
  [`POST ${API_BASE}${PATHS.consent}`]: () => ({ kind: 1, priceText: PRICE }),
  [`POST ${API_BASE}${PATHS.facilities}`]: () => ({ facilities: FACILITIES }),
  [`POST ${STATUS_ADDRESS}`]: ({ link }) => ({ link, answer: TELEPHONE }),
  [`POST ${MESSAGE_ADDRESS}`]: ({ link, question }) => ({
    ...{ link, answer: TELEPHONE, text: MARK, question },
  }),
  [`POST ${WITHDRAWAL_ADDRESS}`]: ({ link }) => ({ link, answer: TELEPHONE, proposal: 2 }),
  [`POST ${CORRECTION_ADDRESS}`]: correction,
}

/** Another name, in the place of the correction that waits. */
async function correction({ desk, link }: Prepared) {
  const { fields, rows, revision, proposal } = (await desk.ask(link, TELEPHONE)).json().details
  const typed = { fields: { ...fields, jigyousha: `${MARK}に` }, rows }
  return { link, answer: TELEPHONE, base: revision, proposal: proposal.number, ...typed }
}

/** What is stored of an application, a line for each row, without names and numbers that are another one's each time. */
export async function storedOf(
  { desk, id, reference, username, key }: Prepared,
  people: readonly Caller[],
  database = desk.database,
): Promise<string[]> {
  // In the text of the search both are folded.
  const folded = [reference, key].map((each) => each.replaceAll('-', '').toLowerCase())
  const given = [id, reference, username, key, ...folded, ...people.map(({ name }) => name)]
  const rows = await database.read(everyRow)
  return [...rows].flatMap(([place, { id: _, version: __, ...row }]) => {
    if (!isOfApplication(id, place, row) && row.subject !== reference) return []
    // They say what other applications there are.
    if (place.startsWith('flags ')) return []
    const named = (text: string) =>
      given.reduce((all, value, at) => all.replaceAll(value, `<${at}>`), text)
    const text = JSON.stringify([place.split(' ')[0], inAnyOrder(row, named)])
    return [named(text).replaceAll(RANDOM, '<random>')]
  })
}

/** The text of the search: notes of one instant stand in no order. */
function inAnyOrder(
  { text, ...row }: Readonly<Record<string, unknown>>,
  named: (text: string) => string,
) {
  return typeof text === 'string' ? { ...row, text: named(text).split('\n').sort() } : row
}

/** Ids, receipt numbers, digests. */
const RANDOM = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Z]{4}-[0-9A-Z]{4}|"[\w-]{43}"/g
