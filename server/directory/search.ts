/** Which entries a search means: numbers exactly, names from the closest match to the loosest. */
import { isCorporateNumber } from '#domain/directory.ts'
import { NUMBER_DIGITS } from '#domain/facilities.ts'
import { type FoldedName, foldName, foldText } from '#domain/search-folding.ts'
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
  const name = foldName(text)
  if (name.core === '') return []
  const found = new Map<number, string | undefined>()
  const isFull = () => found.size >= DIRECTORY_HITS
  const add = (ids: Iterable<number>) => {
    for (const id of ids) if (!isFull() && !found.has(id)) found.set(id, undefined)
  }
  for (const search of nameSearches(store, name)) if (!isFull()) add(search())
  if (!isFull()) add(searchWords(store, text))
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

/** Undefined for what is no number of either kind. */
function searchNumber(store: DirectoryStore, text: string): Found[] | undefined {
  if (/[^0-9０-９\s\-－‐−]/.test(text)) return undefined
  const digits = digitsOnly(text)
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
