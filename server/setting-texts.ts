/** What the text of a setting may be: each reads one kind of text, and gives undefined for any other. */
import { isIP } from 'node:net'
import { isMailAddress } from '#domain/applicant.ts'
import type { Sender } from './delivery/mail-transport.ts'
import { type InvitationKey, parseInvitationKeys } from './invitations/invitations.ts'

export function wholeNumberUpTo(max: number) {
  return (text: string): number | undefined =>
    /^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

export function ipAddress(text: string): string | undefined {
  if (text === 'localhost') return '127.0.0.1'
  return isIP(text) ? text : undefined
}

export function hostNames(text: string): readonly string[] | undefined {
  const names = listed(text).map((name) => name.toLowerCase())
  return names.every((name) => /^[a-z\d.-]+$/.test(name)) ? names : undefined
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
  return scheme.test(text) && URL.canParse(text)
}

export function mailbox(text: string): Sender | undefined {
  const [, name = '', address = text] = /^([^<>"]*)<([^<>]*)>$/.exec(text) ?? []
  return isMailAddress(address) ? { name: name.trim(), address } : undefined
}

export function invitationKeys(text: string): readonly InvitationKey[] | undefined {
  try {
    return parseInvitationKeys(text)
  } catch {
    return undefined
  }
}

export function networkList(text: string): readonly string[] | undefined {
  const networks = listed(text)
  return networks.every(isNetwork) ? networks : undefined
}

/** An address or a network in CIDR form. All addresses at once would be "true" in other words. */
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
