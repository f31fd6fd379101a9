/** Settings of staff sign-in through an identity provider (OpenID Connect). */
import { ROLE_NAMES, type Role } from '#domain/roles.ts'
import type { Settings } from './setting.ts'
import { isUrlOf, origin } from './values.ts'

/** Which values of the claim stand for which role. */
export type RoleValues = Readonly<Partial<Record<Role, string>>>

export const OIDC_SETTINGS = {
  STAFF_URL: {
    about:
      'Address under which staff open the console; the identity provider sends them back there',
    allowed: 'an http:// or https:// address without a path',
    fallback: (textOf) => `http://localhost:${portOf(textOf)}`,
    read: origin,
  },
  OIDC_ISSUER: {
    about: 'Identity provider that staff sign in with (OpenID Connect); empty uses none',
    allowed: 'the https:// address of the issuer, or http:// on this machine',
    fallback: '',
    read: issuer,
  },
  OIDC_CLIENT_ID: {
    about: 'Name of the console at the identity provider; needed with OIDC_ISSUER',
    allowed: 'up to 255 characters without spaces',
    fallback: (textOf) => (textOf('OIDC_ISSUER') === '' ? 'none' : ''),
    read: (text) => (/^[\x21-\x7e]{1,255}$/.test(text) ? text : undefined),
  },
  OIDC_CLIENT_SECRET: {
    about: 'Secret of the console at the identity provider; empty for a public client',
    allowed: 'any text',
    fallback: '',
    read: (text) => text,
    secret: true,
  },
  OIDC_ROLE_CLAIM: {
    about: 'Claim of the ID token that contains the roles; a dot selects a member of an object',
    allowed: 'a name such as roles, groups or realm_access.roles',
    fallback: 'roles',
    read: claim,
  },
  OIDC_ROLES: {
    about: 'Claim value for each role; a person with several roles gets the highest',
    allowed: `role=value between commas, of ${ROLE_NAMES.join(', ')}, at least one`,
    fallback: ROLE_NAMES.map((role) => `${role}=${role}`).join(','),
    read: roleValues,
  },
  OIDC_NAME_CLAIM: {
    about: 'Claim of the ID token that names the person in history and audit trail',
    allowed: 'a name such as preferred_username or email',
    fallback: 'preferred_username',
    read: claim,
  },
} satisfies Settings

function portOf(textOf: (key: string) => string): string {
  const port = textOf('STAFF_PORT')
  return /^\d+$/.test(port) ? port : '3001'
}

/** The ID token comes straight from there: a network would let others write one. */
function issuer(text: string): string | undefined {
  if (text === '') return text
  const local = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/
  return isUrlOf(text, /^https:\/\/./) || isUrlOf(`${text}/`, local) ? text : undefined
}

function claim(text: string): readonly string[] | undefined {
  const path = text.split('.')
  return path.every((name) => /^[\w:/-]+$/.test(name)) ? path : undefined
}

function roleValues(text: string): RoleValues | undefined {
  const pairs = text.split(',').map((pair) => /^(\w+)=([\x21-\x7e]+)$/.exec(pair.trim()))
  const isRole = (name = ''): name is Role => (ROLE_NAMES as string[]).includes(name)
  if (!pairs.every((pair) => isRole(pair?.[1]))) return undefined
  const values = Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]))
  return Object.keys(values).length === pairs.length ? values : undefined
}
