/** How an application stands: one call, without a cookie and without a session. What was asked stands in no log. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { STATUS_ADDRESS, STATUS_BODY_LIMIT } from '#contract/status.ts'
import { StatusAnswer, StatusQuestion } from '#contract/status-schemas.ts'
import type { AskStatus } from '../applications/status.ts'
import { takeJson } from '../http/body.ts'
import { senderOf } from '../http/client-address.ts'
import type { MinuteLimit } from '../http/limits/look-ups.ts'
import { NO_STORE } from '../http/security-headers.ts'
import { errorReplies, PAGE_TAG } from './openapi.ts'

export type StatusDeps = { askStatus: AskStatus; admitStatus: MinuteLimit }

export async function statusRoutes(
  app: FastifyInstance,
  { askStatus, admitStatus }: StatusDeps,
): Promise<void> {
  takeJson(app)
  app.withTypeProvider<ZodTypeProvider>().post(
    STATUS_ADDRESS,
    {
      bodyLimit: STATUS_BODY_LIMIT,
      schema: {
        tags: [PAGE_TAG],
        summary: 'How an application stands, for whoever has its link',
        description:
          'Changes nothing but, with an answer, the count of wrong ones. With the right answer come the details.',
        body: StatusQuestion,
        response: {
          200: StatusAnswer,
          ...errorReplies(
            'malformed_request',
            'cross_site',
            'gate_refused',
            'gate_resting',
            'link_unknown',
            'payload_too_large',
            'unsupported_media_type',
            'validation_failed',
            'rate_limited',
            'unavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', NO_STORE)
      await admitStatus(senderOf(request))
      return askStatus(request.body)
    },
  )
}
