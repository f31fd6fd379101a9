/** An outbox of one channel on a real database, whose attempts end when the test says so and whose database can be made to fail. */
import { onTestFinished } from 'vitest'
import type { Channel, OutboxOptions } from '../delivery/channel.ts'
import { startOutbox } from '../delivery/outbox.ts'
import type { Outcome } from '../delivery/outcome.ts'
import { createLog } from '../observability/log.ts'
import type { Database } from '../store/interface.ts'
import type { OutboxRow } from '../store/schema.ts'
import { NOW } from './calls.ts'
import { openEmpty } from './databases.ts'
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

type DispatchOptions = Partial<Omit<OutboxOptions, 'channels'> & Channel> & {
  /** Where its first read is of what it has claimed: nothing was looked up before. */
  beforeFirstRead?: (database: Database) => Promise<void>
}

export async function dispatch(
  rows: readonly OutboxRow[],
  {
    kinds = ['webhook'],
    deliver,
    answerTimeout = 600_000,
    beforeFirstRead = async () => {},
    ...options
  }: DispatchOptions = {},
) {
  const database = options.database ?? (await openEmpty('sqlite'))
  if (!options.database) await put(database, { applications: [applicationRow('a')], outbox: rows })
  const { watched, calls, atomicAt, failing } = watch(database, beforeFirstRead)
  const rig = { now: NOW, begun: [] as Begun[] }
  const lines: string[] = []
  const log = createLog({ level: 'trace', clock: () => 0, write: (more) => lines.push(more) })
  const own: Channel['deliver'] = (row, { application }, at) =>
    new Promise((end) => {
      rig.begun.push({ id: row.id, at, customer: application.customer, end })
    })
  const outbox = startOutbox({
    clock: () => rig.now,
    log,
    limits: NO_LIMITS,
    senders: 8,
    channels: [channelOf(kinds, deliver ?? own, { answerTimeout, ...options })],
    ...options,
    database: watched,
  })
  onTestFinished(async () => {
    for (const { end } of rig.begun) end({ status: 'delivered' })
    await outbox.stop()
  })
  const stored = async () =>
    (await rowsIn(database, 'outbox')).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return Object.assign(rig, {
    database,
    outbox,
    calls,
    atomicAt,
    failing,
    rows: stored,
    rowsThatAre: async (state: OutboxRow['state']) =>
      (await stored()).filter((row) => row.state === state),
    logged: (event: string): Record<string, unknown>[] => {
      log.flush()
      const all = lines.join('').split('\n').filter(Boolean)
      return all.map((line) => JSON.parse(line)).filter((line) => line.event === event)
    },
  })
}

/** Counts what a database is asked, and lets the next `failing` of a kind fail. */
function watch(database: Database, beforeFirstRead: (database: Database) => Promise<void>) {
  const calls = { atomic: 0, read: 0 }
  /** Milliseconds of performance.now() at which each unit of work was given. */
  const atomicAt: number[] = []
  const failing = { atomic: 0, read: 0 }
  const ask =
    (kind: 'atomic' | 'read'): Database['read'] =>
    async (work) => {
      calls[kind] += 1
      if (kind === 'atomic') atomicAt.push(performance.now())
      if (kind === 'read' && calls.read === 1) await beforeFirstRead(database)
      if (failing[kind] === 0) return database[kind](work)
      failing[kind] -= 1
      throw new Error('as the test asked')
    }
  const watched: Database = { ...database, atomic: ask('atomic'), read: ask('read') }
  return { watched, calls, atomicAt, failing }
}
