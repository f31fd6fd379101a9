/** One call of a webhook, as the Standard Webhooks specification (https://www.standardwebhooks.com) describes it. */

import { createHmac } from 'node:crypto'
import { WEBHOOK_EVENTS, WEBHOOK_KINDS } from '#domain/staff.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import { BUILD } from '../config/version.ts'
import { contentAsJson } from '../staff/application-json.ts'
import { storedApplications } from '../store/queries/stored-applications.ts'
import type { OutboxKind } from '../store/schema.ts'
import { type Outcome, type Prepare, telling } from './channel.ts'

export type WebhookTarget = {
  url: string
  /** Every one signs: during a rotation the receiver knows the old key or the new one. */
  keys: readonly Buffer[]
}

export type WebhookCall = {
  /** The same in every attempt, so that the receiver can drop a repeat. */
  id: string
  payload: unknown
  /** Epoch milliseconds of this attempt; part of what is signed. */
  at: number
}

/** The specification advises 15 to 30 seconds. */
export const WEBHOOK_TIMEOUT_MS = 20_000

/** Posts once. Any 2xx is delivered; a redirect is not followed, since it would take the data elsewhere. */
export async function postWebhook(
  { url, keys }: WebhookTarget,
  { id, payload, at }: WebhookCall,
  { timeout = WEBHOOK_TIMEOUT_MS } = {},
): Promise<Outcome> {
  const body = JSON.stringify(payload)
  const timestamp = String(Math.floor(at / 1000))
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': `moushikomi/${BUILD.version}`,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': webhookSignature(keys, `${id}.${timestamp}.${body}`),
      },
      body,
    })
    await response.body?.cancel()
    return outcomeOf(response)
  } catch (error) {
    // Its receiver drops a repeat: an answer that did not come is no reason to stop.
    const status = (error as Error).name === 'TimeoutError' ? 'postponed' : 'unreachable'
    return { status, reason: reasonOf(error) }
  }
}

/** For each key `v1,` and the HMAC-SHA-256 in base 64 of `id.timestamp.body`, between spaces. */
export function webhookSignature(keys: readonly Buffer[], signed: string): string {
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ')
}

/** Nobody works there at present; any other 5xx may be about this one call. */
const NOBODY_THERE = new Set([429, 502, 503, 504])

function outcomeOf({ ok, status }: Response): Outcome {
  const reason = `HTTP ${status}`
  if (ok) return { status: 'delivered' }
  if (NOBODY_THERE.has(status)) return { status: 'unreachable', reason, code: status }
  if (status === 408 || status >= 500) return { status: 'postponed', reason }
  return { status: 'refused', reason }
}

// fetch says only "fetch failed"; what failed is its cause.
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  return (cause instanceof Error && cause.message) || String(error)
}

// The webhook call of an outbox row: the application as it stands now, as the staff API has it.

function eventOf(kind: OutboxKind): string {
  if (kind === 'webhook') return 'application.completed'
  return WEBHOOK_EVENTS.find((event) => WEBHOOK_KINDS[event] === kind) ?? kind
}

export function webhookDelivery(target: WebhookTarget): Prepare {
  return telling(storedApplications, (row, whole, at) => {
    const timestamp = isoTime(row.created_at)
    const payload = { type: eventOf(row.kind), timestamp, data: contentAsJson(whole) }
    return postWebhook(target, { id: row.id, payload, at })
  })
}
