/** The outbox as the settings want it: mail over SMTP or into a folder, a webhook where there is one. */

import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { deliveryKinds } from '#domain/staff.ts'
import { RETRY_SCHEDULES } from '../config/delivery-settings.ts'
import type { Operator } from '../config/operator-file.ts'
import type { Config } from '../config/settings.ts'
import type { StatusLinks } from '../follow-up/link.ts'
import type { Log } from '../observability/log.ts'
import type { Counter, Metrics } from '../observability/metrics.ts'
import type { Tracing } from '../observability/spans.ts'
import type { ReturnAddresses } from '../returned/return-address.ts'
import { databaseClock } from '../store/queries/outbox.ts'
import { type Channel, type OutboxOptions, type Outcome, telling } from './channel.ts'
import { mailDelivery, newsDelivery } from './mail/notices.ts'
import { fileTransport, type MailTransport, smtpTransport } from './mail/transport.ts'
import { WEBHOOK_TIMEOUT_MS, webhookDelivery } from './webhook.ts'
import { startWorker } from './worker.ts'

type DeliveryDeps = Pick<
  OutboxOptions,
  'database' | 'clock' | 'databaseClock' | 'log' | 'isServing'
> & {
  config: Config
  operator: Operator
  metrics: Metrics
  tracing?: Tracing | undefined
  links: Pick<StatusLinks, 'to'>
  /** Undefined where returned mails are not asked for. */
  returns?: ReturnAddresses | undefined
}

const MAIL = deliveryKinds(({ to, isOfCompletion }) => to !== 'billing' && isOfCompletion)
const NEWS = deliveryKinds(({ to, isOfCompletion }) => to !== 'billing' && !isOfCompletion)
const WEBHOOKS = deliveryKinds(({ to }) => to === 'billing')

export function startDeliveries(deliveryDeps: DeliveryDeps): Deliveries {
  const { config, operator, metrics, tracing, links, returns, ...deps } = deliveryDeps
  const { STAFF_MAIL, WEBHOOK_URL } = config
  const sender = watchSender(deps.log)
  const transport = transportOf(config, sender.note)
  if (STAFF_MAIL === '') deps.log.warn('staff_mail_missing')
  const mail: Channel = {
    kinds: MAIL,
    prepare: mailDelivery(transport, STAFF_MAIL, operator, links, returns),
    answerTimeout: config.MAIL_TIMEOUT_SECONDS * 1000,
  }
  const news = {
    ...mail,
    kinds: NEWS,
    prepare: newsDelivery(transport, STAFF_MAIL, operator, links, returns),
  }
  const channels = WEBHOOK_URL === '' ? [mail, news] : [mail, news, webhookOf(config)]
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
    schedules: config.DELIVERY_RETRIES,
    channels: channels.map((channel) => observeAttempts(channel, attempts, tracing)),
  })
  return {
    ...outbox,
    isSenderRefused: sender.isRefused,
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

type SenderWatch = { note(isTaken: boolean): void; isRefused(): boolean }

/** Says once that the relay refuses the envelope senders of MAIL_RETURN, and once that it takes them again. */
function watchSender(log: Log): SenderWatch {
  let isRefused = false
  return {
    isRefused: () => isRefused,
    note(isTaken) {
      if (isRefused === !isTaken) return
      isRefused = !isTaken
      log.warn(isTaken ? 'mail_return_taken' : 'mail_return_refused')
    },
  }
}

/** Told whether the relay takes the mails' own envelope senders. */
export function transportOf(config: Config, onReturnTo: (isTaken: boolean) => void): MailTransport {
  const { MAIL_URL, MAIL_FOLDER, MAIL_FROM, DELIVERY_SENDERS } = config
  if (MAIL_URL === '') return fileTransport(MAIL_FOLDER, MAIL_FROM)
  return smtpTransport({
    url: MAIL_URL,
    from: MAIL_FROM,
    onReturnTo,
    hostName: config.MAIL_EHLO,
    requiresTls: config.MAIL_TLS === 'required',
    ownCertificates:
      config.MAIL_CA_FILE === '' ? undefined : readFileSync(config.MAIL_CA_FILE, 'utf8'),
    connections: DELIVERY_SENDERS * (MAIL.length + NEWS.length),
    answerTimeout: config.MAIL_TIMEOUT_SECONDS * 1000,
  })
}

function webhookOf({ WEBHOOK_URL, WEBHOOK_SECRET }: Config): Channel {
  return {
    kinds: WEBHOOKS,
    prepare: webhookDelivery({ url: WEBHOOK_URL, keys: WEBHOOK_SECRET }),
    answerTimeout: WEBHOOK_TIMEOUT_MS,
  }
}

// Sends what completed applications promised: at least once, several at a time, each row under a lease.

export type Deliveries = Outbox & {
  /** Whether the relay refuses the envelope senders of MAIL_RETURN, and mails go without. */
  isSenderRefused(): boolean
}

export type Outbox = {
  /** How long the other side of one kind has taken nothing, the longest of them; 0 while all are taken. */
  outageSeconds(): number
  /** Begins nothing more, and waits a little for what is under way; a lease hands the rest on. */
  stop(): Promise<void>
}

/** Polling: whoever promises something, here or in another process, is heard at the next look. */
const POLL_MS = 500

export function startOutbox({ channels, ...options }: OutboxOptions): Outbox {
  const stopping = new AbortController()
  const workers = channels.flatMap(({ kinds, ...channel }) =>
    kinds.map((kind) =>
      startWorker({
        poll: POLL_MS,
        databaseClock,
        schedules: RETRY_SCHEDULES,
        isServing: () => false,
        ...options,
        ...channel,
        kind,
        signal: stopping.signal,
      }),
    ),
  )
  return {
    outageSeconds: () => Math.max(0, ...workers.map((worker) => worker.outageMs())) / 1000,
    async stop() {
      stopping.abort()
      await Promise.all(workers.map(({ ended }) => ended))
    },
  }
}

/** While requests come this close, delivery takes its turns at the poll alone. */
const QUIET_MS = 100

/** Whether a request has come a moment ago. */
export function watchRequests(server: Pick<Server, 'on'>): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  server.on('request', () => {
    last = performance.now()
  })
  return () => performance.now() - last < QUIET_MS
}
