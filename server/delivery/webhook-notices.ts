/** The webhook call of an outbox row: the completed application, as the staff API has it. */

import { contentAsJson } from '../staff/json.ts'
import { toldApplications } from '../store/records.ts'
import { type Prepare, telling } from './channel.ts'
import { postWebhook, type WebhookTarget } from './webhook.ts'

export function webhookDelivery(target: WebhookTarget): Prepare {
  return telling(toldApplications, (row, whole, at) => {
    const timestamp = new Date(row.created_at).toISOString()
    const payload = { type: 'application.completed', timestamp, data: contentAsJson(whole) }
    return postWebhook(target, { id: row.id, payload, at })
  })
}
