/** What stands beside each row: the button of its menu, and under its cells what is to be said of it. */
// biome-ignore-all lint/a11y/useSemanticElements: as in the table that they complete.
import type { ReactNode } from 'react'
import { cellName } from '#domain/facilities.ts'
import type { RowNote } from '#domain/row-notes.ts'
import { remarkId } from '../parts/field.tsx'
import { rowButtonId } from './focus-targets.ts'
import type { RowNotes } from './use-summary.ts'

type Known = { notes: readonly RowNote[] | undefined; node: ReactNode }

/** Makes what stands beside the rows: the same object for a row as long as the same is said of it: what is unchanged is not rendered. */
export function createRowExtras(openMenu: (no: number) => void) {
  const known = new Map<number, Known>()
  return (count: number, notes: RowNotes): ReactNode[] =>
    Array.from({ length: count }, (_, index) => {
      const no = index + 1
      const before = known.get(no)
      if (before && before.notes === notes.get(no)) return before.node
      const node = <RowExtras key={no} no={no} notes={notes.get(no)} openMenu={openMenu} />
      known.set(no, { notes: notes.get(no), node })
      return node
    })
}

type Props = Omit<Known, 'node'> & { no: number; openMenu: (no: number) => void }

function RowExtras({ no, notes, openMenu }: Props) {
  return (
    <>
      <div role="cell" className="row-button">
        <button
          type="button"
          className="secondary"
          id={rowButtonId(no)}
          aria-label={`${no}行目の操作`}
          aria-haspopup="dialog"
          onClick={() => openMenu(no)}
        >
          …
        </button>
      </div>
      <div role="cell" className="row-notes" id={remarkId(cellName(no, 'facilityNumber'))}>
        {notes?.map(({ kind, message }) => (
          <p key={kind} className={kind === 'charge' ? undefined : 'doubt'}>
            {message}
          </p>
        ))}
      </div>
    </>
  )
}
