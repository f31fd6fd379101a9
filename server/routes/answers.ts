/** What each route answers: its own schemas, and beside them the refusals of the route and of the hooks that it passes. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import { type ConsoleError, PublicError, type StaffApiError } from '#contract/error-schemas.ts'
import { AppError, type FailureCode } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The codes with which the route itself refuses a call. */
    refuses?: readonly FailureCode[]
  }
}

type ErrorSchema = typeof PublicError | typeof StaffApiError | typeof ConsoleError

/** Which codes an answer with a schema may have; the schema itself is the same wherever a call is refused. */
export const FORESEEN = z.registry<{ codes: readonly FailureCode[] }>()

/**
 * Before the routes: a route that states no answer stops the start. `ofHooks` gives the refusals of the hooks that the
 * server adds for the route, and the schema that they have.
 */
export function holdAnswers(
  app: FastifyInstance,
  ofHooks: (route: RouteOptions) => { error: ErrorSchema; codes: readonly FailureCode[] },
): void {
  app.addHook('onRoute', (route) => {
    const { method, url, schema, config } = route
    if (schema?.hide) return
    if (!schema?.response) throw new Error(`${method} ${url} does not state its answers`)
    const { error, codes } = ofHooks(route)
    const all = [...ofEveryServer(route), ...codes, ...(config?.refuses ?? [])]
    route.schema = { ...schema, response: { ...schema.response, ...repliesOf(error, all) } }
  })
}

const READING: ReadonlySet<unknown> = new Set(['GET', 'HEAD'])

function changesSomething({ method }: RouteOptions): boolean {
  return [method].flat().some((each) => !READING.has(each))
}

export function answersOfPublic() {
  return { error: PublicError, codes: [] }
}

/** Of server/http/, where what is still being received is bounded too. */
function ofEveryServer(route: RouteOptions): FailureCode[] {
  const { body, params, querystring } = route.schema ?? {}
  return [
    'malformed_request',
    ...(changesSomething(route)
      ? (['cross_site', 'rate_limited', 'payload_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(body || params || querystring ? (['validation_failed'] as const) : []),
    'internal',
    'unavailable',
  ]
}

type Replies = Readonly<Record<number, ErrorSchema>>

/** By schema and codes: many routes are refused alike, and a test starts hundreds of servers. */
const REPLIES = new Map<ErrorSchema, Map<string, Replies>>()

/** One for each status. Throws for a code that an answer of this API cannot have. */
function repliesOf(error: ErrorSchema, all: readonly FailureCode[]): Replies {
  const known = REPLIES.get(error) ?? new Map<string, Replies>()
  REPLIES.set(error, known)
  const key = all.join(' ')
  const replies = known.get(key) ?? makeReplies(error, all)
  known.set(key, replies)
  return replies
}

function makeReplies(error: ErrorSchema, all: readonly FailureCode[]): Replies {
  const failures = [...new Set(all)].map((code) => new AppError(code))
  const entries = [...Map.groupBy(failures, ({ status }) => status)].map(([status, alike]) => {
    const codes = alike.map(({ code }) => code)
    const foreign = codes.filter((code) => !knows(error, code))
    if (foreign.length > 0) throw new Error(`no ${error.meta()?.id} has ${foreign.join(', ')}`)
    const said = alike.map(({ code, message }) => `\`${code}\` ${message}`)
    const reply = error.meta({ description: said.join(' / ') })
    FORESEEN.add(reply, { codes })
    return [status, reply]
  })
  return Object.fromEntries(entries)
}

function knows(error: ErrorSchema, code: string): boolean {
  return error.shape.error.shape.code.options.some((one) => one === code)
}
