/** Tells the billing system of a completed application: JSON, signed as https://www.standardwebhooks.com describes. */
import { createHmac } from 'node:crypto'
import { ATTEMPT_TIMEOUT, type Outcome } from './outcome.ts'

export type WebhookTarget = { url: string; secret: string }

export type WebhookCall = {
  /** The same in every attempt, so that the receiver can drop a repeat. */
  id: string
  payload: unknown
  /** Epoch milliseconds of this attempt; part of what is signed. */
  at: number
}

/** Posts once. Any 2xx is delivered; a redirect is not followed, since it would take the data elsewhere. */
export async function postWebhook(
  { url, secret }: WebhookTarget,
  { id, payload, at }: WebhookCall,
  { timeout = ATTEMPT_TIMEOUT } = {},
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
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': webhookSignature(secret, `${id}.${timestamp}.${body}`),
      },
      body,
    })
    await response.body?.cancel()
    return outcomeOf(response.status)
  } catch (error) {
    return { status: 'unreachable', reason: reasonOf(error) }
  }
}

/** `v1,` and the HMAC-SHA-256 in base 64 of `id.timestamp.body`; a secret `whsec_…` is base 64 itself. */
export function webhookSignature(secret: string, signed: string): string {
  const [, encoded] = /^whsec_(.+)$/.exec(secret) ?? []
  const key = encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

function outcomeOf(status: number): Outcome {
  const reason = `HTTP ${status}`
  if (status >= 200 && status < 300) return { status: 'delivered' }
  if (status === 408 || status === 429 || status >= 500) return { status: 'unreachable', reason }
  return { status: 'refused', reason }
}

// fetch says only "fetch failed"; what failed is its cause.
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  return (cause instanceof Error && cause.message) || String(error)
}
