/**
 * Reads the mailbox that returned mails come to, by IMAP. One process at a time holds its lease, and the place that is
 * read is written down behind what was taken of it: after a crash a message is read again, and its notice is known.
 */

import { randomUUID } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/tokyo-time.ts'
import { isUnavailable } from '../errors.ts'
import { type Log, traceOf } from '../observability/log.ts'
import { poll } from '../polling.ts'
import type { Database } from '../store/database.ts'
import { changeValue, findValue, insertValue } from '../store/queries/installation-values.ts'
import { databaseClock } from '../store/queries/outbox.ts'
import { type Connection, createConnection, type MailboxOptions, openFolder } from './connection.ts'
import type { NoticeReader } from './notice-reader.ts'
import { MOST_READ } from './read-notice.ts'
import type { TakeNotice } from './take.ts'

export type MailboxDeps = {
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  log: Log
  reader: NoticeReader
  take: TakeNotice
  /** Told of each message by what came of it. */
  count: (outcome: Awaited<ReturnType<TakeNotice>>) => void
  /** Milliseconds between two looks. */
  interval?: number
}

export type ReturnedMailbox = {
  /** How long the mailbox could not be read; 0 while it can, or another process reads it. */
  failingSeconds(): number
  stop(): Promise<void>
}

const POLL_MS = 15_000
/** Of a mailbox that cannot be read: a provider closes an account that logs in too often. */
const MOST_PAUSE = 8
const LEASE_MS = MINUTE_MS
/** Messages of one turn: between turns the lease is renewed, and a stop is heard. */
const TURN = 50
const DELETE_EVERY_MS = HOUR_MS
/** Looks in which a message is not given before it is passed over; between them the connection is a new one. */
const MOST_FAILED = 3

export function startReturnedMailbox(options: MailboxOptions, deps: MailboxDeps): ReturnedMailbox {
  const { log, interval = POLL_MS } = deps
  const connection = createConnection(options, log)
  const lease = createLease(deps)
  const failed = new Map<number, number>()
  let failingSince: number | undefined
  let failures = 0
  const look = async (signal: AbortSignal) => {
    try {
      if (await lease.take())
        await readAll({ ...options, ...deps, connection, lease, signal, failed })
      else connection.end()
      if (failingSince !== undefined) log.warn('returned_mailbox_over')
      failingSince = undefined
      failures = 0
    } catch (error) {
      connection.end()
      if (failingSince === undefined) log.warn('returned_mailbox_failed', { error: traceOf(error) })
      failingSince ??= performance.now()
      failures += 1
    }
  }
  const polling = poll({
    look,
    pause: () => interval * Math.min(MOST_PAUSE, Math.max(1, failures)),
    async end() {
      connection.end()
      await lease.end().catch(() => {})
    },
  })
  return {
    failingSeconds: () =>
      failingSince === undefined ? 0 : (performance.now() - failingSince) / 1000,
    async stop() {
      const ended = polling.stop()
      // A server that does not answer is not waited for.
      connection.end()
      await ended
    },
  }
}

type Run = MailboxOptions &
  MailboxDeps & {
    connection: Connection
    lease: Lease
    signal: AbortSignal
    /** In how many looks the server did not give a message, by its UID. */
    failed: Map<number, number>
  }

async function readAll(run: Run): Promise<void> {
  const { connection, lease, signal, failed } = run
  const client = await connection.open()
  const lock = await openFolder(client, run)
  try {
    await client.noop()
    const validity = client.mailbox ? String(client.mailbox.uidValidity) : ''
    // Numbers of another validity name other messages.
    if (lease.place().validity !== validity) {
      await lease.move({ validity, uid: 0 })
      failed.clear()
    }
    const found = await client.search({ uid: `${lease.place().uid + 1}:*` }, { uid: true })
    // The range always names the last message, also where it was read.
    const uids = (found || []).filter((uid) => uid > lease.place().uid).sort((a, b) => a - b)
    for (let from = 0; from < uids.length && !signal.aborted; from += TURN)
      await readSome(run, client, uids.slice(from, from + TURN))
    if (!signal.aborted) await deleteOld(run, client)
  } finally {
    lock.release()
  }
}

/**
 * Reads and takes these messages, and writes down how far all are read. A message that the server did not give in
 * several looks (poison message) is asked for once more behind another one: where only that one comes, it counts as
 * unreadable, so that it keeps none behind it from being read. Exported for its test.
 */
export async function readSome(run: Run, client: ImapFlow, uids: number[]) {
  const { lease, signal, count, failed, log } = run
  const { validity, uid: before } = lease.place()
  const isSuspect = (uid: number) => (failed.get(uid) ?? 0) >= MOST_FAILED
  const [first, ...others] = uids.filter((uid) => !isSuspect(uid))
  const order = [...(first === undefined ? [] : [first]), ...uids.filter(isSuspect), ...others]
  const unread = new Set(uids)
  let isAnyGiven = false
  try {
    for (const uid of order) {
      if (signal.aborted) break
      try {
        const raw = await sourceOf(client, uid)
        if (raw) count(await taken(run, raw))
        isAnyGiven ||= raw !== undefined
      } catch (error) {
        if (!(error instanceof NotGiven) || signal.aborted) throw error
        if (!isSuspect(uid) || !isAnyGiven) {
          failed.set(uid, (failed.get(uid) ?? 0) + 1)
          throw error.cause
        }
        log.error('returned_mistake', { error: traceOf(error.cause) })
        count('unreadable')
      }
      failed.delete(uid)
      unread.delete(uid)
    }
  } finally {
    const done = Math.min(...unread, (uids.at(-1) ?? 0) + 1) - 1
    if (done > before) await lease.move({ validity, uid: done })
  }
}

/** What became of a message; one that the program cannot take counts as unreadable. */
async function taken({ reader, take, log }: Run, raw: Buffer) {
  const notice = await reader.read(raw)
  return take(notice).catch((error: unknown) => {
    if (isUnavailable(error)) throw error
    log.error('returned_mistake', { error: traceOf(error) })
    return 'unreadable' as const
  })
}

/** The server refused this message, or ended the connection over it. */
class NotGiven extends Error {}

/** Undefined where whoever else looks after the mailbox has deleted it. Throws NotGiven, but where the server asks to be left alone. */
async function sourceOf(client: ImapFlow, uid: number): Promise<Buffer | undefined> {
  const wanted = { source: { start: 0, maxLength: MOST_READ } }
  try {
    const message = await client.fetchOne(String(uid), wanted, { uid: true })
    return message ? message.source : undefined
  } catch (cause) {
    const isThrottled = cause instanceof Error && 'code' in cause && cause.code === 'ETHROTTLE'
    throw isThrottled ? cause : new NotGiven('not given', { cause })
  }
}

type Deletion = Pick<Run, 'deleteDays' | 'clock'> & {
  lease: Pick<Lease, 'place' | 'takeDeletion'>
}

/** Deletes messages beyond their days, up to the last one that was read: an old one may have been moved here since, and is read first. */
export async function deleteOld(
  { deleteDays, clock, lease }: Deletion,
  client: Pick<ImapFlow, 'search' | 'messageDelete'>,
): Promise<void> {
  if (deleteDays === 0 || !lease.takeDeletion(clock())) return
  const before = new Date(clock() - deleteDays * DAY_MS)
  const found = (await client.search({ before }, { uid: true })) || []
  const uids = found.filter((uid) => uid <= lease.place().uid)
  for (let from = 0; from < uids.length; from += TURN)
    await client.messageDelete(uids.slice(from, from + TURN).join(','), { uid: true })
}

const FACT = 'returned_mailbox'

/** The last message that was read, by its number and what that number holds in. */
type Place = { validity: string; uid: number }
type Held = Place & { owner: string; until: number }

type Lease = {
  /** False while another process has it. */
  take(): Promise<boolean>
  place(): Place
  /** Behind what was read. Throws where another process has the lease by now. */
  move(to: Place): Promise<void>
  end(): Promise<void>
  takeDeletion(now: number): boolean
}

function createLease({ database, clock }: Pick<MailboxDeps, 'database' | 'clock'>): Lease {
  const owner = randomUUID()
  let value: string | undefined
  let place: Place = { validity: '', uid: 0 }
  let deletedAt = Number.NEGATIVE_INFINITY
  const write = (from: string | undefined, to: Omit<Held, 'owner' | 'until'>, isOver = false) =>
    database.atomic(async (tx) => {
      const now = await databaseClock(tx, clock())
      const until = isOver ? 0 : now + LEASE_MS
      const next = JSON.stringify({ ...to, owner, until } satisfies Held)
      const isOurs =
        from === undefined
          ? await insertValue(tx, { name: FACT, value: next })
          : await changeValue(tx, { name: FACT, value: next, from })
      if (isOurs) value = next
      return isOurs
    })
  return {
    async take() {
      const [found, now] = await database.read(async (tx) => [
        await findValue(tx, { name: FACT }),
        await databaseClock(tx, clock()),
      ])
      const held = found && (JSON.parse(found.value) as Held)
      // A lease that lies further ahead than any is one of a clock that was wrong.
      const isTaken = held && held.until > now && held.until <= now + LEASE_MS
      if (isTaken && held.owner !== owner) return false
      place = { validity: held?.validity ?? '', uid: held?.uid ?? 0 }
      return write(found?.value, place)
    },
    place: () => place,
    async move(to) {
      if (!(await write(value, to))) throw new Error('the lease of the mailbox was lost')
      place = to
    },
    async end() {
      if (value !== undefined) await write(value, place, true)
    },
    takeDeletion(now) {
      if (now - deletedAt < DELETE_EVERY_MS) return false
      deletedAt = now
      return true
    },
  }
}
