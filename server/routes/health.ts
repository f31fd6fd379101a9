/** For whoever runs the service: the process lives; the process can take work. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { NO_STORE } from '../http/security-headers.ts'
import type { Health } from '../observability/health.ts'
import { errorReplies, OPERATION_TAG } from './openapi.ts'

const Status = z.object({ status: z.literal('ok') }).meta({ description: 'It does' })

/** Seconds after which a red one is worth asking again. */
const RETRY_AFTER = 1

export function healthRoutes(app: FastifyInstance, health: Health): void {
  const tags = [OPERATION_TAG]
  app.get(
    '/livez',
    { schema: { tags, summary: 'The process answers', response: { 200: Status } } },
    (_request, reply) => reply.header('cache-control', NO_STORE).send({ status: 'ok' }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        tags,
        summary: 'The process takes work: the database stores, and no shutdown has begun',
        response: { 200: Status, ...errorReplies('unavailable') },
      },
    },
    async (_request, reply) => {
      if (!(await health.isReady())) throw new AppError('unavailable', { retryAfter: RETRY_AFTER })
      return reply.header('cache-control', NO_STORE).send({ status: 'ok' })
    },
  )
}
