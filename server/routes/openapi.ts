/** The API described from the very schemas that check it: OpenAPI 3.1, and a page to read it on. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import { API_BASE } from '#contract/apply.ts'
import { InForce } from '#contract/apply-schemas.ts'
import { STAFF_API_ERRORS } from '#contract/console.ts'
import { STAFF_API_BASE } from '#contract/staff-api.ts'
import { STATUS_ERRORS } from '#contract/status.ts'
import { once } from '#domain/memoise.ts'
import { API_ERRORS } from '#domain/messages.ts'
import { AppError, type FailureCode } from '../errors.ts'
import { type Asset, assetOf, sendAsset } from '../http/static-files.ts'
import type { DescribedApi } from './api-document.ts'
import { DOCS_STYLE, renderDocs } from './docs-page.ts'

export const APPLY_TAG = 'Applying'
export const PAGE_TAG = 'For the pages'
export const OPERATION_TAG = 'Operation'
export const FEED_TAG = 'Applications'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Request headers a route reads besides the usual ones: name → JSON Schema. */
    readsHeaders?: Record<string, object>
    /** Those without which a call is refused. */
    needsHeaders?: readonly string[]
  }
}

/** Names of the error schemas in the descriptions. */
const ERROR = 'Error'
const STAFF_ERROR = 'StaffError'

/** Makes the `response` entries of the errors that a route foresees, one for each status. */
function createErrorReplies<C extends FailureCode>(
  id: string,
  sentences: Record<C, string>,
  details: Record<string, z.ZodType> = {},
) {
  const ErrorReply = z
    .object({
      error: z.object({
        code: z.enum(Object.keys(sentences) as [C, ...C[]]),
        message: z.string().meta({ description: 'What happened and what to do, in Japanese' }),
        fields: z
          .record(z.string(), z.array(z.string()))
          .optional()
          .meta({ description: 'Field name as sent → what is wrong with it, in Japanese' }),
        ...details,
      }),
    })
    .meta({ id })
  return (...codes: C[]): Record<number, typeof ErrorReply> => {
    const byStatus = Map.groupBy(codes, (code) => new AppError(code).status)
    const entries = [...byStatus].map(([status, codes]) => {
      const description = codes.map((code) => `\`${code}\` ${sentences[code]}`).join(' / ')
      return [status, ErrorReply.meta({ description })]
    })
    return Object.fromEntries(entries)
  }
}

export const errorReplies = createErrorReplies(
  ERROR,
  { ...API_ERRORS, ...STATUS_ERRORS },
  {
    inForce: InForce.optional().meta({ description: 'Of `price_mismatch`' }),
    statusLink: z
      .string()
      .optional()
      .meta({ description: 'Of `already_completed`: the page of the status, for its applicant' }),
  },
)
export const staffErrorReplies = createErrorReplies(STAFF_ERROR, {
  ...API_ERRORS,
  ...STAFF_API_ERRORS,
})

const PUBLIC_API: DescribedApi = {
  base: API_BASE,
  title: 'お申し込み API',
  description:
    'The public calls of the sign-up pages. Every error, whatever its status, has the body `Error`. ' +
    'A 2xx means that what was sent is on disk.',
  tags: [
    { name: APPLY_TAG, description: 'A flow is these calls in this order.' },
    { name: PAGE_TAG, description: 'What the pages ask besides.' },
    { name: OPERATION_TAG, description: 'For whoever runs the service.' },
  ],
  errorSchema: ERROR,
}

export const STAFF_API: DescribedApi = {
  base: STAFF_API_BASE,
  title: '申し込み連携 API',
  description:
    'For the billing system: complete applications behind a cursor, acknowledgement, change of status. ' +
    'Every error has the body `StaffError`. A 2xx of a change means that it is on disk.',
  tags: [{ name: FEED_TAG, description: 'Each operation needs a token with its scope.' }],
  errorSchema: STAFF_ERROR,
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', description: 'Made by `admin tokens add`' },
  },
}

/** Before the routes: describes those that follow. The description is made at the first request, and its libraries loaded then: that takes longer than starting. */
export function describeApi(app: FastifyInstance, api = PUBLIC_API): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && !route.schema?.hide) routes.push(route)
  })
  const describe = once(async () => (await import('./api-document.ts')).describeRoutes(routes, api))
  const hidden = { schema: { hide: true }, config: { isVisited: true } } as const
  const asset = (text: string, extension: string) =>
    assetOf(Buffer.from(text), extension, 'no-cache')
  const serve = (path: string, make: () => Promise<Asset>) => {
    const made = once(make)
    app.get(`${api.base}/${path}`, hidden, async (request, reply) => {
      sendAsset(await made(), request, reply)
      return reply
    })
  }
  serve('openapi.json', async () => asset(JSON.stringify(await describe(), null, 1), '.json'))
  serve('docs', async () => asset(renderDocs(await describe()), '.html'))
  serve('docs.css', async () => asset(DOCS_STYLE, '.css'))
}
