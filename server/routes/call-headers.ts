/** Request headers of the public calls: idempotency key, superseded key, form signals, invitation. */
import type { IncomingHttpHeaders } from 'node:http'
import {
  FORM_SIGNALS_HEADER,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_KEY_HEADER,
  INVITATION_HEADER,
  parseFormSignals,
  SUPERSEDES,
} from '#contract/apply.ts'
import type { Flag } from '../apply/call-types.ts'
import { invalidRequest } from '../http/body.ts'

/** Faster than a person fills in any form, with a browser's help too. */
const HURRIED_MS = 2_000

/** The key of a call, null where the client sent none. Throws malformed_request. */
export function keyOf(headers: IncomingHttpHeaders): string | null {
  return keyIn(headers, IDEMPOTENCY_KEY_HEADER)
}

/** The key of the application whose place this one takes, null where there is none. */
export function supersededKeyOf(headers: IncomingHttpHeaders): string | null {
  return keyIn(headers, SUPERSEDES)
}

export function invitationOf(headers: IncomingHttpHeaders): string | null {
  return headerValue(headers, INVITATION_HEADER) || null
}

/**
 * Flags from the form signals: honeypot filled, or sent too fast; a person is as fast where one press is all (`isOnePress`).
 * None where the header is missing.
 */
export function flagsOf(headers: IncomingHttpHeaders, isOnePress: boolean): Flag[] {
  const form = parseFormSignals(headerValue(headers, FORM_SIGNALS_HEADER) ?? '')
  if (!form) return []
  const signs = [
    form.trap ? 'trap' : '',
    form.elapsed < HURRIED_MS && !isOnePress ? `${form.elapsed} ms` : '',
  ].filter(Boolean)
  return signs.length === 0 ? [] : [{ flag: 'robot', detail: signs.join(', ') }]
}

const KEY_SCHEMA = { type: 'string', pattern: IDEMPOTENCY_KEY.source }

/** For the description of a route. */
export const DESCRIBED_HEADERS = {
  key: {
    [IDEMPOTENCY_KEY_HEADER]: {
      ...KEY_SCHEMA,
      description:
        'Names one application through all its calls. The same call again is answered as it was, ' +
        'with `Idempotent-Replayed: true`.',
    },
  },
  supersedes: {
    [SUPERSEDES]: {
      ...KEY_SCHEMA,
      description: 'The key of an earlier registration whose place this one takes.',
    },
  },
  invitation: {
    [INVITATION_HEADER]: {
      type: 'string',
      description: 'The token of an invitation link (kinds 2 and 3).',
    },
  },
} as const

function keyIn(headers: IncomingHttpHeaders, name: string): string | null {
  const key = headerValue(headers, name)
  if (key === undefined) return null
  if (!IDEMPOTENCY_KEY.test(key)) throw invalidRequest('malformed_request', [name])
  return key
}

function headerValue(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}
