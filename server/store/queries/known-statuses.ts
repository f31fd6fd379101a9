/**
 * A status that an earlier version does not know is written by nobody while a process of that version works on the
 * database; and once one was written, such a process does not start. Each calls itself by the generation of
 * STAFF_STATUSES that it knows.
 */
import { sql } from 'kysely'
import { STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { readFirst, type Transaction } from '../statement.ts'
import { findValue, setValue } from './installation-values.ts'

const GENERATION = Math.max(...STAFF_STATUS_NAMES.map((status) => STAFF_STATUSES[status].since))
const NAME = 'moushikomi'

/** What a process calls itself at PostgreSQL. */
export const PROCESS_NAME = `${NAME} ${GENERATION}`

/** The highest generation that a status was written of. */
const WRITTEN = 'statuses'

/**
 * Of the generation `since`: false while a process works that does not know it. SQLite has one server, and its other
 * programs are refused as they open the file.
 */
export async function admitStatus(tx: Transaction, since: number): Promise<boolean> {
  // Every process knows the first.
  if (since === 1) return true
  if (await olderProcess(tx, { since })) return false
  if ((await writtenGeneration(tx)) < since)
    await setValue(tx, { name: WRITTEN, value: String(since) })
  return true
}

/** Whether a status was written that this program does not know. */
export async function hasUnknownStatus(tx: Transaction, known = GENERATION): Promise<boolean> {
  return (await writtenGeneration(tx)) > known
}

async function writtenGeneration(tx: Transaction): Promise<number> {
  return Number((await findValue(tx, { name: WRITTEN }))?.value ?? 1)
}

const olderProcess = readFirst((db, { since }: { since: number }, dialect) => {
  const one = db.selectNoFrom(sql<number>`1`.as('one'))
  if (dialect === 'sqlite') return one.where(sql<boolean>`1 = 0`)
  return one.where(
    sql<boolean>`exists (select 1 from pg_stat_activity where datname = current_database()
      and cast(substring(application_name from ${`^${NAME} ([0-9]{1,9})$`}) as integer) < ${since})`,
  )
})
