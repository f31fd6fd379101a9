/** What a press has found wrong with a form, as it is mended field by field. Pure. */
import type { Problem } from '#domain/messages.ts'

/** A line of the error summary; `filled` once nothing is wrong with its field: the label of what was filled in. */
export type Line = Problem & { filled?: string }

export type Look = {
  /** Everything that is wrong with the form now. */
  now: readonly Problem[]
  /** Somebody is still typing there. */
  isInUse: (field: string) => boolean
  /** The server has refused what still stands there. */
  isRefused: (field: string) => boolean
  /** The label of a control that is shown and holds something, else null. */
  labelOf: (field: string) => string | null
}

/** The lines after another look; what was right at the press is not said before the next one. The same array where nothing has changed. */
export function mended(lines: readonly Line[], look: Look): readonly Line[] {
  const looked = lines.map((line) => after(line, lines, look))
  const isSaid = ({ field }: Line, at: number) =>
    looked.some((line, other) => line?.field === field && (line.filled === undefined || other < at))
  const next = looked.filter(
    (line, at) => line !== null && (line.filled === undefined || !isSaid(line, at)),
  ) as Line[]
  const isSame = next.length === lines.length && next.every((line, at) => line === lines[at])
  return isSame ? lines : next
}

/** Null where there is nothing left to say. */
function after(line: Line, lines: readonly Line[], look: Look): Line | null {
  const { now, isInUse, isRefused, labelOf } = look
  if (line.filled === undefined) {
    if (isInUse(line.field) || isRefused(line.field)) return line
    // What is missing of a row may be another of its cells by now.
    const same = now.find(({ message }) => message === line.message)
    if (same) return same.field === line.field && same.also === line.also ? line : same
    const isSaid = ({ message }: Problem) => lines.some((other) => other.message === message)
    const other = now.find((problem) => problem.field === line.field && !isSaid(problem))
    // What the page itself has emptied, an offer that is over, keeps the reason that was said.
    if (other) return labelOf(line.field) === null ? line : other
  }
  const filled = labelOf(line.field)
  if (filled === null) return null
  return filled === line.filled ? line : { field: line.field, message: line.message, filled }
}
