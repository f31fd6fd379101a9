/** The text of a link with an estimate, as it stands behind `#`: compressed, in letters that an address may have. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'

/** Characters of the whole address: what mail programs and messengers let through. */
export const LINK_LENGTH = 2000

/** Bytes of the text, as UTF-8. */
export const QUOTE_BYTES = 8 * 1024

/** Null where the text is too long. */
export function packed(text: string): string | null {
  const written = strToU8(text)
  if (written.length > QUOTE_BYTES) return null
  const bytes = deflateSync(written, { level: 9 })
  return btoa(strFromU8(bytes, true)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Null for anything but what `packed` gives of a text of the usual size. */
export function unpacked(code: string): string | null {
  if (code.length > LINK_LENGTH || !/^[0-9A-Za-z_-]+$/.test(code)) return null
  try {
    const bytes = strToU8(atob(code.replaceAll('-', '+').replaceAll('_', '/')), true)
    // A byte more than a text may have, and nothing is written beyond it.
    const text = inflateSync(bytes, { out: new Uint8Array(QUOTE_BYTES + 1) })
    return text.length > QUOTE_BYTES ? null : new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}
