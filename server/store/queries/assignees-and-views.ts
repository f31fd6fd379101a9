/** What staff make of applications beside their status: who takes care of one, who touched it last; and the views that a person keeps. */

import type { StaffViewRow, WorkRow } from '../schema.ts'
import { readAll, readFirst, readForAll, type Transaction, write, writeOne } from '../statement.ts'

type Touch = { application: string; who: string; at: number }

/** Notes who has just done something with an application. */
export async function touch(tx: Transaction, p: Touch): Promise<void> {
  if (!(await insertWork(tx, p))) await changeTouch(tx, p)
}

/** Gives an application to somebody where it still is `from`'s; false where it is not. */
export async function changeAssignee(
  tx: Transaction,
  p: Touch & { from: string; to: string },
): Promise<boolean> {
  await insertWork(tx, p)
  return replaceAssignee(tx, p)
}

export const worksOf = readForAll((db, ids) =>
  db.selectFrom('work').selectAll().where('application', 'in', ids),
)

export const findWork = readFirst((db, { application }: Pick<WorkRow, 'application'>) =>
  db.selectFrom('work').selectAll().where('application', '=', application),
)

const insertWork = writeOne((db, { application, who, at }: Touch) =>
  db
    .insertInto('work')
    .values({ application, assignee: '', touched_at: at, touched_by: who })
    .onConflict((conflict) => conflict.doNothing()),
)

const changeTouch = write((db, { application, who, at }: Touch) =>
  db
    .updateTable('work')
    .set({ touched_at: at, touched_by: who })
    .where('application', '=', application),
)

const replaceAssignee = writeOne((db, p: Touch & { from: string; to: string }) =>
  db
    .updateTable('work')
    .set({ assignee: p.to, touched_at: p.at, touched_by: p.who })
    .where('application', '=', p.application)
    .where('assignee', '=', p.from),
)

type OfAccount = Pick<StaffViewRow, 'account'>
type View = Pick<StaffViewRow, 'account' | 'name'>

export const viewsOf = readAll((db, { account }: OfAccount) =>
  db.selectFrom('staff_views').selectAll().where('account', '=', account).orderBy('name'),
)

/** Takes the place of the view of the same name. */
export const saveView = write((db, { account, name, filter }: StaffViewRow) =>
  db
    .insertInto('staff_views')
    .values({ account, name, filter })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'name'])
        .doUpdateSet((row) => ({ filter: row.ref('excluded.filter') })),
    ),
)

/** False where there is none of this name. */
export const deleteView = writeOne((db, { account, name }: View) =>
  db.deleteFrom('staff_views').where('account', '=', account).where('name', '=', name),
)
