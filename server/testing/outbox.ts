/** An outbox at a real SMTP server on a real database, for tests; the offset moves its clock. */
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { readOperator } from '../config/operator-file.ts'
import type { Channel, OutboxOptions, Prepare } from '../delivery/channel.ts'
import { type Outbox, startOutbox } from '../delivery/deliveries.ts'
import { mailDelivery } from '../delivery/mail/notices.ts'
import { smtpTransport } from '../delivery/mail/transport.ts'
import { type MailServer, startMailServer } from '../delivery/testing.ts'
import { createLog } from '../observability/log.ts'
import type { Database } from '../store/database.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  NO_LINKS,
  register,
} from './calls.ts'

export const NO_LIMITS = { perAddressPerDay: 0, perHour: 0, staffIsKnown: true }
/** A fifth of it is waited for a greeting: long enough for a busy machine to give one. */
const ATTEMPT_MS = 4000

export type Rig = {
  database: Database
  server: MailServer
  offset: number
  /** What was logged at every level. */
  logged: () => string
}

export async function rigOn(database: Database): Promise<Rig> {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  return { database, server, offset: 0, logged: () => '' }
}

/** A channel of these kinds; `answerTimeout` is scaled down from the ten minutes of the product. */
export function channelOf(
  kinds: Channel['kinds'],
  prepare: Prepare,
  options: Partial<Channel> = {},
): Channel {
  return {
    kinds,
    prepare,
    answerTimeout: ATTEMPT_MS,
    ...options,
  }
}

type StartOptions = Partial<OutboxOptions> & { answerTimeout?: number }

export function start(
  rig: Rig,
  { answerTimeout = ATTEMPT_MS, ...options }: StartOptions = {},
): Outbox {
  const transport = smtpTransport({
    url: rig.server.url,
    from: { name: '窓口', address: 'desk@example.jp' },
    hostName: 'apply.example.jp',
    connections: 40,
    answerTimeout,
  })
  let lines = ''
  const log = createLog({
    level: 'trace',
    clock: Date.now,
    write: (more) => {
      lines += more
    },
  })
  rig.logged = () => {
    log.flush()
    return lines
  }
  const mails = mailDelivery(transport, 'staff@example.jp', readOperator(''), NO_LINKS)
  const outbox = startOutbox({
    database: rig.database,
    clock: () => Date.now() + rig.offset,
    // PostgreSQL's own cannot be moved.
    databaseClock: async () => Date.now() + rig.offset,
    log,
    limits: NO_LIMITS,
    senders: 32,
    poll: 20,
    channels: [channelOf(['mail_applicant', 'mail_staff'], mails, { answerTimeout })],
    ...options,
  })
  onTestFinished(async () => {
    transport.close()
    await outbox.stop()
  })
  return outbox
}

export type Applying = { sender?: string; at?: number }

/** One whole application, which promises a mail to its applicant and one to staff. */
export async function complete(
  database: Database,
  email: string,
  { sender = '192.0.2.1', at = Date.now() }: Applying = {},
): Promise<void> {
  const applications = applicationsOn(database, { clock: () => at })
  const applicant = { ...CORPORATION, email }
  const { username } = await applications.register(register({ applicant }))
  await applications.consent(consent({ customer: username, kind: 1 }))
  await applications.addFacilities(addition({ customer: username, sender }))
}

const LOOK_MS = 20

/** Counts its looks in place of the time: a process that was stopped has not waited. */
export async function until(what: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (let left = ms / LOOK_MS; !(await what()); left--) {
    if (left <= 0) throw new Error('it did not come about')
    await sleep(LOOK_MS)
  }
}

export const sentTo = ({ server }: Rig) => server.mails.flatMap(({ recipients }) => recipients)

export const states = async ({ database }: Rig) =>
  (await everythingIn(database)).outbox.map(({ kind, state }) => `${kind} ${state}`)
