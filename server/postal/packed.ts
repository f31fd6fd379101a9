/** The packed file of postal codes: its layout, how it is made and how it is checked. */
import { crc32 } from 'node:zlib'
import type { PostalRow } from './rows.ts'

/**
 * Numbers are little-endian.
 *
 *      0   8 bytes       MAGIC
 *      8   u32           CRC-32 of everything after it
 *     12   u32           bytes of the header
 *     16   u32           n, the number of codes
 *     20   header        JSON in UTF-8
 *          n × u32       the codes as numbers, ascending
 *      (n + 1) × u32     where the records of each code begin, and where the last end
 *          records       u16 index of the place, with OFFICE set for an office's own code;
 *                        address3, then kana3: u8 length and that many UTF-16LE units
 */
const MAGIC = Buffer.from('MPOSTAL1')
const CRC_AT = 8
const CHECKED_FROM = 12
const HEADER_AT = 20
export const OFFICE = 0x8000

/** Where rows come from: what, and of which day (yyyy-mm-dd). */
export type Origin = { source: string; date: string }
export type Kind = 'towns' | 'offices'
/** What a file holds; `codes` counts each code once, `rows` every address. */
export type About = Record<Kind, Origin & { codes: number }> & { rows: number }
/** Everything of a row that its neighbours share. */
export type Place = Pick<PostalRow, 'prefcode' | 'address1' | 'address2' | 'kana1' | 'kana2'>
type Header = { about: About; places: Place[] }

export type Packed = Header & {
  /** The whole file: one Buffer outside the heap. */
  bytes: Buffer
  count: number
  codesAt: number
  startsAt: number
}

/** The file's bytes; the same rows, in the order of their codes, give the same bytes. */
export function pack(rows: readonly PostalRow[], origins: Record<Kind, Origin>): Buffer {
  const places = new Map<string, [index: number, place: Place]>()
  const codes: number[] = []
  const starts: number[] = []
  const records: Buffer[] = []
  let end = 0
  for (const row of rows) {
    const code = Number(row.zipcode)
    if (code !== codes.at(-1)) {
      codes.push(code)
      starts.push(end)
    }
    const place = placeOf(row)
    const key = JSON.stringify(place)
    const [index] = places.get(key) ?? [places.size]
    places.set(key, [index, place])
    const bytes = record(row, index)
    records.push(bytes)
    end += bytes.length
  }
  const shared = [...places.values()].map(([, place]) => place)
  const header = Buffer.from(JSON.stringify({ about: aboutOf(rows, origins), places: shared }))
  const sizes = words([header.length, codes.length])
  const body = Buffer.concat([sizes, header, words(codes), words([...starts, end]), ...records])
  return Buffer.concat([MAGIC, words([crc32(body)]), body])
}

/** Throws an Error that says in one sentence what is wrong with the bytes. */
export function unpack(bytes: Buffer): Packed {
  if (bytes.length < HEADER_AT || !bytes.subarray(0, CRC_AT).equals(MAGIC))
    throw new Error('this is not a file of postal codes')
  if (crc32(bytes.subarray(CHECKED_FROM)) !== bytes.readUInt32LE(CRC_AT))
    throw new Error('the file is damaged or cut short (its checksum does not match)')
  const codesAt = HEADER_AT + bytes.readUInt32LE(CHECKED_FROM)
  const count = bytes.readUInt32LE(CHECKED_FROM + 4)
  const header: Header = JSON.parse(bytes.toString('utf8', HEADER_AT, codesAt))
  return { ...header, bytes, count, codesAt, startsAt: codesAt + 4 * count }
}

function placeOf({ prefcode, address1, address2, kana1, kana2 }: PostalRow): Place {
  return { prefcode, address1, address2, kana1, kana2 }
}

function record(row: PostalRow, place: number): Buffer {
  const { address3, kana3 } = row
  const bytes = Buffer.allocUnsafe(4 + 2 * (address3.length + kana3.length))
  bytes.writeUInt16LE(row.office ? place | OFFICE : place)
  writeText(bytes, kana3, writeText(bytes, address3, 2))
  return bytes
}

/** Where the text ends. A name of more than 255 units, which no row has, is refused rather than cut. */
function writeText(bytes: Buffer, value: string, at: number): number {
  const from = bytes.writeUInt8(value.length, at)
  return from + bytes.write(value, from, 'utf16le')
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => {
    bytes.writeUInt32LE(value, 4 * i)
  })
  return bytes
}

/** What such rows amount to. */
export function aboutOf(rows: readonly PostalRow[], origins: Record<Kind, Origin>): About {
  const codesOf = (office: boolean) =>
    new Set(rows.filter((row) => row.office === office).map((row) => row.zipcode)).size
  return {
    towns: { ...origins.towns, codes: codesOf(false) },
    offices: { ...origins.offices, codes: codesOf(true) },
    rows: rows.length,
  }
}
