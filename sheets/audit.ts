/** What must hold of a finished plan, whatever read it: what does not is marked, or said. It looks at the source and the rows alone. */

import { groupOf, isServiceKey, SERVICES } from '#domain/catalogue.ts'
import { type FacilityCell, hasValidCheckDigit } from '#domain/facilities.ts'
import { memoised } from '#domain/memoise.ts'
import type { PriceList } from '#domain/prices.ts'
import { pasteMessages } from './messages.ts'
import { headingOf, isOurs } from './recognise/headings.ts'
import { kindsOf } from './recognise/number-kinds.ts'
import type { ReadCells } from './recognise/rows.ts'
import { isServiceText, matchService } from './recognise/services.ts'
import { isBlank } from './sheet.ts'

export type Audited = {
  /** Every cell of its line. */
  texts: readonly string[]
  cells: ReadCells
}

type Find = { cell: FacilityCell; note: string }

/** The rows with a mark on what cannot hold. */
export function audited<T extends Audited>(
  list: PriceList,
  rows: readonly T[],
  { text, areNamed }: { text: string | null; areNamed: boolean },
): T[] {
  const known = factsOf(rows, text, areNamed)
  return rows.map((row) => {
    const finds = [nameFind(list, row, known), numberFind(row, known)]
    const cells = { ...row.cells }
    for (const find of finds) {
      const cell = find && cells[find.cell]
      if (cell && !cell.unclear && !cell.doubtful)
        cells[find.cell] = { ...cell, doubtful: true, note: find.note }
    }
    return { ...row, cells }
  })
}

type Facts = {
  namesOf: ReadonlyMap<string, ReadonlySet<string>>
  numbersOf: ReadonlyMap<string, ReadonlySet<string>>
  /** Every number is of one kind, whatever the service: the third digit says nothing. */
  areOfOneKind: boolean
  /** Most rows have a number. */
  areNumbered: boolean
  /** Most have more than a name. */
  haveMore: boolean
  /** What they were read from, where that is prose; null for a table. */
  text: string | null
}

const cellOf = ({ cells }: Audited, cell: FacilityCell) => cells[cell]?.value ?? ''

function factsOf(rows: readonly Audited[], text: string | null, areNamed: boolean): Facts {
  const namesOf = new Map<string, Set<string>>()
  const numbersOf = new Map<string, Set<string>>()
  const note = (map: Map<string, Set<string>>, key: string, value: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(value))
  for (const row of rows) {
    const [name, number] = [cellOf(row, 'facilityName'), cellOf(row, 'facilityNumber')]
    if (name === '' || !hasValidCheckDigit(number)) continue
    note(namesOf, number, name)
    note(numbersOf, name, number)
  }
  const share = (is: (row: Audited) => boolean) => rows.filter(is).length / rows.length
  const numbered = rows.filter((row) => hasValidCheckDigit(cellOf(row, 'facilityNumber')))
  const kinds = new Set(numbered.map((row) => cellOf(row, 'facilityNumber')[2]))
  const others = numbered.filter(
    (row) => !fitsKind(cellOf(row, 'facilityNumber'), cellOf(row, 'serviceKey')),
  )
  return {
    namesOf,
    numbersOf,
    areOfOneKind: kinds.size === 1 && others.length * 10 >= numbered.length,
    areNumbered: share((row) => cellOf(row, 'facilityNumber') !== '') >= NEARLY_ALL,
    // Below a heading of names a name alone is one, unless it is one of few.
    haveMore: share(hasMore) >= (areNamed ? ALMOST_ALL : MAJORITY),
    text: text && plainText(text),
  }
}

const MANY = 5
const NEARLY_ALL = 0.6
const ALMOST_ALL = 0.8
const MAJORITY = 0.5

const hasMore = (row: Audited) =>
  Boolean(
    cellOf(row, 'facilityNumber') || cellOf(row, 'serviceKey') || row.cells.facilityNumber?.unclear,
  )

function nameFind(list: PriceList, row: Audited, facts: Facts): Find | null {
  const name = cellOf(row, 'facilityName')
  if (name === '') return null
  const number = cellOf(row, 'facilityNumber')
  const find = (note: string): Find => ({ cell: 'facilityName', note })
  if (LOST.test(name) || row.texts.some((text) => text.includes('\ufffd')))
    return find(pasteMessages.lostCharacters(name))
  const hasService = cellOf(row, 'serviceKey') !== '' || row.cells.serviceKey?.unclear
  const isService = !(hasService && number !== '') && isServiceText(list, name, true)
  if (isService || isNoName(name) || (facts.haveMore && !hasMore(row)))
    return find(pasteMessages.notAName(name))
  const isText = facts.text !== null
  // What no line has on end was put together.
  const holdsService = () => name.split(/[ 　]/).some((word) => isServiceText(list, word, true))
  if (
    isText &&
    (mayHoldMore(list, name) ||
      !facts.text?.includes(plainText(name)) ||
      (!hasService && holdsService()))
  )
    return find(pasteMessages.openName(name))
  // One number of many places is meant so.
  const names = facts.namesOf.get(number)?.size ?? 0
  if (names > 1 && names < MANY) return find(pasteMessages.severalNames(number))
  return areOfOthers(facts.numbersOf.get(name), isText)
    ? find(pasteMessages.severalFacilities(name))
    : null
}

/** Without what a table's cell or a reader of markup leaves out. */
function plainText(text: string): string {
  return text.normalize('NFKC').replace(/<br\s*\/?>|[ "'“”*`]|\p{Cf}/giu, '')
}

/** A facility has one number of a kind; a text says a name once, but that consultation for children has a number of its own. */
function areOfOthers(numbers: ReadonlySet<string> | undefined, isText: boolean): boolean {
  const kinds = Array.from(numbers ?? [], (number) => number[2])
  return (
    new Set(kinds).size < kinds.length ||
    (isText && kinds.some((kind) => kind !== '3' && kind !== '7') && kinds.length > 1)
  )
}

/** A number, a date or a time, an address, markup, leaders, a label, a telephone, a postal code, a sentence, half a bracket. */
const NO_NAME =
  /^[\d\s.,/-]+$|^[者児]$|^[/|,、:;]|^["'].*["']$|\s{2}|\s[/|]\s|(?:\d-?){9}|\d{2,4}[-)]\d{2,4}-\d{3,4}|〒|\d{3}-\d{4}|^\d{1,2}:\d{2}|^(?:令和|平成)\d{1,2}年\d|^(?:東京都|北海道|(?:大阪|京都)府|.{2,3}県).{1,12}[市区町村郡].*\d|<[^<>]*>|[<>{}]|\*\*|`|@\w|https?:|[…‥]{2}|\.{4}|・{3}|_{3}|[:：=]$|(?:です|ます|ません|ください|でした|ました)[。!]?$|。.|お世話|よろしく|^(?:TEL|FAX)/i

/** What stands for a character that a program could not write, or wrote in the wrong code; radicals out of a PDF. */
const LOST = /[\ufffd〓\ue000-\uf8ff\u2e80-\u2fdf]|[縺繧繝].{0,3}[縺繧繝]/

const isNoName = memoised((name: string) => {
  const plain = name.normalize('NFKC')
  const [label = '', value] = plain.split(/[:]/)
  return (
    NO_NAME.test(plain) ||
    DESCRIBES.test(plain) ||
    isOurs(headingOf(name)) ||
    (value !== undefined && headingOf(label) !== null) ||
    isHalf(plain)
  )
})

/** A prefecture, a city, a part of one, a kind of corporation or of disability: what a column beside the names holds. */
const DESCRIBES =
  /^(?:(?:東京都|北海道|(?:大阪|京都)府|\p{sc=Han}{2,3}県)?(?:\p{sc=Han}{1,5}[市区])?|[東西南北中]部|県?[東西南北央]|県央|中央|社福|NPO|営利|医療|非営利|公立|(?:社会福祉|特定非営利活動|NPO|営利|医療|(?:一般|公益)(?:社団|財団))法人|(?:株式|有限|合同)会社|身体|知的|精神|難病|障害児?|[者児]童?|本[部社]|指定)$/u

function isHalf(name: string): boolean {
  let depth = 0
  for (const character of name) {
    if ('(「『【'.includes(character)) depth += 1
    if (')」』】｣'.includes(character)) depth -= 1
    if (depth < 0) return true
  }
  return depth > 0
}

/** 「山田 ひまわり作業所」, 「札幌 ひまわり」, 「株式会社花 ひまわり」: a person, a place or a corporation may stand before a name. */
function mayHoldMore(list: PriceList, name: string): boolean {
  const words = name.split(/[ 　]/)
  const [first = ''] = words
  if (/[／/|、，；]/.test(name)) return true
  if (words.length < 2) return false
  if (isOurs(headingOf(words.at(-1) ?? ''))) return true
  if (matchService(list, first) !== null) return false
  return /^\p{sc=Han}{1,4}$/u.test(first) || /法人|株式会社|有限会社|合同会社/.test(first)
}

function numberFind(row: Audited, facts: Facts): Find | null {
  const [number, service] = [cellOf(row, 'facilityNumber'), cellOf(row, 'serviceKey')]
  if (number === '') return blankNumber(row, facts)
  if (facts.areOfOneKind || fitsKind(number, service) || !isServiceKey(service)) return null
  return { cell: 'facilityNumber', note: pasteMessages.otherKind(number, SERVICES[service].name) }
}

/** Whether a service is provided under such numbers; of a wrong check digit something else is said. */
function fitsKind(number: string, service: string): boolean {
  const [kinds, kind] = [kindsOf(service), number[2] ?? '']
  // Many offices write the one number of theirs for adults and for children.
  const isOfAdults = service === 'SHOGAIJI_SODAN' && kind === '3'
  return !hasValidCheckDigit(number) || kinds.length === 0 || kinds.includes(kind) || isOfAdults
}

function blankNumber(row: Audited, { areNumbered }: Facts): Find | null {
  const isOfCommunity = groupOf('trial', cellOf(row, 'serviceKey')) === 'community'
  const isSaid = !isBlank(row.cells.facilityNumber?.source)
  if (!areNumbered || isOfCommunity || isSaid) return null
  return { cell: 'facilityNumber', note: pasteMessages.blank('facilityNumber') }
}

/** Numbers of the source of which no row has any. */
export function lostNumbers(
  source: readonly (readonly string[])[],
  rows: readonly Audited[],
  isText: boolean,
): string[] {
  const there = new Set(
    rows.flatMap(({ cells: { facilityName, facilityNumber } }) =>
      [facilityNumber?.value, facilityNumber?.source, facilityName?.value]
        .concat(facilityNumber?.numbers ?? [])
        .flatMap((text) => validNumbers(text ?? '')),
    ),
  )
  const lost = source.flatMap((line) => {
    if (line.some((text) => EXAMPLE.test(text))) return []
    const numbers = line.flatMap(validNumbers)
    if (isText || !numbers.some((number) => there.has(number))) return numbers
    // In a cell of its own beside one that is taken may stand one of the insurance, or a telephone.
    return line.filter((text) => /\p{L}{2}/u.test(text)).flatMap(validNumbers)
  })
  return [...new Set(lost)].filter((number) => !there.has(number))
}

const EXAMPLE = /^[(（【［[]?(?:記入|入力)?例/

/** Of ten digits with the right check digit, hyphens or not. */
export function validNumbers(text: string): string[] {
  if (!/[0-9０-９]/.test(text)) return []
  const plain = text.normalize('NFKC').replace(/[‐‑–—―−]/g, '-')
  return [...plain.matchAll(/\d[\d-]*\d/g)].flatMap(({ 0: run, index }) => {
    const number = run.replace(/-/g, '')
    const isPhone =
      /^0\d{1,4}-\d{1,4}-\d{4}$/.test(run) ||
      /(?:TEL|FAX|電話|携帯)[\s:番号]*$/i.test(plain.slice(0, index))
    return hasValidCheckDigit(number) && !isPhone ? [number] : []
  })
}

/** How much a plan leaves open: the less, the likelier the table in a text was found. */
export function faultsOf(rows: readonly Audited[], lost: readonly string[]): number {
  const cells = ['facilityName', 'facilityNumber', 'serviceKey'] as const
  const faults = rows.flatMap((row) =>
    cells.map((cell) => {
      const read = row.cells[cell]
      if (!read || (read.value === '' && !read.unclear)) return WEIGHTS[cell]
      // Words with a number are no name: they may be a whole list.
      const isName = cell === 'facilityName' && /\p{L}/u.test(read.value)
      const held = isName ? validNumbers(read.value).length : 0
      const isOpen = read.unclear || read.doubtful || read.numbers.length > 1
      return held * WEIGHTS.facilityName + (isOpen ? 1 : 0)
    }),
  )
  return 10 * lost.length + faults.reduce((sum: number, weight) => sum + weight, 0)
}

const WEIGHTS = { facilityName: 4, facilityNumber: 1, serviceKey: 2 } as const
