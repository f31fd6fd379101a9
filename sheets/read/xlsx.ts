/** The sheets of an .xlsx workbook as they are shown: full digits, merged cells, what is hidden. */
import type { Merge, Sheet } from '../sheet.ts'
import { attributeOf, tokensOf } from './markup.ts'
import { MAX_COLUMNS, MAX_LINES } from './zip.ts'

type ReadFile = (name: string) => Promise<string | null>

/** The visible sheets in their order; null where the archive is no such workbook. Parts are found by their relations. */
export async function sheetsOfXlsx(read: ReadFile): Promise<Sheet[] | null> {
  const [main = { path: 'xl/workbook.xml' }] = await relationsOf(read, '', 'officeDocument')
  const workbook = await read(main.path)
  if (workbook === null || !/<(?:\w+:)?sheets\b/.test(workbook)) return null
  const parts = await relationsOf(read, main.path)
  const targets = new Map(parts.map(({ id, path }) => [id, path]))
  const textOf = async (type: string, usual: string) =>
    (await read(parts.find((part) => part.type === type)?.path ?? usual)) ?? ''
  const strings = stringsOf(await textOf('sharedStrings', 'xl/sharedStrings.xml'))
  const styles = stylesOf(await textOf('styles', 'xl/styles.xml'))
  const sheets: Sheet[] = []
  for (const token of tokensOf(workbook)) {
    if (token.kind === 'close' || token.kind === 'text' || token.name !== 'sheet') continue
    if (/hidden/i.test(attributeOf(token.attributes, 'state') ?? '')) continue
    const path = targets.get(attributeOf(token.attributes, /^(?:\w+:)?id$/i) ?? '')
    const xml = path === undefined ? null : await read(path)
    const name = attributeOf(token.attributes, 'name') ?? ''
    if (xml !== null) sheets.push({ ...sheetOf(xml, strings, styles), name })
  }
  return sheets
}

type Relation = { id: string; type: string; path: string }

/** What a part of the archive refers to, all of it or what is of one type; the archive as a whole is the part ''. */
async function relationsOf(read: ReadFile, part: string, wanted?: string): Promise<Relation[]> {
  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? []
  const xml = (await read(`${folder}_rels/${file}.rels`)) ?? ''
  const relations: Relation[] = []
  for (const token of tokensOf(xml)) {
    if (token.kind === 'close' || token.kind === 'text' || token.name !== 'relationship') continue
    const type = (attributeOf(token.attributes, 'Type') ?? '').replace(/^.*\//s, '')
    const id = attributeOf(token.attributes, 'Id') ?? ''
    const target = (attributeOf(token.attributes, 'Target') ?? '').replaceAll('\\', '/')
    if (!wanted || type === wanted) relations.push({ id, type, path: resolved(folder, target) })
  }
  return relations
}

function resolved(folder: string, target: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/'))
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  return path.join('/')
}

function stringsOf(xml: string): string[] {
  const strings: string[] = []
  const text = new TextRuns()
  for (const token of tokensOf(xml)) {
    text.take(token)
    if (token.kind === 'close' && token.name === 'si') strings.push(text.end())
    else if (token.kind === 'empty' && token.name === 'si') strings.push('')
  }
  return strings
}

/** Texts in <t>, but for the furigana that Excel keeps beside them. */
class TextRuns {
  #text = ''
  #isText = false
  #isFurigana = false

  take(token: import('./markup.ts').MarkupToken): void {
    if (token.kind === 'text') {
      if (this.#isText && !this.#isFurigana) this.#text += token.text
    } else if (token.name === 'rph') this.#isFurigana = token.kind === 'open'
    else if (token.name === 't') this.#isText = token.kind === 'open'
  }

  end(): string {
    const text = this.#text
      .replace(ESCAPED, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\r\n?/g, '\n')
    this.#text = ''
    return text
  }
}

/** A character that XML cannot hold, as Excel writes it; _x005F_ is the underscore of a text that only looks so. */
const ESCAPED = /_x([\dA-Fa-f]{4})_/g

/** Of a style: digits that its number format always shows, as 0000000000 keeps a leading zero, and whether its font is struck through. */
type Style = { padding: number; isStruck: boolean }

function stylesOf(xml: string): Style[] {
  const formats = new Map<string, number>()
  const struckFonts: boolean[] = []
  const styles: Style[] = []
  let place = ''
  for (const token of tokensOf(xml)) {
    if (token.kind === 'text') continue
    if (['cellxfs', 'fonts'].includes(token.name)) place = token.kind === 'open' ? token.name : ''
    if (token.kind === 'close') continue
    const { name, attributes } = token
    if (name === 'numfmt') {
      const code = attributeOf(attributes, 'formatCode') ?? ''
      formats.set(attributeOf(attributes, 'numFmtId') ?? '', zerosOf(code))
    } else if (place === 'fonts' && name === 'font') struckFonts.push(false)
    else if (place === 'fonts' && name === 'strike')
      struckFonts[struckFonts.length - 1] = isOn(attributeOf(attributes, 'val') ?? '1')
    else if (place === 'cellxfs' && name === 'xf')
      styles.push({
        padding: formats.get(attributeOf(attributes, 'numFmtId') ?? '') ?? 0,
        isStruck: struckFonts[Number(attributeOf(attributes, 'fontId') ?? 0)] ?? false,
      })
  }
  return styles
}

/** Digits that a number format always shows. */
export function zerosOf(code: string): number {
  return /^"?[^0#"]*"?(0+)(?:;.*)?$/.exec(code)?.[1]?.length ?? 0
}

type OpenCell = { line: number; column: number; type: string; style: number; value: string }

function sheetOf(xml: string, strings: readonly string[], styles: readonly Style[]): Sheet {
  const grid: string[][] = []
  const merges: Merge[] = []
  const hiddenLines = new Set<number>()
  const hiddenColumns = new Set<number>()
  const [struck, plain] = [new Set<number>(), new Set<number>()]
  const text = new TextRuns()
  let cell: OpenCell | null = null
  let inValue = false
  let openFormulas = 0
  let hasFormula = false
  let line = -1
  for (const token of tokensOf(xml)) {
    text.take(token)
    if (token.kind === 'text') {
      if (cell && inValue) cell.value += token.text
    } else if (token.name === 'f') hasFormula = true
    else if (token.name === 'v') inValue = token.kind === 'open'
    else if (token.name === 'row' && token.kind !== 'close') {
      line = Number(attributeOf(token.attributes, 'r') ?? line + 2) - 1
      if (isOn(attributeOf(token.attributes, 'hidden'))) hiddenLines.add(line)
    } else if (token.name === 'c' && token.kind === 'empty')
      put(grid, cellAt(token.attributes, line, grid), '')
    else if (token.name === 'c' && token.kind === 'open')
      cell = cellAt(token.attributes, line, grid)
    else if (token.name === 'c' && cell) {
      if (hasFormula && cell.value === '' && cell.type !== 'str') openFormulas += 1
      hasFormula = false
      const shown = cell.type === 'inlineStr' ? text.end() : shownOf(cell, strings, styles)
      put(grid, cell, shown)
      if (shown.trim() !== '') (styles[cell.style]?.isStruck ? struck : plain).add(cell.line)
      cell = null
      if (grid.length >= MAX_LINES) break
    } else if (token.name === 'col' && token.kind !== 'close') {
      for (const column of hiddenIn(token.attributes)) hiddenColumns.add(column)
    } else if (token.name === 'mergecell' && token.kind !== 'close') {
      const merge = mergeOf(attributeOf(token.attributes, 'ref') ?? '')
      if (merge) merges.push(merge)
    }
  }
  return {
    grid: filledUp(grid),
    merges,
    hiddenLines,
    hiddenColumns,
    struckLines: new Set([...struck].filter((at) => !plain.has(at))),
    ...(openFormulas > 0 && { openFormulas }),
  }
}

/** Without the holes of lines and cells that the file leaves out. */
function filledUp(grid: readonly string[][]): string[][] {
  return Array.from(grid, (row) => Array.from(row ?? [], (text) => text ?? ''))
}

function hiddenIn(attributes: string): number[] {
  if (!isOn(attributeOf(attributes, 'hidden'))) return []
  const [min = 1, max = 0] = ['min', 'max'].map((name) => Number(attributeOf(attributes, name)))
  const from = Math.max(1, min)
  const count = Math.min(max, MAX_COLUMNS) - from + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => from - 1 + index)
}

function cellAt(attributes: string, line: number, grid: readonly string[][]): OpenCell {
  const place = placeOf(attributeOf(attributes, 'r') ?? '')
  return {
    line: place?.line ?? line,
    column: place?.column ?? grid[line]?.length ?? 0,
    type: attributeOf(attributes, 't') ?? 'n',
    style: Number(attributeOf(attributes, 's') ?? 0),
    value: '',
  }
}

function put(grid: string[][], { line, column }: OpenCell, text: string): void {
  if (line < 0 || column >= MAX_COLUMNS || (line >= MAX_LINES && text.trim() === '')) return
  // A filled cell anywhere below says that the sheet goes on.
  const at = Math.min(line, MAX_LINES - 1)
  grid[at] ??= []
  const row = grid[at]
  if (row) row[column] = text
}

function shownOf(
  { type, style, value }: OpenCell,
  strings: readonly string[],
  styles: readonly Style[],
): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || value === '') return value
  return fullDigits(value).padStart(styles[style]?.padding ?? 0, '0')
}

/** 1.310205016E9 as the digits that it stands for. */
export function fullDigits(value: string): string {
  const number = Number(value)
  return /e/i.test(value) && Number.isSafeInteger(number) ? String(number) : value
}

function mergeOf(reference: string): Merge | null {
  const [from, to] = reference.split(':').map(placeOf)
  if (!from || !to) return null
  const lines = Math.min(to.line, MAX_LINES) - from.line + 1
  const columns = Math.min(to.column, MAX_COLUMNS) - from.column + 1
  return { ...from, lines, columns }
}

function placeOf(reference: string): { line: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d+)$/.exec(reference) ?? []
  if (letters === undefined) return null
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { line: Number(digits) - 1, column: column - 1 }
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
