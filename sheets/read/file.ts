/** A chosen or dropped file as the sheets it holds; or a sentence on why it cannot be read. What a file is, its bytes say and not its name. */

import { fileMessages } from '../messages.ts'
import type { Sheet } from '../sheet.ts'
import { gridOfSeparatedText, textOfBytes } from './csv.ts'
import { sheetOfHtml } from './html.ts'
import { sheetsOfOds } from './ods.ts'
import { sheetsOfSpreadsheetXml } from './spreadsheet-xml.ts'
import { sheetsOfXlsx } from './xlsx.ts'
import { MAX_LINES, openZip, requireSmall, ZipError } from './zip.ts'

/** Bytes of a file; a workbook of a thousand rows has a hundredth of it. */
export const FILE_LIMIT = 10 * 1024 * 1024

export type FileContent = { sheets: Sheet[] } | { message: string }

/** `onOther` is called before a workbook is read that takes longer: the code for it has to be loaded first. */
export async function sheetsOfFile(file: File, onOther = () => {}): Promise<FileContent> {
  if (file.size > FILE_LIMIT) return { message: fileMessages.tooLarge }
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return (await contentOf(bytes, onOther)) ?? { message: fileMessages.unreadable }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    return { message: error.message === 'too large' ? fileMessages.tooLarge : fileMessages.broken }
  }
}

type Bytes = Uint8Array<ArrayBuffer>

async function contentOf(bytes: Bytes, onOther: () => void): Promise<FileContent | null> {
  const readOther = () => sheetsOfOther(bytes, onOther)
  const refused = REFUSED.find(({ at = 0, marks }) =>
    marks.some((mark) => bytesAt(bytes, at, mark.length) === mark),
  )
  if (refused) return { message: fileMessages[refused.why] }
  if (OLD_SHEETS.some((mark) => bytesAt(bytes, 0, mark.length) === mark))
    return filled(await readOther())
  if (bytesAt(bytes, 0, 4) === COMPOUND) {
    const kind = compoundOf(bytes)
    return kind === 'workbook' ? filled(await readOther()) : { message: fileMessages[kind] }
  }
  if (bytesAt(bytes, 0, 2) === 'PK') return filled(await sheetsOfZip(bytes, readOther))
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

/** Single sheets of Excel 2 to 4, which stand in no container. */
const OLD_SHEETS = ['\x09\0\x04\0', '\x09\x02\x06\0', '\x09\x04\x06\0']

/** Containers of Office until 2003, and of any workbook with a password. */
const COMPOUND = '\xd0\xcf\x11\xe0'

function bytesAt(bytes: Uint8Array, at: number, count: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + count))
}

/** So many bytes of such a container are searched for the names of its streams. */
const SEARCHED = 4 * 1024 * 1024

function compoundOf(bytes: Bytes): 'workbook' | keyof typeof fileMessages {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, SEARCHED))
  const holds = (name: string) => text.includes([...name].join('\0'))
  if (holds('EncryptedPackage')) return 'encrypted'
  if (holds('WordDocument')) return 'word'
  return holds('Workbook') || holds('Book') ? 'workbook' : 'unreadable'
}

/** By the code that only such a workbook loads. */
async function sheetsOfOther(bytes: Bytes, onOther: () => void): Promise<ZipContent> {
  onOther()
  const code = await import('./other-workbook.ts').catch(() => null)
  if (!code) return { message: fileMessages.notStarted }
  try {
    return { sheets: code.sheetsOfOtherWorkbook(bytes) }
  } catch (error) {
    const isLocked = /password|encrypt/i.test(String(error))
    return { message: isLocked ? fileMessages.encrypted : fileMessages.broken }
  }
}

type ZipContent = { sheets: Sheet[] | null } | { message: string }

async function sheetsOfZip(
  bytes: Bytes,
  readOther: () => Promise<ZipContent>,
): Promise<ZipContent> {
  const readBytes = openZip(bytes)
  const read = async (name: string) => {
    const content = await readBytes(name)
    return content && new TextDecoder().decode(content)
  }
  const sheets = (await sheetsOfXlsx(read)) ?? sheetsOfOds((await read('content.xml')) ?? '')
  if (sheets) return { sheets }
  for (const name of OTHER_WORKBOOKS)
    if ((await readBytes(name)) !== null) {
      await requireSmall(bytes)
      return readOther()
    }
  for (const [name, why] of ZIP_CONTENTS)
    if ((await readBytes(name)) !== null) return { message: fileMessages[why] }
  return { message: fileMessages.archive }
}

/** The first files of .xlsb and .numbers. */
const OTHER_WORKBOOKS = ['xl/workbook.bin', 'Index/Document.iwa']

/** Files by which other programs' documents, which are archives too, are known. */
const ZIP_CONTENTS: readonly (readonly [name: string, why: keyof typeof fileMessages])[] = [
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
  if (/^(?:MIME-Version|From|Content-Type):/im.test(start) && /multipart/i.test(start))
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
