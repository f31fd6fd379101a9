/** A chosen or dropped file as the sheets it holds; or a sentence on why it cannot be read. What a file is, its bytes say and not its name. */

import { fileMessages } from '../messages.ts'
import type { Sheet } from '../sheet.ts'
import { gridOfSeparatedText, textOfBytes } from './csv.ts'
import { sheetOfHtml } from './html.ts'
import { sheetsOfOds } from './ods.ts'
import { sheetsOfSpreadsheetXml } from './spreadsheet-xml.ts'
import { sheetsOfXlsx } from './xlsx.ts'
import { MAX_LINES, openZip, ZipError } from './zip.ts'

/** Bytes of a file; a workbook of a thousand rows has a hundredth of it. */
export const FILE_LIMIT = 10 * 1024 * 1024

export type FileContent = { sheets: Sheet[] } | { message: string }

export async function sheetsOfFile(file: File): Promise<FileContent> {
  if (file.size > FILE_LIMIT) return { message: fileMessages.tooLarge }
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return (await contentOf(bytes)) ?? { message: fileMessages.unreadable }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    return { message: error.message === 'too large' ? fileMessages.tooLarge : fileMessages.broken }
  }
}

async function contentOf(bytes: Uint8Array<ArrayBuffer>): Promise<FileContent | null> {
  const refused = REFUSED.find(({ at = 0, marks }) =>
    marks.some((mark) => bytesAt(bytes, at, mark.length) === mark),
  )
  if (refused) return { message: fileMessages[refused.why] }
  if (bytesAt(bytes, 0, 4) === COMPOUND) return { message: fileMessages[compoundOf(bytes)] }
  if (bytesAt(bytes, 0, 2) === 'PK') return filled(await sheetsOfZip(bytes))
  const text = textOfBytes(bytes)
  return text === null ? null : sheetsOfText(text)
}

/** What begins with these bytes, as Latin letters, is no table. */
const REFUSED: readonly {
  at?: number
  marks: readonly string[]
  why: keyof typeof fileMessages
}[] = [
  { marks: ['%PDF'], why: 'pdf' },
  { marks: ['{\\rtf'], why: 'richText' },
  {
    marks: ['\xff\xd8\xff', '\x89PNG', 'GIF8', 'BM', 'II*\0', 'MM\0*', 'RIFF'],
    why: 'picture',
  },
  { at: 4, marks: ['ftyp'], why: 'picture' },
  { marks: ['Rar!', '7z\xbc\xaf', '\x1f\x8b'], why: 'archive' },
]

/** Containers of Office until 2003, and of any workbook with a password. */
const COMPOUND = '\xd0\xcf\x11\xe0'

function bytesAt(bytes: Uint8Array, at: number, count: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + count))
}

/** So many bytes of such a container are searched for the names of its streams. */
const SEARCHED = 4 * 1024 * 1024

function compoundOf(bytes: Uint8Array<ArrayBuffer>): keyof typeof fileMessages {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, SEARCHED))
  const holds = (name: string) => text.includes([...name].join('\0'))
  if (holds('EncryptedPackage')) return 'encrypted'
  return holds('WordDocument') ? 'word' : 'oldWorkbook'
}

type ZipContent = { sheets: Sheet[] | null } | { message: string }

async function sheetsOfZip(bytes: Uint8Array<ArrayBuffer>): Promise<ZipContent> {
  const readBytes = openZip(bytes)
  const read = async (name: string) => {
    const content = await readBytes(name)
    return content && new TextDecoder().decode(content)
  }
  const sheets = (await sheetsOfXlsx(read)) ?? sheetsOfOds((await read('content.xml')) ?? '')
  if (sheets) return { sheets }
  for (const [name, why] of ZIP_CONTENTS)
    if ((await readBytes(name)) !== null) return { message: fileMessages[why] }
  return { message: fileMessages.archive }
}

/** Files by which other programs' documents, which are archives too, are known. */
const ZIP_CONTENTS: readonly (readonly [name: string, why: keyof typeof fileMessages])[] = [
  ['xl/workbook.bin', 'otherWorkbook'],
  ['Index/Document.iwa', 'otherWorkbook'],
  ['word/document.xml', 'word'],
  ['ppt/presentation.xml', 'unreadable'],
  ['content.xml', 'unreadable'],
]

function sheetsOfText(text: string): FileContent | null {
  const start = text.slice(0, 2000)
  if (/^\s*</.test(start)) {
    const html = sheetOfHtml(text)
    return filled({
      sheets: sheetsOfOds(text) ?? sheetsOfSpreadsheetXml(text) ?? (html && [html]),
    })
  }
  if (/^(?:MIME-Version|From|Content-Type):.*$/im.test(start) && /multipart/i.test(start))
    return { message: fileMessages.savedPage }
  const grid = gridOfSeparatedText(text)
  return { sheets: [{ grid: grid.slice(0, MAX_LINES) }] }
}

function filled(content: ZipContent): FileContent | null {
  if ('message' in content) return content
  const lacksResults = content.sheets?.some(({ openFormulas = 0 }) => openFormulas > 0)
  if (lacksResults) return { message: fileMessages.noResults }
  const sheets = content.sheets?.filter(({ grid }) =>
    grid.some((row) => row.some((text) => text.trim() !== '')),
  )
  if (!sheets) return null
  return sheets.length > 0 ? { sheets } : { message: fileMessages.empty }
}
