/** Headings of spreadsheet columns: which of ours they name, and which rows are made of them. */
import type { FacilityCell } from './facilities.ts'

/** A column of ours, one that has no place here, or no heading that is known. */
export type Heading = FacilityCell | 'other' | null

const HEADINGS: Record<FacilityCell, readonly string[]> = {
  facilityName: [
    '事業所名',
    '事業所名称',
    '事業所',
    '施設名',
    '施設名称',
    '施設',
    '施設事業所名',
    'サービス事業所名',
    'サービス提供事業所名',
    '拠点名',
    '名称',
    '名前',
  ],
  facilityNumber: [
    '事業所番号',
    '事業所指定番号',
    '障害福祉サービス事業所番号',
    '障害福祉サービス等事業所番号',
    '事業者番号',
    '施設番号',
    '事業所NO',
    '事業所コード',
    '番号',
  ],
  serviceKey: [
    'サービス種類',
    'サービス種別',
    'サービス種類名',
    'サービス名',
    'サービス名称',
    'サービス区分',
    'サービス内容',
    'サービス',
    '提供サービス',
    '実施サービス',
    '実施事業',
    '事業種類',
    '事業種別',
    '事業名',
    '事業',
    '種類',
    '種別',
  ],
}

const OTHER =
  /^(?:NO|#|番|行|順|行番号|項番|連番|通し番号|整理番号)$|住所|所在|電話|TEL|FAX|郵便|〒|法人|運営|メール|MAIL|URL|かな|カナ|定員|備考|メモ|年月日|開設|代表|管理者|担当|都道府県|市区?町村/

const OF_HEADING = new Map<string, FacilityCell>(
  (Object.keys(HEADINGS) as FacilityCell[]).flatMap((cell) =>
    HEADINGS[cell].map((heading): [string, FacilityCell] => [heading, cell]),
  ),
)

export function headingOf(text: string): Heading {
  const folded = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\(.*?\)|【.*?】|\[.*?\]/gs, '')
    .replace(/指定|[\s.,・:*※★の]/g, '')
  if (folded === '' || folded.length > 20) return null
  return OTHER.test(folded) ? 'other' : (OF_HEADING.get(folded) ?? null)
}

/** One of our headings, and at least half of what is filled a heading of some kind. */
export function isHeadingRow(row: readonly string[]): boolean {
  const filled = row.filter((cell) => cell.trim() !== '')
  const headings = filled.map(headingOf).filter((heading) => heading !== null)
  return headings.some((heading) => heading !== 'other') && headings.length * 2 >= filled.length
}
