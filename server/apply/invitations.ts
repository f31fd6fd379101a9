/** Signed invitation links: proof that a migration or suspension was asked of the holder of one customer number. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { INVITATION, INVITATION_LEEWAY_SECONDS } from '#contract/apply.ts'
import { FLOW_NAMES, FLOWS, type Flow, isCustomerNumber } from '#domain/flows.ts'
import type { BadInvitation } from '#domain/staff.ts'
import type { SigningKey } from './signing-keys.ts'

/** Flows that act on an existing number, and so can be invited to. */
export type Procedure = {
  [F in Flow]: (typeof FLOWS)[F]['customer'] extends 'existing' ? F : never
}[Flow]

export type Invitation = {
  procedure: Procedure
  customerNumber: string
  /** Epoch seconds. */
  expires: number
  /** Tells one invitation from another in the records. */
  id: string
}

/** What an invitation that came with a request is worth; all but `valid` are filed as not invited. */
export type Verdict = { status: 'valid'; id: string; key: string } | { status: BadInvitation }

const VERSION = 'v1'
const PURPOSE = 'moushikomi-invitation'

export function isProcedure(name: string): name is Procedure {
  return Object.hasOwn(FLOWS, name) && FLOWS[name as Flow].customer === 'existing'
}

export function newInvitationId(): string {
  return randomBytes(16).toString('base64url')
}

/** The token that a link carries in its fragment. */
export function signInvitation(key: SigningKey, invitation: Invitation): string {
  const mac = macOf(key, invitation).toString('base64url')
  return [VERSION, key.id, invitation.expires, invitation.id, mac].join('.')
}

/** Judges a token for exactly this procedure and number at an instant (epoch milliseconds). */
export function verifyInvitation(
  keys: readonly SigningKey[],
  token: string,
  expected: { procedure: Procedure; customerNumber: string; now: number },
): Verdict {
  const [, keyId, expires, id, mac] = INVITATION.exec(token) ?? []
  if (!keyId || !expires || !id || !mac) return { status: 'malformed' }
  const key = keys.find((candidate) => candidate.id === keyId)
  if (!key) return { status: 'unknown_key' }
  const { procedure, customerNumber, now } = expected
  const invitation = { procedure, customerNumber, expires: Number(expires), id }
  if (!timingSafeEqual(macOf(key, invitation), Buffer.from(mac, 'base64url')))
    return { status: 'forged' }
  if (now > (invitation.expires + INVITATION_LEEWAY_SECONDS) * 1000) return { status: 'expired' }
  return { status: 'valid', id, key: keyId }
}

/** The link that is mailed. The fragment never reaches a log or a Referer; the page moves it to a header. */
export function invitationLink(origin: string, invitation: Invitation, token: string): string {
  const { procedure, customerNumber } = invitation
  const url = new URL(FLOWS[procedure].inputPath, origin)
  url.searchParams.set('customerNumber', customerNumber)
  url.hash = `inv=${token}`
  return url.href
}

const LINK = /^([^?#]*)\?customerNumber=([^&#]*)#inv=(.*)$/

/** Whether an address, without its origin, has the shape of such a link, whatever that is worth. */
export function isInvitationLink(address: string): boolean {
  const [, path = '', customerNumber = '', token = ''] = LINK.exec(address) ?? []
  const flow = FLOW_NAMES.find((name) => FLOWS[name].inputPath === path)
  return (
    flow !== undefined &&
    isProcedure(flow) &&
    isCustomerNumber(customerNumber) &&
    INVITATION.test(token)
  )
}

// Signed as a JSON array: unambiguous where one part ends and the next begins.
function macOf({ secret }: SigningKey, invitation: Invitation): Buffer {
  const { procedure, customerNumber, expires, id } = invitation
  const signed = JSON.stringify([PURPOSE, VERSION, procedure, customerNumber, expires, id])
  return createHmac('sha256', secret).update(signed).digest()
}
