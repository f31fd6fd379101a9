/** The prerendered pages and their parts, each under its own path. */

import type { FastifyInstance } from 'fastify'
import { DIRECTORY_ANNOUNCEMENT } from '#domain/directory.ts'
import type { DirectoryWatch } from '../directory/look-up.ts'
import { type Asset, assetOf, type BuiltPages, sendAsset } from '../http/static-files.ts'

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
    // Typed or copied with a slash at its end, an address is still the page's.
    if (isPage(asset) && path !== '/')
      app.get(`${path}/`, { schema: { hide: true } }, ({ url }, reply) =>
        reply.redirect(url.replace(/\/(?=\?|$)/, ''), 301),
      )
  }
}

function isPage({ plain }: Asset): boolean {
  return plain.headers['content-type']?.startsWith('text/html') === true
}

// /.well-known/security.txt (RFC 9116): where somebody who found a vulnerability reports it.

export const SECURITY_TXT = '/.well-known/security.txt'

export type SecurityContact = {
  /** A mailto:, tel: or https: address. */
  contact: string
  /** Address under which the pages are reached, without a slash at its end. */
  origin: string
  /** Epoch milliseconds. */
  clock: () => number
}

const DAY_MS = 86_400_000
/** Validity of the Expires field. */
const GOOD_FOR_DAYS = 90

export function securityTxtRoute(app: FastifyInstance, deps: SecurityContact): void {
  app.get(SECURITY_TXT, { schema: { hide: true } }, (request, reply) =>
    sendAsset(assetOf(Buffer.from(securityTxt(deps)), '.txt', 'no-cache'), request, reply),
  )
}

/** The same all day, so that a copy stays known by its ETag. */
function securityTxt({ contact, origin, clock }: SecurityContact): string {
  const today = Math.floor(clock() / DAY_MS)
  const expires = new Date((today + GOOD_FOR_DAYS) * DAY_MS).toISOString()
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${origin}${SECURITY_TXT}`,
    '',
  ].join('\n')
}
