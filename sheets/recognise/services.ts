/** Which services a text from a spreadsheet names. Where it could name another one, it says so and does not guess. */
import { SERVICE_KEYS, SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import { memoised } from '#domain/memoise.ts'
import { isOffered, type PriceList } from '#domain/prices.ts'
import {
  AMBIGUOUS,
  CARE_INSURANCE,
  NEUTRAL_WORDS,
  REMARKS,
  SPELLINGS,
} from './service-spellings.ts'

export type ServiceMatch =
  | { kind: 'found'; key: ServiceKey }
  /** A service, but one that the list does not offer. */
  | { kind: 'not-offered'; key: ServiceKey }
  /** The words fit several services. */
  | { kind: 'ambiguous'; candidates: ServiceKey[] }
  /** The words fit no service; these begin alike. */
  | { kind: 'similar'; candidates: ServiceKey[] }
  /** The text names several services, one after another. */
  | { kind: 'several'; parts: ServicePart[] }

/** One of the services that a text names; a match of null where this part resembles none. */
export type ServicePart = { text: string; match: Exclude<ServiceMatch, { kind: 'several' }> | null }

/** The service or services that a text names, among those that a list offers; null where it resembles none. */
export function matchService(list: PriceList, text: string): ServiceMatch | null {
  const read = READ.get(list) ?? memoised((each) => readService(list, each))
  READ.set(list, read)
  return read(text)
}

/** Whether a text names services and nothing else; `surely` where none of its words leaves a choice. */
export function isServiceText(list: PriceList, text: string, surely = false): boolean {
  const match = matchService(list, text)
  const isOne = (part: ServiceMatch | null) =>
    part !== null && part.kind !== 'similar' && !(surely && part.kind === 'ambiguous')
  return match?.kind === 'several' ? match.parts.every((part) => isOne(part.match)) : isOne(match)
}

const READ = new WeakMap<PriceList, (text: string) => ServiceMatch | null>()

function readService(list: PriceList, text: string): ServiceMatch | null {
  // The longest name of a service has 20 letters; a remark is none.
  if (text.length > LONGEST_TEXT) return null
  const meanings = meaningsOf(text)
  if (meanings === null || meanings.length === 0)
    return partlyRead(list, text) ?? similar(list, text)
  const matches = distinct(inContext(meanings)).map((meaning) => matchOf(list, meaning))
  const [first] = matches
  if (first && matches.length === 1) return first
  return {
    kind: 'several',
    parts: matches.map((match) => ({ text: partText(text, match), match })),
  }
}

const LONGEST_TEXT = 300

/** One service, or the services among which a word leaves the choice. */
type Meaning = {
  keys: readonly ServiceKey[]
  sure: boolean
  /** Words that contradict each other: which of them is meant stays open. */
  isContradiction?: true
}
type SingleMatch = NonNullable<ServicePart['match']>

function matchOf(list: PriceList, { keys, sure }: Meaning): SingleMatch {
  const [key] = keys
  const candidates = keys.filter((each) => isOffered(list, each))
  if (!sure || key === undefined) return { kind: 'ambiguous', candidates }
  return { kind: candidates.length === 1 ? 'found' : 'not-offered', key }
}

/** A part is told by its service; where that is open, by the whole text. */
function partText(text: string, match: SingleMatch): string {
  return 'key' in match ? SERVICES[match.key].name : text.trim()
}

/** Services that are named together: beside one of them, a word for several means the one of its family. */
const FAMILIES: readonly (readonly ServiceKey[])[] = [
  ['HOME_HELP', 'JUHO', 'KOUDOU', 'DOUKOU', 'IDO'],
  ['SYURO_IKOU', 'SYUKEI_A', 'SYUKEI_B', 'TEITYAKU'],
  ['TIKI_IKOU', 'TIKI_TEITYAKU'],
  ['KEIKAKU_SOUDAN', 'SHOGAIJI_SODAN'],
]

/** 「居宅・重訪」 and 「就労移行・定着」. */
function inContext(meanings: readonly Meaning[]): Meaning[] {
  const sure = meanings.filter((meaning) => meaning.sure).flatMap(({ keys }) => keys)
  const family = FAMILIES.filter((keys) => keys.some((key) => sure.includes(key))).flat()
  return meanings.map((meaning) => {
    const related = meaning.keys.filter((key) => family.includes(key))
    const isResolved = !meaning.sure && !meaning.isContradiction && related.length === 1
    return isResolved ? { keys: related, sure: true } : meaning
  })
}

function distinct(meanings: readonly Meaning[]): Meaning[] {
  return [...new Map(meanings.map((meaning) => [meaning.keys.join(), meaning])).values()]
}

/** 「生活介護、特養」: what is read of it, and what is not. */
function partlyRead(list: PriceList, text: string): ServiceMatch | null {
  const parts = topLevelParts(unify(text))
  const read = parts.map((part) => ({ part: part.trim(), meanings: meaningsOf(part) }))
  if (!read.some(({ meanings }) => meanings?.some(({ sure }) => sure))) return null
  return {
    kind: 'several',
    parts: read.flatMap(({ part, meanings }): ServicePart[] =>
      meanings
        ? meanings.map((meaning) => ({ text: part, match: matchOf(list, meaning) }))
        : [{ text: part, match: similar(list, part) }],
    ),
  }
}

const BRACKETED_REMARK = new RegExp(
  `\\((?:${REMARKS.join('|')}|(?:定員)?:?\\d{1,3}(?:名|人|床|室|単位|棟)?|(?:令和|平成|[RH]\\d|20\\d\\d)[^()休廃止]{0,16})\\)`,
  'g',
)

/** Brackets, width and the spellings of 障害 made alike; everything else as written. */
function unify(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[[{【〔〈《「『<]/g, '(')
      .replace(/[\]}】〕〉》」』>]/g, ')')
      .replace(/障がい|障碍|障礙/g, '障害')
      .replace(/スティ/g, 'ステイ')
      // The hiragana, in ヘルプ and ヘルパー.
      .replace(/へ(?=ル)/g, 'ヘ')
      .replace(/[АА]/g, 'A')
      .replace(/[ВБΒ]/g, 'B')
      .replace(BRACKETED_REMARK, '')
  )
}

/** One form for all spellings of a name: only what tells services apart is left of it. */
export function foldServiceName(text: string): string {
  return (
    unify(text)
      .replace(/\s/g, '')
      // A code or a bullet in front of the name: 「46：就労継続支援B型」.
      .replace(/^\(?\d{1,2}[).:_-]?(?=\D)/, '')
      .replace(/^(?:指定|基準該当|共生型|多機能型|障害福祉サービス(?:事業)?[(:・]?)+(?=.)/, '')
      // Long vowel marks go with the dashes they are often typed as, so サービス reads サビス from here on.
      .replace(/[()・、,./:;*※○◯●◎■□◆◇▪✓✔★☆→⇒ーｰ‐‑‒–—―−~-]|等/g, '')
      .replace(/(?:事業所|事業|サビス){1,4}$/, '')
  )
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  [
    ...SERVICE_KEYS.flatMap((key): [string, Meaning][] =>
      [SERVICES[key].name, key, ...SPELLINGS[key]].map((name) => [
        name,
        { keys: [key], sure: true },
      ]),
    ),
    ...AMBIGUOUS.flatMap(([spellings, keys]) =>
      spellings.map((name): [string, Meaning] => [name, { keys, sure: false }]),
    ),
  ].map(([name, meaning]) => [foldServiceName(name), meaning]),
)

const SEPARATORS = /[・、,，/+＋&;|\n→]|及び|および|並びに|ならびに|又は|または/
const PIECES = new RegExp(`(${SEPARATORS.source}|[()])`)
/** と parts services only behind all brackets. */
const LAST_PIECES = new RegExp(`(${SEPARATORS.source}|と|[()])`)

/** Text between separators that stand in no brackets. */
function topLevelParts(unified: string): string[] {
  const parts = ['']
  let depth = 0
  const end = unified.lastIndexOf(')') + 1
  const pieces = [...unified.slice(0, end).split(PIECES), ...unified.slice(end).split(LAST_PIECES)]
  for (const piece of pieces) {
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (depth <= 0 && (SEPARATORS.test(piece) || piece === 'と')) parts.push('')
    else parts.push(`${parts.pop()}${piece}`)
  }
  return parts
}

/** Every service a text names, one after another; empty where its words say none; null where a word is not known. */
function meaningsOf(text: string): Meaning[] | null {
  const parts = topLevelParts(unify(text))
  // 「生活訓練・宿泊型」 are two, although the words on end mean one.
  const single = parts.map((part) => MEANINGS.get(foldServiceName(part)))
  const areSure = single.every((meaning): meaning is Meaning => meaning?.sure === true)
  if (parts.length > 1 && areSure) return single
  const whole = MEANINGS.get(foldServiceName(text))
  if (whole) return [whole]
  const meanings: Meaning[] = []
  for (const part of parts) {
    const read = meaningsOfPart(part)
    if (read === null) return null
    meanings.push(...read)
  }
  return meanings
}

/** 「自立訓練（機能訓練・生活訓練）」: what stands in brackets narrows down what stands before them; spaces part whole names. */
function meaningsOfPart(part: string): Meaning[] | null {
  if (CARE_INSURANCE.test(part)) return null
  const whole = MEANINGS.get(foldServiceName(part))
  if (whole) return [whole]
  const names = part.trim().split(/\s+/)
  const words = names.map((name) => MEANINGS.get(foldServiceName(name)))
  if (words.every((word): word is Meaning => word?.sure === true)) return words
  const [start, end] = [part.indexOf('('), part.lastIndexOf(')')]
  if (start < 0 || end < start) return absorbed(segmentsOf(part))
  const outer = segmentsOf(part.slice(0, start) + part.slice(end + 1))
  const inside = meaningsOf(part.slice(start + 1, end))
  if (outer === null || inside === null) return null
  const [head] = outer
  if (!head || inside.length === 0) return [...outer, ...inside]
  if (head.sure || outer.length > 1) return agreeing(outer, inside)
  return narrowed(head, inside)
}

/** A service with another one in brackets may be either or both. */
function agreeing(outer: Meaning[], inside: readonly Meaning[]): Meaning[] {
  const named = new Set(outer.flatMap(({ keys }) => keys))
  const others = inside.filter(({ keys }) => !keys.some((key) => named.has(key)))
  if (others.length === 0) return outer
  const keys = [...named, ...others.flatMap((other) => other.keys)]
  return [{ keys, sure: false, isContradiction: true }]
}

function narrowed(head: Meaning, inside: readonly Meaning[]): Meaning[] {
  const common = inside.map(({ keys }) => keys.filter((key) => head.keys.includes(key)))
  if (common.every((keys) => keys.length === 1)) return common.map((keys) => ({ keys, sure: true }))
  const shared = common.flat()
  const open = shared.length > 0 ? shared : [...head.keys, ...inside.flatMap(({ keys }) => keys)]
  return [{ keys: [...new Set(open)], sure: false, isContradiction: true }]
}

/** 「障害児通所支援児童発達支援」: a word for several services says nothing beside one of them. */
function absorbed(segments: Meaning[] | null): Meaning[] | null {
  const sure = new Set(segments?.filter((each) => each.sure).flatMap(({ keys }) => keys))
  return segments?.filter((each) => each.sure || !each.keys.some((key) => sure.has(key))) ?? null
}

const WORDS: ReadonlyMap<string, Meaning | null> = new Map([
  ...NEUTRAL_WORDS.map((word): [string, null] => [foldServiceName(`${word}?`).slice(0, -1), null]),
  ...MEANINGS,
])
const LONGEST_WORD = Math.max(...Array.from(WORDS.keys(), (word) => word.length))
// Ten digits are a facility's number.
const COUNT = '(?:定員)?(\\d{1,4})(?:名|人|床|室|単位|棟)?|(?:I{1,3}|IV|VI?)型?'
const COUNTS = { forwards: new RegExp(`^(?:${COUNT})`), backwards: new RegExp(`(?:${COUNT})$`) }

type Direction = keyof typeof COUNTS

/**
 * The services of a text without separators; null where anything is left over.
 * 「短期入所医療型児童発達支援」 can be cut in two ways: it is asked.
 */
function segmentsOf(text: string): Meaning[] | null {
  const folded = foldServiceName(text)
  if (folded.length > 60) return null
  const forwards = wordsOf(folded, 'forwards')
  const keys = keysOf(forwards)
  const other = keysOf(wordsOf(folded, 'backwards'))
  if (keys.join() === other.join()) return forwards
  return [{ keys: [...new Set([...keys, ...other])], sure: false, isContradiction: true }]
}

const keysOf = (segments: Meaning[] | null) =>
  [...new Set(absorbed(segments)?.flatMap(({ keys }) => keys))].sort()

/** Maximum matching: the longest word first, from the one end or the other; backwards the order is of no account. */
function wordsOf(folded: string, direction: Direction): Meaning[] | null {
  const dead = new Set<string>()
  const read = (left: string): Meaning[] | null => {
    if (left === '') return []
    if (dead.has(left)) return null
    for (let length = Math.min(LONGEST_WORD, left.length); length > 0; length -= 1) {
      const word = WORDS.get(direction === 'forwards' ? left.slice(0, length) : left.slice(-length))
      const rest = word === undefined ? null : read(without(left, length, direction))
      if (rest) return word ? [word, ...rest] : rest
    }
    const [written = '', figure = ''] = COUNTS[direction].exec(left) ?? []
    const count = figure.length > 3 ? 0 : written.length
    const rest = count > 0 ? read(without(left, count, direction)) : null
    if (rest === null) dead.add(left)
    return rest
  }
  return read(folded)
}

const without = (text: string, length: number, direction: Direction) =>
  direction === 'forwards' ? text.slice(length) : text.slice(0, -length)

const FOLDED_NAMES = SERVICE_KEYS.map((key) => ({ key, name: foldServiceName(SERVICES[key].name) }))

function similar(list: PriceList, text: string): SingleMatch | null {
  const folded = foldServiceName(text)
  if (folded.length < 2) return null
  const keys = FOLDED_NAMES.filter(
    ({ name }) => name.startsWith(folded) || folded.startsWith(name),
  ).map(({ key }) => key)
  if (keys.length === 0) return null
  return { kind: 'similar', candidates: keys.filter((key) => isOffered(list, key)) }
}
