/** Japan Post's own monthly files: towns (utf_ken_all.csv, KEN_ALL.CSV) and offices (JIGYOSYO.CSV). */
import Papa from 'papaparse'
import type { Kind } from './packed.ts'
import { officeRow, type PostalRow, townRows, type WrittenTown } from './rows.ts'

/** A line that was left out, counted from 1, and why. */
export type Skipped = { line: number; reason: string }
export type JapanPostFile = { kind: Kind; lines: number; rows: PostalRow[]; skipped: Skipped[] }

/** What tells the files apart, and where their columns stand. */
const FILES = {
  towns: { columns: 15, zipcode: 2, prefecture: 6, city: 7, change: 13, abolished: '2' },
  offices: { columns: 13, zipcode: 7, prefecture: 3, city: 4, change: 12, abolished: '5' },
} as const

type Line = { line: number; columns: string[] }

/** Either file in UTF-8 or Shift_JIS; bytes that are neither, or another table, throw an Error in plain words. */
export function readJapanPost(bytes: Uint8Array): JapanPostFile {
  const skipped: Skipped[] = []
  const lines = parse(decode(bytes), skipped)
  const kind = kindOf(lines[0])
  const kept = lines.filter(({ line, columns }) => {
    const reason = faultOf(kind, columns)
    if (reason !== null) skipped.push({ line, reason })
    return reason === null
  })
  const rows = kind === 'towns' ? townsOf(kept) : kept.map(({ columns }) => officeOf(columns))
  return { kind, lines: lines.length, rows, skipped }
}

function decode(bytes: Uint8Array): string {
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  throw new Error('the text is neither UTF-8 nor Shift_JIS; unpack the .zip file first')
}

function parse(text: string, skipped: Skipped[]): Line[] {
  const lines: Line[] = []
  let line = 0
  Papa.parse<string[]>(text, {
    delimiter: ',',
    step({ data, errors: [error] }) {
      line += 1
      if (error) skipped.push({ line, reason: error.message })
      else if (!isBlank(data)) lines.push({ line, columns: data })
    },
  })
  return lines
}

/** Nothing, or the one character that ends a file of the days of DOS. */
function isBlank(columns: readonly string[]): boolean {
  return columns.length === 1 && (columns[0] ?? '').length < 2
}

function kindOf(first: Line | undefined): Kind {
  const kinds = Object.keys(FILES) as Kind[]
  const kind = kinds.find((kind) => first && faultOf(kind, first.columns) === null)
  if (!kind) throw new Error("the first line is neither of Japan Post's towns nor of its offices")
  return kind
}

function faultOf(kind: Kind, columns: readonly string[]): string | null {
  const file = FILES[kind]
  if (columns.length !== file.columns)
    return `${columns.length} columns in place of ${file.columns}`
  if (!/^\d{5}$/.test(columns[0] ?? '')) return 'the municipality code is not five digits'
  if (!/^\d{7}$/.test(columns[file.zipcode] ?? '')) return 'the postal code is not seven digits'
  if (!columns[file.prefecture] || !columns[file.city]) return 'prefecture or city is empty'
  return columns[file.change] === file.abolished ? 'the code was abolished' : null
}

/** KEN_ALL.CSV breaks a long name off inside a bracket and goes on in the next line of the same code. */
function townsOf(lines: readonly Line[]): PostalRow[] {
  const towns: WrittenTown[] = []
  for (const { columns } of lines) {
    const town = townOf(columns)
    const open = towns.at(-1)
    if (open && continues(open, town)) {
      // Where the kana has no open bracket, Japan Post repeats it whole in every line.
      if (isUnclosed(open.townKana)) open.townKana += town.townKana
      open.town += town.town
    } else towns.push(town)
  }
  return towns.flatMap(townRows)
}

function continues(open: WrittenTown, next: WrittenTown): boolean {
  return isUnclosed(open.town) && open.zipcode === next.zipcode && open.cityCode === next.cityCode
}

function isUnclosed(text: string): boolean {
  return text.split(/[（(]/).length > text.split(/[）)]/).length
}

function townOf(columns: readonly string[]): WrittenTown {
  const [cityCode = '', , zipcode = '', prefectureKana = '', cityKana = '', townKana = ''] = columns
  const [prefecture = '', city = '', town = ''] = columns.slice(6)
  return { zipcode, cityCode, prefecture, prefectureKana, city, cityKana, town, townKana }
}

function officeOf(columns: readonly string[]): PostalRow {
  const [cityCode = '', , , prefecture = '', city = '', town = '', street = '', zipcode = ''] =
    columns
  return officeRow({ zipcode, cityCode, prefecture, city, town, street })
}
