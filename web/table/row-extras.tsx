/** What stands beside each row: its charge, the button of its menu, and under its cells what is to be said of it. */
// biome-ignore-all lint/a11y/useSemanticElements: as in the table that they complete.
// biome-ignore-all lint/a11y/useFocusableInteractive: as in the table that they complete.
import type { ReactNode } from 'react'
import { cellName } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { type Estimate, type RowCharge, sharesCharge } from '#domain/prices.ts'
import { remarkId } from '#ui/field.tsx'
import { chargeOf } from '../form/estimate-lines.tsx'
import { rowButtonId } from './row-focus.ts'
import type { RowNote } from './row-notes.ts'
import type { RowNotes } from './use-summary.ts'

/** `describedBy` names what is to be heard with the row's number: doubts, and the row that carries its charge. */
export type RowExtra = { node: ReactNode; describedBy: string | undefined }

type Said = { charge: string; isShared: boolean; notes: readonly RowNote[] | undefined }
type Known = { said: Said; extra: RowExtra }
type Summary = { notes: RowNotes; estimate: Estimate | null }

/** Makes what stands beside the rows: the same object for a row as long as the same is said of it: what is unchanged is not rendered. */
export function createRowExtras(openMenu: (no: number) => void) {
  const known = new Map<number, Known>()
  return (count: number, { notes, estimate }: Summary): RowExtra[] => {
    const charges = new Map(estimate?.rows.map((charge) => [charge.no, charge]))
    return Array.from({ length: count }, (_, index) => {
      const no = index + 1
      const said = { ...chargeSaid(charges.get(no), estimate), notes: notes.get(no) }
      const before = known.get(no)
      if (before && isSame(before.said, said)) return before.extra
      const extra = extraOf(no, said, openMenu)
      known.set(no, { said, extra })
      return extra
    })
  }
}

function chargeSaid(charge: RowCharge | undefined, estimate: Estimate | null) {
  if (!charge || !estimate) return { charge: '', isShared: false }
  return { charge: chargeOf(charge, estimate), isShared: sharesCharge(charge) }
}

function isSame(before: Said, after: Said): boolean {
  return before.charge === after.charge && before.notes === after.notes
}

function extraOf(no: number, said: Said, openMenu: (no: number) => void): RowExtra {
  const ids = [said.isShared && chargeId(no), said.notes && notesId(no)].filter(Boolean)
  return {
    node: <RowExtras key={no} no={no} openMenu={openMenu} {...said} />,
    describedBy: ids.join(' ') || undefined,
  }
}

type Props = Said & { no: number; openMenu: (no: number) => void }

function RowExtras({ no, charge, notes, openMenu }: Props) {
  return (
    <>
      <div role="cell" className="row-charge" id={chargeId(no)}>
        {charge}
      </div>
      <div role="cell" className="row-button">
        <button
          type="button"
          className="secondary"
          id={rowButtonId(no)}
          tabIndex={-1}
          aria-label={`${no}行目の操作`}
          aria-haspopup="dialog"
          onClick={() => openMenu(no)}
        >
          …
        </button>
      </div>
      <div role="cell" className="row-notes" id={notesId(no)}>
        {notes?.map(({ kind, message }) => (
          <p key={kind}>{message}</p>
        ))}
      </div>
    </>
  )
}

/** The headings of these columns, portalled into the row of headings. */
export function ExtraHeadings({ flow }: { flow: FlowWithRows }) {
  return (
    <>
      <span role="columnheader" className="row-charge">
        {FLOWS[flow].isFree ? 'ご契約時' : '料金'}
      </span>
      <span role="columnheader">
        <span className="unseen">操作</span>
      </span>
    </>
  )
}

const chargeId = (no: number) => `row-${no}-charge`
const notesId = (no: number) => remarkId(cellName(no, 'facilityNumber'))
