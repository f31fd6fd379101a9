/** What can be done with the rows of the table: the menu of one row, and what its items and the other buttons do. */
import { cellName, type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import { linesOfRows } from '#sheets/read/csv.ts'
import { Dialog } from '#ui/dialog.tsx'
import { rowsOnScreen } from './cells.ts'
import { copyTable } from './export.ts'
import { NOT_COPIED } from './overflow.tsx'
import {
  atLeast,
  blankRow,
  reverted,
  withNumbers,
  withoutBlankEnd,
  withoutRow,
  withRow,
  withServiceBelow,
} from './row-edits.ts'
import { BAR_ID, rowButtonId } from './row-focus.ts'
import type { Repair } from './row-notes.ts'
import type { useEdits } from './use-edits.ts'

type Props = {
  no: number
  act: Pick<
    ReturnType<typeof rowActions>,
    'insertBelow' | 'duplicate' | 'fillServiceBelow' | 'remove'
  >
  onClose: () => void
}

export function RowMenu({ no, act, onClose }: Props) {
  return (
    <Dialog
      className="row-menu"
      aria-label={`${no}行目の操作`}
      onOpen={(dialog) => standBeside(dialog, document.getElementById(rowButtonId(no)))}
      onClose={onClose}
      // A press beside it.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
      }}
    >
      {(close) => {
        const choose = (action: () => void) => {
          // The dialog gives the focus back as it closes; what is done afterwards may take it on.
          close()
          onClose()
          action()
        }
        return (
          <>
            {ITEMS.map(([words, action]) => (
              <button
                key={action}
                type="button"
                className="secondary"
                onClick={() => choose(() => act[action](no))}
              >
                {words}
              </button>
            ))}
            <button type="button" className="secondary" onClick={close}>
              閉じる
            </button>
          </>
        )
      }}
    </Dialog>
  )
}

const ITEMS = [
  ['下に行を挿入', 'insertBelow'],
  ['この行を複製', 'duplicate'],
  ['サービス種類を下の空欄にも入れる', 'fillServiceBelow'],
  ['この行を削除', 'remove'],
] as const

const GAP_PX = 8

/** Beside its button, inside the window; a narrow window has it at its foot instead. */
function standBeside(dialog: HTMLElement, button: HTMLElement | null): void {
  if (!button || innerWidth < NARROW_PX) return
  const { bottom, right } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = dialog
  dialog.style.left = `${Math.max(GAP_PX, right - offsetWidth)}px`
  dialog.style.top = `${Math.max(GAP_PX, Math.min(bottom, innerHeight - offsetHeight - GAP_PX))}px`
}

/** As the style sheet has it: below 48rem rows are cards. */
const NARROW_PX = 768

type Edits = Pick<ReturnType<typeof useEdits>, 'apply' | 'announce'>

export function rowActions(rules: RowRules, edits: Edits) {
  return {
    insertBelow: (no: number) =>
      putBelow(rules, edits, blankRow(no + 1), `${no}行目の下に行を挿入しました。`),
    duplicate: (no: number) => {
      const row = rowsOnScreen()[no - 1]
      if (row)
        putBelow(rules, edits, { ...row, no: no + 1 }, `${no}行目を${no + 1}行目に複製しました。`)
    },
    remove: (no: number) => remove(rules, edits, no),
    repair: (repair: Repair, repairs: readonly Pick<FacilityRow, 'no' | 'facilityNumber'>[]) =>
      rewrite(edits, {
        change: (rows) => withNumbers(rows, repairs),
        sentence: `${repairs.length}件の事業所番号${REPAIRED[repair]}`,
        // Its own button is gone.
        focus: BAR_ID,
      }),
    fillServiceBelow: (no: number) => fillServiceBelow(edits, no),
    copy: () => copy(edits),
  }
}

const REPAIRED: Record<Repair, string> = {
  zero: 'に先頭の0を補いました。',
  signs: 'から余分な文字を取り除きました。',
}

function putBelow(
  { max }: RowRules,
  { apply, announce }: Edits,
  row: FacilityRow,
  sentence: string,
) {
  const put = (now: readonly FacilityRow[]) => withRow(now, row, max)
  const rows = put(rowsOnScreen())
  if (!rows) return announce('空いている行がないため、行を増やせません。')
  const count = rowsOnScreen().length
  apply({
    rows,
    sentence,
    focus: cellName(row.no, 'facilityName'),
    undo: (now) => atLeast(withoutRow(now, row.no), count),
    redo: put,
  })
}

function remove({ initial, max }: RowRules, { apply }: Edits, no: number) {
  const before = rowsOnScreen()
  const row = before[no - 1]
  if (!row) return
  const without = (now: readonly FacilityRow[]) => atLeast(withoutRow(now, no), initial)
  const rows = without(before)
  apply({
    rows,
    sentence: `${no}行目を削除しました。`,
    focus: rowButtonId(Math.min(no, rows.length)),
    undo: (now) => {
      const restored = withRow(now, row, max)
      return restored && withoutBlankEnd(restored, before.length)
    },
    redo: without,
  })
}

type Rewrite = {
  change: (rows: readonly FacilityRow[]) => FacilityRow[]
  sentence: string
  focus: string
}

/** A change that leaves every row in its place. */
function rewrite({ apply }: Edits, { change, sentence, focus }: Rewrite) {
  const before = rowsOnScreen()
  const rows = change(before)
  apply({
    rows,
    sentence,
    focus,
    undo: (now) => reverted(now, before, rows),
    redo: (now) => reverted(now, rows, before),
  })
}

function fillServiceBelow(edits: Edits, no: number) {
  const before = rowsOnScreen()
  const filled = withServiceBelow(before, no)
  const count = filled.filter(({ serviceKey }, index) => serviceKey !== before[index]?.serviceKey)
  if (count.length === 0)
    return edits.announce(`${no}行目より下に、サービス種類が空欄の事業所はありません。`)
  rewrite(edits, {
    change: () => filled,
    sentence: `${count.length}行に、${no}行目と同じサービス種類を入れました。`,
    focus: rowButtonId(no),
  })
}

async function copy({ announce }: Edits) {
  const rows = rowsOnScreen().filter((row) => !isBlankRow(row))
  if (rows.length === 0)
    return announce('まだ何も入力されていません。入力してからコピーしてください。')
  const isCopied = await copyTable(linesOfRows(rows))
  announce(
    isCopied ? `${rows.length}行をコピーしました。表計算ソフトに貼り付けられます。` : NOT_COPIED,
  )
}
