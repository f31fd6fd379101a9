/** Kana as zipcloud answers it: half-width, voicing marks apart. */

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

/** Kana, letters, digits and signs become half-width; what has no such form stays (ヱ). */
export function toHalfWidthKana(text: string): string {
  return text
    .replace(/[^\uff61-\uff9f]/g, (c) => HALF_WIDTH.get(c) ?? c.normalize('NFKC'))
    .replaceAll('−', '-')
}
