/** HTTP routes of the counter beside single applications: bulk changes, what is undelivered, activity, saved views. */

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { REPLAYED_HEADER } from '#contract/apply.ts'
import { CONSOLE_PATHS } from '#contract/console.ts'
import {
  ActivityReply,
  BulkReply,
  DeliveriesReply,
  Nothing,
  ViewsReply,
} from '#contract/console-answers.ts'
import {
  ActivityQuery,
  BulkChange,
  DeliveriesQuery,
  SaveView,
  ViewNamed,
} from '#contract/console-schemas.ts'
import { placeIn } from '#contract/text-schemas.ts'
import { AppError } from '../../errors.ts'
import { takeJson } from '../../http/body.ts'
import { sendVersion } from '../../http/reply.ts'
import { keyOf } from '../../routes/call-headers.ts'
import type { ActivityWanted } from '../activity.ts'
import type { Audit } from '../audit.ts'
import type { BulkChange as Bulk } from '../bulk.ts'
import type { Replayable } from '../replies.ts'
import type { Undelivered } from '../undelivered.ts'
import type { SavedViews } from '../views.ts'
import { maySeeOthers, type RouteAccess } from './access.ts'
import { type Authenticator, actorOf } from './authenticator.ts'

export type CounterDeps = {
  changeInBulk: (change: Bulk) => Promise<Replayable<BulkReply>>
  undelivered: Undelivered
  activityOf: (wanted: ActivityWanted, seesOthers: boolean) => Promise<ActivityReply>
  authenticator: Authenticator
  audit: Audit
  views: SavedViews
}

/** Bytes: a hundred references and a note of the greatest length with every character escaped in JSON. */
const BULK_BODY_LIMIT = 65_536
const VIEW_BODY_LIMIT = 4096

export async function counterRoutes(app: FastifyInstance, deps: CounterDeps): Promise<void> {
  deliveriesRoute(app, deps)
  activityRoute(app, deps)
  viewRoutes(app, deps)
  await app.register(async (json) => {
    takeJson(json)
    bulkRoute(json, deps)
    saveViewRoute(json, deps)
  })
}

function bulkRoute(
  app: FastifyInstance,
  { changeInBulk, authenticator, audit }: CounterDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.bulkStatus,
    {
      bodyLimit: BULK_BODY_LIMIT,
      config: {
        access: { caller: 'person', may: 'change', audits: ['status', 'note', 'list'] },
        refuses: ['idempotency_key_missing', 'idempotency_key_reused'],
      },
      schema: { body: BulkChange, response: { 200: BulkReply } },
    },
    async (request, reply) => {
      const key = keyOf(request.headers)
      if (key === null) throw new AppError('idempotency_key_missing')
      const by = actorOf(authenticator.userOf(request))
      const done = await changeInBulk({ by, key, body: request.body })
      if (done.replayed) reply.header(REPLAYED_HEADER, 'true')
      const named = done.reply.refused.filter(({ name }) => name !== '').length
      const look = { search: '', page: key, applications: named }
      if (named > 0) await audit.recordLook(by, { action: 'list', detail: 'bulk' }, look)
      return done.reply
    },
  )
}

function deliveriesRoute(
  app: FastifyInstance,
  { undelivered, authenticator, audit }: CounterDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.deliveries,
    {
      config: { access: { caller: 'person', may: 'view', audits: ['list'] } },
      schema: { querystring: DeliveriesQuery, response: { 200: DeliveriesReply, 304: Nothing } },
    },
    async (request, reply) => {
      const by = actorOf(authenticator.userOf(request))
      const { after, closed } = request.query
      const page = await undelivered.page(after, closed === 'true')
      const look = { search: '', page: after, applications: page.deliveries.length }
      await audit.recordLook(by, { action: 'list', detail: 'undelivered' }, look)
      return sendVersion(request, reply, page)
    },
  )
}

/** Everybody sees what they did themselves; what others did, whoever may read the audit trail. */
const ACTIVITY: RouteAccess = {
  caller: 'person',
  may: 'view',
  ofOthers: { query: 'who', may: 'audit' },
  audits: ['activity'],
}

function activityRoute(
  app: FastifyInstance,
  { activityOf, authenticator, audit }: CounterDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.activity,
    {
      config: { access: ACTIVITY },
      schema: { querystring: ActivityQuery, response: { 200: ActivityReply, 304: Nothing } },
    },
    async (request, reply) => {
      const user = authenticator.userOf(request)
      const { day, after } = request.query
      const who = request.query.who || user.name
      const wanted = { who, day, after: placeIn(after) }
      const activity = await activityOf(wanted, maySeeOthers(request, user))
      if (who !== user.name) {
        const applications = new Set(activity.entries.map(({ subject }) => subject)).size
        const seen = { action: 'activity', subject: who, detail: day } as const
        await audit.recordLook(actorOf(user), seen, { search: '', page: after, applications })
      }
      return sendVersion(request, reply, activity)
    },
  )
}

function viewRoutes(app: FastifyInstance, { authenticator, views }: CounterDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.get(
    CONSOLE_PATHS.views,
    {
      config: { access: { caller: 'person', may: 'view', audits: [] } },
      schema: { response: { 200: ViewsReply } },
    },
    async (request): Promise<ViewsReply> => ({
      views: await views.of(authenticator.userOf(request).name),
    }),
  )
  routes.delete(
    CONSOLE_PATHS.view,
    {
      config: { access: { caller: 'person', may: 'view', audits: [] } },
      schema: { params: ViewNamed, response: { 200: ViewsReply } },
    },
    async (request): Promise<ViewsReply> => {
      const { name } = authenticator.userOf(request)
      await views.remove(name, request.params.name)
      return { views: await views.of(name) }
    },
  )
}

function saveViewRoute(app: FastifyInstance, { authenticator, views }: CounterDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.views,
    {
      bodyLimit: VIEW_BODY_LIMIT,
      config: {
        access: { caller: 'person', may: 'view', audits: [] },
        refuses: ['too_many_views'],
      },
      schema: { body: SaveView, response: { 200: ViewsReply } },
    },
    async (request): Promise<ViewsReply> => {
      const { name } = authenticator.userOf(request)
      const { filter } = request.body
      await views.save(name, { name: request.body.name.trim(), filter })
      return { views: await views.of(name) }
    },
  )
}
