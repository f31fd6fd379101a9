/** Writes a directory file: rows are collected as they are read, then ranked and indexed. */

import type { DatabaseSync } from 'node:sqlite'
import {
  DIRECTORY_FORMAT,
  DIRECTORY_HITS,
  DIRECTORY_INDEXES,
  DIRECTORY_TABLES,
  NAME_END,
  NAME_START,
  TRIGRAM,
} from './directory-file.ts'
import { createFile, writeMeta } from './read-only-file.ts'

/** A published row with the keys that it is joined by. */
export type CollectedRow = {
  /** Empty where the row has none. */
  corporateNumber: string
  /** Folded name and address of the corporation: joins rows without a number. */
  identity: string
  /** Folded name of the corporation: tells the branches of one number apart. */
  branch: string
  corporationName: string
  corporationKana: string
  corporationAddress: string
  corporationTel: string
  number: string
  name: string
  service: string
  address: string
}

export type EntryFacts = {
  key: string
  name: string
  kana: string
  address: string
  zipcode: string
  tel: string
}

/** What only the caller knows: how the rows of one name become one entry, and how names are folded. */
export type BuildRules = {
  entryOf(rows: readonly EntryRow[]): EntryFacts
  /** Folded spellings to search by, and those that may be asked for by one or two characters. */
  namesOf(name: string, kana: string): IndexedName
}
export type EntryRow = {
  corporateNumber: string
  identity: string
  branch: string
  name: string
  kana: string
  address: string
  tel: string
}

export type DirectoryBuild = {
  add(row: CollectedRow): void
  /** Ranks and indexes what was added; gives how much there is. */
  finish(rules: BuildRules, meta: Record<string, string>): { corporations: number; rows: number }
  /** May be called again. */
  close(): void
}

/** `path` must not exist. Not durable before the caller has synced it; a failure leaves a file to delete. */
export function buildDirectory(path: string): DirectoryBuild {
  const db = createFile(path)
  db.exec(DIRECTORY_TABLES + STAGING)
  db.exec('begin')
  const insert = db.prepare(`insert into staged values (${'?, '.repeat(11)}?)`)
  return {
    add: (row) => {
      const { corporateNumber, identity, branch } = row
      insert.run(
        corporateNumber || identity,
        corporateNumber,
        identity,
        branch,
        row.corporationName,
        row.corporationKana,
        row.corporationAddress,
        row.corporationTel,
        row.number,
        row.name,
        row.service,
        row.address,
      )
    },
    finish(rules, meta) {
      joinUnnumbered(db)
      writeEntries(db, rules)
      db.exec(FILL)
      createDirectoryIndexes(db, rules.namesOf)
      writeMeta(db, { ...meta, format: DIRECTORY_FORMAT })
      db.exec(`drop table staged; drop table unranked; ${DIRECTORY_INDEXES} commit; vacuum`)
      const count = (sql: string) => Number(db.prepare(sql).get()?.total)
      return {
        corporations: count('select count(distinct corporation) as total from entries'),
        rows: count('select count(*) as total from facilities'),
      }
    },
    close: () => {
      if (db.isOpen) db.close()
    },
  }
}

const STAGING = `
  create table staged (
    corporation text, corporate_number text, identity text, branch text,
    corporation_name text, corporation_kana text, corporation_address text, corporation_tel text,
    number text, name text, service text, address text
  );
  create table unranked (
    corporation text, corporate_number text, branch text, key text,
    name text, kana text, address text, zipcode text, tel text, facilities integer
  );
`

/** A row without a number belongs to the one numbered corporation of the same name and address, if there is one. */
function joinUnnumbered(db: DatabaseSync): void {
  db.exec(`
    create index staged_by_identity on staged (identity, corporate_number);
    update staged set corporation = coalesce((
      select min(numbered.corporate_number) from staged as numbered
      where numbered.identity = staged.identity and numbered.corporate_number > ''
      having count(distinct numbered.corporate_number) = 1
    ), identity) where corporate_number = '';
    drop index staged_by_identity;
    create index staged_by_branch on staged (corporation, branch);
  `)
}

const STAGED_ENTRIES = `select corporation, max(corporate_number) over (partition by corporation)
  as corporate_number, identity, branch, corporation_name as name, corporation_kana as kana,
  corporation_address as address, corporation_tel as tel from staged order by corporation, branch`

function writeEntries(db: DatabaseSync, { entryOf }: BuildRules): void {
  const insert = db.prepare(`insert into unranked values (${'?, '.repeat(9)}?)`)
  for (const rows of groups(db)) {
    const { key, name, kana, address, zipcode, tel } = entryOf(rows)
    const [{ corporation, corporateNumber, branch }] = rows
    insert.run(
      corporation,
      corporateNumber,
      branch,
      key,
      name,
      kana,
      address,
      zipcode,
      tel,
      rows.length,
    )
  }
}

type StagedEntry = EntryRow & { corporation: string }
type Group = [StagedEntry, ...StagedEntry[]]

function* groups(db: DatabaseSync): Generator<Group> {
  let group: Group | undefined
  for (const row of db.prepare(STAGED_ENTRIES).iterate()) {
    const entry = { ...row, corporateNumber: row.corporate_number } as unknown as StagedEntry
    const [first] = group ?? []
    if (group && first?.corporation === entry.corporation && first.branch === entry.branch)
      group.push(entry)
    else {
      if (group) yield group
      group = [entry]
    }
  }
  if (group) yield group
}

/** The corporation with most rows first; of equal ones the shortest name. */
const FILL = `
  insert into entries
    select null, key, 0, corporate_number, name, kana, address, zipcode, tel, facilities
    from unranked order by facilities desc, length(name), key;
  create temp table ranks as
    select unranked.corporation, unranked.branch, entries.id,
      min(entries.id) over (partition by unranked.corporation) as main
    from unranked join entries using (key);
  create unique index temp.ranks_by_branch on ranks (corporation, branch);
  update entries set corporation = ranks.main from ranks where ranks.id = entries.id;
  insert into facilities
    select null, ranks.main, ranks.id, staged.number, staged.name, staged.service, staged.address
    from staged join ranks using (corporation, branch) order by ranks.main, staged.number, staged.rowid;
  insert into facility_names
    select null, entry, name from (
      select distinct ranks.id as entry, staged.name as name
      from staged join ranks using (corporation, branch)
    ) order by entry, name;
  drop table ranks;
`

// The full-text indexes of a directory file, and the table of one- and two-character searches beside them.

export type IndexedName = {
  /** Every folded spelling. */
  spellings: readonly string[]
  /** Those without legal forms: only they answer to one or two characters. */
  cores: readonly string[]
}

type NamesOf = (name: string, kana: string) => IndexedName

function createDirectoryIndexes(db: DatabaseSync, namesOf: NamesOf): void {
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
