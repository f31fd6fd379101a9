/** Facts about the installation that several processes agree on. */
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** True for the one process that comes first after `since`; it then stands at `now`. Both in epoch milliseconds. */
export async function takeTurn(
  tx: Transaction,
  { name, since, now }: { name: string; since: number; now: number },
): Promise<boolean> {
  const [latest, value] = [textOf(since), textOf(now)]
  if ((await tx.run(firstTurn, { name, value })) > 0) return true
  return (await tx.run(laterTurn, { name, value, latest })) > 0
}

/** Instants as texts that sort as they follow one another. */
function textOf(at: number): string {
  return new Date(at).toISOString()
}

const firstTurn = statement((db, { name, value }: { name: string; value: string }) =>
  db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing()),
)

const laterTurn = statement(
  (db, { name, value, latest }: { name: string; value: string; latest: string }) =>
    db.updateTable('facts').set({ value }).where('name', '=', name).where('value', '<=', latest),
)
