/** The prerendered pages and their parts, each under its own path. */
import type { FastifyInstance } from 'fastify'
import { DIRECTORY_ANNOUNCEMENT } from '#domain/directory.ts'
import type { DirectoryWatch } from '../directory/look-up.ts'
import { type Asset, type BuiltPages, sendAsset } from '../http/assets.ts'

/**
 * A page learns from its own Server-Timing header whether there is a directory, and of which period: it costs
 * neither script nor a call, and without a directory there is no such header.
 */
export function pageRoutes(
  app: FastifyInstance,
  { assets }: BuiltPages,
  directory?: DirectoryWatch,
): void {
  for (const [path, asset] of assets) {
    const announces = isPage(asset) ? directory : undefined
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const period = announces?.current()?.about.period
      if (period) reply.header('server-timing', `${DIRECTORY_ANNOUNCEMENT};desc="${period}"`)
      sendAsset(asset, request, reply)
    })
  }
}

function isPage({ plain }: Asset): boolean {
  return plain.headers['content-type']?.startsWith('text/html') === true
}
