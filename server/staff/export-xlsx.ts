/** A streaming writer for .xlsx workbooks: every text is a text cell, the heading stays in sight, memory is constant. */

import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { strToU8, Zip, ZipDeflate, type ZipInputFile } from 'fflate'
import {
  rowOf,
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
/** Bytes that may wait for the thread that compresses: it works while the next rows are written. */
const WAITING = 256 * 1024
/** Rows repeat themselves: a higher level takes three times as long for a tenth less. */
const LEVEL = 1
const DEFLATED = 8

/** The cells of each row are written already. */
export type Table = { name: string; columns: readonly SheetColumn[]; rows: AsyncIterable<string> }

/** The bytes of a workbook; rows of a table beyond Excel's limit, or a zip's, go on in further sheets. */
export async function* xlsxChunks(
  tables: readonly Table[],
  limits: Partial<SheetLimits> = {},
): AsyncGenerator<Uint8Array> {
  const zip = createZip()
  const names: string[] = []
  for (const table of tables)
    yield* tableChunks(table, { ...LIMITS, ...limits }, zip, (no) => {
      names.push(`${table.name}${no === 1 ? '' : no}`)
      return createSheet(zip.file(sheetPath(names.length)), table.columns)
    })
  for (const [name, text] of workbookParts(names)) zip.whole(name, text)
  zip.end()
  yield* zip.taken()
}

type SheetLimits = { rowsASheet: number; bytesASheet: number }
const LIMITS: SheetLimits = { rowsASheet: ROWS_A_SHEET, bytesASheet: BYTES_A_SHEET }

/** A table has a sheet without a row too. `create` is given which sheet of the table it makes, from 1. */
async function* tableChunks(
  { rows }: Table,
  { rowsASheet, bytesASheet }: SheetLimits,
  zip: ReturnType<typeof createZip>,
  create: (no: number) => Sheet,
): AsyncGenerator<Uint8Array> {
  let no = 1
  let sheet = create(no)
  try {
    for await (const cells of rows) {
      if (sheet.rows >= rowsASheet || sheet.bytes >= bytesASheet) {
        await sheet.end()
        no += 1
        sheet = create(no)
      }
      if (!sheet.add(cells)) continue
      await sheet.pack()
      yield* zip.taken()
    }
    await sheet.end()
  } finally {
    sheet.drop()
  }
}

/** fflate's zip as a queue: what it gave is taken after each piece. */
function createZip() {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  return {
    file(name: string) {
      const { file, ...packing } = createPacking(name)
      zip.add(file)
      return packing
    },
    whole(name: string, text: string) {
      // Sizes come behind the bytes: of a part that is not compressed, no reader could tell where it ends.
      const file = new ZipDeflate(name)
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

type Packing = Omit<ReturnType<typeof createPacking>, 'file'>

/** A file of a zip that zlib compresses in a thread of its own: in the event loop it would be half of the work. */
function createPacking(filename: string) {
  const file: ZipInputFile = { filename, compression: DEFLATED, crc: 0, size: 0 }
  const deflate = createDeflateRaw({ level: LEVEL })
  deflate.on('data', (chunk: Uint8Array<ArrayBuffer>) => file.ondata?.(null, chunk, false))
  return {
    file,
    /** How many bytes the text has. */
    async write(text: string): Promise<number> {
      const bytes = Buffer.from(text)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      if (!deflate.write(bytes) && deflate.writableLength > WAITING) await once(deflate, 'drain')
      return bytes.length
    },
    async end(): Promise<void> {
      const ended = once(deflate, 'end')
      deflate.end()
      await ended
      file.ondata?.(null, new Uint8Array(), true)
    },
    /** Where the rest is not wanted. */
    drop: () => deflate.destroy(),
  }
}

type Sheet = ReturnType<typeof createSheet>

function createSheet(packing: Packing, columns: readonly SheetColumn[]) {
  let rows = 1
  let bytes = 0
  let text = sheetStart(columns)
  const pack = async () => {
    const piece = text
    text = ''
    bytes += await packing.write(piece)
  }
  return {
    get rows() {
      return rows
    },
    get bytes() {
      return bytes
    },
    /** Whether there is enough to be packed. */
    add(cells: string): boolean {
      rows += 1
      text += rowOf(rows, cells)
      return text.length >= PIECE
    },
    pack,
    async end() {
      text += sheetEnd(columns, rows)
      await pack()
      await packing.end()
    },
    drop: packing.drop,
  }
}
