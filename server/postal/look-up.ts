/** The postal look-up over Japan Post's data, answered in zipcloud's shape (reading 26). */
import { existsSync, readFileSync } from 'node:fs'
import type { PostalAnswer, PostalResult } from '#contract/apply-schemas.ts'
import { ZIPCODE_DIGITS } from '#domain/applicant.ts'
import { POSTAL_MESSAGES } from '#domain/messages.ts'
import { toHalfWidthAlphanumerics } from '#domain/text.ts'
import { type About, OFFICE, type Packed, type Place, unpack } from './packed.ts'
import type { PostalRow } from './rows.ts'

export type PostalCodes = {
  about: About
  /** Accepts full-width digits, hyphens and spaces. */
  lookUp(typed: string | undefined): PostalAnswer
  /** Every address, codes ascending. */
  rows(): Generator<PostalRow>
}

/** The file that an operator imported, where there is one; else the one that was built. */
export function choosePostalCodes(imported: string, built: string): string {
  return existsSync(imported) ? imported : built
}

/** Reads the file into one Buffer outside the heap. A missing or damaged one throws and says what to do. */
export function openPostalCodes(path: string): PostalCodes {
  const packed = read(path)
  return {
    about: packed.about,
    lookUp(typed) {
      const digits = toHalfWidthAlphanumerics(typed ?? '').replace(/[\s〒\-－ー‐‑–—―−]/g, '')
      const message = complaint(digits)
      if (message !== null) return { status: 400, message, results: null }
      const index = indexOf(packed, Number(digits))
      const results = index < 0 ? null : addressesAt(packed, index).map(({ result }) => result)
      return { status: 200, message: null, results }
    },
    *rows() {
      for (let index = 0; index < packed.count; index++)
        for (const { result, office } of addressesAt(packed, index)) yield { ...result, office }
    },
  }
}

function read(path: string): Packed {
  try {
    return unpack(readFileSync(path))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `Postal codes cannot be read from ${path}: ${reason}. ` +
        'Delete an imported file or import it again; build the built one again with npm run build.',
      { cause: error },
    )
  }
}

function complaint(digits: string): string | null {
  if (digits === '') return POSTAL_MESSAGES.missing
  if (!/^[0-9]+$/.test(digits)) return POSTAL_MESSAGES.notDigits
  return digits.length === ZIPCODE_DIGITS ? null : POSTAL_MESSAGES.wrongLength
}

/** Where a code stands among the codes, or -1. */
function indexOf({ bytes, count, codesAt }: Packed, code: number): number {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = bytes.readUInt32LE(codesAt + 4 * middle)
    if (found === code) return middle
    if (found < code) low = middle + 1
    else high = middle - 1
  }
  return -1
}

type Found = { result: PostalResult; office: boolean }

/** The addresses of the code at an index. */
function addressesAt(packed: Packed, index: number): Found[] {
  const { bytes, count, codesAt, startsAt } = packed
  const zipcode = String(bytes.readUInt32LE(codesAt + 4 * index)).padStart(ZIPCODE_DIGITS, '0')
  const recordsAt = startsAt + 4 * (count + 1)
  const end = recordsAt + bytes.readUInt32LE(startsAt + 4 * (index + 1))
  let at = recordsAt + bytes.readUInt32LE(startsAt + 4 * index)
  const found: Found[] = []
  while (at < end) {
    const mark = bytes.readUInt16LE(at)
    const nameEnd = at + 3 + 2 * bytes.readUInt8(at + 2)
    const kanaEnd = nameEnd + 1 + 2 * bytes.readUInt8(nameEnd)
    const address3 = bytes.toString('utf16le', at + 3, nameEnd)
    const kana3 = bytes.toString('utf16le', nameEnd + 1, kanaEnd)
    const { prefcode, address1, address2, kana1, kana2 } = placeAt(packed, mark & ~OFFICE)
    const result = { zipcode, prefcode, address1, address2, address3, kana1, kana2, kana3 }
    found.push({ result, office: (mark & OFFICE) !== 0 })
    at = kanaEnd
  }
  return found
}

function placeAt({ places }: Packed, index: number): Place {
  const place = places[index]
  if (place === undefined) throw new RangeError(`no place ${index} among the postal codes`)
  return place
}
