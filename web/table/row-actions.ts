/** What the buttons of the table do with its rows. */
import { cellName, type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import { rowsOnScreen } from './cells.ts'
import { tsvOf } from './clipboard.ts'
import { copyText } from './export.ts'
import { NOT_COPIED } from './overflow.tsx'
import {
  atLeast,
  blankRow,
  reverted,
  withNumbers,
  withoutBlankEnd,
  withoutRow,
  withRow,
} from './row-edits.ts'
import { rowButtonId } from './row-menu.tsx'
import { BAR_ID, type useEdits } from './use-edits.ts'

export function rowActions(
  { initial, max }: RowRules,
  { apply, say }: Pick<ReturnType<typeof useEdits>, 'apply' | 'say'>,
) {
  return {
    insertBelow: (no: number) => {
      const rows = withRow(rowsOnScreen(), blankRow(no + 1), max)
      if (!rows) return say(`${max}行すべてが使われているため、行を挿入できません。`)
      const focus = cellName(no + 1, 'facilityName')
      apply({ rows, sentence: `${no}行目の下に行を挿入しました。`, focus })
    },

    remove: (no: number) => {
      const before = rowsOnScreen()
      const row = before[no - 1]
      if (!row) return
      const rows = atLeast(withoutRow(before, no), initial)
      apply({
        rows,
        sentence: `${no}行目を削除しました。`,
        focus: rowButtonId(Math.min(no, rows.length)),
        undo: (now) => {
          const restored = withRow(now, row, max)
          return restored && withoutBlankEnd(restored, before.length)
        },
      })
    },

    repair: (repairs: readonly Pick<FacilityRow, 'no' | 'facilityNumber'>[]) => {
      const before = rowsOnScreen()
      const rows = withNumbers(before, repairs)
      apply({
        rows,
        sentence: `${repairs.length}件の事業所番号に先頭の0を補いました。`,
        // Its own button is gone.
        focus: BAR_ID,
        undo: (now) => reverted(now, before, rows),
      })
    },

    copy: async () => {
      const rows = rowsOnScreen().filter((row) => !isBlankRow(row))
      if (rows.length === 0) return say('コピーする行がまだありません。')
      const isCopied = await copyText(tsvOf(rows))
      say(
        isCopied
          ? `${rows.length}行をコピーしました。表計算ソフトに貼り付けられます。`
          : NOT_COPIED,
      )
    },
  }
}
