/** For whoever runs the service: the process lives; the process can take work. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Build } from '../config/version.ts'
import { AppError } from '../errors.ts'
import { NO_STORE } from '../http/security-headers.ts'
import type { Health } from '../observability/health.ts'
import { OPERATION_TAG } from './openapi.ts'
import { isFromThisMachine } from './this-machine.ts'

const Status = z.object({ status: z.literal('ok') }).meta({ description: 'It does' })
const Ready = Status.extend({
  build: z
    .object({ version: z.string(), commit: z.string(), builtAt: z.string() })
    .optional()
    .meta({ description: 'Which build answers; told on the machine itself alone' }),
}).meta({ description: 'It does' })

/** Seconds after which a red one is worth asking again. */
const RETRY_AFTER = 1

export function healthRoutes(app: FastifyInstance, health: Health, build: Build): void {
  const tags = [OPERATION_TAG]
  app.get(
    '/livez',
    {
      schema: {
        tags,
        operationId: 'isAlive',
        summary: 'The process answers',
        description: 'Also while it shuts down, and without a database.',
        response: { 200: Status },
      },
    },
    (_request, reply) => reply.header('cache-control', NO_STORE).send({ status: 'ok' }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        tags,
        operationId: 'isReady',
        summary: 'The process takes work',
        description: 'The database stores, and no shutdown has begun.',
        response: {
          200: Ready,
        },
      },
    },
    async (request, reply) => {
      if (!(await health.isReady())) throw new AppError('unavailable', { retryAfter: RETRY_AFTER })
      const told = isFromThisMachine(request) ? { build } : {}
      return reply.header('cache-control', NO_STORE).send({ status: 'ok', ...told })
    },
  )
}
