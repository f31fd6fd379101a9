/** Exports of a list as CSV, Excel workbook or JSON: streamed row by row, so that memory is constant whatever is stored. */

import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ExportFormat } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { isServiceKey, SERVICES } from '#domain/catalogue.ts'
import { CUSTOMER_ANSWERS, FLAG_LABELS } from '#domain/staff.ts'
import { type Cell, cellsXml } from '#sheets/write-workbook.ts'
import { type Handling, NOT_HANDLED } from '../store/queries/handling.ts'
import type { FacilityRecord } from '../store/schema.ts'
import { AMOUNT_COLUMNS, type Column, FILE_COLUMNS } from './application-fields.ts'
import { facilityAsJson, listedAsJson } from './application-json.ts'
import type { ListedRow, StaffApplications } from './applications.ts'
import { firstValuesOf, type Typed } from './correction-words.ts'
import { xlsxChunks } from './export-xlsx.ts'

type ExportedRow = ListedRow & Handling

const APPLICATION_COLUMNS: readonly Column<ExportedRow>[] = [
  ...FILE_COLUMNS,
  ['確認事項', 40, ({ flags }) => flags.map(({ flag }) => FLAG_LABELS[flag]).join('／')],
]

const FACILITY_COLUMNS: readonly Column<FacilityRecord>[] = [
  ['行', 5, ({ no }) => no],
  ['事業所名', 30, ({ facility_name }) => facility_name],
  ['事業所番号', 13, ({ facility_number }) => facility_number],
  [
    'サービス種類',
    30,
    ({ service_key }) => (isServiceKey(service_key) ? SERVICES[service_key].name : ''),
  ],
  ['サービスの記号', 16, ({ service_key }) => service_key],
]

const CORRECTION_COLUMNS = [
  ['内容の版', 10],
  ['訂正の前の内容', 40],
  ['お客様番号の照会', 12],
] as const

const NO_FACILITY: readonly Cell[] = FACILITY_COLUMNS.map(() => '')
const NO_AMOUNT: readonly Cell[] = AMOUNT_COLUMNS.map(() => '')

/** What stands behind the columns of the application, a line for each row: of the application itself in the first line. */
function linesOf({ row, facilities, first }: Exported): Cell[][] {
  const amounts = AMOUNT_COLUMNS.map(([, , cell]) => cell(row))
  const before = first && firstValuesOf(row.flow, first, { registration: row, facilities })
  const own = (at: number) => (at === 0 ? (before?.own ?? '') : '')
  const answer = answerOf(row)
  if (facilities.length === 0) return [[...amounts, ...NO_FACILITY, row.revision, own(0), answer]]
  return facilities.map((facility, at) => {
    const values = [own(at), before?.rows.get(facility.no) ?? ''].filter((text) => text !== '')
    const cells = FACILITY_COLUMNS.map(([, , cell]) => cell(facility))
    const once = at === 0 ? amounts : NO_AMOUNT
    return [...once, ...cells, row.revision, values.join('／'), answer]
  })
}

const answerOf = ({ answer }: ListedRow) => (answer ? CUSTOMER_ANSWERS[answer.answer].label : '')

const headed = (columns: readonly (readonly [heading: string, width: number, ...unknown[]])[]) =>
  columns.map(([heading, width]) => ({ heading, width }))

/** A row for each facility, one for an application without any. */
const COLUMNS = headed([
  ...APPLICATION_COLUMNS,
  ...AMOUNT_COLUMNS,
  ...FACILITY_COLUMNS,
  ...CORRECTION_COLUMNS,
])

/** One row for each application. */
const OWN_COLUMNS: readonly Column<ExportedRow>[] = [
  ...APPLICATION_COLUMNS,
  ...AMOUNT_COLUMNS,
  ['事業所の数', 10, ({ facility_count }) => facility_count],
  ['内容の版', 10, ({ revision }) => revision],
  ['お客様番号の照会', 12, answerOf],
]

type Chunks = AsyncGenerator<Uint8Array>

type Export = {
  type: string
  /** How often it goes through the list. */
  passes: number
  chunks(applications: StaffApplications, filter: Filter): Chunks
}

/** Media type and content of each format; its name is the file's extension. */
export const EXPORTS: Readonly<Record<ExportFormat, Export>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    passes: 1,
    chunks: (applications, filter) => gathered(csvLines(applications, filter)),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // A zip has one part after the other: both sheets from one pass would hold a whole one in memory.
    passes: 2,
    chunks: (applications, filter) =>
      xlsxChunks([
        { name: '1件1行', columns: headed(OWN_COLUMNS), rows: ownRows(applications, filter) },
        { name: '事業所ごと', columns: COLUMNS, rows: sheetRows(applications, filter) },
      ]),
  },
  json: {
    type: 'application/json; charset=utf-8',
    passes: 1,
    chunks: (applications, filter) => gathered(jsonLines(applications, filter)),
  },
}

/** UTF-16 units that leave together; lines one by one would cost more than what they carry. */
const CHUNK = 32_768

async function* gathered(texts: AsyncIterable<string>): Chunks {
  let text = ''
  for await (const more of texts) {
    text += more
    if (text.length < CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

async function* csvLines(applications: StaffApplications, filter: Filter): AsyncGenerator<string> {
  yield csvHeader(COLUMNS.map(({ heading }) => heading))
  for await (const each of applicationsOf(applications, filter)) {
    // What the rows of an application have in common is written once.
    const common = csvCells(APPLICATION_COLUMNS.map(([, , cell]) => cell(each.row)))
    for (const own of linesOf(each)) yield `${common},${csvCells(own)}\r\n`
  }
}

/** One array, a line an application with its facilities. */
async function* jsonLines(applications: StaffApplications, filter: Filter): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const { row, facilities } of applicationsOf(applications, filter)) {
    const entry = { ...listedAsJson(row), facilities: facilities.map(facilityAsJson) }
    yield separator + JSON.stringify(entry)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* ownRows(applications: StaffApplications, filter: Filter): AsyncGenerator<string> {
  const pace = createPace()
  for await (const page of applications.pages(filter)) {
    for (const row of await handled(applications, page))
      yield cellsXml(OWN_COLUMNS.map(([, , cell]) => cell(row)))
    await pace()
  }
}

/** One row for each facility; an application without any has one row all the same. */
async function* sheetRows(applications: StaffApplications, filter: Filter): AsyncGenerator<string> {
  for await (const each of applicationsOf(applications, filter)) {
    const common = cellsXml(APPLICATION_COLUMNS.map(([, , cell]) => cell(each.row)))
    for (const own of linesOf(each)) yield common + cellsXml(own)
  }
}

/** `first` as it was sent, where a correction counts. */
type Exported = { row: ExportedRow; facilities: FacilityRecord[]; first: Typed | undefined }

async function* applicationsOf(
  applications: StaffApplications,
  filter: Filter,
): AsyncGenerator<Exported> {
  const pace = createPace()
  for await (const page of applications.pages(filter))
    for (const part of partsOf(page)) {
      const facilities = await applications.facilities(part)
      for (const row of await handled(applications, part)) {
        const first = await applications.first(row)
        yield { row, facilities: facilities.get(row.id) ?? [], first }
        // An application may have a hundred rows of text: whoever else wants the processor gets it after each.
        await pace()
      }
    }
}

async function handled(
  applications: StaffApplications,
  page: readonly ListedRow[],
): Promise<ExportedRow[]> {
  const handling = await applications.handling(page)
  return page.map((row) => ({ ...row, ...(handling.get(row.id) ?? NOT_HANDLED) }))
}

/** Rows of facilities that are read at once, beyond those of one application: the database answers in a moment. */
const ROWS_A_READ = 250

/** A page in parts that have so many rows of facilities together. */
function partsOf(page: readonly ListedRow[]): ListedRow[][] {
  const parts: ListedRow[][] = []
  let room = 0
  for (const row of page) {
    if (row.facility_count > room || parts.length === 0) {
      parts.push([])
      room = ROWS_A_READ
    }
    parts.at(-1)?.push(row)
    room -= row.facility_count
  }
  return parts
}

// CSV for Japanese Excel: UTF-8 with a byte order mark, CRLF, no CSV injection, and numbers that stay as they were typed.

const BYTE_ORDER_MARK = '\ufeff'

// First characters of a formula in a spreadsheet, full-width forms included (Japanese Excel).
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

// Text that a spreadsheet would turn into a number, a date, a time or a truth value: leading zeros would be lost
// (0600001), an exponent computed (1E5), a part of an address read as a date (1-2-3).
const OF_NUMBERS = /^[\d０-９\s.,:/\\+\-eE%()¥￥$年月日時分秒]+$/
const DIGIT = /[\d０-９]/
const TRUTH = /^(true|false)$/i

/** Our own times, e.g. 2026-11-20 15:04: as dates they can be sorted and filtered. */
const OUR_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/

/** The heading line, after the byte order mark by which Excel knows the encoding. */
export function csvHeader(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRows([names])
}

/** Lines of cells. A text that would be a formula is prefixed with an apostrophe, one that would be converted is written ="…". */
export function csvRows(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${csvCells(row)}\r\n`).join('')
}

function csvCells(cells: readonly Cell[]): string {
  let line = ''
  for (const [at, cell] of cells.entries())
    line += (at === 0 ? '' : ',') + quoted(String(asCell(cell)))
  return line
}

/** A cell that would not end where it ends, or lose a space or a byte order mark. */
const NEEDS_QUOTES = /[",\r\n\ufeff]|^ | $/

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function wouldBeConverted(value: string): boolean {
  const isRead = (OF_NUMBERS.test(value) && DIGIT.test(value)) || TRUTH.test(value)
  return isRead && !/[\r\n]/.test(value)
}

/** A number of ours stays a number: a spreadsheet may sum it up. */
function asCell(value: string | number): string | number {
  if (typeof value === 'number' || value === '') return value
  if (OUR_TIME.test(value)) return value
  if (wouldBeConverted(value)) return `="${value}"`
  return FORMULA_START.test(value) ? `'${value}` : value
}

/*
 * The pace of long work for staff. A lower priority holds back this process alone, and not the database that works for
 * it on the same machine; so whatever is long rests as long as it has worked, up to 50 ms a step, and takes about half of a processor.
 */

/** Milliseconds of work after which it rests: less than an applicant would notice. */
const STRETCH_MS = 2
/** Waiting for a slow reader of the result counts as work; that is no reason to wait as long again. */
const LONGEST_REST_MS = 50

/** Called between two steps of the work; resolves when the next one may begin. `times` as long a rest as the work before it. */
export type Pace = (times?: number) => Promise<void>

export function createPace(
  now = () => performance.now(),
  rest: (ms: number) => Promise<void> = setTimeout,
): Pace {
  let from = now()
  return async (times = 1) => {
    const worked = now() - from
    if (worked < STRETCH_MS) return void (await setImmediate())
    await rest(times * Math.min(worked, LONGEST_REST_MS))
    from = now()
  }
}
