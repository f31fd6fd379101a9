/** Characters of typed text: conversions (pure, idempotent, the same on both sides), and what cannot be stored. */

const FULL_WIDTH_ALPHANUMERIC = /[０-９Ａ-Ｚａ-ｚ]/g
const FULL_WIDTH_OFFSET = 0xfee0

/** Full-width letters and digits become half-width; everything else stays (specification 5). */
export function toHalfWidthAlphanumerics(text: string): string {
  return text.replace(FULL_WIDTH_ALPHANUMERIC, (c) =>
    String.fromCharCode(c.charCodeAt(0) - FULL_WIDTH_OFFSET),
  )
}

/** What is typed for the half-width hyphen, as a class of a regular expression has it. */
export const HYPHENS = '-‐-―−－ーｰ─'

const BETWEEN_DIGITS = new RegExp(`(\\d)[${HYPHENS}](?=\\d)`, 'g')

/** A telephone number as it is dialled: hyphens and dashes between digits become the half-width hyphen too. */
export function toTelephone(text: string): string {
  return toHalfWidthAlphanumerics(text).replace(BETWEEN_DIGITS, '$1-')
}

const FULL_WIDTH_ASCII = /[！-～]/g

/** A mail address without what is certainly no part of it: outer white space, characters without width, full width (reading 8). */
export function toMailAddress(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(FULL_WIDTH_ASCII, (c) => String.fromCharCode(c.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .trim()
}

/** Keeps the half-width digits alone, full-width ones converted first. */
export function digitsOnly(text: string): string {
  return toHalfWidthAlphanumerics(text).replace(/[^0-9]/g, '')
}

// A run of half-width kana with their marks. NFKC is applied to the run alone: over the whole text it
// would rewrite name kanji such as 神 (U+FA19).
const HALF_WIDTH_KANA = /[\uff61-\uff9f]+/g

/** Half-width kana (and their marks) become full-width kana: ｶﾞ → ガ. */
export function toFullWidthKana(text: string): string {
  return text.replace(HALF_WIDTH_KANA, (run) => run.normalize('NFKC').replace(LONE_MARK, spacing))
}

// NFKC turns a mark that stands alone into a combining one, which would then join whatever precedes it.
const LONE_MARK = /[\u3099\u309a]/g
const spacing = (mark: string) => (mark === '\u3099' ? '゛' : '゜')

/** Letters that NFKC adds at the most: of names and numbers, some signs for a word. */
const MOST_ADDED = 32

/** NFKC of what is compared and searched, bounded: U+FDFA alone stands for eighteen letters. */
export function nfkc(text: string): string {
  return text.normalize('NFKC').slice(0, text.length + MOST_ADDED)
}

/** Drops white space, the full-width space included, from both ends. */
export function trimOuterSpace(text: string): string {
  return text.trim()
}

/** The text without the characters of a class at its start. */
export function withoutStart(text: string, dropped: RegExp): string {
  let from = 0
  while (from < text.length && dropped.test(text.charAt(from))) from += 1
  return text.slice(from)
}

/** The text without the characters of a class at its end: `[…]+$` would take quadratic time. */
export function withoutEnd(text: string, dropped: RegExp): string {
  let to = text.length
  while (to > 0 && dropped.test(text.charAt(to - 1))) to -= 1
  return text.slice(0, to)
}

export function hasOuterSpace(text: string): boolean {
  return trimOuterSpace(text) !== text
}

/** The quote characters of reading 9. */
export function hasQuote(text: string): boolean {
  return withoutQuotes(text) !== text
}

export function withoutQuotes(text: string): string {
  return text.replace(/["'“”‘’＂＇]/g, '')
}

/** Length in UTF-16 units: the one unit in which every limit is meant (reading 7). */
export function lengthOf(text: string): number {
  return text.length
}

const LINE_END = /\r\n?|[\v\f\u0085]/g

/** Typed text of several lines as it is stored: a line feed ends a line, and a space parts cells of a spreadsheet. */
export function linesOf(text: string): string {
  return text.replace(LINE_END, '\n').replaceAll('\t', ' ')
}

// What a database may refuse, or give back otherwise than it was typed.
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu

/** True for text that could not be stored exactly as typed: control characters, lone surrogates (reading 23). */
export function isUnstorable(text: string): boolean {
  return text.search(UNSTORABLE) !== -1
}

/** As isUnstorable, of several lines. */
export function areUnstorable(lines: string): boolean {
  return isUnstorable(linesOf(lines).replaceAll('\n', ''))
}

/** The text without control characters and lone surrogates. */
export function withoutUnstorable(text: string): string {
  return text.replace(UNSTORABLE, '')
}
