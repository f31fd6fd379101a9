/** The press behind a request of the console: its Idempotency-Key, what is asked for under it, and what the person saw. */
import type { FastifyRequest } from 'fastify'
import type { Seen } from '#domain/presses.ts'
import { AppError, type FailureCode } from '../../errors.ts'
import { keyOf } from '../../routes/call-headers.ts'
import type { Press } from '../actions.ts'

/** Of a body, bytes: a note of the greatest length with every character escaped in JSON. */
export const NOTE_BODY_LIMIT = 32_768

/** What any press on one application may be refused with. */
export const PRESS_REFUSALS = [
  'not_found',
  'action_refused',
  'idempotency_key_missing',
  'idempotency_key_reused',
] as const satisfies FailureCode[]

/** Throws `idempotency_key_missing`. */
export function pressOf({ headers, url, body }: FastifyRequest): Press {
  const key = keyOf(headers)
  if (key === null) throw new AppError('idempotency_key_missing')
  // Nobody shall find a password by its digest.
  const { password: _, ...asked } = body as { password?: string; seen?: Seen }
  return { key, request: JSON.stringify([url, asked]), seen: asked.seen ?? {} }
}
