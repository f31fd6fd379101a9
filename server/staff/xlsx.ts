/** A streaming writer for .xlsx workbooks: every text is a text cell, the heading stays in sight, memory is constant. */
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type Cell = string | number
export type SheetColumn = { heading: string /** Characters of half width. */; width: number }

/** Excel's own limits: rows of a sheet, UTF-16 units of a cell. */
const ROWS_A_SHEET = 1_048_576
const CELL_LIMIT = 32_767
/** Sizes in a zip without the zip64 extension are 32 bits: a sheet ends before it. */
const BYTES_A_SHEET = 3 * 2 ** 30
/** UTF-16 units gathered before they are compressed. */
const PIECE = 32_768

/** The bytes of a workbook; rows beyond Excel's limit go on in further sheets. */
export async function* xlsxChunks(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly Cell[]>,
  rowsASheet = ROWS_A_SHEET,
): AsyncGenerator<Uint8Array> {
  const zip = createZip()
  let sheets = 0
  let sheet: Sheet | undefined
  const nextSheet = () => {
    sheet?.end()
    sheets += 1
    return createSheet(zip.file(`xl/worksheets/sheet${sheets}.xml`), columns)
  }
  for await (const row of rows) {
    if (!sheet || sheet.rows >= rowsASheet || sheet.bytes >= BYTES_A_SHEET) sheet = nextSheet()
    sheet.add(row)
    yield* zip.taken()
  }
  sheet ??= nextSheet()
  sheet.end()
  for (const [name, text] of workbookParts(sheets)) zip.whole(name, text)
  zip.end()
  yield* zip.taken()
}

/** fflate's zip as a queue: it calls back synchronously, and what it gave is taken after each push. */
function createZip() {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  return {
    file(name: string) {
      const file = new ZipDeflate(name, { level: 6 })
      zip.add(file)
      return (text: string, final = false) => {
        const bytes = strToU8(text)
        file.push(bytes, final)
        return bytes.length
      }
    },
    whole(name: string, text: string) {
      const file = new ZipPassThrough(name)
      zip.add(file)
      file.push(strToU8(text), true)
    },
    end: () => zip.end(),
    taken() {
      const taken = chunks
      chunks = []
      return taken
    },
  }
}

type Sheet = ReturnType<typeof createSheet>

function createSheet(
  write: (text: string, final?: boolean) => number,
  columns: readonly SheetColumn[],
) {
  let rows = 0
  let bytes = 0
  let text = sheetStart(columns)
  const add = (cells: readonly Cell[], style = TEXT_STYLE) => {
    rows += 1
    text += `<row r="${rows}">${cells.map((cell) => cellXml(cell, style)).join('')}</row>`
    if (text.length < PIECE) return
    bytes += write(text)
    text = ''
  }
  add(
    columns.map(({ heading }) => heading),
    HEADING_STYLE,
  )
  return {
    get rows() {
      return rows
    },
    get bytes() {
      return bytes
    },
    add: (cells: readonly Cell[]) => add(cells),
    end: () => write(text + sheetEnd(`A1:${columnName(columns.length - 1)}${rows}`), true),
  }
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Positions in cellXfs of the style sheet. */
const TEXT_STYLE = 1
const HEADING_STYLE = 2

function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${PROLOGUE}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>`
  )
}

/** Excel marks digits in a text cell as a possible mistake unless it is told not to. */
function sheetEnd(range: string): string {
  return (
    `</sheetData><autoFilter ref="${range}"/>` +
    `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
  )
}

function cellXml(cell: Cell, style: number): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (cell === '') return '<c/>'
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(shortened(cell))}</t></is></c>`
}

/** Excel refuses a whole workbook for one cell that is too long. */
function shortened(text: string): string {
  const mark = '…（以下省略）'
  return text.length > CELL_LIMIT ? text.slice(0, CELL_LIMIT - mark.length) + mark : text
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML without what XML cannot hold: control characters and halves of characters become _xHHHH_, as Excel writes them. */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (c) => ENTITIES[c] ?? c)
    .replace(UNREPRESENTABLE, (c) => `_x${c.charCodeAt(0).toString(16).padStart(4, '0')}_`)
}

const UNREPRESENTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them.
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** 0 is A, 26 is AA. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26))
}

/** Every part of the package besides the sheets. */
function workbookParts(sheets: number): [name: string, text: string][] {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (rows: string[]) =>
    `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`
  return [
    ['[Content_Types].xml', PROLOGUE + contentTypes(numbers)],
    ['_rels/.rels', relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      `${PROLOGUE}<workbook xmlns="${NAMESPACE}" xmlns:r="${OFFICE}"><sheets>` +
        `${numbers.map((n) => `<sheet name="申し込み${n === 1 ? '' : n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...numbers.map((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
        relation('rIdStyles', 'styles', 'styles.xml'),
      ]),
    ],
    ['xl/styles.xml', PROLOGUE + STYLES],
  ]
}

function contentTypes(sheets: readonly number[]): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${type}.${kind}+xml"/>`
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    part('workbook', 'sheet.main') +
    part('styles', 'styles') +
    `${sheets.map((n) => part(`worksheets/sheet${n}`, 'worksheet')).join('')}</Types>`
  )
}

/** Number format 49 is "@", text: a number that is edited in Excel stays the text it is. */
const STYLES =
  `<styleSheet xmlns="${NAMESPACE}">` +
  '<fonts count="2"><font><sz val="11"/><name val="游ゴシック"/></font><font><b/><sz val="11"/><name val="游ゴシック"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '</styleSheet>'
