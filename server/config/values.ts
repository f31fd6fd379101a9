/** Parsers of setting values: each gives undefined for a text that it does not accept. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isMailAddress, mailDomainOf } from '#domain/mail-address.ts'
import { parseSigningKeys, type SigningKey } from '../apply/signing-keys.ts'

/** Counts and limits. */
export const COUNT_RANGE = 'a whole number from 0 to 1000000000; 0 is off'

export function wholeNumberUpTo(max: number) {
  return (text: string): number | undefined =>
    /^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

export function wholeNumberBetween(least: number, most: number) {
  const read = wholeNumberUpTo(most)
  return (text: string): number | undefined => {
    const value = read(text)
    return value !== undefined && value >= least ? value : undefined
  }
}

export function ipAddress(text: string): string | undefined {
  if (text === 'localhost') return '127.0.0.1'
  return isIP(text) ? text : undefined
}

export function hostNames(text: string): readonly string[] | undefined {
  const names = listed(text).map((name) => name.toLowerCase())
  return names.every((name) => /^[a-z\d.-]+$/.test(name)) ? names : undefined
}

/** A host name, or an address literal in brackets, as EHLO takes it. */
export function ehloName(text: string): string | undefined {
  return /^([a-z\d]([a-z\d.-]{0,252}[a-z\d])?|\[[\da-f.:]+\])$/i.test(text) ? text : undefined
}

/** The name of this host as mail servers may look it up: of the pages, else of the sender's address. */
export function ehloNameOf(publicUrl: string, mailFrom: string): string {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : ''
  if (host !== 'localhost' && isIP(host.replace(/[[\]]/g, '')) === 0 && ehloName(host)) return host
  return mailDomainOf(mailbox(mailFrom)?.address ?? '') || 'localhost'
}

export function oneOf<const T extends string>(...choices: T[]) {
  return (text: string): T | undefined => choices.find((choice) => choice === text)
}

export function origin(text: string): string | undefined {
  if (!isUrlOf(text, /^https?:\/\/./)) return undefined
  const url = new URL(text)
  return url.href === `${url.origin}/` ? url.origin : undefined
}

export function isUrlOf(text: string, scheme: RegExp): boolean {
  return scheme.test(text) && URL.canParse(text) && !LONE_PERCENT.test(text)
}

/** What is no escape: a name, a password or a folder could not be decoded. */
const LONE_PERCENT = /%(?![0-9a-f]{2})/i

/** Of a mail, as its From header names it. */
export type Sender = { name: string; address: string }

export function mailbox(text: string): Sender | undefined {
  const [, name = '', address = text] = /^([^<>"]*)<([^<>]*)>$/.exec(text) ?? []
  return isMailAddress(address) ? { name: name.trim(), address } : undefined
}

export function signingKeys(text: string): readonly SigningKey[] | undefined {
  try {
    const keys = parseSigningKeys(text)
    return keys.length > 0 || text === '' ? keys : undefined
  } catch {
    return undefined
  }
}

export function networkList(text: string): readonly string[] | undefined {
  const networks = listed(text)
  return networks.every(isNetwork) ? networks : undefined
}

/** An address or a CIDR network. A prefix of 0 is refused: it would trust every sender. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  const bits = Number(prefix)
  return /^\d{1,3}$/.test(prefix) && bits >= 1 && bits <= (version === 4 ? 32 : 128)
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A relative path begins at the folder of package.json. */
export function projectPath(text: string): string {
  return resolve(import.meta.dirname, '../..', text)
}
