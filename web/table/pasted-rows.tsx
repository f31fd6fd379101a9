/** The rows of a paste as they would stand in the table, each with its notes below and a tick by which it is left out. */

import { memo, startTransition, useEffect, useMemo, useState } from 'react'
import { serviceName } from '#domain/catalogue.ts'
import { DIRECTORY_SOURCE, formatPeriod, type PublishedFacilities } from '#domain/directory.ts'
import { CELL_LABELS, FACILITY_CELLS, type FacilityCell } from '#domain/facilities.ts'
import { SKIP_REASONS } from '#sheets/messages.ts'
import type { PlannedCell, PlannedRow } from '#sheets/paste-plan.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { usePlan } from './use-plan.ts'

/** Something of it is left blank, was chosen among several, or would be lost. */
export function wantsALook({ cells }: PlannedRow): boolean {
  return Object.values(cells).some(
    ({ unclear, doubtful, replaces }) => unclear || doubtful || replaces.trim() !== '',
  )
}

type Props = {
  rows: readonly PlannedRow[]
  /** Keys of those that are left out. */
  leftOut: ReadonlySet<string>
  onLeaveOut: (row: PlannedRow, isLeftOut: boolean) => void
  /** Where all rows are on show, and may be left out with one tick. */
  onLeaveOutAll?: ((areLeftOut: boolean) => void) | undefined
}

export function PastedRows({ rows, leftOut, onLeaveOut, onLeaveOutAll }: Props) {
  const columns = FACILITY_CELLS.filter((cell) => rows.some(({ cells }) => cells[cell]))
  const shown = useFirstRowsFirst(rows)
  const said = useMemo(
    () => notesSaid(rows.filter((row) => isTicked(row, leftOut))),
    [rows, leftOut],
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className="pasted" tabIndex={0} aria-label="取り込む行">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">
              {onLeaveOutAll ? (
                <TickAll rows={rows} leftOut={leftOut} onLeaveOutAll={onLeaveOutAll} />
              ) : (
                '行'
              )}
            </th>
            {columns.map((cell) => (
              <th
                key={cell}
                scope="col"
                className={cell === 'facilityNumber' ? 'digits' : undefined}
              >
                {CELL_LABELS[cell]}
              </th>
            ))}
          </tr>
        </thead>
        {shown.map((row) => (
          <PastedRow
            key={row.key}
            row={row}
            isTicked={isTicked(row, leftOut)}
            columns={columns}
            notes={said.get(row.key) ?? NO_NOTES}
            onLeaveOut={onLeaveOut}
          />
        ))}
      </table>
    </section>
  )
}

type TickAllProps = Pick<Props, 'rows' | 'leftOut'> & {
  onLeaveOutAll: (areLeftOut: boolean) => void
}

function TickAll({ rows, leftOut, onLeaveOutAll }: TickAllProps) {
  const areAllTaken = rows.every((row) => row.isRefused || isTicked(row, leftOut))
  return (
    <label>
      <input
        type="checkbox"
        aria-label="すべての行を取り込む"
        checked={areAllTaken}
        onChange={() => onLeaveOutAll(areAllTaken)}
      />
      行
    </label>
  )
}

/** As many rows as a screen shows, before the others. */
const FIRST_ROWS = 15

/** The preview stands there before its later rows are rendered. */
function useFirstRowsFirst(rows: readonly PlannedRow[]): readonly PlannedRow[] {
  const [hasPainted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      setTimeout(() => startTransition(() => setPainted(true))),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return hasPainted ? rows : rows.slice(0, FIRST_ROWS)
}

type RowProps = Pick<Props, 'onLeaveOut'> & {
  row: PlannedRow
  isTicked: boolean
  columns: readonly FacilityCell[]
  notes: RowNotes
}

const PastedRow = memo(function PastedRow({ row, isTicked, columns, notes, onLeaveOut }: RowProps) {
  const id = `paste-${row.key}`
  const described = [(notes.shown.length > 0 || row.note) && id, notes.unshown && `${id}-same`]
  return (
    <tbody className={classOf(row, isTicked)}>
      <tr>
        <th scope="row">
          <label>
            <input
              type="checkbox"
              checked={isTicked}
              disabled={row.isRefused}
              aria-label={`${labelOf(row)}を取り込む`}
              aria-describedby={described.filter(Boolean).join(' ') || undefined}
              onChange={(event) => onLeaveOut(row, !event.target.checked)}
            />
            {row.no ?? (row.isOver ? '残り' : '―')}
          </label>
          {notes.unshown && (
            <span className="unseen" id={`${id}-same`}>
              {notes.unshown}
            </span>
          )}
        </th>
        {columns.map((cell) => (
          <td key={cell} className={markOf(row.cells[cell])}>
            {wordsOf(cell, row.cells[cell]) || <em>空欄</em>}
            {cell === 'facilityName' && row.note && (
              <span className="support" id={id}>
                {row.note}
              </span>
            )}
          </td>
        ))}
      </tr>
      {notes.shown.length > 0 && (
        <tr className="notes">
          <td colSpan={columns.length + 1} id={id}>
            {notes.shown.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  )
}, isSameRow)

/** A plan makes new rows each time; what shows the same is not rendered again. */
function isSameRow(before: RowProps, after: RowProps): boolean {
  return (
    before.isTicked === after.isTicked &&
    before.columns.join() === after.columns.join() &&
    JSON.stringify(before.notes) === JSON.stringify(after.notes) &&
    JSON.stringify(before.row) === JSON.stringify(after.row)
  )
}

function isTicked({ key, isRefused = false }: PlannedRow, leftOut: Props['leftOut']): boolean {
  return !isRefused && !leftOut.has(key)
}

/** A facility may have a row for each of its services. */
function labelOf({ cells, line }: PlannedRow): string {
  const name = cells.facilityName?.value
  return name ? `${name} ${wordsOf('serviceKey', cells.serviceKey)}`.trim() : `元の${line}行目`
}

function classOf(row: PlannedRow, isTicked: boolean): string | undefined {
  if (!isTicked) return 'left-out'
  return wantsALook(row) ? 'doubtful' : undefined
}

function markOf(cell: PlannedCell | undefined): string | undefined {
  if (cell?.unclear || cell?.doubtful) return 'marked'
  return cell?.isFromDirectory ? 'from-directory' : undefined
}

/** Below a row, and only to be heard with it: what an earlier row says already. */
type RowNotes = { shown: string[]; unshown: string }
const NO_NOTES: RowNotes = { shown: [], unshown: '' }

/** A note on several rows that are taken in is shown below the first of them, with their number; what a cell shows itself makes no difference. */
function notesSaid(rows: readonly PlannedRow[]) {
  const notes = rows.flatMap(({ key, cells }) =>
    FACILITY_CELLS.flatMap((cell) =>
      notesOf(cell, cells[cell]).map((text) => {
        const value = cells[cell]?.value
        return { key, text, kind: value ? text.replaceAll(`「${value}」`, '') : text }
      }),
    ),
  )
  const counts = new Map<string, number>()
  for (const { kind } of notes) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const shown = new Set<string>()
  const byRow = new Map<string, RowNotes>()
  for (const { key, text, kind } of notes) {
    const before = byRow.get(key) ?? NO_NOTES
    const others = (counts.get(kind) ?? 1) - 1
    const said = others === 0 ? text : `${text}（ほかに${others}行）`
    byRow.set(
      key,
      shown.has(kind)
        ? { ...before, unshown: before.unshown + text }
        : { ...before, shown: [...before.shown, said] },
    )
    shown.add(kind)
  }
  return byRow
}

function notesOf(cell: FacilityCell, planned: PlannedCell | undefined): string[] {
  if (!planned) return []
  const { note, replaces } = planned
  const lost = replaces.trim() === '' ? null : `入力済みの「${nameOf(cell, replaces)}」は消えます。`
  return [note, lost].flatMap((text) => (text ? [`${CELL_LABELS[cell]}：${text}`] : []))
}

function wordsOf(cell: FacilityCell, planned: PlannedCell | undefined): string {
  return planned ? nameOf(cell, planned.value) : ''
}

function nameOf(cell: FacilityCell, value: string): string {
  return cell === 'serviceKey' ? serviceName(value) : value
}

/** Lines of the source that are taken for no entries, each with its reason; a person may want one after all. */
export function SkippedLines({ reading }: { reading: ReturnType<typeof usePlan> }) {
  const { asRecognised, takenLines, takeLine } = reading
  const { skipped } = asRecognised
  const [isOpen, setOpen] = useState(false)
  if (skipped.length === 0) return null
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>取り込まない行を見る（{skipped.length}行）</summary>
      <ul className="skipped">
        {(isOpen ? skipped : []).map(({ line, cells, why }) => (
          <li key={line}>
            <label className="agree">
              <input
                type="checkbox"
                checked={takenLines.has(line)}
                onChange={(event) => takeLine(line, event.target.checked)}
              />
              <span>
                {line}行目も取り込む（{SKIP_REASONS[why]}）：
                {[...new Set(cells.map((text) => text.trim()).filter(Boolean))].join('　')}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Whose facilities a preview shows, where they are published, and what is not among them. */
export function PublishedSource({ published }: { published: PublishedFacilities }) {
  const { corporation, facilities, period } = published
  return (
    <>
      <p>
        <strong>{corporation.name}</strong>　{corporation.address}
      </p>
      <p>
        出典：{DIRECTORY_SOURCE}（<Unbroken>{formatPeriod(period)}</Unbroken>
        ）。公表されているのは{facilities.length}
        件です。これより新しい事業所と、移動支援や<span className="unbroken">日中一時支援</span>
        などの市町村の事業は含まれていません。取り込んだあと、表に直接入力してください。
      </p>
    </>
  )
}
