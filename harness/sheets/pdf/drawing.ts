/** For trials: a list as it is drawn on paper, for whichever program prints it. */

import type { TrueRow } from '#sheets/testing/list-trial.ts'

/** `lines` and `columns` are how many it covers; what it covers stands as null. */
export type DrawnCell = { text: string; lines?: number; columns?: number } | null

export const cell = (text: string): DrawnCell => ({ text })

export type Block =
  | { kind: 'text'; text: string; isTitle?: boolean }
  | {
      kind: 'table'
      /** Millimetres of each column. */
      widths: readonly number[]
      /** Repeated on each page. */
      heads: readonly (readonly DrawnCell[])[]
      rows: readonly (readonly DrawnCell[])[]
      rules: 'all' | 'rows' | 'none'
    }

export type Drawing = {
  /** What was drawn, for a person who looks for a mistake. */
  drawn: string
  blocks: readonly Block[]
  isLandscape: boolean
  /** Points of its letters. */
  size: number
  /** Millimetres around the text of a cell. */
  padding: number
  align: 'top' | 'middle'
  isCentred?: boolean
  /** Letters of headings and services spread over the width of their cell. */
  isSpread?: boolean
  truth: TrueRow[]
  mustMark?: readonly string[]
}

const escaped = (text: string) =>
  text
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')

/** For a browser to print. */
export function htmlOf(drawing: Drawing): string {
  const { size, padding, align, isLandscape, isSpread = false, isCentred = false } = drawing
  const body = drawing.blocks.map((block) => {
    if (block.kind === 'text')
      return `<p class="${block.isTitle ? 'title' : ''}">${escaped(block.text)}</p>`
    const rowOf = (row: readonly DrawnCell[], tag: string) =>
      `<tr>${row
        .map((each) =>
          each
            ? `<${tag} rowspan="${each.lines ?? 1}" colspan="${each.columns ?? 1}">${escaped(each.text)}</${tag}>`
            : '',
        )
        .join('')}</tr>`
    const columns = block.widths.map((width) => `<col style="width:${width}mm">`).join('')
    const width = block.widths.reduce((sum, each) => sum + each, 0)
    return `<table class="${block.rules}" style="width:${width}mm"><colgroup>${columns}</colgroup><thead>${block.heads
      .map((row) => rowOf(row, 'th'))
      .join(
        '',
      )}</thead><tbody>${block.rows.map((row) => rowOf(row, 'td')).join('')}</tbody></table>`
  })
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><title>一覧</title><style>
@page { size: A4 ${isLandscape ? 'landscape' : 'portrait'}; margin: 12mm }
body { margin: 0; font: ${size}pt/1.3 'Noto Sans CJK JP'; white-space: pre-wrap }
p { margin: 0.4em 0 } .title { font-size: 1.4em }
table { border-collapse: collapse; table-layout: fixed; margin: 0 0 0.8em }
tr { break-inside: avoid }
td, th { padding: ${padding}mm; vertical-align: ${align}; text-align: ${isCentred ? 'center' : 'left'}; font-weight: normal; overflow-wrap: break-word }
${isSpread ? 'th { text-align-last: justify; text-justify: inter-character }' : ''}
.all td, .all th { border: 0.3mm solid #000 } .rows tr { border-bottom: 0.2mm solid #000 }
</style>${body.join('')}</html>`
}

/** A sheet of LibreOffice's. */
export function fodsOf(drawing: Drawing): string {
  const { size, padding, align, isLandscape, isCentred = false } = drawing
  const widths = [...new Set(drawing.blocks.flatMap((block) => edgesOf(block)))].sort(
    (a, b) => a - b,
  )
  const columns = widths.slice(1).map((edge, at) => edge - (widths[at] ?? 0))
  const styles = columns.map(
    (width, at) =>
      `<style:style style:name="co${at}" style:family="table-column"><style:table-column-properties style:column-width="${width}mm"/></style:style>`,
  )
  const styleOf = (name: string, border: string, more = '') =>
    `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties ${border} fo:padding="${padding}mm" style:vertical-align="${align}" fo:wrap-option="wrap"/><style:paragraph-properties fo:text-align="${isCentred ? 'center' : 'start'}"/><style:text-properties fo:font-size="${size}pt" style:font-size-asian="${size}pt" style:font-name="g" style:font-name-asian="g" ${more}/></style:style>`
  const rows = drawing.blocks.flatMap((block) => rowsOf(block, widths))
  const page = isLandscape
    ? 'fo:page-width="297mm" fo:page-height="210mm" style:print-orientation="landscape"'
    : 'fo:page-width="210mm" fo:page-height="297mm"'
  return `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:font-face-decls><style:font-face style:name="g" svg:font-family="IPAGothic"/></office:font-face-decls><office:automatic-styles>${styles.join('')}<style:style style:name="ro" style:family="table-row"><style:table-row-properties style:use-optimal-row-height="true"/></style:style><style:style style:name="ta" style:family="table" style:master-page-name="Default"/>${styleOf('all', 'fo:border="0.5pt solid #000000"')}${styleOf('rows', 'fo:border-bottom="0.5pt solid #000000"')}${styleOf('none', '')}${styleOf('text', '')}<style:page-layout style:name="pm"><style:page-layout-properties ${page} fo:margin="12mm" style:print-page-order="ttb"/><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Default" style:page-layout-name="pm"><style:header style:display="false"/><style:footer style:display="false"/></style:master-page></office:master-styles><office:body><office:spreadsheet><table:table table:name="s" table:style-name="ta">${columns.map((_, at) => `<table:table-column table:style-name="co${at}"/>`).join('')}${rows.join('')}</table:table></office:spreadsheet></office:body></office:document>`
}

/** Millimetres of a line of text. */
const PLAIN_WIDTH = 180

function edgesOf(block: Block): number[] {
  if (block.kind === 'text') return [0, PLAIN_WIDTH]
  let sum = 0
  return [0, ...block.widths.map((width) => (sum += width))]
}

function rowsOf(block: Block, edges: readonly number[]): string[] {
  const paragraphs = (text: string) =>
    text
      .split('\n')
      .map(
        (line) =>
          `<text:p>${escaped(line).replace(/ {2,}/g, (run) => ` <text:s text:c="${run.length - 1}"/>`)}</text:p>`,
      )
      .join('')
  if (block.kind === 'text')
    return [
      `<table:table-row table:style-name="ro"><table:table-cell table:style-name="text" office:value-type="string" table:number-columns-spanned="${edges.length - 1}">${paragraphs(block.text)}</table:table-cell></table:table-row>`,
    ]
  const own = edgesOf(block)
  const rowOf = (row: readonly DrawnCell[]) =>
    `<table:table-row table:style-name="ro">${row
      .map((each, at) => {
        const [from = 0, to = 0] = [own[at], own[at + (each?.columns ?? 1)]]
        const span = edges.filter((edge) => edge > from && edge <= to).length
        const covered = '<table:covered-table-cell/>'
        if (!each) return covered.repeat(Math.max(1, span))
        const inner = edges.filter((edge) => edge > from && edge <= (own[at + 1] ?? 0)).length - 1
        return `<table:table-cell table:style-name="${block.rules}" office:value-type="string" table:number-columns-spanned="${span}" table:number-rows-spanned="${each.lines ?? 1}">${paragraphs(each.text)}</table:table-cell>${covered.repeat(inner)}`
      })
      .join('')}</table:table-row>`
  const heads = block.heads.map(rowOf).join('')
  return [
    ...(heads ? [`<table:table-header-rows>${heads}</table:table-header-rows>`] : []),
    ...block.rows.map(rowOf),
  ]
}
