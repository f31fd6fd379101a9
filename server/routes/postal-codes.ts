/** The postal look-up, in zipcloud's shape (reading 26). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PostalAnswer as Answer } from '#contract/apply.ts'
import { API_BASE, PATHS } from '#contract/apply.ts'
import { sendJson } from '../http/reply.ts'
import type { PostalCodes } from '../postal/look-up.ts'
import { errorReplies, PAGE_TAG } from './openapi.ts'

const PostalResult = z.object({
  zipcode: z.string().meta({ examples: ['1000001'] }),
  prefcode: z.string().meta({ examples: ['13'] }),
  address1: z.string().meta({ examples: ['東京都'], description: 'Prefecture' }),
  address2: z.string().meta({ examples: ['千代田区'], description: 'City or ward' }),
  address3: z
    .string()
    .meta({ examples: ['千代田'], description: 'Town, or an office with its town' }),
  kana1: z.string().meta({ examples: ['ﾄｳｷｮｳﾄ'] }),
  kana2: z.string().meta({ examples: ['ﾁﾖﾀﾞｸ'] }),
  kana3: z.string().meta({ examples: ['ﾁﾖﾀﾞ'] }),
})

const PostalAnswer = z
  .object({
    status: z.number().meta({ description: '200, or 400 for what is no postal code' }),
    message: z.string().nullable().meta({ description: 'What was wrong, in Japanese' }),
    results: z
      .array(PostalResult)
      .nullable()
      .meta({ description: 'null where the code is not known' }),
  })
  .meta({
    description: 'The addresses, or the verdict that there are none',
  }) satisfies z.ZodType<Answer>

/** The data changes once a month. */
const CACHE_CONTROL = 'public, max-age=86400'

export function postalCodeRoutes(app: FastifyInstance, postalCodes: PostalCodes): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `${API_BASE}${PATHS.postalCodes}`,
    {
      schema: {
        tags: [PAGE_TAG],
        summary: 'Addresses of a postal code',
        description:
          'Answers 200 whatever was asked, as zipcloud does: the verdict is `status` in the body.',
        querystring: z.object({
          zipcode: z
            .string()
            .optional()
            .meta({ description: 'Seven digits, with or without a hyphen', examples: ['1000001'] }),
        }),
        response: { 200: PostalAnswer, ...errorReplies('validation_failed') },
      },
    },
    (request, reply) => {
      reply.header('cache-control', CACHE_CONTROL)
      sendJson(reply, postalCodes.lookUp(request.query.zipcode))
    },
  )
}
