/** A facility number as spreadsheets hand it over: digits decorated, rounded, or a word that says there is none. */
import { toHalfWidthAlphanumerics } from './text.ts'

export type PastedNumber =
  /** Usable; the same as the text, or the text without its decoration. */
  | { kind: 'number'; value: string }
  /** The cell says that there is no number. */
  | { kind: 'none' }
  /** The spreadsheet shows too few digits to know the number: 1.31E+09, ####. */
  | { kind: 'lost' }

const QUOTES = /^[\s"'“”‘’`]+|[\s"'“”‘’`]+$/g
const NO_NUMBER =
  /^(?:[-‐‑–—―−ー*※]+|なし|無し?|ナシ|番号なし|該当なし|不要|未定|未取得|申請中|N\/?A)$/i
const SCIENTIFIC = /^([0-9])(?:\.([0-9]+))?E\+?([0-9]+)$/i
const SEPARATORS = /[\s,\-‐‑–—―−ー]+/g

export function readPastedNumber(text: string): PastedNumber {
  const bare = toHalfWidthAlphanumerics(text)
    .replace(/[－，．＋]/g, (c) => c.normalize('NFKC'))
    .replace(QUOTES, '')
  if (bare === '' || NO_NUMBER.test(bare)) return { kind: 'none' }
  if (/^#+$/.test(bare)) return { kind: 'lost' }
  const scientific = SCIENTIFIC.exec(bare)
  if (scientific) return fromScientific(scientific)
  const digits = bare.replace(/\.0+$/, '').replace(SEPARATORS, '')
  return { kind: 'number', value: /^[0-9]+$/.test(digits) ? digits : bare }
}

/** 1.311111114E+09 still has every digit; 1.31E+09 has lost seven of them. */
function fromScientific([
  ,
  lead = '',
  fraction = '',
  exponent = '',
]: RegExpExecArray): PastedNumber {
  return fraction.length === Number(exponent)
    ? { kind: 'number', value: lead + fraction }
    : { kind: 'lost' }
}
