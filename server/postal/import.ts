/** The import of postal codes: Japan Post's monthly files of towns (utf_ken_all.csv, KEN_ALL.CSV) and offices (JIGYOSYO.CSV) replace the packaged data. */
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import Papa from 'papaparse'
import { tokyoDay } from '#domain/tokyo-time.ts'
import {
  type About,
  aboutOf,
  type Kind,
  type Origin,
  type PostalRow,
  writePostalFile,
} from '../store/postal-file.ts'
import { openPostalCodes } from './look-up.ts'
import { arrange, officeRow, townRows, type WrittenTown } from './rows.ts'

export type ImportReport = {
  files: { path: string; kind: Kind; lines: number; skipped: Skipped[] }[]
  /** What `out` holds now: sources, their days, codes, rows. */
  about: About
  bytes: number
}

type Options = {
  out: string
  /** The file in use: of a kind that no file brings, its codes stay. */
  base: string
  /** Codes of each kind below which the files are taken for a part, and refused. */
  atLeast?: Record<Kind, number>
}

/** Less is a prefecture's file, a month's differences or half a download; whole, they have 120,000 and 22,000 codes. */
const WHOLE_COUNTRY: Record<Kind, number> = { towns: 100_000, offices: 15_000 }

/**
 * Replaces `out` at once by what the files hold. A file that is unreadable or not whole throws an Error in plain
 * words, and `out` stays. A running server keeps what it has read; its next start reads the new file.
 */
export function importPostalCodes(
  paths: readonly string[],
  { out, base, atLeast = WHOLE_COUNTRY }: Options,
): ImportReport {
  if (paths.length === 0) throw new Error('No file was named to import postal codes from.')
  const files = paths.map(read)
  const towns = contentOf('towns', files, base)
  const offices = contentOf('offices', files, base)
  const rows = arrange(towns.rows, offices.rows)
  const origins = { towns: towns.origin, offices: offices.origin }
  const about = aboutOf(rows, origins)
  for (const { path, kind } of files)
    if (about[kind].codes < atLeast[kind])
      throw new Error(
        `${path}: only ${about[kind].codes} codes of ${kind}, where the whole country has over ${atLeast[kind]}. Nothing was changed.`,
      )
  writePostalFile(out, rows, about)
  const bytes = statSync(out).size
  return { files: files.map(({ rows: _, day: __, ...file }) => file), about, bytes }
}

/** `day`: yyyy-mm-dd in Japan on which the file was last changed, which unzipping keeps. */
type ReadFile = JapanPostFile & { path: string; day: string }

function read(path: string): ReadFile {
  try {
    const day = tokyoDay(statSync(path).mtimeMs)
    return { ...readJapanPost(readFileSync(path)), path, day }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${path}: ${reason}. Nothing was changed.`, { cause: error })
  }
}

function contentOf(
  kind: Kind,
  files: readonly ReadFile[],
  base: string,
): { rows: PostalRow[]; origin: Origin } {
  const own = files.filter((file) => file.kind === kind)
  if (own.length > 0) {
    const source = `Japan Post, ${own.map(({ path }) => basename(path)).join(', ')}`
    const date =
      own
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? ''
    return { rows: own.flatMap(({ rows }) => rows), origin: { source, date } }
  }
  const { about, rows } = openPostalCodes(base)
  const { source, date } = about[kind]
  const selected = [...rows()].filter((row) => row.office === (kind === 'offices'))
  return { rows: selected, origin: { source, date } }
}

/** A line that was left out, counted from 1, and why. */
type Skipped = { line: number; reason: string }
type JapanPostFile = { kind: Kind; lines: number; rows: PostalRow[]; skipped: Skipped[] }

/** What tells the files apart, and where their columns stand. */
const FILES = {
  towns: { columns: 15, zipcode: 2, prefecture: 6, city: 7, change: 13, abolished: '2' },
  offices: { columns: 13, zipcode: 7, prefecture: 3, city: 4, change: 12, abolished: '5' },
} as const

type Line = { line: number; columns: string[] }

/** Either file in UTF-8 or Shift_JIS; bytes that are neither, or another table, throw an Error in plain words. */
function readJapanPost(bytes: Uint8Array): JapanPostFile {
  const skipped: Skipped[] = []
  const lines = parse(decode(bytes), skipped)
  const kind = kindOf(lines[0])
  const selected = lines.filter(({ line, columns }) => {
    const reason = faultOf(kind, columns)
    if (reason !== null) skipped.push({ line, reason })
    return reason === null
  })
  const rows =
    kind === 'towns' ? townsOf(selected) : selected.map(({ columns }) => officeOf(columns))
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
