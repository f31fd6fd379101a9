/** Reads a directory file: one connection that never writes, every statement kept. */

import { DatabaseSync } from 'node:sqlite'
import type { DirectoryCorporation } from '#domain/directory.ts'
import { META_TABLE, openReadOnly } from './read-only-file.ts'

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
  /** Whether names are indexed as they are written: so they were in the first layout. */
  isIndexedAsWritten: boolean
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
  const { db, meta } = openReadOnly(path, DIRECTORY_FORMAT, FIRST_FORMAT)
  try {
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
    isIndexedAsWritten: meta.format === FIRST_FORMAT,
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

// What an import changes: facility numbers and services of a new directory file beside those of the last one.

export type DirectoryChanges = {
  /** Numbers and services of the last directory. */
  before: number
  new: number
  gone: number
  /** The same number and service under another name, address or corporation. */
  changed: number
  /** Shares of rows whose corporation has a number, from 0 to 1: of the last directory, and of the new one. */
  numberedBefore: number
  numbered: number
}

/** Both files have this version's layout. */
export function compareDirectories(before: string, after: string): DirectoryChanges {
  const db = new DatabaseSync(after, { readOnly: true })
  try {
    db.prepare('attach ? as last').run(before)
    db.exec(contents('now', 'main') + contents('past', 'last'))
    const row = db.prepare(COMPARE).get()
    const figure = (name: string) => Number(row?.[name])
    return {
      before: figure('before'),
      new: figure('new'),
      gone: figure('gone'),
      changed: figure('changed'),
      numberedBefore: figure('numbered_before'),
      numbered: figure('numbered'),
    }
  } finally {
    db.close()
  }
}

/** One line a number and service, whatever the places it stands at. */
const contents = (table: string, schema: string) => `
  create temp table ${table} (number text, service text, content text, primary key (number, service))
    without rowid;
  insert into ${table} select number, service, group_concat(line, char(10)) from (
    select facilities.number, facilities.service, facilities.name || char(9) ||
      facilities.address || char(9) || entries.name as line
    from ${schema}.facilities join ${schema}.entries on entries.id = facilities.entry
    order by 1, 2, 3
  ) group by number, service;`

const numberedShare = (schema: string) => `(select avg(entries.corporate_number <> '')
  from ${schema}.facilities join ${schema}.entries on entries.id = facilities.entry)`

const COMPARE = `select
  (select count(*) from past) as before,
  ${numberedShare('last')} as numbered_before,
  ${numberedShare('main')} as numbered,
  (select count(*) from now where (number, service) not in (select number, service from past)) as new,
  (select count(*) from past where (number, service) not in (select number, service from now)) as gone,
  (select count(*) from now join past using (number, service) where now.content <> past.content)
    as changed`

/** The directory's own database file: written once by an import, then only read. */

/** Another layout, or another folding of the names in the index, is another number. */
export const DIRECTORY_FORMAT = '2'
/** Has the tables of today: an import of an earlier version serves until the next one. */
const FIRST_FORMAT = '1'

/** Around every folded name in the index, so that a phrase can ask for its beginning and its end. */
export const NAME_START = '〈'
export const NAME_END = '〉'

/** The trigram index answers from three characters on; shorter beginnings are listed in `grams`. */
export const TRIGRAM = 3

/** Most corporations that one look-up gives. */
export const DIRECTORY_HITS = 10

/**
 * `entries`: a corporation under one name; branches of one corporate number are entries of their own. Ids
 * ascend as their rank descends, so that the first hits of the index are the best ones. `corporation` is the
 * id of the entry that most rows of the same corporation carry.
 */
export const DIRECTORY_TABLES = `
  ${META_TABLE}
  create table entries (
    id integer primary key,
    key text not null unique,
    corporation integer not null,
    corporate_number text not null,
    name text not null,
    kana text not null,
    address text not null,
    zipcode text not null,
    tel text not null,
    facilities integer not null
  );
  create table facilities (
    id integer primary key,
    corporation integer not null,
    entry integer not null,
    number text not null,
    name text not null,
    service text not null,
    address text not null
  );
  create table facility_names (id integer primary key, entry integer not null, name text not null);
  create table grams (gram text primary key, entries text not null) without rowid;
  create virtual table entry_index using fts5(
    names, content='', columnsize=0, tokenize='trigram case_sensitive 1');
  create virtual table facility_index using fts5(
    names, content='', columnsize=0, tokenize='trigram case_sensitive 1');
`

export const DIRECTORY_INDEXES = `
  create index entries_by_corporation on entries (corporation);
  create index entries_by_number on entries (corporate_number);
  create index facilities_by_corporation on facilities (corporation);
  create index facilities_by_number on facilities (number);
`
