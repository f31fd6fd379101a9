/** HTTP routes of the staff API: the feed of applications, acknowledgement, change of status. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '#contract/apply.ts'
import { type ApiScope, STAFF_API_PATHS } from '#contract/staff-api.ts'
import type { ApiChange, ApiPage } from '#contract/staff-api-schemas.ts'
import {
  Acknowledgement,
  Application,
  Change,
  FeedQuery,
  Named,
  Page,
  StatusAdditions,
  Unchanged,
} from '#contract/staff-api-schemas.ts'
import { placeIn } from '#contract/text-schemas.ts'
import { AppError, atField } from '../../errors.ts'
import { invalidRequest, takeJson } from '../../http/body.ts'
import { DESCRIBED_HEADERS, keyOf } from '../../routes/call-headers.ts'
import { describeApi, FEED_TAG, STAFF_API } from '../../routes/openapi.ts'
import { contentAsJson } from '../application-json.ts'
import type { Feed, VersionChange } from '../feed.ts'
import type { Replayable } from '../replies.ts'
import { NOTE_BODY_LIMIT } from './presses.ts'
import { actorOf } from './token-authenticator.ts'
import { type ReturnedDeps, returnedRoute } from './undelivered.ts'

export type ApiDeps = ReturnedDeps & {
  feed: Feed
  /** Under which billing systems reach it. */
  origin: string
}

export async function staffApiRoutes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  describeApi(app, { ...STAFF_API, server: deps.origin }, { access: { caller: 'anyone' } })
  listRoute(app, deps)
  recordRoute(app, deps)
  await app.register((routes) => returnedRoute(routes, deps))
  await app.register(async (json) => {
    takeJson(json)
    acknowledgementRoute(json, deps)
    statusRoute(json, deps)
  })
}

function listRoute(app: FastifyInstance, { feed, audit, tokenAuthenticator }: ApiDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    STAFF_API_PATHS.applications,
    {
      exposeHeadRoute: false,
      config: { access: { caller: 'token', may: 'read', audits: ['list'] } },
      schema: {
        tags: [FEED_TAG],
        operationId: 'listApplications',
        summary: 'Complete applications behind a cursor',
        description:
          'In the order in which they were completed or changed last. Whoever follows `next` meets each version ' +
          'that stands when it is read once, and leaves none out, whatever is written meanwhile.',
        querystring: FeedQuery,
        response: { 200: Page },
      },
    },
    async (request): Promise<ApiPage> => {
      const { after, limit, flow, status, unacknowledged } = request.query
      const filter = {
        ...(flow && { flow }),
        ...(status && { status }),
        ...(unacknowledged && { unacknowledged: true }),
      }
      const most = Number(limit)
      // One more than the page tells whether there is more.
      const place = placeIn(after)
      const behind = { place: place?.at ?? 0, application: place?.id ?? '' }
      const rows = await feed.page(filter, { after: behind, limit: most + 1 })
      const listed = rows.slice(0, most)
      const last = listed.at(-1)
      const detail = `${new URLSearchParams(request.query)} ${listed.length}`
      const by = actorOf(tokenAuthenticator.tokenOf(request))
      if (listed.length > 0) await audit.record(by, { action: 'list', detail })
      return {
        applications: listed.map(contentAsJson),
        next: last ? `${last.place}.${last.application.id}` : after,
        more: rows.length > most,
      }
    },
  )
}

function recordRoute(app: FastifyInstance, { feed, audit, tokenAuthenticator }: ApiDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    STAFF_API_PATHS.application,
    {
      exposeHeadRoute: false,
      config: {
        access: { caller: 'token', may: 'read', audits: ['view'] },
        refuses: ['not_found'],
        readsHeaders: { 'If-None-Match': { type: 'string', description: 'A known ETag' } },
      },
      schema: {
        tags: [FEED_TAG],
        operationId: 'readApplication',
        summary: 'One complete application, with its ETag',
        description:
          'By exactly the reference that the list has; a change names the ETag in `If-Match`.',
        params: Named,
        response: { 200: Application, 304: Unchanged },
      },
    },
    async (request, reply) => {
      const whole = await feed.find(request.params.reference)
      if (!whole) throw new AppError('not_found')
      const etag = etagOf(whole.version)
      reply.header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(null)
      const by = actorOf(tokenAuthenticator.tokenOf(request))
      await audit.recordView(by, { action: 'view', subject: whole.application.reference })
      return contentAsJson(whole)
    },
  )
}

const CHANGE_HEADERS = {
  readsHeaders: {
    ...DESCRIBED_HEADERS.key,
    [IDEMPOTENCY_KEY_HEADER]: {
      type: 'string',
      description:
        'Names this one request. The same again within a week is answered as it was, ' +
        'with `Idempotent-Replayed: true`.',
    },
    'If-Match': { type: 'string', description: 'The ETag of the known version' },
  },
  needsHeaders: [IDEMPOTENCY_KEY_HEADER, 'If-Match'],
}
const CHANGE_REFUSALS = [
  'idempotency_key_missing',
  'not_found',
  'version_changed',
  'idempotency_key_reused',
  'if_match_missing',
] as const

function acknowledgementRoute(app: FastifyInstance, deps: ApiDeps): void {
  const { feed } = deps
  app.withTypeProvider<ZodTypeProvider>().post(
    STAFF_API_PATHS.acknowledgement,
    {
      bodyLimit: NOTE_BODY_LIMIT,
      config: {
        access: { caller: 'token', may: 'acknowledge', audits: ['acknowledge'] },
        ...CHANGE_HEADERS,
        refuses: [...CHANGE_REFUSALS, 'action_refused'] as const,
      },
      schema: {
        tags: [FEED_TAG],
        operationId: 'acknowledgeVersion',
        summary: 'Record that this version has been taken over',
        description:
          'Changes nothing in the application, its version or its place in the list. What is known of the customer ' +
          'number of a migration or suspension may come with it; the last answer counts.',
        params: Named,
        body: Acknowledgement,
        response: { 200: Change },
      },
    },
    async (request, reply) => {
      const change = changeOf(request, deps)
      const { body } = request
      const known = body ? ` ${JSON.stringify(body)}` : ''
      const asked = `acknowledge ${change.request}${known}`
      return answer(reply, feed.acknowledge({ ...change, known: body, request: asked }))
    },
  )
}

/** What comes with a status, and the scope that it needs besides. */
const SCOPES_OF_ADDITIONS = {
  note: 'note',
  customerNumber: 'customer_number',
  notify: 'notify',
} as const satisfies Readonly<
  Record<Exclude<keyof StatusAdditions, 'status' | 'from' | 'confirmedBy'>, ApiScope>
>

function statusRoute(app: FastifyInstance, deps: ApiDeps): void {
  const { feed } = deps
  app.withTypeProvider<ZodTypeProvider>().post(
    STAFF_API_PATHS.status,
    {
      bodyLimit: NOTE_BODY_LIMIT,
      config: {
        access: {
          caller: 'token',
          may: 'status',
          with: SCOPES_OF_ADDITIONS,
          audits: ['status', 'note', 'customer_number', 'notify'],
        },
        ...CHANGE_HEADERS,
        refuses: [
          ...CHANGE_REFUSALS,
          'action_refused',
          'changed_meanwhile',
          'confirmation_missing',
          'correction_waiting',
          'customer_number_taken',
        ],
      },
      schema: {
        tags: [FEED_TAG],
        operationId: 'changeStatus',
        summary: 'Change the status',
        description:
          'By the rules of the console; the version judges. All of it is done, or nothing. Comes once in the list, ' +
          'as any change does, and never as a webhook. Closing while a correction of the applicant waits is ' +
          '`correction_waiting`, while a request to withdraw waits `action_refused`: once staff have decided, the ' +
          'application comes again in the list.',
        params: Named,
        body: StatusAdditions,
        response: { 200: Change },
      },
    },
    async (request, reply) => {
      const { status, ...additions } = request.body
      const change = changeOf(request, deps)
      const named = Object.keys(additions).length > 0 ? ` ${JSON.stringify(additions)}` : ''
      const asked = `status ${status} ${change.request}${named}`
      return answer(reply, feed.changeStatus({ ...change, ...request.body, request: asked }))
    },
  )
}

/** Throws AppError where a header is missing or malformed. */
function changeOf(request: FastifyRequest, { tokenAuthenticator }: ApiDeps): VersionChange {
  const { reference } = request.params as { reference: string }
  const key = keyOf(request.headers)
  if (key === null) throw new AppError('idempotency_key_missing')
  const match = request.headers['if-match']
  if (match === undefined) throw new AppError('if_match_missing')
  const [, version] = /^"(\d{1,9})"$/.exec(match) ?? []
  if (version === undefined) throw invalidRequest('malformed_request', ['If-Match'])
  const token = tokenAuthenticator.tokenOf(request)
  return {
    token: token.name,
    key,
    request: `${reference} ${version}`,
    reference,
    version: Number(version),
    by: actorOf(token),
  }
}

async function answer(reply: FastifyReply, work: Promise<Replayable<ApiChange>>) {
  try {
    const done = await atField('status', work)
    if (done.replayed) reply.header(REPLAYED_HEADER, 'true')
    reply.header('etag', etagOf(done.reply.version))
    return done.reply
  } catch (error) {
    if (error instanceof AppError && error.version !== undefined)
      reply.header('etag', etagOf(error.version))
    throw error
  }
}

function etagOf(version: number): string {
  return `"${version}"`
}
