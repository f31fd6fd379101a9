/** A facility number as spreadsheets hand it over: digits decorated, rounded, joined, or a word that says there is none. */
import { hasValidCheckDigit, NUMBER_DIGITS } from '#domain/facilities.ts'
import { memoised } from '#domain/memoise.ts'
import { toHalfWidthAlphanumerics, withoutEnd, withoutStart } from '#domain/text.ts'

export type PastedNumber =
  /** Usable; the same as the text, or the text without its decoration. */
  | { kind: 'number'; value: string }
  /** Several numbers of ten digits in one cell. */
  | { kind: 'several'; values: readonly string[] }
  /** The cell says that there is no number. */
  | { kind: 'none' }
  /** The spreadsheet shows too few digits to know the number: 1.31E+09, ####. */
  | { kind: 'lost' }
  /** Words. */
  | { kind: 'text' }

const QUOTE = /[\s"'“”‘’`]/
const NO_NUMBER =
  /^(?:[-‐‑–—―−ー*※]+|(?:番号)?(?:なし|無し?|ナシ|該当なし|不要|未定|未取得|未指定|取得中|交付待ち|(?:指定)?申請中)|N\/?A)$/i
const SCIENTIFIC = /^[0-9](?:\.[0-9]+)?E\+?[0-9]+$/i
const SEPARATORS = /[\s,\-‐‑–—―−ー]+/g
/** Words that stand around a number and are no part of it. */
const DECORATION =
  /^(?:(?:指定)?(?:第|№|NO\.?|ID|CD|コード|事業所|事業者|施設)?(?:番号|NO\.?|コード)?[.:：#＃]*)|(?:号|番)$|[((【[][^)】\])]{0,8}[)】\])]|[者児]$/giu

const BRACKETS = { start: /[\s【[（(]/, end: /[\s】\]）)]/ }

export const readPastedNumber = memoised(readNumber)

function readNumber(text: string): PastedNumber {
  const plain = toHalfWidthAlphanumerics(text).replace(/[－，．＋：＃（）]/g, (c) =>
    c.normalize('NFKC'),
  )
  const bare = withoutEnd(withoutStart(plain, QUOTE), QUOTE)
  if (bare === '' || NO_NUMBER.test(bare)) return { kind: 'none' }
  if (/^#+$/.test(bare)) return { kind: 'lost' }
  // 1.311111114E+09 still has every digit; 1.31E+09 has lost seven of them.
  const scientific = scientificOf(bare)
  if (scientific)
    return scientific.shown.length === scientific.length
      ? { kind: 'number', value: scientific.shown }
      : { kind: 'lost' }
  const digits = bare.replace(/\.0+$/, '').replace(SEPARATORS, '')
  const beside = numberBeside(bare)
  if (beside) return { kind: 'number', value: beside }
  const several = numbersIn(bare)
  if (several.length > 1) return { kind: 'several', values: several }
  if (/^[0-9]+$/.test(digits)) return { kind: 'number', value: digits }
  const inside = withoutEnd(
    withoutStart(bare.replace(DECORATION, ''), BRACKETS.start),
    BRACKETS.end,
  )
  const undecorated = inside.replace(SEPARATORS, '')
  if (/^[0-9]{9,10}$/.test(undecorated)) return { kind: 'number', value: undecorated }
  return /^[\x21-\x2f\x3a-\x7e]*[0-9][\x21-\x7e]*$/.test(bare)
    ? { kind: 'number', value: bare }
    : { kind: 'text' }
}

/** Signs and words beside a number that change nothing of it: 「1411001025※」, 「申請中（1411001025）」, 「1411001025（放課後等デイサービス）」, a telephone number. */
const BESIDE =
  /(?:^|[\s(（])0\d{1,4}-\d{1,4}-\d{3,4}|[（(][^()（）\d]{0,30}(?:サービス|支援|介護|援護|援助|訓練|入所|[AB]型?|法)[)）]|申請中|変更なし|仮|他|ほか|障害(?:福祉|者|児)?|新規?|現在?|[※*~〜①-⑳★☆◎○●・→()（）〔〕[\]【】\s.,:：、。]/gu
/** Digits that a letter, a dash or a mark of interrogation joins may be another thing: an invoice number, a number with a branch. */
const NUMBER_ALONE = /(?:^|[^0-9A-Za-z?？-])([0-9]{10})(?![0-9A-Za-z?？-])/

/** The only number of a text in which nothing but such signs and words stand beside it; of 「旧…→新…」 the new one. */
function numberBeside(text: string): string | null {
  const [, renewed] = /^旧[^0-9]{0,8}[0-9]{10}[^0-9]{1,8}新[^0-9]{0,8}([0-9]{10})$/.exec(text) ?? []
  if (renewed) return renewed
  const [, number] = NUMBER_ALONE.exec(text) ?? []
  if (number === undefined) return null
  return text.replace(number, ' ').replace(BESIDE, '') === '' ? number : null
}

/** Runs of ten digits in a text, each once. */
export const numbersIn = memoised((text): readonly string[] => {
  const plain = toHalfWidthAlphanumerics(text)
  const runs = plain.match(/[0-9]+/g)?.filter((run) => run.length === NUMBER_DIGITS) ?? []
  // Two that were written on end, or one that a break parts.
  const joined = plain.replace(/\s/g, '')
  const parts = joined.length === 2 * NUMBER_DIGITS ? joined.match(/.{10}/g) : null
  return [...new Set(parts?.every(hasValidCheckDigit) ? parts : runs)]
})

const HYPHENATED = /^(?:[0-9０-９]-?){9}[0-9０-９]$/u

/** As it is written in a text: 「14-1-10-0101-7」. */
export function hyphenatedNumber(text: string): string | undefined {
  const runs = text.match(/[0-9０-９-]+/g)?.filter((written) => HYPHENATED.test(written))
  return runs?.find((run) => isHyphenated(toHalfWidthAlphanumerics(run)))
}

/** Parted in another way it may be a telephone number, unless its check digit says more. */
export function isHyphenated(run: string): boolean {
  if (/^\d{2}-?\d-?\d{2}-?\d{4}-?\d$/.test(run)) return true
  return !MAY_BE_PHONE.test(run) && hasValidCheckDigit(run.replaceAll('-', ''))
}

/** Area codes of two digits are 03, 04 and 06; the others have more. */
const MAY_BE_PHONE = /^0(?:[346]-|\d{2})/

/** The digits that 1.31E+09 shows, and how many the number has. */
function scientificOf(text: string): { shown: string; length: number } | null {
  if (!SCIENTIFIC.test(text)) return null
  const [mantissa = '', exponent] = text.toUpperCase().split('E')
  return { shown: mantissa.replace('.', ''), length: Number(exponent) + 1 }
}

/** What a rounded number still says: 1.31E+09 begins with 13 and has ten digits; the last digit that it shows is rounded. */
export function remainsOfLost(text: string): string | null {
  const { shown = '', length } = scientificOf(text.normalize('NFKC').trim()) ?? {}
  if (length === NUMBER_DIGITS) return shown.slice(0, -1) || null
  return length === NUMBER_DIGITS - 1 ? `0${shown.slice(0, -1)}` : null
}
