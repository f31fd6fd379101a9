/** Files in the published format of the directory, of invented corporations. */
import { crc32, deflateRawSync } from 'node:zlib'
import { PUBLISHED_SERVICES } from '../directory/published-services.ts'

/** All 29 headings in their order. */
export const HEADINGS = [
  '都道府県コード又は市区町村コード',
  'NO（※システム内の固有の番号、連番）',
  '指定機関名',
  '法人の名称',
  '法人の名称_かな',
  '法人番号',
  '法人住所（市区町村）',
  '法人住所（番地以降）',
  '法人電話番号',
  '法人FAX番号',
  '法人URL',
  'サービス種別',
  '事業所の名称',
  '事業所の名称_かな',
  '事業所番号',
  '事業所住所（市区町村）',
  '事業所住所（番地以降）',
  '事業所電話番号',
  '事業所FAX番号',
  '事業所URL',
  '事業所緯度',
  '事業所経度',
  '利用可能な時間帯（平日）',
  '利用可能な時間帯（土曜）',
  '利用可能な時間帯（日曜）',
  '利用可能な時間帯（祝日）',
  '定休日',
  '利用可能曜日特記事項（留意事項）',
  '定員',
] as const
export type Heading = (typeof HEADINGS)[number]
export type PublishedCells = Partial<Record<Heading, string>>

const UNQUOTED: readonly Heading[] = ['事業所緯度', '事業所経度']

/** As published: a byte-order mark, every cell but the coordinates in quotes. */
export function publishedCsv(
  rows: readonly PublishedCells[],
  headings: readonly Heading[] = HEADINGS,
  newline = '\n',
): string {
  const line = (cell: (heading: Heading) => string) =>
    headings
      .map((heading) =>
        UNQUOTED.includes(heading) ? cell(heading) : `"${cell(heading).replaceAll('"', '""')}"`,
      )
      .join(',') + newline
  const title = headings.map((heading) => `"${heading}"`).join(',') + newline
  return `\ufeff${title}${rows.map((row) => line((heading) => row[heading] ?? '')).join('')}`
}

/** A row that is in order, with what a test changes. */
export function publishedRow(cells: PublishedCells = {}): PublishedCells {
  return {
    法人の名称: '社会福祉法人　みほん会',
    法人の名称_かな: 'しゃかいふくしほうじんみほんかい',
    法人番号: corporateNumber(1),
    '法人住所（市区町村）': '東京都千代田区',
    '法人住所（番地以降）': '丸の内９９番地',
    法人電話番号: '03-0000-0001',
    サービス種別: PUBLISHED_SERVICES[45][0],
    事業所の名称: 'みほん作業所',
    事業所番号: facilityNumber(1),
    '事業所住所（市区町村）': '東京都千代田区',
    '事業所住所（番地以降）': '丸の内９９番地',
    ...cells,
  }
}

/** Of a registry office that does not exist, with its check digit. */
export function corporateNumber(serial: number): string {
  const base = `9999${String(serial).padStart(8, '0')}`
  const sum = Array.from(base, Number)
    .reverse()
    .reduce((total, digit, index) => total + digit * (1 + (index % 2)), 0)
  return `${9 - (sum % 9)}${base}`
}

/** Of a kind that is not in use, with its check digit. */
export function facilityNumber(serial: number, prefecture = 13): string {
  const base = `${String(prefecture).padStart(2, '0')}9${String(serial).padStart(6, '0')}`
  const sum = Array.from(base, Number).reduce((total, digit, index) => {
    const product = digit * (2 - (index % 2))
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return base + String((10 - (sum % 10)) % 10)
}

type Faked = { size?: number; crc?: number; flags?: number; method?: number }

/** A ZIP archive of one file; `faked` is what its headers claim. */
export function zipOf(name: string, content: string | Uint8Array, faked: Faked = {}): Buffer {
  const bytes = Buffer.from(content)
  const packed = deflateRawSync(bytes)
  const { size = bytes.length, crc = crc32(bytes), flags = 0, method = 8 } = faked
  const title = Buffer.from(name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(flags, 2)
  common.writeUInt16LE(method, 4)
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(size, 18)
  common.writeUInt16LE(title.length, 22)
  const local = Buffer.concat([signature(0x04034b50), common, title, packed])
  const central = Buffer.concat([
    signature(0x02014b50),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    title,
  ])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, signature(0x06054b50), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
