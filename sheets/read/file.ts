/** A chosen or dropped file as the sheets it holds; or a sentence on why it cannot be read. */

import { fileMessages } from '../messages.ts'
import type { Sheet } from '../sheet.ts'
import { gridOfBytes } from './csv.ts'
import { sheetsOfOds } from './ods.ts'
import { sheetsOfXlsx } from './xlsx.ts'
import { MAX_LINES, openZip, ZipError } from './zip.ts'

/** Bytes of a file; a workbook of a thousand rows has a hundredth of it. */
export const FILE_LIMIT = 10 * 1024 * 1024

export type FileContent = { sheets: Sheet[] } | { message: string }

export async function sheetsOfFile(file: File): Promise<FileContent> {
  if (file.size > FILE_LIMIT) return { message: fileMessages.tooLarge }
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return (await sheetsOfBytes(bytes)) ?? { message: fileMessages.unreadable }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    return { message: error.message === 'too large' ? fileMessages.tooLarge : fileMessages.broken }
  }
}

async function sheetsOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<FileContent | null> {
  if (startsWith(bytes, OLD_WORKBOOK)) return { message: fileMessages.oldWorkbook }
  if (startsWith(bytes, PDF)) return { message: fileMessages.pdf }
  if (!startsWith(bytes, ZIP)) {
    const grid = gridOfBytes(bytes)
    return grid && { sheets: [{ grid: grid.slice(0, MAX_LINES) }] }
  }
  const readBytes = openZip(bytes)
  const read = async (name: string) => {
    const content = await readBytes(name)
    return content && new TextDecoder().decode(content)
  }
  const sheets = (await sheetsOfXlsx(read)) ?? sheetsOfOds((await read('content.xml')) ?? '')
  const filled = sheets?.filter(({ grid }) =>
    grid.some((row) => row.some((text) => text.trim() !== '')),
  )
  if (!filled) return null
  return filled.length > 0 ? { sheets: filled } : { message: fileMessages.empty }
}

const ZIP = [0x50, 0x4b]
/** Excel's format until 2003, and any workbook with a password. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0]
const PDF = [0x25, 0x50, 0x44, 0x46]

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte)
}
