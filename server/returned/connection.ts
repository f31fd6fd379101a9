/** The connection to the mailbox that returned mails come to, by IMAP over TLS. */

import { rootCertificates } from 'node:tls'
import type { ImapFlow } from 'imapflow'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { type Log, traceOf } from '../observability/log.ts'

export type MailboxOptions = {
  /** imaps://user@host:port/folder */
  url: string
  password: string
  /** Certificates (PEM) that are trusted besides the usual ones. */
  ownCertificates: string | undefined
  /** Days after which a message that was read is deleted; 0 keeps it. */
  deleteDays: number
}

const TIMEOUT_MS = MINUTE_MS

export type Connection = { open(): Promise<ImapFlow>; end(): void }

/** One connection, kept between looks. */
export function createConnection(
  { url, password, ownCertificates }: MailboxOptions,
  log: Log,
): Connection {
  let client: ImapFlow | undefined
  const end = () => {
    client?.close()
    client = undefined
  }
  return {
    end,
    async open() {
      if (client?.usable) return client
      end()
      const { hostname, port, username } = new URL(url)
      // Loaded where a mailbox is read, and not at every start.
      const { ImapFlow } = await import('imapflow')
      const opened = new ImapFlow({
        host: hostname,
        port: Number(port || 993),
        secure: true,
        auth: { user: decodeURIComponent(username), pass: password },
        tls: {
          rejectUnauthorized: true,
          ...(ownCertificates && { ca: [...rootCertificates, ownCertificates] }),
        },
        logger: false,
        disableAutoIdle: true,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS * 5,
      })
      // Between two looks nobody waits for it: the next look connects anew.
      opened.on('error', (error) => log.info('returned_mailbox_closed', { error: traceOf(error) }))
      client = opened
      await opened.connect()
      return opened
    },
  }
}

/** Locks the folder that is read, until the lock is released. */
export function openFolder(client: ImapFlow, { url }: Pick<MailboxOptions, 'url'>) {
  return client.getMailboxLock(decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX')
}
