/** What an import changes: facility numbers and services of a new directory file beside those of the last one. */
import { DatabaseSync } from 'node:sqlite'

export type DirectoryChanges = {
  new: number
  gone: number
  /** The same number and service under another name, address or corporation. */
  changed: number
}

/** Both files have this version's layout. */
export function compareDirectories(before: string, after: string): DirectoryChanges {
  const db = new DatabaseSync(after, { readOnly: true })
  try {
    db.prepare('attach ? as last').run(before)
    db.exec(contents('now', 'main') + contents('past', 'last'))
    const row = db.prepare(COMPARE).get()
    return { new: Number(row?.new), gone: Number(row?.gone), changed: Number(row?.changed) }
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

const COMPARE = `select
  (select count(*) from now where (number, service) not in (select number, service from past)) as new,
  (select count(*) from past where (number, service) not in (select number, service from now)) as gone,
  (select count(*) from now join past using (number, service) where now.content <> past.content)
    as changed`
