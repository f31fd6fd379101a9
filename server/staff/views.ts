/** Conditions of a list that a person keeps under a name. */

import { MOST_VIEWS } from '#contract/console.ts'
import type { SavedView } from '#contract/console-schemas.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { deleteView, saveView, viewsOf } from '../store/queries/assignees-and-views.ts'

export type SavedViews = {
  /** By name. */
  of(account: string): Promise<SavedView[]>
  /** Takes the place of the view of the same name. Throws `too_many_views`. */
  save(account: string, view: SavedView): Promise<void>
  remove(account: string, name: string): Promise<void>
}

export function createViews(database: Database): SavedViews {
  return {
    async of(account) {
      const rows = await database.read((tx) => viewsOf(tx, { account }))
      return rows.map(({ name, filter }) => ({ name, filter: JSON.parse(filter) }))
    },
    save: (account, { name, filter }) =>
      database.atomic(async (tx) => {
        const rows = await viewsOf(tx, { account })
        const others = rows.filter((row) => row.name !== name)
        if (others.length >= MOST_VIEWS) throw new AppError('too_many_views')
        await saveView(tx, { account, name, filter: JSON.stringify(filter) })
      }),
    async remove(account, name) {
      await database.atomic((tx) => deleteView(tx, { account, name }))
    },
  }
}
