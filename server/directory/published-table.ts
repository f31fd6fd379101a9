/** Reads one published table: its encoding, its heading, its rows, and the cells, which facilities typed into the disclosure system. */
import Papa from 'papaparse'
import type { ServiceKey } from '#domain/catalogue.ts'
import { isCorporateNumber } from '#domain/directory.ts'
import { NUMBER_DIGITS } from '#domain/facilities.ts'
import { toHalfWidthAlphanumerics } from '#domain/text.ts'
import { OperatorError } from '../errors.ts'
import { publishedService } from './published-services.ts'

export type PublishedRow = {
  /** In the file, counted from 1, the heading included. */
  line: number
  /** Empty where there is none, or a wrong one. */
  corporateNumber: string
  corporationName: string
  corporationKana: string
  corporationAddress: string
  corporationTel: string
  service: ServiceKey
  name: string
  kana: string
  number: string
  address: string
}

/** `refused`: the row was left out; `noted`: it was taken, without something. */
export type RowRemark = { line: number; kind: 'refused' | 'noted'; reason: string }

/** Headings as published. What is not here is not read: hours, remarks, places. */
const COLUMNS = {
  corporation: '法人の名称',
  corporationKana: '法人の名称_かな',
  corporateNumber: '法人番号',
  corporationCity: '法人住所（市区町村）',
  corporationStreet: '法人住所（番地以降）',
  corporationTel: '法人電話番号',
  service: 'サービス種別',
  name: '事業所の名称',
  kana: '事業所の名称_かな',
  number: '事業所番号',
  city: '事業所住所（市区町村）',
  street: '事業所住所（番地以降）',
} as const
type Column = keyof typeof COLUMNS
type Cells = Record<Column, string>

const MAX_NAME = 255

export type TableReport = { rows: number; remarks: RowRemark[] }

/** Gives every usable row to `take`. Throws OperatorError where the file as a whole cannot be trusted. */
export function readPublishedTable(
  bytes: Uint8Array,
  take: (row: PublishedRow) => void,
): TableReport {
  const text = decode(bytes)
  if (!text.endsWith('\n'))
    throw new OperatorError(
      'import',
      'ファイルが途中で切れています（最後の行が改行で終わっていません）。もう一度ダウンロードしてください。',
    )
  const remarks: RowRemark[] = []
  let rows = 0
  eachLine(text, (cellsOf, line, width) => {
    rows += 1
    const remark = (kind: RowRemark['kind'], reason: string) => remarks.push({ line, kind, reason })
    if (width !== null) return remark('refused', `列の数が見出しと違います（${width}列）。`)
    const row = rowOf(cellsOf(), line, (reason) => remark('noted', reason))
    return typeof row === 'string' ? remark('refused', row) : take(row)
  })
  return { rows, remarks }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new OperatorError(
      'import',
      '文字コードがUTF-8ではありません。公表されているファイルを、表計算ソフトで保存し直さずにお使いください。',
      { cause: error },
    )
  }
}

type EachLine = (cells: () => Cells, line: number, wrongWidth: number | null) => unknown

function eachLine(text: string, each: EachLine): void {
  let heading: { at: Record<Column, number>; width: number } | undefined
  let next = 1
  Papa.parse<string[]>(text, {
    delimiter: ',',
    step({ data, errors }) {
      const line = next
      next += 1 + data.reduce((total, cell) => total + cell.split('\n').length - 1, 0)
      if (errors.some(({ code }) => code === 'MissingQuotes'))
        throw new OperatorError(
          'import',
          `${line}行目の引用符が閉じていません。ファイルが途中で切れています。もう一度ダウンロードしてください。`,
        )
      if (data.length === 1 && data[0]?.trim() === '') return
      if (!heading) heading = { at: headingOf(data), width: data.length }
      else {
        const { at, width } = heading
        const isWrong = data.length !== width || errors.length > 0
        each(() => cellsAt(data, at), line, isWrong ? data.length : null)
      }
    },
  })
  if (!heading)
    throw new OperatorError('import', '中身がありません。もう一度ダウンロードしてください。')
}

/** Where each column stands: found by its heading, in whatever order. */
function headingOf(cells: readonly string[]): Record<Column, number> {
  const headings = cells.map((cell) => cell.normalize('NFKC').trim())
  const places = Object.entries(COLUMNS).map(([column, heading]) => [
    column,
    headings.indexOf(heading.normalize('NFKC')),
  ])
  const missing = Object.values(COLUMNS).filter((_, index) => Number(places[index]?.[1]) < 0)
  if (missing.length > 0)
    throw new OperatorError(
      'import',
      `見出しに「${missing.join('」「')}」の列がありません。公表されているファイルかご確認ください。`,
    )
  return Object.fromEntries(places)
}

function cellsAt(data: readonly string[], at: Record<Column, number>): Cells {
  const cells = Object.entries(at).map(([column, index]) => [
    column,
    publishedText(data[index] ?? ''),
  ])
  return Object.fromEntries(cells)
}

/** The row, or why it is refused. */
function rowOf(cells: Cells, line: number, note: (reason: string) => void): PublishedRow | string {
  const service = publishedService(cells.service)
  if (!service) return `「${cells.service}」というサービス種別は取り込めません。`
  const number = toHalfWidthAlphanumerics(cells.number)
  if (!/^[0-9]+$/.test(number) || number.length !== NUMBER_DIGITS)
    return `事業所番号が${NUMBER_DIGITS}桁の数字ではありません（${number || '空欄'}）。`
  if (cells.corporation === '') return '法人の名称が空欄です。'
  if (cells.name === '') return '事業所の名称が空欄です。'
  if (cells.name.length > MAX_NAME || cells.corporation.length > MAX_NAME)
    return `名称が${MAX_NAME}文字を超えています。`
  return {
    line,
    corporateNumber: corporateNumberOf(cells.corporateNumber, note),
    corporationName: cells.corporation,
    corporationKana: cells.corporationKana,
    corporationAddress: publishedAddress(cells.corporationCity, cells.corporationStreet),
    corporationTel: publishedTelephone(cells.corporationTel),
    service,
    name: cells.name,
    kana: cells.kana,
    number,
    address: publishedAddress(cells.city, cells.street),
  }
}

function corporateNumberOf(cell: string, note: (reason: string) => void): string {
  const number = toHalfWidthAlphanumerics(cell)
  if (number === '' || isCorporateNumber(number)) return number
  note(`法人番号が正しくありません（${number}）。番号なしとして取り込みます。`)
  return ''
}

/** Without control characters (tabs occur in names) and outer spaces. */
function publishedText(cell: string): string {
  return cell.replace(/\p{Cc}+/gu, ' ').trim()
}

/** Half-width, with hyphens: （０１２）３４５−６７８９ is 012-345-6789. */
export function publishedTelephone(cell: string): string {
  return cell
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−ー]/g, '-')
    .replace(/^\(?(\d+)\)-?/, '$1-')
    .replace(/\((\d+)\)/, '-$1-')
    .replace(/\s/g, '')
}

/** City and street in one. The street often begins with the city once more, or holds the whole address twice. */
export function publishedAddress(city: string, street: string): string {
  const district = city.replace(PREFECTURE, '')
  const rest = withoutStart(withoutStart(street, city), district)
  const again = district === '' ? -1 : rest.indexOf(district)
  const repeats =
    again > 0 && rest.startsWith(rest.slice(again + district.length, again + district.length + 2))
  if (!repeats) return city + rest
  const prefecture = city.slice(0, city.length - district.length)
  return city + withoutEnd(rest.slice(0, again), prefecture)
}

const PREFECTURE = /^(?:北海道|東京都|(?:大阪|京都)府|.{2,3}県)/

function withoutStart(text: string, start: string): string {
  return start !== '' && text.startsWith(start) ? text.slice(start.length) : text
}

function withoutEnd(text: string, end: string): string {
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text
}
