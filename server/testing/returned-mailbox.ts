/** The reading of returned mails in this process, on a database of its own, which counts what it reads and takes nothing. */
import { readFileSync } from 'node:fs'
import { createLog } from '../observability/log.ts'
import { startReturnedMailbox } from '../returned/mailbox.ts'
import { createNoticeReader } from '../returned/notice-reader.ts'
import { openForTest } from './databases.ts'

/** `settings` are those of the product. */
export async function countMailbox(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
) {
  const database = await openForTest(databaseUrl)
  const log = createLog({ level: 'silent', clock: Date.now, write: () => {} })
  const reader = createNoticeReader()
  let read = 0
  const mailbox = startReturnedMailbox(
    {
      url: settings.MAIL_RETURN_URL ?? '',
      password: readFileSync(settings.MAIL_RETURN_PASSWORD_FILE ?? '', 'utf8').trim(),
      ownCertificates: readFileSync(settings.MAIL_CA_FILE ?? '', 'utf8'),
      deleteDays: 0,
    },
    {
      ...{ database, clock: Date.now, log, reader, poll: 50 },
      take: async ({ kind }) => (kind === 'failed' ? 'unknown' : kind),
      count: () => {
        read += 1
      },
    },
  )
  return {
    count: () => read,
    async stop() {
      await mailbox.stop()
      await reader.close()
    },
  }
}
