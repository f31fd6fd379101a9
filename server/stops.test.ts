/**
 * A stop at each statement of whatever changes a complete application. A stop leaves what was stored before its
 * transaction; the same call again does the rest, once.
 */

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Database } from './store/database.ts'
import { query, type Transaction } from './store/statement.ts'
import { type Action, actionsOn, type Call, storedOf } from './testing/actions.ts'
import { ENGINES, type Engine, openForTest, temporaryFolder } from './testing/databases.ts'
import { runSql } from './testing/raw-sql.ts'
import { differencesFrom } from './testing/rows.ts'
import { type Prepared, prepare, somebody } from './testing/staff-routes.ts'

class Stopped extends Error {}

describe.each(ENGINES)('an action that is stopped, on %s,', (engine) => {
  test('leaves nothing half, and its repetition does the rest once', {
    timeout: 1_200_000,
  }, async () => {
    const { actions } = await actionsOn(engine)
    for (const { name } of actions) await eachStopOf(engine, name)
  })
})

async function eachStopOf(engine: Engine, name: string): Promise<void> {
  const { url, desk, actions } = await actionsOn(engine)
  const action = actions.find((each) => each.name === name)
  if (!action) throw new Error(name)
  const stop = stopping(desk.database, engine === 'sqlite' ? keptBy(url) : endedBy(url))
  const whole = await tried(action, await prepare(desk))
  const statements = await stop.counted(whole.call)
  const once = await whole.stored()
  // A press that was stored and not answered is pressed again.
  await whole.call()
  const twice = await whole.stored()
  for (let at = 1; at <= statements; at += 1) {
    const one = await tried(action, await prepare(desk))
    const left = await stop.at(at, one.call)
    const where = `${name}, statement ${at} of ${statements}`
    if (left) {
      const kept = await openForTest(left)
      expect.soft(differencesFrom([await one.stored()], await one.stored(kept)), where).toEqual([])
      await kept.close()
    }
    await answered(one.call)
    expect.soft(differencesFrom([once, twice], await one.stored()), where).toEqual([])
  }
}

async function tried(action: Action, prepared: Prepared) {
  const caller = await somebody(prepared.desk, 'administrator')
  const call = await action.callOf(prepared, caller)
  return { call, stored: (database?: Database) => storedOf(prepared, [caller], database) }
}

/** Again where the database cannot be had yet, as whoever calls is told to. */
async function answered(call: Call): Promise<void> {
  while ((await call()).statusCode === 503) await sleep(20)
}

type End = (tx: Transaction) => Promise<string | undefined>

/** The file as a process leaves it that is killed; the transaction is undone besides. Gives the address of the copy. */
function keptBy(url: string): End {
  const file = url.slice('sqlite:'.length)
  return async () => {
    const copy = join(temporaryFolder(), 'left.db')
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${copy}${end}`)
    return `sqlite:${copy}`
  }
}

/** PostgreSQL loses the connection of a process that is killed. */
function endedBy(url: string): End {
  return async (tx) => {
    const own = await tx.first(PID)
    await runSql(url, `select pg_terminate_backend(${own?.pid})`)
    return undefined
  }
}

const PID = query((db) => db.selectNoFrom((of) => of.fn<number>('pg_backend_pid', []).as('pid')))

/** Counts the statements of transactions, and ends the work at one of them. */
function stopping(database: Database, end: End) {
  let left = Number.POSITIVE_INFINITY
  let count = 0
  let kept: string | undefined
  const reached = async (tx: Transaction) => {
    count += 1
    left -= 1
    if (left !== 0) return
    kept = await end(tx)
    throw new Stopped()
  }
  const watched = (tx: Transaction): Transaction => ({
    all: async (...args) => reached(tx).then(() => tx.all(...args)),
    first: async (...args) => reached(tx).then(() => tx.first(...args)),
    run: async (...args) => reached(tx).then(() => tx.run(...args)),
  })
  const { atomic, alone } = database
  Object.assign(database, {
    atomic: (work) => atomic((tx) => work(watched(tx))),
    alone: (work) => alone((tx) => work(watched(tx))),
  } satisfies Partial<Database>)
  return {
    /** Of a call that is not stopped. */
    async counted(call: () => Promise<unknown>) {
      count = 0
      await call()
      return count
    },
    /** Where it can be had, the address of a database as it was left. */
    async at(statement: number, call: () => Promise<unknown>) {
      kept = undefined
      left = statement
      await call()
      left = Number.POSITIVE_INFINITY
      return kept
    },
  }
}
