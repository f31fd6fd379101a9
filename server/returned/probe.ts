/**
 * Proves the round trip of a returned mail: sends one to an address that does not exist, and waits for its notice in the
 * mailbox. It reads beside the server, which takes nothing away, and which counts that notice as one of no mail.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import type { MailTransport } from '../delivery/mail/transport.ts'
import type { Log } from '../observability/log.ts'
import { createConnection, type MailboxOptions, openFolder } from './connection.ts'
import type { NoticeReader } from './notice-reader.ts'
import { type Failure, MOST_READ } from './read-notice.ts'
import type { ReturnAddresses } from './return-address.ts'

/** The first step that failed, with what was said there; `code` is that of the notice, empty where it has none. */
export type ProbeOutcome =
  | { step: 'mailbox' | 'relay'; reason: string }
  /** recipient: refused at once, so that nothing was to be returned. returned: no notice came in time. */
  | { step: 'recipient'; reason: string }
  | { step: 'key' | 'sender' | 'no_mailbox' | 'returned' }
  | { step: 'done'; seconds: number; code: string }

export type Probe = {
  to: string
  /** How long the notice is waited for. */
  seconds: number
  returns: ReturnAddresses
  /** Undefined where nothing is read here. */
  mailbox: MailboxOptions | undefined
  /** Of the settings, with what the relay says of the sender. */
  transportWith(onReturnTo: (isTaken: boolean) => void): MailTransport
}

type ProbeDeps = { clock: () => number; log: Log; reader: NoticeReader }

const LOOK_MS = 1000

export async function probeReturns(probe: Probe, deps: ProbeDeps): Promise<ProbeOutcome> {
  const connection = probe.mailbox && createConnection(probe.mailbox, deps.log)
  try {
    const before =
      probe.mailbox && connection && (await nextIn(await connection.open(), probe.mailbox))
    return await roundTrip(probe, deps, async (address) =>
      probe.mailbox && connection && before !== undefined
        ? findIn(await connection.open(), probe.mailbox, { from: before, address }, deps)
        : undefined,
    )
  } catch (error) {
    return { step: 'mailbox', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    connection?.end()
  }
}

async function roundTrip(
  { to, seconds, returns, mailbox, transportWith }: Probe,
  { clock }: ProbeDeps,
  find: (address: string) => Promise<Failure | undefined>,
): Promise<ProbeOutcome> {
  const id = randomUUID()
  const returnTo = returns.of({ delivery: id, sending: 1, recipient: to })
  if (returnTo === null) return { step: 'key' }
  let isTaken = true
  const transport = transportWith((taken) => {
    isTaken = taken
  })
  const mail = { id, to, date: clock(), returnTo, ...TEXT }
  const sent = await transport.send(mail).finally(() => transport.close())
  if (sent.status !== 'delivered')
    return { step: sent.status === 'refused' ? 'recipient' : 'relay', reason: sent.reason }
  if (!isTaken) return { step: 'sender' }
  if (!mailbox) return { step: 'no_mailbox' }
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  while (passed() < seconds) {
    const notice = await find(returnTo)
    if (notice) return { step: 'done', seconds: Math.round(passed()), code: notice.code }
    await sleep(LOOK_MS)
  }
  return { step: 'returned' }
}

const TEXT = {
  subject: 'Test of returned mails',
  text: 'This mail was sent to an address that does not exist, to see whether it comes back.\n',
}

/** The number that the next message will have. */
async function nextIn(client: ImapFlow, mailbox: MailboxOptions): Promise<number> {
  const lock = await openFolder(client, mailbox)
  try {
    return client.mailbox ? client.mailbox.uidNext : 1
  } finally {
    lock.release()
  }
}

async function findIn(
  client: ImapFlow,
  mailbox: MailboxOptions,
  { from, address }: { from: number; address: string },
  { reader }: ProbeDeps,
): Promise<Failure | undefined> {
  const lock = await openFolder(client, mailbox)
  try {
    await client.noop()
    const found = (await client.search({ uid: `${from}:*` }, { uid: true })) || []
    for (const uid of found.filter((each) => each >= from)) {
      const source = { start: 0, maxLength: MOST_READ }
      const message = await client.fetchOne(String(uid), { source }, { uid: true })
      const raw = message ? message.source : undefined
      const notice = raw && (await reader.read(raw))
      if (notice && notice.kind === 'failed' && notice.addresses.toLowerCase().includes(address))
        return notice
    }
    return undefined
  } finally {
    lock.release()
  }
}
