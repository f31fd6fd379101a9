/** Postal rows as they are served, made from the rows that Japan Post writes. */
import { placeNamed, withoutBrackets } from '#domain/postal-town.ts'
import type { PostalRow } from '../store/postal-file.ts'

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

/** A town's name as an address has it, without Japan Post's notes for its own staff (reading 26). */
export type Town = { town: string; kana: string }

/** Of a note that names the place above the towns. */
const KANA_OF_NOTE = /ﾉﾂｷﾞﾆ.*$|ｲﾁｴﾝ$/s
/** A range of Iwate's numbered lots (地割): belongs to the street number. */
const LOTS = [/(?:第|(?<![０-９]))[０-９]+地割.*$/s, /(?:ﾀﾞｲ|(?<![0-9]))[0-9]+ﾁﾜﾘ.*$/s] as const

/**
 * The towns that one row names, none of them with a note: `甲、乙（大木戸）` is 甲 and 乙, `以下に掲載がない場合`
 * is the city itself (''). 一円 alone is a real town. Kana is half-width, '' where its parts do not match.
 */
export function townsOf(written: string, writtenKana: string, city: string): Town[] {
  const name = general({ town: withoutBrackets(written), kana: withoutBrackets(writtenKana) }, city)
  const towns = name.town.split('、').map((town) => town.replace(LOTS[0], ''))
  const kana = name.kana.split('､').map((part) => part.replace(LOTS[1], ''))
  const paired = towns.length === kana.length
  const listed = towns.map((town, i) => ({
    town,
    kana: paired && town !== '' ? (kana[i] ?? '') : '',
  }))
  return listed.filter(({ town }, i) => towns.indexOf(town) === i)
}

function general({ town, kana }: Town, city: string): Town {
  const place = placeNamed(town, city)
  if (place === town) return { town, kana }
  return { town: place, kana: place === '' ? '' : kana.replace(KANA_OF_NOTE, '') }
}

const FIRST = 0xff61
const LAST = 0xff9d
const MARKS = ['', 'ﾞ', 'ﾟ']

/** Full-width kana → half-width, from Unicode's own compatibility forms: `ガ` → `ｶﾞ`. */
const HALF_WIDTH = new Map(
  Array.from({ length: LAST - FIRST + 1 }, (_, i) => String.fromCharCode(FIRST + i)).flatMap(
    (half) =>
      MARKS.map((mark): [string, string] => [(half + mark).normalize('NFKC'), half + mark]).filter(
        ([full]) => full.length === 1,
      ),
  ),
)

/** Kana as zipcloud answers it: half-width, voicing marks apart; letters, digits and signs too. What has no such form stays (ヱ). */
export function toHalfWidthKana(text: string): string {
  return text
    .replace(/[^\uff61-\uff9f]/g, (c) => HALF_WIDTH.get(c) ?? c.normalize('NFKC'))
    .replaceAll('−', '-')
}
