/** A chosen or dropped file as the sheets it holds; or a sentence on why it cannot be read. What a file is, its bytes say and not its name. */

import { fileMessages } from '../messages.ts'
import type { Sheet } from '../sheet.ts'
import { sheetOfText, unquoted } from './clipboard.ts'
import { gridOfSeparatedText, textOfBytes } from './csv.ts'
import { sheetOfHtml } from './html.ts'
import { sheetsOfOds } from './ods.ts'
import type { LoadCMap } from './pdf.ts'
import { sheetsOfSpreadsheetXml } from './spreadsheet-xml.ts'
import { sheetsOfXlsx } from './xlsx.ts'
import { MAX_LINES, openZip, requireSmall, ZipError } from './zip.ts'

/** Bytes of a file; a workbook of a thousand rows has a hundredth of it. */
export const FILE_LIMIT = 10 * 1024 * 1024

export type FileContent = { sheets: Sheet[] } | { message: string }

/** What is read by code that is loaded when such a file comes. */
export type LateFile = 'other workbook' | 'pdf'

export type FileOptions = {
  /** Called before a file is read that takes longer, and again when the code for it has come. */
  onLate?: (what: LateFile) => void
  /** Of a PDF whose typeface is not in it. */
  loadCMap?: LoadCMap
}

export async function sheetsOfFile(file: File, options: FileOptions = {}): Promise<FileContent> {
  if (file.size > FILE_LIMIT) return { message: fileMessages.tooLarge }
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return (await contentOf(bytes, options)) ?? { message: fileMessages.unreadable }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    return { message: error.message === 'too large' ? fileMessages.tooLarge : fileMessages.broken }
  }
}

type Bytes = Uint8Array<ArrayBuffer>

async function contentOf(bytes: Bytes, options: FileOptions): Promise<FileContent | null> {
  const readOther = () => sheetsOfOther(bytes, options)
  if (new TextDecoder('latin1').decode(bytes.subarray(0, PDF_MARK_WITHIN)).includes('%PDF-'))
    return sheetsOfPdf(bytes, options)
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

/** What comes before the mark of a PDF, readers skip: some mail gateways put a line there. */
const PDF_MARK_WITHIN = 1024

/** By the code that only a PDF loads. */
async function sheetsOfPdf(
  bytes: Bytes,
  { onLate, loadCMap = lacksCMap }: FileOptions,
): Promise<FileContent> {
  onLate?.('pdf')
  const code = await import('./pdf.ts').catch(() => null)
  if (!code) return { message: fileMessages.notStarted }
  onLate?.('pdf')
  return code.sheetsOfPdf(bytes, loadCMap)
}

const lacksCMap = () => Promise.reject(new Error('no table of codes'))

/** By the code that only such a workbook loads. */
async function sheetsOfOther(bytes: Bytes, { onLate }: FileOptions): Promise<ZipContent> {
  onLate?.('other workbook')
  const code = await import('./other-workbook.ts').catch(() => null)
  if (!code) return { message: fileMessages.notStarted }
  onLate?.('other workbook')
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
    return content && new TextDecoder(encodingOf(content)).decode(content)
  }
  const sheets = (await sheetsOfXlsx(read)) ?? sheetsOfOds((await read('content.xml')) ?? '')
  const isRead = sheets?.some(({ grid }) => grid.length > 0)
  if (sheets && isRead) return { sheets }
  const types = (await read('[Content_Types].xml')) ?? ''
  const isOther =
    /spreadsheetml|ms-excel/.test(types) || (await holdsOne(readBytes, OTHER_WORKBOOKS))
  if (isOther) {
    await requireSmall(bytes)
    const other = await readOther()
    return 'sheets' in other || !sheets ? other : { sheets }
  }
  if (sheets) return { sheets }
  for (const [name, why] of ZIP_CONTENTS)
    if ((await readBytes(name)) !== null) return { message: fileMessages[why] }
  return { message: fileMessages.archive }
}

async function holdsOne(
  readBytes: (name: string) => Promise<Uint8Array | null>,
  names: readonly string[],
): Promise<boolean> {
  for (const name of names) if ((await readBytes(name)) !== null) return true
  return false
}

/** XML is UTF-8 unless its first bytes say otherwise. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
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
  if (/^(?:MIME-Version|Content-Type):/im.test(start) && /^(?:From|Subject):/im.test(start))
    return { message: /multipart/i.test(start) ? fileMessages.savedPage : fileMessages.mail }
  const isList = /[,;\t|]/.test(text) || HOLDS_RECORDS.test(text)
  if (NO_TABLES.test(start) || !isList) return { message: fileMessages.noRecords }
  const plain = unquoted(text)
  return { sheets: [sheetOfText(plain, gridOfSeparatedText(plain).slice(0, MAX_LINES))] }
}

/** .dif, .slk, and JSON that is no list. */
const NO_TABLES = /^(?:TABLE\r?\n0,1|ID;P|\s*\{\s*")/
/** A number, a heading or a service. */
const HOLDS_RECORDS = /[0-9０-９]{6}|事業|施設|サービス|名称|支援|介護|デイ|入所|就労/

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
