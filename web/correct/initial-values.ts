/** What the form of a correction holds at first: the application as it counts, what waits to be confirmed, or what was typed in this tab before. Pure. */
import type { ApplicantField } from '#domain/applicant.ts'
import type { Version } from '#domain/difference.ts'
import { cellName, FACILITY_CELLS } from '#domain/facilities.ts'
import { isCell } from '../form/controls.ts'
import type { Draft } from '../form/draft.ts'

/** A version as the form's controls hold it. */
export function draftOf({ fields, rows }: Version<ApplicantField>): Draft {
  const cells = rows.flatMap((row, index) =>
    FACILITY_CELLS.map((cell) => [cellName(index + 1, cell), row[cell]] as const),
  )
  const filled = [...Object.entries(fields), ...cells].filter(([, text]) => text !== '')
  return { rowCount: rows.length, values: Object.fromEntries(filled) }
}

/**
 * A draft that was begun from `was`, where `now` counts meanwhile: a field that nobody has touched becomes what counts now,
 * and so do the rows where none was touched; what was typed stays.
 */
export function rebased(draft: Draft, was: Draft, now: Draft): Draft {
  const isCellOf =
    (kept: boolean) =>
    ([name]: [string, string]) =>
      isCell(name) === kept
  const cellsOf = ({ values }: Draft) => Object.entries(values).filter(isCellOf(true))
  const names = new Set(
    [draft, was, now].flatMap(({ values }) =>
      Object.entries(values)
        .filter(isCellOf(false))
        .map(([name]) => name),
    ),
  )
  const fields = [...names].flatMap((name) => {
    const source = draft.values[name] === was.values[name] ? now : draft
    const text = source.values[name]
    return text === undefined ? [] : [[name, text] as const]
  })
  const areTouched = !isSame(cellsOf(draft), cellsOf(was))
  const rows = areTouched ? draft : now
  return { rowCount: rows.rowCount, values: Object.fromEntries([...fields, ...cellsOf(rows)]) }
}

/** Whether both hold the same texts; blank rows hold none. */
export function holdsSame(a: Draft, b: Draft): boolean {
  return isSame(Object.entries(a.values), Object.entries(b.values))
}

function isSame(a: [string, string][], b: [string, string][]): boolean {
  const sorted = (entries: [string, string][]) => JSON.stringify([...entries].sort())
  return sorted(a) === sorted(b)
}
