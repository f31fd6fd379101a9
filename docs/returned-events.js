// Hands over what a provider tells of mails that came back, to the staff API: one event body (JSON) from standard input.
//   STAFF_API=https://staff.example.jp/api/staff/v1 TOKEN=… node returned-events.js ses < body.json
// The token needs the scope returned. Whatever receives the provider's call checks its signature first.
import { text } from 'node:stream/consumers'

/** Of each provider, the notices in a body, as POST /returned takes them. */
const PROVIDERS = {
  // Amazon SES by SNS, bare (raw message delivery) or in its envelope. The source is the envelope sender.
  ses(body) {
    const { notificationType, eventType, mail, bounce } = body.Message
      ? JSON.parse(body.Message)
      : body
    if ((notificationType ?? eventType) !== 'Bounce') return []
    return bounce.bouncedRecipients
      .filter(({ action = 'failed' }) => action === 'failed')
      .map(({ status = '' }) => ({ address: mail.source, code: status }))
  },
  // SendGrid's event webhook. It does not tell the envelope sender; smtp-id is the Message-ID that we gave.
  sendgrid(body) {
    return body
      .filter(({ event }) => event === 'bounce')
      .map(({ email, status = '', ...event }) => ({
        messageId: event['smtp-id'],
        recipient: email,
        code: status,
      }))
  },
}

const { STAFF_API = '', TOKEN = '' } = process.env
const noticesIn = PROVIDERS[process.argv[2]]
if (!noticesIn) throw new Error(`one of ${Object.keys(PROVIDERS).join(', ')}`)
for (const notice of noticesIn(JSON.parse(await text(process.stdin)))) {
  const answer = await fetch(`${STAFF_API}/returned`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(notice),
  })
  // Not 2xx: the provider is to send it again, and a repeated notice changes nothing.
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  console.log((await answer.json()).outcome)
}
