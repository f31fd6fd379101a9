/** The postal look-up, in zipcloud's shape (reading 26). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { API_BASE, PATHS } from '#contract/apply.ts'
import { PostalAnswer } from '#contract/apply-schemas.ts'
import { sendJson } from '../http/reply.ts'
import type { PostalCodes } from '../postal/look-up.ts'
import { PAGE_TAG } from './openapi.ts'

/** The data changes once a month. */
const CACHE_CONTROL = 'public, max-age=86400'

export function postalCodeRoutes(app: FastifyInstance, postalCodes: PostalCodes): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `${API_BASE}${PATHS.postalCodes}`,
    {
      schema: {
        tags: [PAGE_TAG],
        operationId: 'lookUpPostalCode',
        summary: 'Addresses of a postal code',
        description:
          'Answers 200 whatever was asked, as zipcloud does: the verdict is `status` in the body.',
        querystring: z.object({
          zipcode: z
            .string()
            .optional()
            .meta({ description: 'Seven digits, with or without a hyphen', examples: ['1000001'] }),
        }),
        response: {
          200: PostalAnswer,
        },
      },
    },
    (request, reply) => {
      reply.header('cache-control', CACHE_CONTROL)
      sendJson(reply, postalCodes.lookUp(request.query.zipcode))
    },
  )
}
