/** The outbox as the settings want it: mail over SMTP or into a folder, a webhook where there is one. */

import type { Operator } from '../config/operator-file.ts'
import type { Config } from '../config/settings.ts'
import type { Log } from '../observability/log.ts'
import type { Counter, Metrics } from '../observability/metrics.ts'
import type { Tracing } from '../observability/spans.ts'
import type { Database } from '../store/database.ts'
import type { Load } from './busy.ts'
import { type Channel, type OutboxOptions, type Outcome, telling } from './channel.ts'
import { SLOW_TO_SENDERS } from './destinations.ts'
import { runDispatcher } from './dispatcher.ts'
import { mailDelivery } from './mail/notices.ts'
import { fileTransport, type MailTransport, smtpTransport } from './mail/transport.ts'
import { WEBHOOK_TIMEOUT_MS, webhookDelivery } from './webhook.ts'

type DeliveryDeps = {
  config: Config
  operator: Operator
  database: Database
  clock: () => number
  log: Log
  metrics: Metrics
  tracing?: Tracing | undefined
  load: () => Load
}

/** Each answer that does not come may have been a copy in the mailbox. */
const UNKNOWN_MAIL_ANSWERS = 3
/** Slow mails to one domain while which no further one to it begins. */
const SLOW_MAILS_A_DOMAIN = 2

export function startDeliveries(deliveryDeps: DeliveryDeps): Outbox {
  const { config, operator, metrics, tracing, ...deps } = deliveryDeps
  const { STAFF_MAIL, WEBHOOK_URL } = config
  const transport = transportOf(config)
  if (STAFF_MAIL === '') deps.log.warn('staff_mail_missing')
  const mail: Channel = {
    kinds: ['mail_applicant', 'mail_staff'],
    prepare: mailDelivery(transport, STAFF_MAIL, operator),
    answerTimeout: config.MAIL_TIMEOUT_SECONDS * 1000,
    unknownLimit: UNKNOWN_MAIL_ANSWERS,
    mostSlowAtOnce: SLOW_MAILS_A_DOMAIN,
  }
  const channels = WEBHOOK_URL === '' ? [mail] : [mail, webhookOf(config)]
  const attempts = metrics.counter(
    'delivery_attempts_total',
    'Attempts to send mails and webhook calls by what came of them.',
    ['kind', 'outcome'],
  )
  const outbox = startOutbox({
    ...deps,
    limits: {
      perAddressPerDay: config.LIMIT_SENT_PER_ADDRESS_PER_DAY,
      perHour: config.LIMIT_SENT_PER_HOUR,
      staffIsKnown: STAFF_MAIL !== '',
    },
    senders: config.DELIVERY_SENDERS,
    channels: channels.map((channel) => observeAttempts(channel, attempts, tracing)),
  })
  return {
    async stop() {
      await outbox.stop()
      transport.close()
    },
  }
}

/** Counts attempts by what came of them, and has a span made for each; its id is that of the log's lines. */
function observeAttempts(channel: Channel, attempts: Counter, tracing?: Tracing): Channel {
  return {
    ...channel,
    prepare: telling(channel.prepare, async (row, deliver, at) => {
      const { id, kind } = row
      const span = tracing?.begin({
        name: `deliver ${kind}`,
        kind: 'client',
        attributes: { 'moushikomi.outbox.id': id, 'moushikomi.outbox.attempt': row.attempts },
      })
      let status: Outcome['status'] = 'unknown'
      try {
        const outcome = await deliver(row, at)
        status = outcome.status
        attempts.add([kind, status])
        return outcome
      } finally {
        span?.end({ 'moushikomi.outbox.outcome': status }, status !== 'delivered')
      }
    }),
  }
}

function transportOf(config: Config): MailTransport {
  const { MAIL_URL, MAIL_FOLDER, MAIL_FROM, DELIVERY_SENDERS } = config
  if (MAIL_URL === '') return fileTransport(MAIL_FOLDER, MAIL_FROM)
  return smtpTransport({
    url: MAIL_URL,
    from: MAIL_FROM,
    hostName: config.MAIL_EHLO,
    connections: DELIVERY_SENDERS * (1 + SLOW_TO_SENDERS),
    answerTimeout: config.MAIL_TIMEOUT_SECONDS * 1000,
  })
}

/** A repeat is dropped by its receiver: an answer that did not come is no reason to stop. */
function webhookOf({ WEBHOOK_URL, WEBHOOK_SECRET, DELIVERY_SENDERS }: Config): Channel {
  return {
    kinds: ['webhook'],
    prepare: webhookDelivery({ url: WEBHOOK_URL, keys: WEBHOOK_SECRET }),
    answerTimeout: WEBHOOK_TIMEOUT_MS,
    unknownLimit: Number.POSITIVE_INFINITY,
    mostSlowAtOnce: DELIVERY_SENDERS * SLOW_TO_SENDERS + 1,
  }
}

// Sends what completed applications promised: at least once, several at a time, each row under a lease.

export type Outbox = {
  /** Begins nothing more, and waits a little for what is under way; a lease hands the rest on. */
  stop(): Promise<void>
}

/** Polling: whoever promises something, here or in another process, is heard at the next look. */
const POLL_MS = 500

export function startOutbox({ channels, ...options }: OutboxOptions): Outbox {
  const stopping = new AbortController()
  const running = channels.map((channel) =>
    runDispatcher({
      poll: POLL_MS,
      load: () => 'idle',
      ...options,
      ...channel,
      signal: stopping.signal,
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
