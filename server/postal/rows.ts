/** Postal rows as they are served: made from what Japan Post writes, of one shape whatever the source. */
import type { PostalResult } from '#domain/contract.ts'
import { toHalfWidthKana } from './kana.ts'
import { townsOf, withoutBrackets } from './town.ts'

/** `office` marks a code that belongs to one large office or one set of post-office boxes. */
export type PostalRow = PostalResult & { office: boolean }

/** One row of Japan Post's towns, names as written; kana in either width. */
export type WrittenTown = {
  zipcode: string
  /** JIS X 0401 and 0402, five digits. */
  cityCode: string
  prefecture: string
  prefectureKana: string
  city: string
  cityKana: string
  town: string
  townKana: string
}

/** One row of Japan Post's offices. */
export type WrittenOffice = Omit<WrittenTown, `${string}Kana`> & { street: string }

/** Several rows where the name lists several towns. */
export function townRows(written: WrittenTown): PostalRow[] {
  const kana = toHalfWidthKana(written.townKana)
  return townsOf(written.town, kana, written.city).map(({ town, kana }) => ({
    ...placeOf(written),
    address3: town,
    kana1: toHalfWidthKana(written.prefectureKana),
    kana2: toHalfWidthKana(written.cityKana),
    kana3: kana,
    office: false,
  }))
}

/** Down to the office's street: its code names no larger place. Japan Post gives offices' addresses no kana. */
export function officeRow(written: WrittenOffice): PostalRow {
  const address3 = withoutBrackets(written.town + written.street)
  return { ...placeOf(written), address3, kana1: '', kana2: '', kana3: '', office: true }
}

/** Towns and offices in the order of their codes, each address of a code once, offices with their place's kana. */
export function arrange(towns: readonly PostalRow[], offices: readonly PostalRow[]): PostalRow[] {
  const places = new Map(towns.map((row) => [placeKey(row), row]))
  const read = offices.map((row) => {
    const place = places.get(placeKey(row))
    return place ? { ...row, kana1: place.kana1, kana2: place.kana2 } : row
  })
  const once = new Map<string, PostalRow>()
  for (const row of [...towns, ...read]) {
    const key = `${row.zipcode} ${placeKey(row)} ${row.address3}`
    if (!once.has(key)) once.set(key, row)
  }
  return [...once.values()].sort((a, b) => Number(a.zipcode) - Number(b.zipcode))
}

function placeOf({ zipcode, cityCode, prefecture, city }: WrittenOffice | WrittenTown) {
  // Like zipcloud, without a leading zero.
  const prefcode = String(Number(cityCode.slice(0, 2)))
  return { zipcode, prefcode, address1: prefecture, address2: city }
}

function placeKey(row: PostalRow): string {
  return `${row.address1} ${row.address2}`
}
