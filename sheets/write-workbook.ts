/** The parts of an .xlsx workbook as XML text: every text is a text cell, the heading stays in sight. Pure; packing them is the caller's. */

export type Cell = string | number
export type SheetColumn = {
  heading: string
  /** Characters of half width. */
  width: number
  /** What is typed into its empty cells is text too, and keeps its zeros. */
  isText?: true
}

/** Excel's limit: UTF-16 units of a cell. */
const CELL_LIMIT = 32_767

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Positions in cellXfs of the style sheet. */
const TEXT_STYLE = 1
const HEADING_STYLE = 2

/** A sheet up to its first row, which is the heading. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(({ width, isText }, i) => {
    const style = isText ? ` style="${TEXT_STYLE}"` : ''
    return `<col min="${i + 1}" max="${i + 1}" width="${width}"${style} customWidth="1"/>`
  })
  return (
    `${PROLOGUE}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>` +
    rowXml(
      1,
      columns.map(({ heading }) => heading),
      HEADING_STYLE,
    )
  )
}

/** One row; `no` counts from 1, which is the heading. */
export function rowXml(no: number, cells: readonly Cell[], style = TEXT_STYLE): string {
  return rowOf(no, cellsXml(cells, style))
}

/** Some cells of a row, one after another: what several rows have in common is written once. */
export function cellsXml(cells: readonly Cell[], style = TEXT_STYLE): string {
  let xml = ''
  for (const cell of cells) xml += cellXml(cell, style)
  return xml
}

/** One row of cells that are written already. */
export function rowOf(no: number, cells: string): string {
  return `<row r="${no}">${cells}</row>`
}

/** The end of a sheet of so many rows. Excel marks digits in a text cell as a possible mistake unless it is told not to. */
export function sheetEnd(columns: readonly SheetColumn[], rows: number): string {
  const range = `A1:${columnName(columns.length - 1)}${rows}`
  return (
    `</sheetData><autoFilter ref="${range}"/>` +
    `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
  )
}

function cellXml(cell: Cell, style: number): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (cell === '') return '<c/>'
  const space = HAS_SPACES.test(cell) ? ' xml:space="preserve"' : ''
  return `<c s="${style}" t="inlineStr"><is><t${space}>${escapeXml(shortened(cell))}</t></is></c>`
}

/** What Excel would take for the layout of the XML: it says which texts have such spaces too. */
const HAS_SPACES = /^\s|\s$|\s\s|[\t\n]/

/** Excel refuses a whole workbook for one cell that is too long. */
function shortened(text: string): string {
  const mark = '…（以下省略）'
  return text.length > CELL_LIMIT ? text.slice(0, CELL_LIMIT - mark.length) + mark : text
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML without what XML cannot hold: control characters and halves of characters become _xHHHH_, as Excel writes them. */
function escapeXml(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (c) => ENTITIES[c] ?? c)
    .replace(UNREPRESENTABLE, (c) => `_x${c.charCodeAt(0).toString(16).padStart(4, '0')}_`)
}

/** Most texts have none of these, and are through with one look. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them.
const NEEDS_ESCAPE = /[&<>_\u0000-\u0008\u000b-\u001f\ufffe\uffff\ud800-\udfff]/

const UNREPRESENTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them.
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}/gu

/** 0 is A, 26 is AA. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26))
}

/** Where the package has a sheet; `no` counts from 1. */
export const sheetPath = (no: number) => `xl/worksheets/sheet${no}.xml`

/** Every part of the package besides the sheets, which have these names. */
export function workbookParts(names: readonly string[]): [name: string, text: string][] {
  const numbers = names.map((_, i) => i + 1)
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
        `${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
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
