/** What the streams of a PDF become when they are inflated: PDF.js does not ask before it has them whole. */

import { inflatedSize, ZipError } from './zip.ts'

/** Bytes of all streams of a file: its typefaces take most of them. */
export const INFLATED_LIMIT = 100 * 1024 * 1024

/** Characters before a stream in which its dictionary names its filters. */
const DICTIONARY = 400
const INFLATES = /Flate|LZW|RunLength|\/Fl\b/g

/** Throws a ZipError where the streams are too much, or one is packed twice. */
export async function requireSmallStreams(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const text = new TextDecoder('latin1').decode(bytes)
  let left = INFLATED_LIMIT
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith('end', index - 3)) continue
    const start = index + (text[index + 6] === '\r' ? 8 : 7)
    const dictionary = text.slice(Math.max(0, index - DICTIONARY), index)
    const own = dictionary.slice(dictionary.lastIndexOf('/Filter'))
    if ((own.match(INFLATES) ?? []).length > 1) throw new ZipError('packed twice')
    const [method = 0, flags = 0] = bytes.subarray(start, start + 2)
    // As deflated data begin.
    if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0) continue
    const end = text.indexOf('endstream', start)
    left -= await inflatedSize(bytes.subarray(start + 2, end < 0 ? bytes.length : end), left)
  }
}
