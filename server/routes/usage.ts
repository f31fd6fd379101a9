/** Beacons of how far forms were filled, as sums of a day; no address, query or person is stored (reading 47). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BODY_LIMITS } from '#contract/apply.ts'
import { Usage } from '#contract/apply-schemas.ts'
import { USAGE_ADDRESS } from '#contract/usage.ts'
import { senderOf } from '../http/client-address.ts'
import type { MinuteLimit } from '../http/limits/look-ups.ts'
import type { UsageCounter } from '../usage.ts'
import { PAGE_TAG } from './openapi.ts'

export type UsageDeps = { usage: UsageCounter; admitBeacon: MinuteLimit }

export function usageRoutes(app: FastifyInstance, { usage, admitBeacon }: UsageDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    USAGE_ADDRESS,
    {
      bodyLimit: BODY_LIMITS.usage,
      config: { refuses: ['rate_limited'] },
      schema: {
        tags: [PAGE_TAG],
        operationId: 'reportUsage',
        summary: 'How far a form was filled',
        description: 'Counted by day, procedure and width; nothing of the visitor is kept.',
        body: Usage,
        response: {
          204: z.null().meta({ description: 'Counted' }),
        },
      },
    },
    async (request, reply) => {
      await admitBeacon(senderOf(request))
      usage.count(request.body)
      reply.code(204).send(null)
    },
  )
}
