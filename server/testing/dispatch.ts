/** An outbox of one channel on a real database, whose attempts end and whose time passes when the test says so, and whose database can be made to fail. */
import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Outcome } from '../delivery/channel.ts'
import {
  type Channel,
  type Deliver,
  type OutboxOptions,
  type Prepare,
  telling,
} from '../delivery/channel.ts'
import { startOutbox } from '../delivery/deliveries.ts'
import { createLog } from '../observability/log.ts'
import type { Database } from '../store/database.ts'
import { summariesOf } from '../store/queries/stored-applications.ts'
import type { OutboxRow } from '../store/schema.ts'
import { NOW } from './calls.ts'
import { openEmpty } from './databases.ts'
import { type HeldTime, holdTime } from './held-time.ts'
import { channelOf, NO_LIMITS } from './outbox.ts'
import { applicationRow, outboxRow, put, rowsIn } from './rows.ts'

/** A webhook call that is due, to a host of its own; all are of the application a. */
export const call = (id: string, given: Partial<OutboxRow> = {}): OutboxRow =>
  outboxRow(id, {
    kind: 'webhook',
    destination: id,
    next_at: NOW,
    created_at: NOW,
    ...given,
  })

type Begun = {
  id: string
  at: number
  customer: string
  end(outcome: Outcome | Promise<never>): void
}

type DispatchOptions = Partial<
  Omit<OutboxOptions, 'channels' | 'database'> & Omit<Channel, 'prepare'>
> & {
  /** Whose database and time it shares. */
  beside?: { database: Database; time: HeldTime }
  /** In place of an attempt that ends when the test says so. */
  deliver?: Deliver
  /** So many times what is to be told cannot be read. */
  unreadable?: number
}

export async function dispatch(
  rows: readonly OutboxRow[],
  {
    kinds = ['webhook'],
    deliver,
    answerTimeout = 600_000,
    unreadable = 0,
    beside,
    ...options
  }: DispatchOptions = {},
) {
  const database = beside?.database ?? (await openEmpty('sqlite'))
  if (!beside) await put(database, { applications: [applicationRow('a')], outbox: rows })
  const time = beside?.time ?? holdTime()
  const { watched, calls, failing, idle } = watch(database)
  const rig = { now: NOW, begun: [] as Begun[] }
  const { log, logged } = readableLog()
  const tell = telling(summariesOf, (row, { customer }, at) => {
    if (deliver) return deliver(row, at)
    return new Promise<Outcome>((end) => rig.begun.push({ id: row.id, at, customer, end }))
  })
  const prepare = failingFirst(tell, unreadable)
  const outbox = startOutbox({
    clock: () => rig.now,
    log,
    limits: NO_LIMITS,
    senders: 8,
    channels: [channelOf(kinds, prepare, { answerTimeout })],
    ...options,
    database: watched,
  })
  const { pass, passUntil } = passing(time, idle)
  onTestFinished(async () => {
    for (const { end } of rig.begun) end({ status: 'delivered' })
    let isOver = false
    void outbox.stop().then(() => {
      isOver = true
    })
    await passUntil(() => isOver)
  })
  await pass(0)
  const stored = async () =>
    (await rowsIn(database, 'outbox')).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return Object.assign(rig, {
    database,
    time,
    outbox,
    calls,
    failing,
    pass,
    passUntil,
    rows: stored,
    rowsThatAre: async (state: OutboxRow['state']) =>
      (await stored()).filter((row) => row.state === state),
    logged,
  })
}

function failingFirst(tell: Prepare, times: number): Prepare {
  let left = times
  return async (tx, ids) => {
    left -= 1
    if (left >= 0) throw new Error('as the test asked')
    return tell(tx, ids)
  }
}

function readableLog() {
  const lines: string[] = []
  const log = createLog({ level: 'trace', clock: () => 0, write: (more) => lines.push(more) })
  const logged = (event: string): Record<string, unknown>[] => {
    log.flush()
    const all = lines.join('').split('\n').filter(Boolean)
    return all.map((line) => JSON.parse(line)).filter((line) => line.event === event)
  }
  return { log, logged }
}

const LONGEST_MS = 5000

/** Lets time pass, and after each millisecond whatever the database was asked come to its end. */
function passing(time: HeldTime, idle: () => Promise<void>) {
  const pass = async (ms: number) => {
    await idle()
    for (let left = ms; left > 0; left -= 1) {
      time.pass(1)
      await idle()
    }
  }
  /** Gives the milliseconds that it took. */
  const passUntil = async (what: () => boolean): Promise<number> => {
    await idle()
    for (let ms = 0; ms < LONGEST_MS; ms += 1) {
      if (what()) return ms
      await pass(1)
    }
    throw new Error('it did not come about')
  }
  return { pass, passUntil }
}

/** Counts what a database is asked, and lets the next `failing` of a kind fail. */
function watch(database: Database) {
  const calls = { atomic: 0, read: 0 }
  const failing = { atomic: 0, read: 0 }
  let asking = 0
  const ask =
    (kind: 'atomic' | 'read'): Database['read'] =>
    async (work) => {
      calls[kind] += 1
      asking += 1
      try {
        if (failing[kind] === 0) return await database[kind](work)
        failing[kind] -= 1
        throw new Error('as the test asked')
      } finally {
        asking -= 1
      }
    }
  const idle = async () => {
    do await setImmediate()
    while (asking > 0)
  }
  const watched: Database = { ...database, atomic: ask('atomic'), read: ask('read') }
  return { watched, calls, failing, idle }
}
