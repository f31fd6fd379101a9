/** The OpenAPI document of routes, made of the very schemas that check their calls. */
import swagger from '@fastify/swagger'
import Fastify, { type RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { ZOD_COMPILERS } from '../http/body.ts'
import type { Description } from './docs-page.ts'

export type DescribedApi = {
  /** Of its paths; the description is at `<base>/openapi.json`. */
  base: string
  title: string
  description: string
  tags: { name: string; description: string }[]
  /** Origin under which it is reached. */
  server: string
  securitySchemes?: Record<string, { type: 'http'; scheme: string; description: string }>
}

/** Of a server that has nothing but these routes and answers none of them. */
export async function describeRoutes(
  routes: readonly RouteOptions[],
  { title, description, tags, securitySchemes = {}, server: url }: DescribedApi,
): Promise<Description> {
  const server = Fastify({ schemaController: ZOD_COMPILERS, exposeHeadRoutes: false })
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1', description },
      servers: [{ url }],
      tags,
      components: { securitySchemes },
      // None is said too: an operation without it is open on purpose.
      security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    },
    transform: (document) => {
      const described = jsonSchemaTransform(document)
      const { readsHeaders: properties, needsHeaders: required } = document.route.config ?? {}
      if (properties && described.schema)
        Object.assign(described.schema, {
          headers: { type: 'object', properties, ...(required && { required }) },
        })
      return described
    },
    transformObject: jsonSchemaTransformObject,
  })
  for (const { method, url, schema = {}, config = {} } of routes)
    server.route({ method, url, schema, config, handler: () => {} })
  await server.ready()
  const { components, ...rest }: Description = JSON.parse(JSON.stringify(server.swagger()))
  // The transform lists every schema as an input too, and those of other APIs.
  const schemas = Object.entries(components?.schemas ?? {}).filter(([name]) =>
    JSON.stringify(rest).includes(`"#/components/schemas/${name}"`),
  )
  return { ...rest, components: { ...components, schemas: Object.fromEntries(schemas) } }
}
