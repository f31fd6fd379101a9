/** The API described from the very schemas that check it: OpenAPI 3.1, and a page to read it on. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { STAFF_API_ERRORS } from '#domain/console.ts'
import { API_ERRORS } from '#domain/messages.ts'
import { API_BASE } from '#domain/paths.ts'
import { STAFF_API_BASE } from '#domain/staff-api.ts'
import { AppError, type FailureCode } from '../errors.ts'
import { assetOf, sendAsset } from '../http/assets.ts'
import { type Description, DOCS_STYLE, renderDocs } from './docs-page.ts'

export const APPLY_TAG = 'Applying'
export const PAGE_TAG = 'For the pages'
export const OPERATION_TAG = 'Operation'
export const FEED_TAG = 'Applications'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Request headers a route reads besides the usual ones: name → JSON Schema. */
    readsHeaders?: Record<string, object>
  }
}

/** Names of the error schemas in the descriptions. */
const ERROR = 'Error'
const STAFF_ERROR = 'StaffError'

/** Makes the `response` entries of the errors that a route foresees, one for each status. */
function createErrorReplies<C extends FailureCode>(id: string, sentences: Record<C, string>) {
  const ErrorReply = z
    .object({
      error: z.object({
        code: z.enum(Object.keys(sentences) as [C, ...C[]]),
        message: z.string().meta({ description: 'What happened and what to do, in Japanese' }),
        fields: z
          .record(z.string(), z.array(z.string()))
          .optional()
          .meta({ description: 'Field name as sent → what is wrong with it, in Japanese' }),
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

export const errorReplies = createErrorReplies(ERROR, API_ERRORS)
export const staffErrorReplies = createErrorReplies(STAFF_ERROR, {
  ...API_ERRORS,
  ...STAFF_API_ERRORS,
})

type Described = {
  /** Of its paths; the description is at `<base>/openapi.json`. */
  base: string
  title: string
  description: string
  tags: { name: string; description: string }[]
  errorSchema: string
  securitySchemes?: Record<string, { type: 'http'; scheme: string; description: string }>
}

const PUBLIC_API: Described = {
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

export const STAFF_API: Described = {
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

/** Before the routes. */
export async function describeApi(app: FastifyInstance, api = PUBLIC_API): Promise<void> {
  const { title, description, tags, securitySchemes } = api
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1', description },
      tags,
      ...(securitySchemes && {
        components: { securitySchemes },
        security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
      }),
    },
    transform: (document) => {
      const described = jsonSchemaTransform(document)
      const properties = document.route.config?.readsHeaders
      if (properties && described.schema)
        Object.assign(described.schema, { headers: { type: 'object', properties } })
      return described
    },
    transformObject: jsonSchemaTransformObject,
  })
}

/** After the routes. */
export function openApiRoutes(app: FastifyInstance, { base, errorSchema } = PUBLIC_API): void {
  const hidden = { schema: { hide: true } }
  const asset = (text: string, extension: string) =>
    assetOf(Buffer.from(text), extension, 'no-cache')
  const style = asset(DOCS_STYLE, '.css')
  const describe = (): Description => {
    const { components, ...rest }: Description = JSON.parse(JSON.stringify(app.swagger()))
    // The transform lists every schema as an input too, and those of other APIs; an error never is an input.
    const schemas = { [errorSchema]: components?.schemas?.[errorSchema] ?? {} }
    return { ...rest, components: { ...components, schemas } }
  }
  // Made at the first request: describing takes longer than starting.
  const made: { description?: ReturnType<typeof asset>; docs?: ReturnType<typeof asset> } = {}

  app.get(`${base}/openapi.json`, hidden, (request, reply) => {
    made.description ??= asset(JSON.stringify(describe(), null, 1), '.json')
    sendAsset(made.description, request, reply)
  })
  app.get(`${base}/docs`, hidden, (request, reply) => {
    made.docs ??= asset(renderDocs(describe()), '.html')
    sendAsset(made.docs, request, reply)
  })
  app.get(`${base}/docs.css`, hidden, (request, reply) => sendAsset(style, request, reply))
}
