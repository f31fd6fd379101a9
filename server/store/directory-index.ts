/** The full-text indexes of a directory file, and the table of one- and two-character searches beside them. */
import type { DatabaseSync } from 'node:sqlite'
import { DIRECTORY_HITS, NAME_END, NAME_START, TRIGRAM } from './directory-schema.ts'

export type IndexedName = {
  /** Every folded spelling. */
  spellings: readonly string[]
  /** Those without legal forms: only they answer to one or two characters. */
  cores: readonly string[]
}

type NamesOf = (name: string, kana: string) => IndexedName

export function createDirectoryIndexes(db: DatabaseSync, namesOf: NamesOf): void {
  indexEntries(db, namesOf)
  indexFacilities(db, namesOf)
}

function indexEntries(db: DatabaseSync, namesOf: NamesOf): void {
  const insert = db.prepare('insert into entry_index (rowid, names) values (?, ?)')
  const grams = createGrams()
  for (const row of db.prepare('select id, name, kana from entries order by id').iterate()) {
    const { spellings, cores } = namesOf(String(row.name), String(row.kana))
    insert.run(Number(row.id), marked(spellings))
    grams.add(Number(row.id), cores)
  }
  grams.write(db)
  db.exec(`insert into entry_index (entry_index) values ('optimize')`)
}

/** Facilities have no short searches: their names come after those of corporations. */
function indexFacilities(db: DatabaseSync, namesOf: NamesOf): void {
  const insert = db.prepare('insert into facility_index (rowid, names) values (?, ?)')
  for (const row of db.prepare('select id, name from facility_names order by id').iterate())
    insert.run(Number(row.id), marked(namesOf(String(row.name), '').cores))
  db.exec(`insert into facility_index (facility_index) values ('optimize')`)
}

function marked(names: readonly string[]): string {
  return names.map((name) => NAME_START + name + NAME_END).join('')
}

/** The best entries whose names begin with one or two characters, and after them those that hold them. */
function createGrams() {
  const starts = new Map<string, number[]>()
  const inside = new Map<string, number[]>()
  const note = (lists: Map<string, number[]>, gram: string, id: number) => {
    const list = lists.get(gram)
    if (list === undefined) lists.set(gram, [id])
    else if (list.length < DIRECTORY_HITS && list.at(-1) !== id) list.push(id)
  }
  return {
    /** In order of rank. */
    add(id: number, names: readonly string[]) {
      for (const name of names)
        for (let length = 1; length < TRIGRAM; length++)
          for (let at = 0; at + length <= name.length; at++)
            note(at === 0 ? starts : inside, name.slice(at, at + length), id)
    },
    write(db: DatabaseSync) {
      const insert = db.prepare('insert into grams values (?, ?)')
      for (const gram of new Set([...starts.keys(), ...inside.keys()])) {
        const best = new Set([...(starts.get(gram) ?? []), ...(inside.get(gram) ?? [])])
        insert.run(gram, JSON.stringify([...best].slice(0, DIRECTORY_HITS)))
      }
    },
  }
}
