/** Which entries a search means: numbers exactly, names from the closest match to the loosest. */
import { isCorporateNumber } from '#domain/directory.ts'
import { NUMBER_DIGITS } from '#domain/facilities.ts'
import { type FoldedName, foldName, foldNameAsWritten, foldText } from '#domain/search-folding.ts'
import { digitsOnly } from '#domain/text.ts'
import {
  DIRECTORY_HITS,
  type DirectoryEntry,
  type DirectoryStore,
} from '../store/directory-file.ts'

/** `facility`: by which of its facilities the corporation was found. */
export type Found = { entry: DirectoryEntry; facility?: string }

/** The best ones first, each entry once. */
export function searchDirectory(store: DirectoryStore, text: string): Found[] {
  const byNumber = searchNumber(store, text)
  if (byNumber) return byNumber
  const name = store.isIndexedAsWritten ? foldNameAsWritten(text) : foldName(text)
  if (name.core === '') return []
  const found = new Map<number, string | undefined>()
  const isFull = () => found.size >= DIRECTORY_HITS
  const add = (ids: Iterable<number>) => {
    for (const id of ids) if (!isFull() && !found.has(id)) found.set(id, undefined)
  }
  for (const search of nameSearches(store, name)) if (!isFull()) add(search())
  if (!isFull()) add(searchWords(store, text))
  if (!isFull()) add(searchMixed(store, name.core))
  for (const how of ['begins', 'holds'] as const) {
    if (isFull()) break
    for (const { entry, name: facility } of store.withFacilityNamed(name.core, how))
      if (!isFull() && !found.has(entry)) found.set(entry, facility)
  }
  return [...found].flatMap(([id, facility]) => {
    const entry = store.entry(id)
    return entry ? [{ entry, ...(facility !== undefined && { facility }) }] : []
  })
}

/** Undefined for what is no number of either kind. A corporation's may begin with the T of its invoices. */
function searchNumber(store: DirectoryStore, text: string): Found[] | undefined {
  const number = text.trim().replace(/^[TtＴｔ](?=[\s\-－‐−]*[0-9０-９])/, '')
  if (/[^0-9０-９\s\-－‐−]/.test(number)) return undefined
  const digits = digitsOnly(number)
  if (isCorporateNumber(digits)) return store.entriesOfNumber(digits).map((entry) => ({ entry }))
  if (digits.length !== NUMBER_DIGITS) return undefined
  const facilities = new Map(
    store.facilitiesOfNumber(digits).map(({ entry, name }) => [entry, name]),
  )
  return [...facilities].slice(0, DIRECTORY_HITS).flatMap(([id, facility]) => {
    const entry = store.entry(id)
    return entry ? [{ entry, facility }] : []
  })
}

/** With the legal form that was typed first, then without any. */
function nameSearches(store: DirectoryStore, { plain, whole, core }: FoldedName) {
  const spellings = [...new Set([whole, core])]
  return [
    ...spellings.flatMap((text) => [
      () => store.named(text, 'is'),
      () => store.named(text, 'begins'),
    ]),
    ...(spellings.includes(plain) ? [] : [() => store.named(plain, 'begins')]),
    () => store.named(core, 'holds'),
  ]
}

/** Entries that one word is looked at for, before the other words are. */
const CANDIDATES = 300

/** 「さくら 横浜」: every word in the name or the address. */
function searchWords(store: DirectoryStore, text: string): number[] {
  const words = text.split(/\s+/).flatMap((word) => foldName(word).core || [])
  if (words.length < 2) return []
  const candidates = words.flatMap((word) => store.named(word, 'holds', CANDIDATES))
  const holdsAll = (id: number) => {
    const entry = store.entry(id)
    if (!entry) return false
    const entryText = foldText(entry.name + entry.kana + entry.address)
    return words.every((word) => entryText.includes(word))
  }
  return [...new Set(candidates)].sort((a, b) => a - b).filter(holdsAll)
}

/** Kanji of a name that are typed as kana, and the other way round: 「さくらふくし会」 is 「さくら福祉会」, whose reading is 「さくらふくしかい」. */
function searchMixed(store: DirectoryStore, core: string): number[] {
  const runs = core.match(/[ぁ-ゖ]+|[^ぁ-ゖ]+/g) ?? []
  const kana = runs.filter((run) => /[ぁ-ゖ]/.test(run))
  if (kana.length === 0 || kana.length === runs.length) return []
  const others = runs.filter((run) => !/[ぁ-ゖ]/.test(run))
  const [longest = ''] = kana.toSorted((a, b) => b.length - a.length)
  if (longest.length < LEAST_KANA) return []
  return store.named(longest, 'holds', CANDIDATES).filter((id) => {
    const entry = store.entry(id)
    return (
      entry !== undefined &&
      holdsInOrder(foldText(entry.kana), kana) &&
      holdsInOrder(foldName(entry.name).core, others)
    )
  })
}

/** Shorter readings stand in most names. */
const LEAST_KANA = 2

function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let at = 0
  return parts.every((part) => {
    const found = text.indexOf(part, at)
    at = found + part.length
    return found !== -1
  })
}
