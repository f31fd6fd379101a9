/** A directory of invented corporations, as large and as uneven as the published one, in the published format. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLISHED_SERVICES } from '../../server/directory/published-services.ts'
import {
  corporateNumber,
  facilityNumber,
  type PublishedCells,
  publishedCsv,
  zipOf,
} from '../../server/testing/published-files.ts'

/** Rows and corporations of March 2025, roughly. */
export const GENERATED_ROWS = 194_000
const CORPORATIONS = 60_000

const FORMS = ['社会福祉法人　', '株式会社', '特定非営利活動法人', '合同会社', '一般社団法人', '㈲']
const FIRST = [
  'さくら',
  'ひまわり',
  'あおぞら',
  '若葉',
  '虹の',
  'みどり',
  '光',
  '青葉',
  '希望',
  '和',
  '翔',
  '愛',
]
const SECOND = [
  '会',
  '福祉会',
  'の里',
  'ケア',
  'サポート',
  '学園',
  '工房',
  'の家',
  'ホーム',
  'ネット',
  'ライフ',
  '作業所',
]
const PLACES = ['東', '西', '南', '北', '中央', '山手', '浜', '丘', '川', '原', '谷', '台']
const CITIES = [
  '東京都千代田区',
  '北海道札幌市中央区',
  '大阪府大阪市北区',
  '福岡県福岡市博多区',
  '宮城県仙台市青葉区',
]

/** Writes one ZIP a service into the folder. */
export function generateDirectory(folder: string, rows = GENERATED_ROWS): void {
  mkdirSync(folder, { recursive: true })
  const services = Object.entries(PUBLISHED_SERVICES)
  const each = Math.ceil(rows / services.length)
  for (const [index, [file, [service]]] of services.entries()) {
    const cells = Array.from({ length: each }, (_, row) => cellsOf(index * each + row, service))
    const csv = publishedCsv(cells.slice(0, rows - index * each))
    writeFileSync(
      join(folder, `sfkopendata_202503_${file}.zip`),
      zipOf(`csvdownload0${file}.csv`, csv),
    )
  }
}

/** Half of the corporations have one row; the squares of a low-discrepancy sequence give some hundreds to a few. */
function cellsOf(row: number, service: string): PublishedCells {
  const spread = (row * 0.618_033_988_75) % 1
  const serial = Math.floor(spread ** 1.6 * CORPORATIONS)
  const name = generatedName(serial)
  const city = CITIES[serial % CITIES.length] ?? ''
  const facility = `${name.replace(/^.*(?:法人|会社|㈲)　?/, '')}${PLACES[row % PLACES.length]}事業所`
  return {
    'NO（※システム内の固有の番号、連番）': `G${String(row).padStart(10, '0')}`,
    法人の名称: name,
    法人の名称_かな: 'しゃかいふくしほうじんみほんかい',
    // One in eleven has none.
    法人番号: serial % 11 === 0 ? '' : corporateNumber(serial),
    '法人住所（市区町村）': city,
    '法人住所（番地以降）': `架空町${serial % 9}丁目${serial % 97}番${serial % 31}号`,
    法人電話番号: '03-0000-0000',
    法人FAX番号: '03-0000-0000',
    法人URL: `https://corporation-${serial}.example.jp/`,
    サービス種別: service,
    事業所の名称: facility,
    事業所の名称_かな: 'みほんじぎょうしょ',
    事業所番号: facilityNumber(row % 900_000, 1 + (serial % 47)),
    '事業所住所（市区町村）': city,
    '事業所住所（番地以降）': `架空町${row % 9}丁目${row % 97}番${row % 31}号`,
    事業所電話番号: '03-0000-0000',
    事業所緯度: '35.00000000',
    事業所経度: '135.00000000',
    '利用可能な時間帯（平日）': '09:00〜17:00',
    '利用可能曜日特記事項（留意事項）': '祝日は、\n「お休み」です。',
    定員: '20',
  }
}

/** One of 10,368 names for some six corporations each. */
export function generatedName(serial: number): string {
  const pick = (words: readonly string[], at: number) => words[at % words.length] ?? ''
  return [
    pick(FORMS, serial),
    pick(PLACES, Math.floor(serial / 6)),
    pick(FIRST, Math.floor(serial / 72)),
    pick(SECOND, Math.floor(serial / 864)),
  ].join('')
}
