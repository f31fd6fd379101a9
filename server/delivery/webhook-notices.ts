/** The webhook call of an outbox row: the completed application, as `applications show --json` prints it. */

import { wholeAsJson } from '../staff/json.ts'
import type { Deliver } from './channel.ts'
import { postWebhook, type WebhookTarget } from './webhook.ts'

export function webhookDelivery(target: WebhookTarget): Deliver {
  return (row, whole, at) => {
    const { history, deliveries, ...application } = wholeAsJson(whole)
    const timestamp = new Date(row.created_at).toISOString()
    const payload = { type: 'application.completed', timestamp, data: application }
    return postWebhook(target, { id: row.id, payload, at })
  }
}
