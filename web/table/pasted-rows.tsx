/** The rows of a paste as they would stand in the table, and under each what is to be said of it. */
import { isServiceKey, SERVICES } from '#domain/catalogue.ts'
import { CELL_LABELS, FACILITY_CELLS, type FacilityCell } from '#domain/facilities.ts'
import type { PlannedCell, PlannedRow } from '#domain/paste.ts'

/** Something of it is left blank or would be lost. */
export function wantsALook({ cells }: PlannedRow): boolean {
  return Object.values(cells).some(({ unclear, replaces }) => unclear || replaces.trim() !== '')
}

export function PastedRows({ rows }: { rows: readonly PlannedRow[] }) {
  const taken = FACILITY_CELLS.filter((cell) => rows[0]?.cells[cell])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className="pasted" tabIndex={0} aria-label="取り込む行">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">行</th>
            {taken.map((cell) => (
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
        {rows.map((row) => (
          <PastedRow key={row.no} row={row} taken={taken} />
        ))}
      </table>
    </section>
  )
}

function PastedRow({ row, taken }: { row: PlannedRow; taken: readonly FacilityCell[] }) {
  const remarks = taken.flatMap((cell) => remarksOf(cell, row.cells[cell]))
  return (
    <tbody className={wantsALook(row) ? 'doubtful' : undefined}>
      <tr>
        <th scope="row">{row.no}</th>
        {taken.map((cell) => (
          <td key={cell}>{wordsOf(cell, row.cells[cell]) || <em>空欄</em>}</td>
        ))}
      </tr>
      {remarks.length > 0 && (
        <tr className="remarks">
          <td colSpan={taken.length + 1}>
            {remarks.map((remark) => (
              <p key={remark}>{remark}</p>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  )
}

function remarksOf(cell: FacilityCell, planned: PlannedCell | undefined): string[] {
  if (!planned) return []
  const { note, replaces } = planned
  const lost = replaces.trim() === '' ? null : `入力済みの「${nameOf(cell, replaces)}」は消えます。`
  return [note, lost].flatMap((text) => (text ? [`${CELL_LABELS[cell]}：${text}`] : []))
}

function wordsOf(cell: FacilityCell, planned: PlannedCell | undefined): string {
  return planned ? nameOf(cell, planned.value) : ''
}

function nameOf(cell: FacilityCell, value: string): string {
  return cell === 'serviceKey' && isServiceKey(value) ? SERVICES[value].name : value
}
