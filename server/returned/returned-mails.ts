/** Returned mails as the settings want them: addresses that mails come back to, and the mailbox that is read. */

import { readFileSync } from 'node:fs'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { linkKeysOf, makeFirstKey, watchSigningKeys } from '../apply/signing-keys.ts'
import type { Config } from '../config/settings.ts'
import { returnPassword } from '../config/start-checks.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Database } from '../store/database.ts'
import { countReturned } from '../store/queries/returned-mails.ts'
import type { MailboxOptions } from './connection.ts'
import { type ReturnedMailbox, startReturnedMailbox } from './mailbox.ts'
import { createNoticeReader } from './notice-reader.ts'
import { createReturnAddresses, type ReturnAddresses } from './return-address.ts'
import { noticeTaker } from './take.ts'

type Deps = { database: Database; clock: () => number; log: Log; metrics: Metrics }

/** The mailbox that the settings name. Throws where a file that they name cannot be read. */
export function mailboxOf(config: Config): MailboxOptions {
  return {
    url: config.MAIL_RETURN_URL,
    password: returnPassword(config.MAIL_RETURN_PASSWORD_FILE),
    ownCertificates:
      config.MAIL_CA_FILE === '' ? undefined : readFileSync(config.MAIL_CA_FILE, 'utf8'),
    deleteDays: config.MAIL_RETURN_DAYS,
  }
}

export type ReturnedMails = {
  /** Undefined where none are asked for. */
  returns: ReturnAddresses | undefined
  /** Undefined where none is read. */
  mailbox: ReturnedMailbox | undefined
}

/** Begins to read the mailbox. */
export function returnedMails(config: Config, { metrics, ...deps }: Deps): ReturnedMails {
  const { database, clock } = deps
  metrics.gauge(
    'returned_mails_last_day',
    'Sendings of mails whose return was noticed in the last 24 hours.',
    async () =>
      (await database.read((tx) => countReturned(tx, { since: clock() - DAY_MS })))?.count ?? 0,
  )
  if (config.MAIL_RETURN === '') return { returns: undefined, mailbox: undefined }
  makeFirstKey(linkKeysOf(config), clock())
  const keys = watchSigningKeys(linkKeysOf(config))
  const returns = createReturnAddresses(config.MAIL_RETURN, keys)
  if (config.MAIL_RETURN_URL === '') return { returns, mailbox: undefined }
  const notices = metrics.counter(
    'returned_notices_total',
    'Messages in the mailbox of returned mails by what came of them.',
    ['outcome'],
  )
  const reader = createNoticeReader()
  const mailbox = startReturnedMailbox(mailboxOf(config), {
    ...deps,
    reader,
    take: noticeTaker(database, clock, keys),
    count: (outcome) => notices.add([outcome]),
  })
  metrics.gauge(
    'returned_mailbox_failing_seconds',
    'How long the mailbox of returned mails could not be read; 0 while it can.',
    mailbox.failingSeconds,
  )
  return {
    returns,
    mailbox: {
      ...mailbox,
      async stop() {
        await mailbox.stop()
        await reader.close()
      },
    },
  }
}
