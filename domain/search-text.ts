/** What a search for applications goes by: texts and words in one spelling. A text is found by every word that stands in it. */

import { RADICALS, VARIANTS } from './ideographs.ts'
import { foldName, foldText } from './search-folding.ts'
import { nfkc } from './text.ts'

/** Stands around each text of an application: no word goes across it. */
const LINE = '\n'

/** Numbers and addresses, which a registration has many of, in a moment: one spelling, and no legal form. */
const IS_PLAIN = /^(?!.*npo)[ -~]*$/i

/** The texts of an application as one, in the form that words are looked for in; more may be put behind it. */
export function searchText(texts: readonly string[]): string {
  const lines = [...new Set(texts)].flatMap((text) => {
    if (IS_PLAIN.test(text)) return text.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
    const { whole, core } = foldName(ofIdeographs(text))
    // The bare name, where the legal form stands between the words.
    return (whole.includes(core) && !isShort(core) ? [whole] : [whole, core]).map(toOneSpelling)
  })
  return LINE + [...new Set(lines.filter((line) => line !== ''))].join(LINE) + LINE
}

/** A note of staff, where a legal form is one word among many: its lines. */
export function searchTextOfNote(note: string): string {
  const lines = note
    .split(/[\r\n]+/)
    .map((line) => toOneSpelling(foldName(ofIdeographs(line)).whole))
  return LINE + lines.filter((line) => line !== '').join(LINE) + LINE
}

/** Ways to write one word, of which one has to stand in the text. */
export type SearchTerm = readonly [string, ...string[]]

/** The words of a search, each of which has to stand in the text; none where it has neither letter nor digit. */
export function searchTerms(search: string): SearchTerm[] {
  const terms = wordsOf(domesticNumber(ofIdeographs(search))).flatMap(termOf)
  return [...new Map(terms.map((term) => [term.join(LINE), term])).values()]
}

/** A corporation of one letter is found where that is a whole name, or where its legal form stands beside it as it was typed. */
function termOf(word: string): SearchTerm[] {
  const { whole, core } = foldName(word)
  if (whole === '') return []
  if (core !== whole && isShort(core))
    return [[toOneSpelling(whole), LINE + toOneSpelling(core) + LINE]]
  return [[toOneSpelling(core)]]
}

function isShort(text: string): boolean {
  return Array.from(text).length === 1
}

// One slip: a character wrong, missing or too much, or two neighbours in the wrong order.

/** Shorter words are near a whole line alone: within a text they would be near too much. */
const LEAST_WITHIN = { plain: 6, name: 4 }
/** Characters; a shorter word is near nothing. */
const LEAST_NEAR = 3

/** For each word that a slip may be in the words to look for: of that one its pieces, of which a slip leaves one as it is. */
export function nearTerms(terms: readonly SearchTerm[]): SearchTerm[][] {
  return terms.flatMap(([word], at) => {
    const characters = Array.from(word)
    const { length } = characters
    if (length < LEAST_NEAR) return []
    const [first, second] = [Math.floor(length / 3), Math.floor((2 * length) / 3)]
    const piece = (from: number, until: number) => characters.slice(from, until).join('')
    const pieces = [piece(0, first), piece(first, second), piece(second, length)] as const
    return [terms.map((term, other) => (other === at ? pieces : term))]
  })
}

/** Whether a text has each of the words, one of them but for a slip. */
export function isNear(text: string, terms: readonly SearchTerm[]): boolean {
  const lines = text.split(LINE)
  const isThere = (term: SearchTerm) => term.some((word) => text.includes(word))
  return terms.some(
    (slipped, at) =>
      terms.every((term, other) => other === at || isThere(term)) &&
      lines.some((line) => isNearLine(line, slipped[0])),
  )
}

function isNearLine(line: string, word: string): boolean {
  const { length } = word
  if (length < LEAST_NEAR || line.length < length - 1) return false
  if (length < (IS_PLAIN.test(word) ? LEAST_WITHIN.plain : LEAST_WITHIN.name))
    return endsOf(line, 0, word).includes(line.length)
  for (let start = 0; start <= line.length - length + 1; start += 1)
    if (endsOf(line, start, word).length > 0) return true
  return false
}

/** Where a word that begins at `start` with one slip at most may end. */
function endsOf(line: string, start: number, word: string): number[] {
  let same = 0
  while (same < word.length && line[start + same] === word[same]) same += 1
  const at = start + same
  if (same === word.length) return [at]
  const rest = (ofWord: number, ofLine: number) =>
    at + ofLine <= line.length && line.startsWith(word.slice(same + ofWord), at + ofLine)
      ? [start + word.length - ofWord + ofLine]
      : []
  const isSwapped = line[at] === word[same + 1] && line[at + 1] === word[same]
  return [...rest(1, 1), ...rest(1, 0), ...rest(0, 1), ...(isSwapped ? rest(2, 2) : [])]
}

// What people say besides a name.

const TITLES = ['様', 'さま', 'さん', '殿', '氏', '御中', '先生']
/** Behind ideographs it is a title; behind kana some names end alike, such as おひさま. */
const ENDS_IN_TITLE =
  /(?<=\p{Script=Han})(?:様|さま|さん|御中)$|(?<=\p{Script=Han}{2})(?:殿|氏|先生)$|(?<=[\p{L}ー]{3})(?:さま|さん)$|(?<=[\p{L}ー])(?:様|御中)$/u
const ONE_LETTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/** Titles fall away where something else is left. A legal form goes with the name beside it, and 原 誠 is one name. */
function wordsOf(search: string): string[] {
  const typed = search.split(/\s+/).filter((word) => word !== '')
  const named = typed
    .filter((word) => !TITLES.includes(word))
    .map((word) => word.replace(ENDS_IN_TITLE, ''))
  const words: string[] = []
  for (const word of named.length > 0 ? named : typed) {
    const last = words.at(-1) ?? ''
    const isOfLast =
      isLegalForm(word) || isLegalForm(last) || (ONE_LETTER.test(last) && ONE_LETTER.test(word))
    if (last !== '' && isOfLast) words[words.length - 1] = last + word
    else words.push(word)
  }
  return words
}

/** Nothing but a legal form. */
function isLegalForm(word: string): boolean {
  return foldName(`${word}凪`).core === '凪'
}

// One spelling, letter by letter, so that a part of a text has the spelling that it has in the whole.

/** Before anything else: radicals are signs, which would be dropped. */
function ofIdeographs(text: string): string {
  return text.replace(
    /[\u2e80-\u2fd5\u31c0-\u31e3]/g,
    (radical) => RADICALS.get(radical) ?? radical,
  )
}

/** Variants, and particles of place names, of which each is written in several ways: 緑が丘 as 緑ケ丘, 一の宮 as 一之宮. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...VARIANTS,
  ['が', 'け'],
  ['之', 'の'],
  ['乃', 'の'],
])

const KANJI_DIGITS = '一二三四五六七八九'

/** Variants of a character as one; 1丁目2番地3号 as 1-2-3, whose signs are gone. */
function toOneSpelling(folded: string): string {
  let text = ''
  for (const character of folded) text += SPELLINGS.get(character) ?? character
  return text
    .replace(/([一二三四五六七八九])(?=丁目)/g, (digit) => String(KANJI_DIGITS.indexOf(digit) + 1))
    .replace(/(?<=\d)(?:丁目|番地の?|番|号)/g, '')
}

/** A telephone number as it is dialled within Japan: +81 45-… as 045-…, with the trunk zero or without. */
export function domesticNumber(text: string): string {
  return nfkc(text).replace(/^\s*\+\s*81\D*0?/, '0')
}

/** A receipt number as it is stored, whatever its spelling; null for what is none. */
export function referenceOf(text: string): string | null {
  const [, start, end] = /^([a-z0-9]{4})([a-z0-9]{4})$/.exec(foldText(text)) ?? []
  return start && end ? `${start}-${end}`.toUpperCase() : null
}
