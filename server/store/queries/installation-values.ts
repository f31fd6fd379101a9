/** Values about the installation that several processes agree on. */

import { HOUR_MS, isoTime } from '#domain/tokyo-time.ts'
import { readFirst, type Transaction, write, writeOne } from '../statement.ts'

/** postponed: by the clock the last turn lies ahead, or too far back. The turn counts as taken, and nothing is done. */
export type Turn = 'taken' | 'waiting' | 'postponed'

/** Another process's clock may differ by this much. */
const TOLERANCE_MS = HOUR_MS
/** After more periods than this without a turn the clock may have jumped, and the next turn will tell. */
const MOST_PERIODS = 3

/**
 * A job's turn, `taken` by one process in a period. A clock that jumps ahead and is set right within a period makes
 * the job do nothing, and never stops it: a turn that lies ahead gives way. Epoch milliseconds.
 */
export async function takeTurn(
  tx: Transaction,
  { name, now, period }: { name: string; now: number; period: number },
): Promise<Turn> {
  const value = isoTime(now)
  const last = await findValue(tx, { name })
  if (!last) return (await insertValue(tx, { name, value })) ? 'taken' : 'waiting'
  const passed = now - Date.parse(last.value)
  if (passed >= -TOLERANCE_MS && passed < period) return 'waiting'
  if (!(await changeValue(tx, { name, value, from: last.value }))) return 'waiting'
  return passed >= 0 && passed <= MOST_PERIODS * period ? 'taken' : 'postponed'
}

export const findValue = readFirst((db, { name }: { name: string }) =>
  db.selectFrom('facts').select('value').where('name', '=', name),
)

/** False where the name has a value already. */
export const insertValue = writeOne((db, { name, value }: { name: string; value: string }) =>
  db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Whatever value the name has. */
export const setValue = write((db, { name, value }: { name: string; value: string }) =>
  db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    ),
)

export const deleteValue = write((db, { name }: { name: string }) =>
  db.deleteFrom('facts').where('name', '=', name),
)

const LAST_BACKUP = 'last_backup'

/** A backup was made and verified at an instant: the command tells, the server's metrics show. Epoch milliseconds. */
export async function noteBackup(tx: Transaction, at: number): Promise<void> {
  await setValue(tx, { name: LAST_BACKUP, value: isoTime(at) })
}

/** Undefined where there is none. */
export async function lastBackup(tx: Transaction): Promise<number | undefined> {
  const last = await findValue(tx, { name: LAST_BACKUP })
  return last && Date.parse(last.value)
}

const CAMPAIGNS = 'campaigns'
const CLOSED_DAYS = 'closed_days'

/** Of the operator's file, for every process: the campaigns that may be named, and the days on which nobody works. */
export async function noteOperator(
  tx: Transaction,
  { campaigns, closedDays }: { campaigns: readonly string[]; closedDays: readonly string[] },
): Promise<void> {
  await setValue(tx, { name: CAMPAIGNS, value: JSON.stringify(campaigns) })
  await setValue(tx, { name: CLOSED_DAYS, value: JSON.stringify(closedDays) })
}

/** The campaigns that may be named. */
export async function namedCampaigns(tx: Transaction): Promise<ReadonlySet<string>> {
  const noted = await findValue(tx, { name: CAMPAIGNS })
  return new Set<string>(JSON.parse(noted?.value ?? '[]'))
}

/** YYYY-MM-DD: the days on which nobody works. */
export async function closedDays(tx: Transaction): Promise<readonly string[]> {
  const noted = await findValue(tx, { name: CLOSED_DAYS })
  return JSON.parse(noted?.value ?? '[]')
}

export const changeValue = writeOne(
  (db, { name, value, from }: { name: string; value: string; from: string }) =>
    db.updateTable('facts').set({ value }).where('name', '=', name).where('value', '=', from),
)
