/** Which lines of a text are entries: each line with a number, or several lines that belong together as on a card. */

import type { PriceList } from '#domain/prices.ts'
import { withoutEnumeration } from '../recognise/enumeration.ts'
import { headingOf, isOurs } from '../recognise/headings.ts'
import { SENTENCE } from '../recognise/lines.ts'
import { isServiceText } from '../recognise/services.ts'
import {
  BREAK,
  bareField,
  LINE,
  type Marked,
  marked,
  NAME_IN_FIGURES,
  NUMBER,
  partsAt,
} from './text-fields.ts'

/** An entry, or a line that is none. */
export type TextLine = { entry: Marked } | { other: string }

const BULLET = /^[\s　・●■□◆◇○◎▪▶▼*※–—>＞➢✓-]+(?=\S)/u
/** Without bullets, times of messages and numbers that count the lines. */
function withoutLeads(lines: readonly string[]): string[] {
  const bare = lines.map((line) => line.replace(BULLET, ''))
  return withoutEnumeration(bare).map((line) => line.replace(BULLET, '').trimEnd())
}

/** A line each, and each of several in a line. */
export function entriesOfLines(list: PriceList, lines: readonly string[]): TextLine[] {
  const numbered = lines.map((line) => marked(line).numbers.length > 0)
  const leads = withoutLeads(lines.filter((_, at) => numbered[at]))
  return lines.flatMap((line, at): TextLine[] => {
    if (!numbered[at]) return [unnumbered(list, line)]
    const whole = marked(leads.shift() ?? line)
    return entriesIn(list, whole).map((entry) => ({ entry }))
  })
}

/** Letters; more are a sentence. */
const NAME_AND_REMARK = 60

/** A facility without a number has a name and a service; any other line is no entry. */
function unnumbered(list: PriceList, line: string): TextLine {
  const [bare = ''] = withoutLeads([line])
  const parts = partsAt(/[\s　、,，／/:：|]+/, bare.replace(/[(（「【]/g, ' $&')).map(bareField)
  const services = parts.filter((part) =>
    isServiceText(list, part.replace(/^[(（【](.*)[)）】]$/, '$1')),
  )
  const words = parts.filter((part) => part !== '' && !services.includes(part))
  const isEntry =
    services.length > 0 &&
    words.length > 0 &&
    !isServiceText(list, bare) &&
    words.join('').length <= NAME_AND_REMARK &&
    words.every((word) => !isOurs(headingOf(word))) &&
    /\p{L}/u.test(words.join('')) &&
    !SENTENCE.test(line.trim())
  return isEntry ? { entry: { text: bare, numbers: [] } } : { other: line.trim() }
}

/** The entries of one line: one for each number that has a name beside it. */
function entriesIn(list: PriceList, whole: Marked): Marked[] {
  const { text, numbers } = whole
  if (numbers.length < 2) return [whole]
  const cuts = [/、/, /[;；]/, /[,，]/, /　|\s{2,}/, /\ue002[\s　、,，;；]+/, / /].map((gap) =>
    partsAt(gap, text.replaceAll(BREAK, '\ue002')),
  )
  const fields = text.split(/[\s　、,，／/\ue001]+/u).filter((field) => field !== '')
  const size = fields.length / numbers.length
  const grouped = Number.isInteger(size)
    ? numbers.map((_, at) => fields.slice(at * size, (at + 1) * size).join('　'))
    : []
  const before = text.split(/(?=\ue000)/)
  const pieces = text.split(/(\ue000\ue001*)/)
  const behind = pieces.flatMap((piece, at) =>
    at % 2 === 0 ? `${piece}${pieces[at + 1] ?? ''}` : [],
  )
  const ways = [...cuts, grouped, before, behind.filter((piece) => piece.trim() !== '')]
  const parts = ways.find((way) => way.length > 1 && way.every((part) => isWhole(list, part)))
  if (!parts) return [whole]
  let taken = 0
  return parts.map((part) => {
    taken += 1
    return { text: part.replaceAll('\ue002', BREAK), numbers: numbers.slice(taken - 1, taken) }
  })
}

/** One number, and a word that is no service; in front, a facility may be called by figures alone. */
function isWhole(list: PriceList, part: string): boolean {
  if (part.split(NUMBER).length !== 2) return false
  const words = part.split(/[\ue000\ue001\ue002\s　、,，／/:：()（）【】「」]+/u)
  const isNamed = NAME_IN_FIGURES.test(words[0] ?? '')
  return (
    isNamed ||
    words.some(
      (word) => /\p{L}/u.test(word) && !isServiceText(list, word) && !isOurs(headingOf(word)),
    )
  )
}

/** So many lines may belong together. */
const CARD_LINES = 30

/** Lines that stand below each other, a name, a number and what belongs to them. */
export function entriesOfCards(list: PriceList, lines: readonly string[]): TextLine[] {
  const isDetail = (line: string) => hasNumber(line) || isServiceText(list, bareField(line))
  const blocks = blocksOf(
    lines.map((line) => (SENTENCE.test(line.trim()) && !isDetail(line) ? '' : line)),
  )
  const said = lines.flatMap((line) =>
    SENTENCE.test(line.trim()) && !isDetail(line) ? [line.trim()] : [],
  )
  // Two lines that have a name and a service each are two facilities.
  const isWholeLine = (line: string) =>
    'entry' in unnumbered(list, marked(line).text.replaceAll(NUMBER, ' '))
  const cards = blocks
    .flatMap((block) => (block.filter(hasNumber).length > 1 ? cardsOf(list, block) : [block]))
    .flatMap((card) => (card.filter(isWholeLine).length > 1 ? card.map((line) => [line]) : [card]))
  const firsts = withoutLeads(cards.map(([first = '']) => first))
  return [
    ...said.map((other) => ({ other })),
    ...cards.map((card, at): TextLine => {
      if (card.length > CARD_LINES || !(card.some(hasNumber) || card.every(isWholeLine)))
        return { other: card.map((line) => line.trim()).join(' ') }
      const [, ...rest] = card.map((line) => line.replace(BULLET, ''))
      const read = [firsts[at] ?? '', ...rest].map(marked)
      return {
        entry: {
          text: read.map(({ text }) => text).join(LINE),
          numbers: read.flatMap(({ numbers }) => numbers),
        },
      }
    }),
  ]
}

function hasNumber(line: string): boolean {
  return marked(line).numbers.length > 0
}

function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines)
    if (line.trim() === '' || /^\s*[-=＝─━*]{3,}\s*$/.test(line)) blocks.push([])
    else blocks.at(-1)?.push(line)
  return blocks.filter((block) => block.length > 0)
}

/** A card begins where its first label, its number, or a name below a number stands. */
function cardsOf(list: PriceList, block: readonly string[]): string[][] {
  const [first = ''] = block
  const label = labelOf(first)
  const startsWithName = !/^[\s　・●■◆]*\ue000/u.test(marked(first).text)
  const cards: string[][] = []
  for (const line of block) {
    const hasOne = cards.at(-1)?.some(hasNumber)
    const rest = bareField(marked(line).text.replaceAll(NUMBER, ' '))
    const isName = rest !== '' && !isServiceText(list, rest)
    const starts = label
      ? labelOf(line) === label
      : hasNumber(first) && !startsWithName
        ? hasNumber(line)
        : hasOne && isName
    if (starts || cards.length === 0) cards.push([line])
    else cards.at(-1)?.push(line)
  }
  return cards
}

function labelOf(line: string): string {
  const text = line.replace(BULLET, '')
  const label = /^[^:：】]{2,16}(?=[:：】])/u.exec(text)?.[0] ?? text
  return isOurs(headingOf(label.replace(/^【/, ''))) ? label.trim() : ''
}
