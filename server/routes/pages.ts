/** The prerendered pages and their parts, each under its own path. */

import type { FastifyInstance, FastifyReply } from 'fastify'
import { STATUS_LINK } from '#contract/status.ts'
import { STATUS_PAGE } from '#contract/status-pages.ts'
import { DIRECTORY_ANNOUNCEMENT } from '#domain/directory.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { isInvitationLink } from '../apply/invitations.ts'
import type { DirectoryWatch } from '../directory/look-up.ts'
import { NO_STORE } from '../http/security-headers.ts'
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
      const link = isPage(asset) ? privateLink(request.url) : undefined
      if (link !== undefined) return void sendTo(reply, link)
      const period = announces?.current()?.about.period
      if (period) reply.header('server-timing', `${DIRECTORY_ANNOUNCEMENT};desc="${period}"`)
      sendAsset(asset, request, reply)
    })
    // Typed or copied with a slash at its end, an address is still the page's.
    if (isPage(asset) && path !== '/')
      app.get(`${path}/`, { schema: { hide: true } }, ({ url }, reply) =>
        // Of what was asked for the query alone: a whole address may name another host.
        reply.redirect(path + (/\?.*$/s.exec(url)?.[0] ?? ''), 301),
      )
  }
  // The link of a status has become part of the path; a regular expression, so that no other path is this one's.
  app.get(`${STATUS_PAGE}:link(^[#%].*$)`, { schema: { hide: true } }, (request, reply) => {
    const link = privateLink(request.url)
    return link === undefined ? reply.callNotFound() : sendTo(reply, link)
  })
}

/** As encoded once, or again by each of several that rewrite a mail's links. */
const ENCODED = /%(?:25)*([2-7][0-9a-f])/gi

/**
 * A private link whose `#` a mail gateway has made `%23`, as it was sent: to the status, or an invitation. Nothing but a
 * whole link of ours is given, so that nobody is led anywhere else.
 */
function privateLink(url: string): string | undefined {
  if (!/%(?:25)*23/.test(url)) return undefined
  const sent = url.replace(ENCODED, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  // What such a program appends is no part of it.
  const [link = ''] = /^[^#]*#[^#?&]*/.exec(sent) ?? []
  const [address, fragment = ''] = link.split('#')
  const isOurs = (address === STATUS_PAGE && STATUS_LINK.test(fragment)) || isInvitationLink(link)
  return isOurs ? link : undefined
}

function sendTo(reply: FastifyReply, link: string): FastifyReply {
  return reply.header('cache-control', NO_STORE).redirect(link, 302)
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
