/** The look-up in the imported directory of facilities: its search, a corporation's facilities, and which corporation a number belongs to. */
import { isServiceKey } from '#domain/catalogue.ts'
import {
  type CorporationFacilities,
  DIRECTORY_SOURCE,
  type DirectoryAbout,
  type DirectoryCorporation,
  type DirectoryFacility,
  type DirectoryHits,
  type NumberedFacilities,
  sortFacilities,
} from '#domain/directory.ts'
import { ABSENT, versionOf } from '../file-version.ts'
import { type Log, traceOf } from '../observability/log.ts'
import {
  type DirectoryEntry,
  type DirectoryStore,
  openDirectoryFile,
  type StoredFacility,
} from '../store/directory-file.ts'
import { searchDirectory } from './search.ts'

export type Directory = {
  /** Names the import: everything below stays as it is while this does. */
  id: string
  about: DirectoryAbout
  /** DirectoryHits in JSON. */
  search(text: string): Buffer
  /** Undefined where no corporation has the id. */
  facilitiesOf(id: string): CorporationFacilities | undefined
  facilitiesOfNumbers(numbers: readonly string[]): NumberedFacilities
}

/** Where nothing was imported. */
export const NO_DIRECTORY: DirectoryAbout = { period: null, source: DIRECTORY_SOURCE }

/** How long the file is not looked at again. */
const LOOK_EVERY_MS = 1_000

type WatchOptions = { file: string; clock: () => number; log: Log }

/**
 * Gives the directory as it is at every call, undefined where none was imported: an import is seen within a
 * second, without a restart. A file that cannot be read changes nothing.
 */
export function watchDirectory({ file, clock, log }: WatchOptions) {
  let store: DirectoryStore | undefined
  let directory: Directory | undefined
  let openVersion = ABSENT
  let lookedAt = Number.NEGATIVE_INFINITY
  const reopen = () => {
    const opened = openVersion === ABSENT ? undefined : openDirectoryFile(file)
    store?.close()
    store = opened
    directory = opened && createDirectory(opened)
  }
  /** Undefined where it fails. */
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      log.warn('directory_unreadable', { error: traceOf(error) })
      return undefined
    }
  }
  const current = (): Directory | undefined => {
    const now = clock()
    if (Math.abs(now - lookedAt) < LOOK_EVERY_MS) return directory
    lookedAt = now
    const version = versionOf(file)
    if (version === openVersion) return directory
    openVersion = version
    attempt(reopen)
    return directory
  }
  return {
    current,
    /** For whoever does without it too: undefined where there is none, or where the file was damaged after it was opened. */
    ask: <T>(read: (directory: Directory) => T): T | undefined => {
      const found = current()
      if (!found) return undefined
      const answer = attempt(() => ({ value: read(found) }))
      // Until the next import: one warning, not one for each look.
      if (!answer) directory = undefined
      return answer?.value
    },
    close: () => store?.close(),
  }
}

export type DirectoryWatch = ReturnType<typeof watchDirectory>

export function createDirectory(store: DirectoryStore): Directory {
  const services = (JSON.parse(store.meta.services ?? '[]') as string[]).filter(isServiceKey)
  return {
    id: store.meta.id ?? '',
    about: { period: store.meta.period ?? null, source: store.meta.source ?? DIRECTORY_SOURCE },
    search: createAnswerCache((text) => hitsOf(store, text)),
    facilitiesOf(id) {
      const entry = store.entryOfKey(id)
      return (
        entry && {
          corporation: corporationOf(entry),
          facilities: sortFacilities(facilitiesOf(store, entry)),
        }
      )
    },
    facilitiesOfNumbers: (numbers) => ({
      facilities: numbers.flatMap((number) =>
        store.facilitiesOfNumber(number).flatMap((facility) => {
          const entry = store.entry(facility.entry)
          const shown = facilityOf(facility)
          return entry && shown
            ? [{ ...shown, corporation: entry.name, corporationId: entry.key }]
            : []
        }),
      ),
      services,
    }),
  }
}

function hitsOf(store: DirectoryStore, text: string): DirectoryHits {
  const corporations = searchDirectory(store, text).map(({ entry, ...facility }) => ({
    ...corporationOf(entry),
    ...facility,
  }))
  return { corporations }
}

function corporationOf({
  key,
  corporation: _,
  id: __,
  ...entry
}: DirectoryEntry): DirectoryCorporation {
  return { id: key, ...entry }
}

/**
 * Each facility, number and service once, wherever it stands. Rows that are published under another name of
 * the corporation carry that name, unless the corporation was asked for by the name that most rows have.
 */
function facilitiesOf(store: DirectoryStore, entry: DirectoryEntry): DirectoryFacility[] {
  const isMain = entry.id === entry.corporation
  const once = new Map<string, DirectoryFacility>()
  for (const row of store.facilitiesOf(entry.corporation)) {
    const facility = facilityOf(row)
    if (!facility) continue
    const isOther = !isMain && row.entry !== entry.id
    const branch = isOther ? { branch: store.entry(row.entry)?.name ?? '' } : {}
    const key = `${row.number} ${row.service} ${row.name}`
    const earlier = once.get(key)
    if (!earlier || earlier.branch !== undefined) once.set(key, { ...facility, ...branch })
  }
  return [...once.values()]
}

/** A file of another version may know services that this one does not. */
function facilityOf({ number, name, service }: StoredFacility): DirectoryFacility | undefined {
  return isServiceKey(service) ? { number, name, serviceKey: service } : undefined
}

/** Some 6,000 answers of ten corporations. */
export const CACHE_BYTES = 16 * 2 ** 20

/** Searches' answers as bytes, since applicants type the same beginnings again and again; least recently used ones are dropped beyond `maxBytes`. */
export function createAnswerCache(answer: (text: string) => object, maxBytes = CACHE_BYTES) {
  const answers = new Map<string, Buffer>()
  let bytes = 0
  const dropOldest = () => {
    for (const [text, oldest] of answers) {
      if (bytes <= maxBytes) return
      answers.delete(text)
      bytes -= sizeOf(text, oldest)
    }
  }
  return (text: string): Buffer => {
    const cached = answers.get(text)
    if (cached) {
      answers.delete(text)
      answers.set(text, cached)
      return cached
    }
    const made = Buffer.from(JSON.stringify(answer(text)))
    answers.set(text, made)
    bytes += sizeOf(text, made)
    dropOldest()
    return made
  }
}

function sizeOf(text: string, answer: Buffer): number {
  return 2 * text.length + answer.length
}
