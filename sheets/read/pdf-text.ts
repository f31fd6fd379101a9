/** From letters on paper to lines, and from the lines of one cell to its text. */

import type { Letter } from './pdf-page.ts'

/** Letters of one base line, from left to right. */
export type Line = { y: number; size: number; left: number; right: number; letters: Letter[] }
/** `isOpen`: whether a blank stood where a line was full, the paper does not say. */
export type CellText = { text: string; isOpen: boolean }

/** Letters that stand side by side, from the uppermost line down. What is turned comes last, as it was written. */
export function linesOf(letters: readonly Letter[]): Line[] {
  const lines: Line[] = []
  const upright = letters.filter(({ isUpright }) => isUpright)
  for (const letter of [...upright].sort((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    // Raised by less than a third of a letter: another typeface, or a small sign.
    if (line && letter.y - line.y < Math.min(letter.size, line.size) / 3) line.letters.push(letter)
    else lines.push({ y: letter.y, size: letter.size, left: 0, right: 0, letters: [letter] })
  }
  return lines.map(bounded)
}

/** The text of turned letters, in the order in which they were written. */
export function turnedText(letters: readonly Letter[]): string {
  return letters.flatMap(({ isUpright, text }) => (isUpright ? [] : [text])).join('')
}

function bounded(line: Line): Line {
  const letters = line.letters.sort((one, other) => one.x - other.x)
  const inked = letters.filter(({ text }) => text.trim() !== '')
  return {
    ...line,
    letters,
    size: Math.max(...letters.map(({ size }) => size)),
    left: Math.min(...inked.map(({ x }) => x)),
    right: Math.max(...inked.map(({ x, width }) => x + width)),
  }
}

/** Shares of a letter's height: so far apart, two letters have a blank between them; so far, they were set apart. */
const BLANK = 0.2
const APART = 0.8

/** The letters of a line as text: blanks as they are written, and where Latin letters stand apart. */
export function textOfLine({ letters }: Pick<Line, 'letters'>): CellText {
  const joined = letters.filter(isNotTwice)
  let text = ''
  let isOpen = false
  const gaps = joined.slice(1).map((letter, at) => {
    const before = joined[at]
    return before ? (letter.x - before.x - before.width) / letter.size : 0
  })
  const isSpread = gaps.length > 1 && Math.min(...gaps) > BLANK
  for (const [at, letter] of joined.entries()) {
    const gap = at === 0 || isSpread ? 0 : (gaps[at - 1] ?? 0)
    const touches = isBlank(text.at(-1)) || isBlank(letter.text)
    if (gap > BLANK && !touches && text !== '') {
      const isLatin = LATIN.test(text.at(-1) ?? '') && LATIN.test(letter.text)
      if (isLatin || gap > APART) text += isLatin ? ' ' : '　'
      isOpen ||= gap > APART
    }
    text += letter.text
  }
  return { text, isOpen }
}

/** Bold type is a letter drawn twice in some programs. */
function isNotTwice(letter: Letter, at: number, letters: readonly Letter[]): boolean {
  const before = letters[at - 1]
  return !(
    before &&
    before.text === letter.text &&
    Math.abs(before.x - letter.x) < letter.size / 8 &&
    letter.text.trim() !== ''
  )
}

const LATIN = /[!-~]/
const isBlank = (text: string | undefined) => text !== undefined && /^[\s　]+$/.test(text)
/** Do not begin a line: they take the letter before them along. */
const CLOSING =
  /^[、。，．・：；？！ー）」』】〉》〕］｝々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ〜～–—)\]},.:;!?%-]/

/** Do not end a line: they take the letter behind them along. */
const OPENING = /^[（「『【〈《〔［｛([{]/

/** The lines of one cell as one text: joined where a line was full, broken where it ended by itself. `width` is what a line could take. */
export function textOfCell(lines: readonly Line[], width: number): CellText {
  let text = ''
  let isOpen = false
  for (const [at, line] of lines.entries()) {
    const own = textOfLine(line)
    const before = lines[at - 1]
    isOpen ||= own.isOpen
    if (!before) {
      text = own.text
      continue
    }
    const isFull = takenBy(before) + firstOf(line) > width
    // A blank for which there was no room may have gone with the end of the line.
    if (isFull) {
      isOpen ||= !isBlank(text.at(-1)) && !(/\d$/.test(text) && /^\d/.test(own.text))
      text += own.text
    } else {
      // Little was missing: a rule that is not known here may have broken it.
      isOpen ||= width - takenBy(before) < LITTLE * before.size
      text = `${text.trimEnd()}\n${own.text}`
    }
  }
  return { text: text.trim(), isOpen }
}

/** In heights of a letter. */
const LITTLE = 2.5

/** With the blanks at its end: of what follows them nothing had room. */
function takenBy({ left, letters }: Line): number {
  return Math.max(...letters.map(({ x, width }) => x + width)) - left
}

/** Points of what the line before would have had to take of this one: a letter with what may not begin a line, or a word. */
function firstOf({ letters }: Line): number {
  const inked = letters.filter(({ text }) => !isBlank(text))
  const [first] = inked
  if (!first) return 0
  let last = first
  for (const letter of inked.slice(1)) {
    const isWord = LATIN.test(last.text) && LATIN.test(letter.text)
    const isTied = isWord || CLOSING.test(letter.text) || OPENING.test(last.text)
    const isNear = letter.x - last.x - last.width < letter.size * BLANK
    if (!isNear || !isTied) break
    last = letter
  }
  return last.x + last.width - first.x
}
