/** The cells that the table's tools add to each row: its charge, the button of its menu, its notes. */
// biome-ignore-all lint/a11y/useSemanticElements: as in the table that they complete.
// biome-ignore-all lint/a11y/useFocusableInteractive: as in the table that they complete.
import type { ReactNode } from 'react'
import { cellName } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { type Estimate, type RowCharge, sharesCharge } from '#domain/prices.ts'
import { noteId } from '#ui/field.tsx'
import { chargeOf } from '../form/estimate-lines.tsx'
import { type GoTo, type Remark, RemarkLine } from './remark.tsx'
import { rowButtonId } from './row-focus.ts'

/** `describedBy`: ids of what a screen reader reads with the row's number, its notes and a shared charge. */
export type RowTools = { node: ReactNode; describedBy: string | undefined }

type Content = { charge: string; isShared: boolean; remarks: readonly Remark[] }
type Entry = { content: Content; tools: RowTools }
type Summary = {
  remarks: ReadonlyMap<number, readonly Remark[]>
  estimate: Estimate | null
}

/** Makes these cells: the same object for a row as long as its charge and notes are the same, so that React renders only what changed. */
export function createRowTools(flow: FlowWithRows, press: Presses) {
  const entries = new Map<number, Entry>()
  return (count: number, { remarks, estimate }: Summary): RowTools[] => {
    const charges = new Map(estimate?.rows.map((charge) => [charge.no, charge]))
    return Array.from({ length: count }, (_, index) => {
      const no = index + 1
      const content = {
        ...chargeContent(charges.get(no), estimate),
        remarks: remarks.get(no) ?? NONE,
      }
      const before = entries.get(no)
      if (before && isSame(before.content, content)) return before.tools
      const tools = toolsOf(no, content, { flow, press })
      entries.set(no, { content, tools })
      return tools
    })
  }
}

function chargeContent(charge: RowCharge | undefined, estimate: Estimate | null) {
  if (!charge || !estimate) return { charge: '', isShared: false }
  return { charge: chargeOf(charge, estimate), isShared: sharesCharge(charge) }
}

const NONE: readonly Remark[] = []

function isSame(before: Content, after: Content): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}

/** What the buttons beside a row do. */
type Presses = { openMenu: (no: number) => void; goTo: GoTo }

type Shared = { flow: FlowWithRows; press: Presses }

function toolsOf(no: number, content: Content, shared: Shared): RowTools {
  const { isShared, remarks } = content
  const ids = [isShared && chargeId(no), remarks.length > 0 && notesId(no)].filter(Boolean)
  return {
    node: <ToolCells key={no} no={no} {...shared} {...content} />,
    describedBy: ids.join(' ') || undefined,
  }
}

type Props = Content & Shared & { no: number }

function ToolCells({ no, flow, charge, remarks, press }: Props) {
  return (
    <>
      <div
        role="cell"
        className="row-charge"
        id={chargeId(no)}
        data-of={FLOWS[flow].isFree ? OF_CONTRACT : undefined}
      >
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
          onClick={() => press.openMenu(no)}
        >
          …
        </button>
      </div>
      <div role="cell" className="row-next">
        <button type="button" className="secondary" onClick={() => focusRow(no + 1)}>
          次の行を入力
        </button>
      </div>
      <div role="cell" className="row-notes" id={notesId(no)}>
        {remarks.map((remark) => (
          <RemarkLine key={remark.kind} remark={remark} goTo={press.goTo} />
        ))}
      </div>
    </>
  )
}

/** On a phone the focus opens it. */
function focusRow(no: number): void {
  document.getElementById(cellName(no, 'facilityName'))?.focus()
}

/** A trial is free: what its rows would cost. */
const OF_CONTRACT = 'ご契約時'

/** The headings of these columns, portalled into the row of headings. */
export function ToolHeadings({ flow }: { flow: FlowWithRows }) {
  return (
    <>
      <span role="columnheader" className="row-charge">
        {FLOWS[flow].isFree ? OF_CONTRACT : '料金'}
      </span>
      <span role="columnheader">
        <span className="unseen">操作</span>
      </span>
    </>
  )
}

const chargeId = (no: number) => `row-${no}-charge`
const notesId = (no: number) => noteId(cellName(no, 'facilityNumber'))
