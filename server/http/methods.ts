/** 405 with an Allow header for paths that exist under other methods. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Call before the routes are registered: an onRoute hook collects their methods. Call the result after them. */
export function collectMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...taken]) {
      const allow = [...methods].sort().join(', ')
      app.route({
        url,
        method: METHODS.filter((method) => !methods.has(method)),
        schema: { hide: true },
        onRequest: (_request, reply) => {
          reply.header('allow', allow)
          throw new AppError('method_not_allowed')
        },
        handler: () => {},
      })
    }
  }
}
