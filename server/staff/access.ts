/** Who may use the console according to the settings; a start that would leave it open to a network is refused. */
import { isIP } from 'node:net'
import { type Config, ConfigError } from '../config.ts'

/** How users are authenticated: by a trusted proxy's header, by password, or not at all on loopback. */
export type Access = {
  /** Header in which a trusted proxy names the person; null believes no header. */
  userHeader: string | null
  passwordHash: string | null
  /** No authentication; on loopback only. */
  open: boolean
}

export type AccessConfig = Pick<
  Config,
  'STAFF_HOST' | 'STAFF_PASSWORD_HASH' | 'STAFF_USER_HEADER' | 'STAFF_NAMES' | 'TRUST_PROXY'
>

/** Throws ConfigError where anybody on a network could use the console. */
export function accessOf(config: AccessConfig): Access {
  const { STAFF_HOST, STAFF_PASSWORD_HASH, STAFF_USER_HEADER, TRUST_PROXY } = config
  if (STAFF_USER_HEADER !== '' && TRUST_PROXY.length === 0)
    throw new ConfigError(
      'STAFF_USER_HEADER: a header is believed from a trusted proxy alone. Set TRUST_PROXY to its address, or leave the header empty.',
    )
  const open = STAFF_USER_HEADER === '' && STAFF_PASSWORD_HASH === ''
  if (open && !isLoopback(STAFF_HOST))
    throw new ConfigError(
      `STAFF_HOST: on ${STAFF_HOST} the staff console would be open to a network. Set STAFF_PASSWORD_HASH ("npm run -s admin -- password" makes one), or STAFF_USER_HEADER with TRUST_PROXY, or leave STAFF_HOST at 127.0.0.1.`,
    )
  return { userHeader: STAFF_USER_HEADER || null, passwordHash: STAFF_PASSWORD_HASH || null, open }
}

function isLoopback(address: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1)$/.test(address)
}

/**
 * Whether a Host header names this console. A page elsewhere whose name was pointed at this machine
 * (DNS rebinding) sends its own name, and no list has it.
 */
export function hostCheck(config: AccessConfig): (host: string | undefined) => boolean {
  const { STAFF_HOST, STAFF_NAMES } = config
  const names = new Set(['localhost', '127.0.0.1', '[::1]', bracketed(STAFF_HOST), ...STAFF_NAMES])
  // Listening on every interface, it is called by any address of the machine; DNS rebinding needs a name, so addresses pass.
  const anyAddress = STAFF_HOST === '0.0.0.0' || STAFF_HOST === '::'
  return (host = '') => {
    const [, name = ''] = HOST.exec(host.toLowerCase()) ?? []
    return names.has(name) || (anyAddress && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
  }
}

const HOST = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/

function bracketed(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address
}
