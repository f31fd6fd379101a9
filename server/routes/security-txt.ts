/** /.well-known/security.txt (RFC 9116): where somebody who found a vulnerability reports it. */
import type { FastifyInstance } from 'fastify'
import { assetOf, sendAsset } from '../http/assets.ts'

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
