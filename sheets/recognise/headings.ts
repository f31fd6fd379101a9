/** Headings of spreadsheet columns: which of ours they name, and which rows are made of them. */
import type { FacilityCell } from '#domain/facilities.ts'

/** The cell of ours that a heading names; `other` for a heading of something else; null where it is none that is listed. */
export type Heading = FacilityCell | 'other' | null

/** Parted by spaces. */
const HEADINGS: Record<FacilityCell, string> = {
  facilityName: `
    事業所名 事業所名称 事業所正式名称 事業所 施設名 施設名称 施設 施設事業所名
    施設事業所 施設等名 施設等名称 事業所施設名 事業所等名 事業所等名称 サービス事業所名
    サービス事業所 サービス提供事業所名 運営事業所名 運営施設名 サービス提供事業所
    障害福祉サービス事業所名 障害福祉サービス等事業所名 拠点名 拠点 名称 名前 正式名称
    屋号`,
  facilityNumber: `
    事業所番号 事業所指定番号 障害福祉サービス事業所番号 障害福祉サービス等事業所番号
    障害者事業所番号 障害児事業所番号 事業者番号 事業者コード 施設番号 施設事業所番号
    事業所NO 事業所NUMBER 事業所ID 事業所コード 事業所CD 番号 10桁番号`,
  serviceKey: `
    サービス種類 サービス種別 サービス種類名 サービス種類名称 サービス種別名
    サービス種別名称 サービス種類コード サービス種別コード サービスコード サービス名
    サービス名称 サービス区分 サービス内容 サービス サービス等 サービス等種類
    サービス等種別 障害福祉サービス 障害福祉サービス等 障害福祉サービス種類
    障害福祉サービス種別 障害福祉サービス等種類 提供サービス 提供サービス名 提供サービス種類
    実施サービス 実施サービス名 主サービス 主たるサービス 主なサービス 従サービス
    従たるサービス 併設サービス 実施事業 事業種類 事業種別 事業名 事業 種類 種別
    種類コード 種別コード`,
}

const OTHER =
  /^(?:NO|#|番|行|順|連|項|行番号|項番|連番|通番|通し番号|整理番号|管理番号|受付番号|登録番号|社員番号|区分|計)$|住所|所在|電話|携帯|TEL|FAX|ファクス|ファックス|郵便|〒|法人|会社|運営|設置者|メール|MAIL|URL|ホームページ|フリガナ|ふりがな|略称|通称|圏域|地区|エリア|ブロック|定員|人数|員数|利用者|備考|メモ|摘要|年月日|期間|有効期限|開設|代表|管理者|責任者|担当|職員|都道府県|市区?町村|旧|変更前|介護保険|加算|口座|対象|障害種|主体|機関|所管|状況|空き|曜日|時間|定休|資格/

const OF_HEADING = new Map<string, FacilityCell>(
  (Object.keys(HEADINGS) as FacilityCell[]).flatMap((cell) =>
    HEADINGS[cell]
      .trim()
      .split(/\s+/)
      .map((heading): [string, FacilityCell] => [fold(heading), cell]),
  ),
)

export function headingOf(text: string): Heading {
  const halves = halvesOf(text)
  if (halves.length > 0) return headingOf(halves.find((half) => isOurs(headingOf(half))) ?? '')
  // On a line of its own below a heading it says that both stand in the cells.
  if (text.length < 60 && !text.includes('\n') && OF_READING.test(text)) return 'other'
  if (text.length < 60 && OF_CARE_INSURANCE.test(text) && !OF_OURS.test(text)) return 'other'
  const bare = withoutRemarks(text.normalize('NFKC')).replace(OF_DESIGNATION, '番号')
  // 「サービス1」 and 「サービス①」 head one of several columns.
  const folded = fold(bare).replace(/(\D)\d{1,2}$/, '$1')
  if (folded.length > 20) return null
  return OF_HEADING.get(folded) ?? (OTHER.test(folded) ? 'other' : null)
}

/** 「上段：事業所名　下段：設置法人名」, or 「事業所名」 above 「所在地」: what stands in the lines of each cell below. */
export function halvesOf(heading: string): string[] {
  const halves = heading.slice(0, 100).matchAll(/[上下]段[:：]\s*([^\s(（)）]+)/g)
  const said = Array.from(halves, ([, half = '']) => half)
  if (said.length > 0 || !heading.includes('\n')) return said
  const lines = heading
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  // 「事業所」 above 「番号」 is one heading.
  if (lines.length < 2 || OF_HEADING.has(fold(heading))) return []
  const uses = lines.map(headingOf)
  return uses.every((use) => use !== null) && uses.filter(isOurs).length === 1 ? lines : []
}

/** How a name is read: 「事業所名（かな）」, 「法人名（カナ）」. */
const OF_READING = /(?:かな|カナ|ｶﾅ|フリガナ|ふりがな|ﾌﾘｶﾞﾅ|よみ(?:がな)?|読み(?:仮名)?)[)）]?\s*$/
/** The designation's number, and not that of the prefecture or of the row. */
const OF_DESIGNATION = /(?:都道府県)?指定(?:番号|No\.?)/i
/** A bracket behind a heading may name the law: 「事業所番号（介護保険）」. */
const OF_CARE_INSURANCE = /介護保険|[(（]介護[)）]/
const OF_OURS = /障害|障がい|総合支援|児童/

const CLOSINGS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['【', '】'],
  ['[', ']'],
  ['<', '>'],
])

/** Without what stands in brackets, up to the first that closes; one that nothing closes stays. */
export function withoutRemarks(text: string): string {
  const lastOf = new Map(Array.from(CLOSINGS.values(), (end) => [end, text.lastIndexOf(end)]))
  let rest = ''
  let closing = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    const end = CLOSINGS.get(character) ?? ''
    if (character === closing) closing = ''
    else if (closing === '' && (lastOf.get(end) ?? -1) > at) closing = end
    else if (closing === '') rest += character
  }
  return rest
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/障がい|障碍/g, '障害')
    .replace(/指定|現在?(?=事業所)|新(?=事業所)|[\s.,、・/:*※★◎●■□○【】「」_\-ーの]/g, '')
}

/** What stands before a sum: 「合計」, 「計」, 「全8事業所」. */
export const TOTAL =
  /^(?:総?合計|小計|総計|総数|累計|計|平均|.{1,12}(?:合計|小計|総計)|.{1,8}計|(?:総?合計|総数|計|全|以上)[:：]?\d+(?:事業所|施設|か所|カ所|ヶ所|ヵ所|箇所|拠点|件|名|人)?)$/

/** Of a line of data: 「2020/4/1」. */
const DATE = /^\s*(?:\d{4}|[RHS]\d{1,2}|(?:令和|平成)[\d元]{1,2})[年/.-]\d{1,2}[月/.-]\d/

/** Two columns of ours; or one, and at least half of what is filled a heading of some kind, as services are beside a number or a name. */
export function isHeadingRow(
  row: readonly string[],
  isService?: (text: string) => boolean,
): boolean {
  if (row.some((cell) => /(?:[0-9０-９]-?){9}/.test(cell))) return false
  const filled = row.filter((cell) => cell.trim() !== '')
  const headings = filled.map(headingOf)
  const ours = new Set(headings.filter(isOurs))
  if (ours.size >= 2 || (ours.size === 1 && areRepeated(filled))) return true
  const mayHeadServices = ours.has('facilityNumber') || ours.has('facilityName')
  const recognised = filled.filter(
    (text, index) => headings[index] !== null || (mayHeadServices && isService?.(text)),
  )
  const isDated = filled.some((text) => DATE.test(text))
  return ours.size === 1 && recognised.length * 2 >= filled.length && !isDated
}

/** Tables side by side have the same headings, each as often as the others. */
function areRepeated(texts: readonly string[]): boolean {
  const half = texts.length / 2
  return (
    Number.isInteger(half) &&
    new Set(texts).size > 1 &&
    texts.slice(0, half).every((text, at) => text === texts[half + at])
  )
}

export function isOurs(heading: Heading): heading is FacilityCell {
  return heading !== null && heading !== 'other'
}
