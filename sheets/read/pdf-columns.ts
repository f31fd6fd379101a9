/** Tables without lines down the page: a column ends where hardly a line of the page has a letter. */

import type { Grid } from '../sheet.ts'
import { joined } from './pdf-grid.ts'
import type { Letter, Rule } from './pdf-page.ts'
import { type Line, linesOf, textOfCell, textOfLine, turnedText } from './pdf-text.ts'

/** In heights of a letter: so far apart, two parts of a line may be of two columns. */
const GAP = 0.17
/** In heights of a letter: nearer than that, a letter goes on where another column would begin. */
const APART = 0.15
/** So many blanks may stand inside of a name; more of them part columns. */
const BLANKS = 2
/** Share of the lines that may go over the end of a column: titles, and notes. */
const OVER = 0.1
/** Of a number that is one by itself. */
const DIGITS = 9
/** Of the usual distance of two lines: so far apart, a blank line would stand between them. */
const APART_LINES = 1.5
/** Share of the lines that have to be parted. */
const MANY = 0.3
/** Share of the columns that a line has to fill, to tell where they are. */
const FULL = 0.6
/** In heights of a letter: lines that are nearer overlap, and are of one row. */
const OVERLAP = 0.9
/** Lines of two rows are so much farther from each other than lines of one. */
const FARTHER = 1.12

/** `text` is the same by lines, for the reader of texts. */
export type LooseTable = { grid: Grid; open: string[]; text: string }

type Part = { left: number; right: number }

/** `width` is that of the page, in points. */
export function looseTable(
  letters: readonly Letter[],
  across: readonly Rule[],
  width: number,
): LooseTable {
  const lines = linesOf(letters).filter(({ left }) => Number.isFinite(left))
  const starts = columnsOf(lines)
  const open: string[] = []
  const turned = turnedText(letters)
  const text = [paragraphsOf(lines, width), turned].filter((part) => part !== '').join('\n')
  // Lines that hold entries are read as a text: whether one went on, nothing else says.
  if (starts.length === 0) {
    const texts = text.split('\n')
    return { grid: texts.map((line) => [line]), open: texts, text }
  }
  const grid = inColumns(lines, starts, joined(across), open)
  return { grid: turned === '' ? grid : [...grid, [turned]], open, text }
}

function inColumns(
  lines: readonly Line[],
  starts: readonly number[],
  across: readonly Rule[],
  open: string[],
): string[][] {
  const all = new Map(lines.map((line) => [line, placed(line, starts)]))
  const isAlone = (line: Line) => {
    const own = all.get(line)
    return own?.isOver === true && own.parts.filter((part) => part !== null).length === 1
  }
  const ends = starts.map((start, at) => {
    const rights = [...all].flatMap(([line, { parts }]) =>
      isAlone(line) ? [] : (parts[at]?.right ?? []),
    )
    return Math.min(Math.max(start, ...rights), starts[at + 1] ?? Number.POSITIVE_INFINITY)
  })
  const partsOfLine = (line: Line) => (isAlone(line) ? null : (all.get(line)?.parts ?? null))
  return rowsOf(lines, partsOfLine, across).map((row) => {
    const [only] = row
    if (only && isAlone(only)) return [textOfLine(only).text]
    const isOver = row.some((line) => all.get(line)?.isOver)
    return starts.map((start, at) => {
      const own = row.flatMap((line) => all.get(line)?.parts[at] ?? [])
      const { text, isOpen } = textOfCell(own, (ends[at] ?? start) - start)
      if ((isOpen || isOver) && text !== '') open.push(text)
      return text
    })
  })
}

/** Lines that went on below because they were full are one; what stands apart has a blank line before it. */
function paragraphsOf(lines: readonly Line[], width: number): string {
  const margin = Math.min(...lines.map(({ left }) => left))
  const gaps = lines.slice(1).map((line, at) => line.y - (lines[at]?.y ?? 0))
  const usual = [...gaps].sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  const blocks: Line[][] = []
  for (const [at, line] of lines.entries())
    if (at > 0 && (gaps[at - 1] ?? 0) < usual * APART_LINES) blocks.at(-1)?.push(line)
    else blocks.push([line])
  return blocks.map((block) => textOfCell(block, width - 2 * margin).text).join('\n\n')
}

/** Letters of a line without a gap between them; few blanks are none. A facility's number may touch what stands beside it. */
function partsOf(line: Line): Part[] {
  const { letters, size } = line
  const numbers = numbersIn(line)
  const parts: Part[] = []
  let blanks = 0
  let before: Letter | undefined
  for (const letter of letters) {
    const { text, x, width } = letter
    if (text.trim() === '') {
      blanks += 1
      continue
    }
    const last = parts.at(-1)
    const isNear = last && x - last.right < GAP * size
    const isEdge = isEdgeOf(numbers, before, letter)
    if (last && !isEdge && (isNear || (blanks > 0 && blanks <= BLANKS)))
      last.right = Math.max(last.right, x + width)
    else {
      if (last && isEdge) last.right = Math.min(last.right, x - GAP * size)
      parts.push({ left: x, right: x + width })
    }
    blanks = 0
    before = letter
  }
  return parts
}

/** Where a number begins or ends, but for one behind its label. */
function isEdgeOf(
  numbers: ReadonlySet<Letter>,
  before: Letter | undefined,
  letter: Letter,
): boolean {
  if (!before || numbers.has(before) === numbers.has(letter)) return false
  return !/[:：]/.test(before.text)
}

/** Digits that are as many as a facility's number has, or nearly. */
function numbersIn({ letters }: Line): ReadonlySet<Letter> {
  const numbers = new Set<Letter>()
  let run: Letter[] = []
  for (const letter of [...letters, null]) {
    if (letter && /^[0-9０-９]$/.test(letter.text)) run.push(letter)
    else {
      if (run.length >= DIGITS) for (const digit of run) numbers.add(digit)
      run = []
    }
  }
  return numbers
}

/** Where columns begin, behind the gaps that go down the page; nothing where there is but one. */
function columnsOf(lines: readonly Line[]): number[] {
  const parted = lines.map((line) => ({ parts: partsOf(line), size: line.size }))
  // Titles and notes have fewer parts, and stand over several columns.
  const most = Math.max(...parted.map(({ parts }) => parts.length))
  const several = parted.filter(({ parts }) => parts.length > 1 && parts.length >= most * FULL)
  // Cards have a line of two parts here and there.
  if (several.length < 2 || several.length < lines.length * MANY) return []
  const size = Math.min(...several.map((line) => line.size))
  const over = Math.floor(several.length * OVER)
  const starts: number[] = []
  let gap: Gap | null = null
  for (const { from, to, count } of coverage(several.flatMap(({ parts }) => parts))) {
    if (count > over) {
      if (starts.length === 0) starts.push(from)
      else if (gap) starts.push(gap.to)
      gap = null
    } else if (starts.length > 0 && to - from >= GAP * size)
      if (!gap || count <= gap.count)
        // Columns begin at one place more often than they end there.
        gap = { from, to, count }
  }
  return starts.length > 1 ? starts : []
}

type Gap = { from: number; to: number; count: number }

/** How many parts stand above each other, from the left. */
function coverage(parts: readonly Part[]): Gap[] {
  const ends = parts
    .flatMap(({ left, right }) => [
      { at: left, change: 1 },
      { at: right, change: -1 },
    ])
    .sort((one, other) => one.at - other.at || other.change - one.change)
  let count = 0
  return ends.flatMap(({ at, change }, index) => {
    count += change
    const next = ends[index + 1]
    return next && next.at > at ? [{ from: at, to: next.at, count }] : []
  })
}

type Placed = { parts: (Line | null)[]; isOver: boolean }

/** The letters of a line by column: what begins in one stays there until a gap. */
function placed(line: Line, starts: readonly number[]): Placed {
  const byColumn = starts.map((): Letter[] => [])
  let column = 0
  let end = Number.NEGATIVE_INFINITY
  let blanks: Letter[] = []
  let isOver = false
  let before: Letter | undefined
  const numbers = numbersIn(line)
  for (const letter of line.letters) {
    if (letter.text.trim() === '') {
      blanks.push(letter)
      continue
    }
    const own = Math.max(
      0,
      starts.findLastIndex((start) => start <= letter.x + letter.size / 5),
    )
    const isEdge = isEdgeOf(numbers, before, letter)
    const isApart = letter.x - end > letter.size * APART || blanks.length > 0 || isEdge
    // A blank at the end of a cell says that one stood where its text goes on below.
    if (blanks.length <= BLANKS) byColumn[column]?.push(...blanks)
    if (own !== column && isApart) column = own
    else if (own !== column) isOver = true
    byColumn[column]?.push(letter)
    blanks = []
    before = letter
    end = letter.x + letter.width
  }
  if (blanks.length <= BLANKS) byColumn[column]?.push(...blanks)
  return { isOver, parts: byColumn.map((letters) => lineOf(line, letters)) }
}

function lineOf(line: Line, letters: Letter[]): Line | null {
  const inked = letters.filter(({ text }) => text.trim() !== '')
  if (inked.length === 0) return null
  return {
    ...line,
    letters,
    left: Math.min(...inked.map(({ x }) => x)),
    right: Math.max(...inked.map(({ x, width }) => x + width)),
  }
}

/** Lines of one row: between the same lines across the page, else by what overlaps and by what goes on below. */
function rowsOf(
  lines: readonly Line[],
  partsOfLine: (line: Line) => Placed['parts'] | null,
  across: readonly Rule[],
): Line[][] {
  const inside = lines.filter((line) => partsOfLine(line) !== null)
  const left = Math.min(...inside.map((line) => line.left))
  const width = Math.max(...inside.map((line) => line.right)) - left
  const long = across.filter(({ from, to }) => to - from > width * 0.7)
  const bandOf = ({ y, size }: Line) => long.filter(({ at }) => at < y - size / 3).length
  const isBetween = (line: Line) => long.length > 2 && bandOf(line) % long.length > 0
  const leading = leadingOf(inside, partsOfLine)
  const rows: Line[][] = []
  for (const line of lines) {
    const row = rows.at(-1)
    const before = row?.at(-1)
    const isOne = () => {
      if (!row || !before || !partsOfLine(line) || !partsOfLine(before)) return false
      if (isBetween(line) || isBetween(before)) return bandOf(line) === bandOf(before)
      return line.y - before.y <= OVERLAP * line.size || goesOn(row, line)
    }
    if (isOne()) row?.push(line)
    else rows.push([line])
  }
  return rows.flatMap((row) => (isBetween(row[0] ?? NO_LINE) ? [row] : withoutOthers(row)))

  /** Whether a cell of the row has its next line here. */
  function goesOn(row: readonly Line[], line: Line): boolean {
    return (partsOfLine(line) ?? []).some((part, at) => {
      const last = row.findLast((each) => partsOfLine(each)?.[at])
      return part && last && line.y - last.y <= leading
    })
  }

  /** Where each cell would have several lines, they are rows that stand near each other. */
  function withoutOthers(row: readonly Line[]): Line[][] {
    const counts = (partsOfLine(row[0] ?? NO_LINE) ?? []).flatMap((_, at) => {
      const count = row.filter((line) => partsOfLine(line)?.[at]).length
      return count > 0 ? [count] : []
    })
    return row.length > 1 && counts.length > 1 && Math.min(...counts) > 1
      ? row.map((line) => [line])
      : [[...row]]
  }
}

const NO_LINE: Line = { y: 0, size: 0, left: 0, right: 0, letters: [] }

/** Points between two lines of one cell; 0 where lines stand at one distance, so that each is a row. */
function leadingOf(
  lines: readonly Line[],
  partsOfLine: (line: Line) => Placed['parts'] | null,
): number {
  const last = new Map<number, Line>()
  const gaps = lines.flatMap((line) =>
    (partsOfLine(line) ?? []).flatMap((part, at) => {
      const before = last.get(at)
      if (!part) return []
      last.set(at, line)
      return before ? [line.y - before.y] : []
    }),
  )
  const nearest = Math.min(...gaps)
  return Math.max(...gaps) > nearest * FARTHER ? nearest * FARTHER : 0
}
