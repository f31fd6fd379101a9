/** The outbox as the settings want it: mail over SMTP or into a folder, a webhook where there is one. */
import type { Config } from '../config.ts'
import type { Log } from '../observability/log.ts'
import type { Database } from '../store/interface.ts'
import { mailDelivery } from './mail-notices.ts'
import { fileTransport, smtpTransport } from './mail-transport.ts'
import { type Outbox, startOutbox } from './outbox.ts'
import { webhookDelivery } from './webhook-notices.ts'

type DeliveryDeps = { config: Config; database: Database; clock: () => number; log: Log }

export function startDeliveries({ config, ...deps }: DeliveryDeps): Outbox {
  const { MAIL_URL, MAIL_FOLDER, MAIL_FROM, STAFF_MAIL, WEBHOOK_URL, WEBHOOK_SECRET } = config
  const transport =
    MAIL_URL === '' ? fileTransport(MAIL_FOLDER, MAIL_FROM) : smtpTransport(MAIL_URL, MAIL_FROM)
  if (STAFF_MAIL === '') deps.log.warn('staff_mail_missing')
  const mail = {
    kinds: ['mail_applicant', 'mail_staff'],
    deliver: mailDelivery(transport, STAFF_MAIL),
  } as const
  const webhook = {
    kinds: ['webhook'],
    deliver: webhookDelivery({ url: WEBHOOK_URL, secret: WEBHOOK_SECRET }),
  } as const
  const outbox = startOutbox({
    ...deps,
    limits: {
      perAddressPerDay: config.LIMIT_SENT_PER_ADDRESS_PER_DAY,
      perHour: config.LIMIT_SENT_PER_HOUR,
      staffIsKnown: STAFF_MAIL !== '',
    },
    channels: WEBHOOK_URL === '' ? [mail] : [mail, webhook],
  })
  return {
    async stop() {
      await outbox.stop()
      transport.close()
    },
  }
}
