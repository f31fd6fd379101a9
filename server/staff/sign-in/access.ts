/** Who may reach the console according to the settings: open where nobody else can reach it, behind TLS elsewhere. */
import { isIP } from 'node:net'
import type { Config } from '../../config/settings.ts'
import { OperatorError } from '../../errors.ts'

export type Access = {
  /** Header in which a trusted proxy names the person; null believes no header. */
  userHeader: string | null
  /** No setting says that anybody beyond this machine can reach the console: it may do without accounts. */
  isOpenWithoutAccounts: boolean
  /** An identity provider's sign-in makes an account; otherwise somebody has to make the first one. */
  makesAccounts: boolean
}

export type AccessConfig = Pick<
  Config,
  | 'STAFF_HOST'
  | 'STAFF_USER_HEADER'
  | 'STAFF_NAMES'
  | 'STAFF_URL'
  | 'PUBLIC_URL'
  | 'TRUST_PROXY'
  | 'OIDC_ISSUER'
>

/** Throws OperatorError where passwords would be sent in the clear, or anybody could set the header. */
export function accessOf(config: AccessConfig): Access {
  const { STAFF_HOST, STAFF_NAMES, STAFF_USER_HEADER, TRUST_PROXY, OIDC_ISSUER } = config
  if (OIDC_ISSUER !== '' && STAFF_USER_HEADER !== '')
    throw new OperatorError(
      'settings',
      'OIDC_ISSUER: people are named by an identity provider or by the header of a proxy, not by both. Leave OIDC_ISSUER or STAFF_USER_HEADER empty.',
    )
  if (TRUST_PROXY.length === 0 && STAFF_USER_HEADER !== '')
    throw new OperatorError(
      'settings',
      'STAFF_USER_HEADER: a header is believed from a trusted proxy alone. Set TRUST_PROXY to its address, or leave the header empty.',
    )
  if (TRUST_PROXY.length === 0 && !isLoopback(STAFF_HOST))
    throw new OperatorError(
      'settings',
      `STAFF_HOST: on ${STAFF_HOST} the staff console would send passwords over an unencrypted network. Put a proxy that ends TLS in front and set TRUST_PROXY to its address, or leave STAFF_HOST at 127.0.0.1.`,
    )
  return {
    userHeader: STAFF_USER_HEADER || null,
    // Beyond loopback there is a proxy, as seen above.
    isOpenWithoutAccounts:
      STAFF_NAMES.length === 0 &&
      TRUST_PROXY.length === 0 &&
      OIDC_ISSUER === '' &&
      [config.PUBLIC_URL, config.STAFF_URL].every(isOfThisMachine),
    makesAccounts: OIDC_ISSUER !== '',
  }
}

function isOfThisMachine(url: string): boolean {
  const { host, hostname } = new URL(url)
  return isLocalHost(host) || isLoopback(hostname)
}

/**
 * Whether a Host header names this console. A page elsewhere whose name was pointed at this machine
 * (DNS rebinding) sends its own name, and no list has it.
 */
export function hostCheck(config: AccessConfig): (host: string | undefined) => boolean {
  const { STAFF_HOST, STAFF_NAMES } = config
  const names = new Set([...LOCAL_NAMES, bracketed(STAFF_HOST), ...STAFF_NAMES])
  // Listening on every interface, it is called by any address of the machine; DNS rebinding needs a name, so addresses pass.
  const anyAddress = STAFF_HOST === '0.0.0.0' || STAFF_HOST === '::'
  return (host = '') => {
    const name = nameOfHost(host)
    return names.has(name) || (anyAddress && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
  }
}

function bracketed(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address
}

export function isLoopback(address: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(address)
}

/** Whether a Host header names this machine: what is sent there does not leave it. */
export function isLocalHost(host = ''): boolean {
  return LOCAL_NAMES.has(nameOfHost(host))
}

const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const HOST = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/

/** Of a Host header, without its port; empty for what is none. */
function nameOfHost(host: string): string {
  return HOST.exec(host.toLowerCase())?.[1] ?? ''
}
