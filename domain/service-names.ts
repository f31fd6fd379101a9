/** Which service a text from a spreadsheet names. Where it could name several, it says so and does not guess. */
import { SERVICE_KEYS, SERVICES, type ServiceKey } from './catalogue.ts'
import { isOffered, type PriceList } from './pricing.ts'
import { AMBIGUOUS, REMARKS, SPELLINGS } from './service-spellings.ts'

export type ServiceMatch =
  | { kind: 'found'; key: ServiceKey }
  /** A service, but one that the list does not offer. */
  | { kind: 'not-offered'; key: ServiceKey }
  /** The words fit several services, or name several at once. */
  | { kind: 'ambiguous'; candidates: ServiceKey[] }
  /** The words fit no service; these begin alike. */
  | { kind: 'similar'; candidates: ServiceKey[] }

/** The service that a text names, among those that a list offers; null where it resembles none. */
export function matchService(list: PriceList, text: string): ServiceMatch | null {
  const meaning = meaningOf(text) ?? meaningOfParts(text)
  const keys = meaning?.keys ?? similarTo(text)
  const [key] = keys
  if (key === undefined) return null
  const candidates = keys.filter((each) => isOffered(list, each))
  if (!meaning) return { kind: 'similar', candidates }
  if (!meaning.sure || keys.length > 1) return { kind: 'ambiguous', candidates }
  return { kind: candidates.length === 1 ? 'found' : 'not-offered', key }
}

type Meaning = { keys: readonly ServiceKey[]; sure: boolean }

const BRACKETED_REMARK = new RegExp(`\\((?:${REMARKS.join('|')})\\)`, 'g')

/** One form for all spellings of a name: only what tells services apart is left of it. */
export function foldServiceName(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/\s+/g, '')
      .replace(/[[{【〔〈《「『]/g, '(')
      .replace(/[\]}】〕〉》」』]/g, ')')
      .replace(/障がい|障碍|障礙/g, '障害')
      .replace(BRACKETED_REMARK, '')
      // A code or a bullet in front of the name: 「46：就労継続支援B型」.
      .replace(/^\(?\d{1,2}[).:_-]?(?=\D)/, '')
      .replace(/^(?:指定|基準該当|共生型|多機能型|障害福祉サービス(?:事業)?[(:・]?)+(?=.)/, '')
      // Long vowel marks go with the dashes they are often typed as, so サービス reads サビス from here on.
      .replace(/[()・、,./:;*※○●◎■□◆★ーｰ‐‑‒–—―−-]|等/g, '')
      .replace(/(?:事業所|事業|サビス)+$/, '')
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

function meaningOf(text: string): Meaning | undefined {
  return MEANINGS.get(foldServiceName(text))
}

/** 「児発・放デイ」: a meaning only where every part has one. */
function meaningOfParts(text: string): Meaning | undefined {
  const parts = text.normalize('NFKC').split(/[・、,/+&\n]|及び|および|並びに/)
  const meanings = parts.filter((part) => part.trim() !== '').map(meaningOf)
  const known = meanings.filter((meaning) => meaning !== undefined)
  if (known.length === 0 || known.length < meanings.length) return undefined
  const keys = [...new Set(known.flatMap((meaning) => meaning.keys))]
  return { keys, sure: known.every(({ sure }) => sure) }
}

const FOLDED_NAMES = SERVICE_KEYS.map((key) => ({ key, name: foldServiceName(SERVICES[key].name) }))

function similarTo(text: string): ServiceKey[] {
  const folded = foldServiceName(text)
  if (folded.length < 2) return []
  return FOLDED_NAMES.filter(({ name }) => name.startsWith(folded) || folded.startsWith(name)).map(
    ({ key }) => key,
  )
}
