/** A path that exists, asked with a method it does not take, is 405 and says what it takes. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Before the routes: notes what each path takes. The result is called after them and refuses the rest. */
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
