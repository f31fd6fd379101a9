/** A streaming writer for .xlsx workbooks: every text is a text cell, the heading stays in sight, memory is constant. */
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import {
  type Cell,
  rowXml,
  type SheetColumn,
  sheetEnd,
  sheetPath,
  sheetStart,
  workbookParts,
} from '#sheets/write-workbook.ts'

/** Excel's own limit. */
const ROWS_A_SHEET = 1_048_576
/** Rows of a sheet beside its heading. */
export const MOST_ROWS = ROWS_A_SHEET - 1
/** Sizes in a zip without the zip64 extension are 32 bits: a sheet ends before it. */
const BYTES_A_SHEET = 3 * 2 ** 30
/** UTF-16 units gathered before they are compressed. */
const PIECE = 32_768

/** The bytes of a workbook; rows beyond Excel's limit, or a zip's, go on in further sheets. */
export async function* xlsxChunks(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly Cell[]>,
  { rowsASheet = ROWS_A_SHEET, bytesASheet = BYTES_A_SHEET } = {},
): AsyncGenerator<Uint8Array> {
  const zip = createZip()
  let sheets = 0
  let sheet: Sheet | undefined
  const nextSheet = () => {
    sheet?.end()
    sheets += 1
    return createSheet(zip.file(sheetPath(sheets)), columns)
  }
  for await (const row of rows) {
    if (!sheet || sheet.rows >= rowsASheet || sheet.bytes >= bytesASheet) sheet = nextSheet()
    sheet.add(row)
    yield* zip.taken()
  }
  sheet ??= nextSheet()
  sheet.end()
  const names = Array.from({ length: sheets }, (_, i) => `申し込み${i === 0 ? '' : i + 1}`)
  for (const [name, text] of workbookParts(names)) zip.whole(name, text)
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
      // Rows repeat themselves: a higher level takes three times as long for a tenth less.
      const file = new ZipDeflate(name, { level: 1 })
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
  let rows = 1
  let bytes = 0
  let text = sheetStart(columns)
  return {
    get rows() {
      return rows
    },
    get bytes() {
      return bytes
    },
    add(cells: readonly Cell[]) {
      rows += 1
      text += rowXml(rows, cells)
      if (text.length < PIECE) return
      bytes += write(text)
      text = ''
    },
    end: () => write(text + sheetEnd(columns, rows), true),
  }
}
