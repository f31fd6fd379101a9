/** Character-level rules that every typed value goes through: pure, idempotent, the same on both sides. */

const FULL_WIDTH_ALPHANUMERIC = /[０-９Ａ-Ｚａ-ｚ]/g
const FULL_WIDTH_OFFSET = 0xfee0

/** Full-width letters and digits become half-width; everything else stays (specification 5). */
export function toHalfWidthAlphanumerics(text: string): string {
  return text.replace(FULL_WIDTH_ALPHANUMERIC, (c) =>
    String.fromCharCode(c.charCodeAt(0) - FULL_WIDTH_OFFSET),
  )
}

/** A telephone number as it is dialled: hyphens and dashes between digits become the half-width hyphen too. */
export function toTelephone(text: string): string {
  return toHalfWidthAlphanumerics(text).replace(/(?<=\d)[‐-―−－ーｰ─](?=\d)/g, '-')
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
