/** The API described from the very schemas that check it: OpenAPI 3.1, and a page to read it on. */
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import { API_BASE } from '#contract/apply.ts'
import { STAFF_API_BASE } from '#contract/staff-api.ts'
import { once } from '#domain/memoise.ts'
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

/** All but the address under which it is reached. */
type Api = Omit<DescribedApi, 'server'>

export const PUBLIC_API: Api = {
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
}

export const STAFF_API: Api = {
  base: STAFF_API_BASE,
  title: '申し込み連携 API',
  description:
    'For the billing system: complete applications behind a cursor, acknowledgement, change of status. ' +
    'Every error has the body `StaffError`. A 2xx of a change means that it is on disk.',
  tags: [{ name: FEED_TAG, description: 'Each operation needs a token with its scope.' }],
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', description: 'Made by `admin tokens add`' },
  },
}

/** Before the routes: describes those that follow, at addresses with this `config`. The description is made at the first request, and its libraries loaded then: that takes longer than starting. */
export function describeApi(
  app: FastifyInstance,
  api: DescribedApi,
  config: FastifyContextConfig = {},
): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && !route.schema?.hide) routes.push(route)
  })
  const describe = once(async () => (await import('./api-document.ts')).describeRoutes(routes, api))
  const hidden = { schema: { hide: true }, config: { ...config, isVisited: true } } as const
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
