/** The API described from the very schemas that check it: OpenAPI 3.1, and a page to read it on. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { API_ERRORS, type ErrorCode } from '#domain/messages.ts'
import { API_BASE } from '#domain/paths.ts'
import { AppError } from '../errors.ts'
import { assetOf, sendAsset } from '../http/assets.ts'
import { type Description, DOCS_STYLE, renderDocs } from './docs-page.ts'

export const APPLY_TAG = 'Applying'
export const PAGE_TAG = 'For the pages'
export const OPERATION_TAG = 'Operation'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Request headers a route reads besides the usual ones: name → JSON Schema. */
    readsHeaders?: Record<string, object>
  }
}

/** Its name in the description. */
const ERROR = 'Error'

const ErrorReply = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(API_ERRORS) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().meta({ description: 'What happened and what to do, in Japanese' }),
      fields: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .meta({ description: 'Field name as sent → what is wrong with it, in Japanese' }),
    }),
  })
  .meta({ id: ERROR })

/** The `response` entries of the errors that a route foresees, one for each status. */
export function errorReplies(...codes: ErrorCode[]): Record<number, typeof ErrorReply> {
  const byStatus = Map.groupBy(codes, (code) => new AppError(code).status)
  const entries = [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => `\`${code}\` ${API_ERRORS[code]}`).join(' / ')
    return [status, ErrorReply.meta({ description })]
  })
  return Object.fromEntries(entries)
}

/** Before the routes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'お申し込み API',
        version: '1',
        description:
          'The public calls of the sign-up pages. Every error, whatever its status, has the body `Error`. ' +
          'A 2xx means that what was sent is on disk.',
      },
      tags: [
        { name: APPLY_TAG, description: 'A flow is these calls in this order.' },
        { name: PAGE_TAG, description: 'What the pages ask besides.' },
        { name: OPERATION_TAG, description: 'For whoever runs the service.' },
      ],
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
export function openApiRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  const asset = (text: string, extension: string) =>
    assetOf(Buffer.from(text), extension, 'no-cache')
  const style = asset(DOCS_STYLE, '.css')
  const describe = (): Description => {
    const { components, ...rest }: Description = JSON.parse(JSON.stringify(app.swagger()))
    // The transform lists every schema as an input too; ErrorReply, the one with a name, never is one.
    const schemas = Object.entries(components?.schemas ?? {}).filter(([name]) => name === ERROR)
    return { ...rest, components: { schemas: Object.fromEntries(schemas) } }
  }
  // Made at the first request: describing takes longer than starting.
  const made: { description?: ReturnType<typeof asset>; docs?: ReturnType<typeof asset> } = {}

  app.get(`${API_BASE}/openapi.json`, hidden, (request, reply) => {
    made.description ??= asset(JSON.stringify(describe(), null, 1), '.json')
    sendAsset(made.description, request, reply)
  })
  app.get(`${API_BASE}/docs`, hidden, (request, reply) => {
    made.docs ??= asset(renderDocs(describe()), '.html')
    sendAsset(made.docs, request, reply)
  })
  app.get(`${API_BASE}/docs.css`, hidden, (request, reply) => sendAsset(style, request, reply))
}
