/** The prerendered pages and their parts, each under its own path. */
import type { FastifyInstance } from 'fastify'
import { type BuiltPages, sendAsset } from '../http/assets.ts'

export function pageRoutes(app: FastifyInstance, { assets }: BuiltPages): void {
  for (const [path, asset] of assets)
    app.get(path, { schema: { hide: true } }, (request, reply) => sendAsset(asset, request, reply))
}
