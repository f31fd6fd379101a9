/** Which pasted column goes where: a person knows better than a guess. */

import { useState } from 'react'
import { CELL_LABELS, FACILITY_CELLS, type FacilityCell } from '#domain/facilities.ts'
import type { usePlan } from './use-plan.ts'

export function PasteColumns({ reading }: { reading: ReturnType<typeof usePlan> }) {
  const { plan, assignColumn } = reading
  const { columns, headings, looksLike, doubtful } = plan.layout
  const isComplete = FACILITY_CELLS.every((cell) => columns.includes(cell))
  const isDoubtful = looksLike !== null || doubtful.length > 0 || !isComplete
  const [startsOpen] = useState(isDoubtful && columns.length > 1)
  if (columns.length === 0) return null
  return (
    <details open={startsOpen}>
      <summary>列の割り当てを変える</summary>
      <div className="columns">
        {columns.map((use, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          <label key={index}>
            {index + 1}列目
            {headings[index]?.trim() && `「${headings[index]}」`}
            <select
              value={use ?? ''}
              onChange={(event) => assignColumn(index, cellOf(event.target.value))}
            >
              <option value="">取り込まない</option>
              {FACILITY_CELLS.map((cell) => (
                <option key={cell} value={cell}>
                  {CELL_LABELS[cell]}
                </option>
              ))}
            </select>
            <small>例：{sampleOf(plan, index)}</small>
          </label>
        ))}
      </div>
    </details>
  )
}

function cellOf(value: string): FacilityCell | null {
  return FACILITY_CELLS.find((cell) => cell === value) ?? null
}

/** The first text of a column below the headings. */
function sampleOf({ table }: ReturnType<typeof usePlan>['plan'], index: number): string {
  return table.lines.find(({ cells }) => cells[index]?.trim())?.cells[index] ?? '（空欄）'
}
