/** HTTP routes of the counter beside single applications: bulk changes, what is undelivered, activity, saved views. */

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { REPLAYED_HEADER } from '#contract/apply.ts'
import { type ActivityReply, type BulkReply, CONSOLE_PATHS } from '#contract/console.ts'
import {
  ActivityQuery,
  BulkChange,
  DeliveriesQuery,
  placeOf,
  SaveView,
  ViewNamed,
  type ViewsReply,
} from '#contract/console-schemas.ts'
import { hasPermission } from '#domain/roles.ts'
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

function bulkRoute(app: FastifyInstance, { changeInBulk, authenticator }: CounterDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.bulkStatus,
    {
      bodyLimit: BULK_BODY_LIMIT,
      config: { permission: 'change' },
      schema: { body: BulkChange },
    },
    async (request, reply) => {
      const key = keyOf(request.headers)
      if (key === null) throw new AppError('idempotency_key_missing')
      const by = actorOf(authenticator.userOf(request))
      const done = await changeInBulk({ by, key, body: request.body })
      if (done.replayed) reply.header(REPLAYED_HEADER, 'true')
      return done.reply
    },
  )
}

function deliveriesRoute(
  app: FastifyInstance,
  { undelivered, authenticator, audit }: CounterDeps,
): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      CONSOLE_PATHS.deliveries,
      { config: { permission: 'view' }, schema: { querystring: DeliveriesQuery } },
      async (request, reply) => {
        const by = actorOf(authenticator.userOf(request))
        await audit.recordView(by, { action: 'list', detail: 'undelivered' })
        return sendVersion(request, reply, await undelivered.page(request.query.after))
      },
    )
}

/** Everybody sees what they did themselves; what others did, whoever may read the audit trail. */
function activityRoute(
  app: FastifyInstance,
  { activityOf, authenticator, audit }: CounterDeps,
): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      CONSOLE_PATHS.activity,
      { config: { permission: 'view' }, schema: { querystring: ActivityQuery } },
      async (request, reply) => {
        const user = authenticator.userOf(request)
        const { day, after } = request.query
        const who = request.query.who || user.name
        const seesOthers = hasPermission(user.role, 'audit')
        if (who !== user.name) {
          const action = seesOthers ? 'activity' : 'refused'
          const seen = { action, subject: who, detail: day } as const
          await audit.recordView(actorOf(user), seen)
          if (!seesOthers) throw new AppError('not_permitted')
        }
        const wanted = { who, day, after: placeOf(after) }
        return sendVersion(request, reply, await activityOf(wanted, seesOthers))
      },
    )
}

function viewRoutes(app: FastifyInstance, { authenticator, views }: CounterDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.get(
    CONSOLE_PATHS.views,
    { config: { permission: 'view' } },
    async (request): Promise<ViewsReply> => ({
      views: await views.of(authenticator.userOf(request).name),
    }),
  )
  routes.delete(
    CONSOLE_PATHS.view,
    { config: { permission: 'view' }, schema: { params: ViewNamed } },
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
      config: { permission: 'view' },
      schema: { body: SaveView },
    },
    async (request): Promise<ViewsReply> => {
      const { name } = authenticator.userOf(request)
      const { filter } = request.body
      await views.save(name, { name: request.body.name.trim(), filter })
      return { views: await views.of(name) }
    },
  )
}
