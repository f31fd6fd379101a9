/** Reads a directory file: one connection that never writes, every statement kept. */
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { DirectoryCorporation } from '#domain/directory.ts'
import {
  DIRECTORY_FORMAT,
  DIRECTORY_HITS,
  NAME_END,
  NAME_START,
  TRIGRAM,
} from './directory-schema.ts'

/** `key` is what further calls name the corporation by. */
export type DirectoryEntry = Omit<DirectoryCorporation, 'id'> & {
  id: number
  key: string
  corporation: number
}
export type StoredFacility = {
  entry: number
  number: string
  name: string
  service: string
  address: string
}

export type DirectoryStore = {
  meta: Readonly<Record<string, string>>
  /** Ids of entries whose folded name is, begins with or holds a text, best first. */
  named(text: string, how: 'is' | 'begins' | 'holds', limit?: number): number[]
  /** Facilities whose folded name begins with or holds a text, by the rank of their entries. */
  withFacilityNamed(text: string, how: 'begins' | 'holds'): { entry: number; name: string }[]
  entry(id: number): DirectoryEntry | undefined
  entryOfKey(key: string): DirectoryEntry | undefined
  entriesOfNumber(corporateNumber: string): DirectoryEntry[]
  facilitiesOf(corporation: number): StoredFacility[]
  facilitiesOfNumber(number: string): StoredFacility[]
  counts(): { corporations: number; rows: number; numbers: number }
  close(): void
}

/** Throws where the file is missing, damaged or of another layout. */
export function openDirectoryFile(path: string): DirectoryStore {
  const address = pathToFileURL(path)
  // Nobody changes the file in place: an import puts another one there. So no lock is taken.
  address.searchParams.set('immutable', '1')
  const db = new DatabaseSync(address, { readOnly: true })
  try {
    const meta = Object.fromEntries(
      db
        .prepare('select key, value from meta')
        .all()
        .map(({ key, value }) => [String(key), String(value)]),
    )
    if (meta.format !== DIRECTORY_FORMAT)
      throw new Error(`its format is ${meta.format}, ${DIRECTORY_FORMAT} was expected`)
    return createStore(db, meta)
  } catch (error) {
    db.close()
    throw error
  }
}

function createStore(db: DatabaseSync, meta: Record<string, string>): DirectoryStore {
  db.exec('pragma cache_size = -16000')
  const byPhrase = db.prepare('select rowid as id from entry_index where names match ? limit ?')
  const byGram = db.prepare('select entries from grams where gram = ?')
  const byFacility = db.prepare(`select entry, name from facility_names where id in (
    select rowid from facility_index where names match ? limit ${DIRECTORY_HITS * 2})`)
  const byId = db.prepare(`select ${ENTRY} from entries where id = ?`)
  const byKey = db.prepare(`select ${ENTRY} from entries where key = ?`)
  const byNumber = db.prepare(`select ${ENTRY} from entries where corporate_number = ?
    order by id limit ${DIRECTORY_HITS}`)
  const ofCorporation = db.prepare(`select ${FACILITY} from facilities where corporation = ?
    order by id`)
  const ofNumber = db.prepare(`select ${FACILITY} from facilities where number = ?
    order by id limit ${MOST_OF_ONE_NUMBER}`)
  return {
    meta,
    named(text, how, limit = DIRECTORY_HITS) {
      const phrase = phraseOf(text, how)
      if (Array.from(phrase).length >= TRIGRAM)
        return byPhrase.all(quoted(phrase), limit).map(({ id }) => Number(id))
      return JSON.parse(String(byGram.get(text)?.entries ?? '[]'))
    },
    withFacilityNamed(text, how) {
      const phrase = phraseOf(text, how)
      if (Array.from(phrase).length < TRIGRAM) return []
      return byFacility
        .all(quoted(phrase))
        .map(({ entry, name }) => ({ entry: Number(entry), name: String(name) }))
    },
    entry: (id) => byId.get(id) as DirectoryEntry | undefined,
    entryOfKey: (key) => byKey.get(key) as DirectoryEntry | undefined,
    entriesOfNumber: (number) => byNumber.all(number) as DirectoryEntry[],
    facilitiesOf: (corporation) => ofCorporation.all(corporation) as StoredFacility[],
    facilitiesOfNumber: (number) => ofNumber.all(number) as StoredFacility[],
    counts: () => db.prepare(COUNTS).get() as ReturnType<DirectoryStore['counts']>,
    close: () => db.close(),
  }
}

const COUNTS = `select count(distinct corporation) as corporations, count(*) as rows,
  count(distinct number) as numbers from facilities`

/** Rows of one facility number that are looked at: the published ones have up to a dozen. */
const MOST_OF_ONE_NUMBER = 50

const ENTRY =
  'id, key, corporation, corporate_number as corporateNumber, name, kana, address, zipcode, tel, facilities'
const FACILITY = 'entry, number, name, service, address'

function phraseOf(text: string, how: 'is' | 'begins' | 'holds'): string {
  if (how === 'holds') return text
  return NAME_START + text + (how === 'is' ? NAME_END : '')
}

/** Folded texts hold letters and digits alone; a quote would end the phrase. */
function quoted(phrase: string): string {
  return `"${phrase.replaceAll('"', '')}"`
}
