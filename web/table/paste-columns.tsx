/** Which pasted column goes where, and whether headings are rows after all: a person knows better than a guess. */
import { CELL_LABELS, FACILITY_CELLS } from '#domain/facilities.ts'
import type { Grid } from '#domain/paste.ts'
import type { usePlan } from './use-plan.ts'

type Props = { grid: Grid; reading: ReturnType<typeof usePlan> }

export function PasteColumns({ grid, reading }: Props) {
  const { plan, assignColumn, headingLines, takesHeadings, takeHeadings } = reading
  const { columns, headings, looksLike } = plan.layout
  const isDoubtful = looksLike !== null || !FACILITY_CELLS.every((cell) => columns.includes(cell))
  return (
    <details open={isDoubtful && columns.length > 1}>
      <summary>列の割り当てを変える</summary>
      <div className="columns">
        {columns.map((use, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          <label key={index}>
            {index + 1}列目
            {headings[index]?.trim() && `「${headings[index]}」`}
            <select
              value={use ?? ''}
              onChange={(event) =>
                assignColumn(
                  index,
                  FACILITY_CELLS.find((cell) => cell === event.target.value) ?? null,
                )
              }
            >
              <option value="">取り込まない</option>
              {FACILITY_CELLS.map((cell) => (
                <option key={cell} value={cell}>
                  {CELL_LABELS[cell]}
                </option>
              ))}
            </select>
            <small>例：{sampleOf(grid, index, headingLines)}</small>
          </label>
        ))}
      </div>
      {headingLines > 0 && (
        <label className="agree">
          <input
            type="checkbox"
            checked={!takesHeadings}
            onChange={(event) => takeHeadings(!event.target.checked)}
          />
          見出しの行（{headingLines}行）を取り込まない
        </label>
      )}
    </details>
  )
}

/** The first text of a column below the headings. */
function sampleOf(grid: Grid, index: number, headingLines: number): string {
  return grid.slice(headingLines).find((row) => row[index]?.trim())?.[index] ?? '（空欄）'
}
