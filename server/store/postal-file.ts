/** The database file of postal codes: written whole by the build or an import, then only read. */
import type { PostalResult } from '#contract/apply-schemas.ts'
import { createFile, META_TABLE, openReadOnly, replaceFile, writeMeta } from './read-only-file.ts'

/** `office` marks a code that belongs to one large office or one set of post-office boxes. */
export type PostalRow = PostalResult & { office: boolean }
/** Where rows come from: what, and of which day (yyyy-mm-dd). */
export type Origin = { source: string; date: string }
export type Kind = 'towns' | 'offices'
/** What a file holds; `codes` counts each code once, `rows` every address. */
export type About = Record<Kind, Origin & { codes: number }> & { rows: number }

export type PostalFile = {
  about: About
  /** In the order in which they were written. */
  addressesOf(zipcode: string): PostalResult[]
  /** Every address, codes ascending. */
  rows(): Generator<PostalRow>
}

/** Another layout is another number: a server reads no file but its own layout's. */
const FORMAT = '1'

/** `places`: everything of an address that its neighbours share. */
const TABLES = `
  ${META_TABLE}
  create table places (
    id integer primary key,
    prefcode text not null,
    address1 text not null,
    address2 text not null,
    kana1 text not null,
    kana2 text not null
  );
  create table addresses (
    zipcode text not null,
    position integer not null,
    place integer not null,
    address3 text not null,
    kana3 text not null,
    office integer not null,
    primary key (zipcode, position)
  ) without rowid;
`

const ADDRESSES = `select zipcode, prefcode, address1, address2, address3, kana1, kana2, kana3`
const PLACED = 'from addresses join places on places.id = addresses.place'

/** Throws where the file is missing, damaged, cut short or of another layout. */
export function openPostalFile(path: string): PostalFile {
  const { db, meta } = openReadOnly(path, FORMAT)
  const [damage] = db.prepare('pragma quick_check(1)').all()
  if (damage?.quick_check !== 'ok') {
    db.close()
    throw new Error(`the file is damaged or cut short (${damage?.quick_check})`)
  }
  const ofCode = db.prepare(`${ADDRESSES} ${PLACED} where zipcode = ? order by position`)
  const all = db.prepare(`${ADDRESSES}, office ${PLACED} order by zipcode, position`)
  return {
    about: JSON.parse(meta.about ?? ''),
    addressesOf: (zipcode) => ofCode.all(zipcode) as PostalResult[],
    *rows() {
      for (const { office, ...row } of all.iterate())
        yield { ...(row as PostalResult), office: office === 1 }
    },
  }
}

/** Replaces the file; the same rows give the same bytes. */
export function writePostalFile(path: string, rows: readonly PostalRow[], about: About): void {
  replaceFile(path, (unfinished) => {
    const db = createFile(unfinished)
    try {
      db.exec(`${TABLES} begin`)
      const insertPlace = db.prepare('insert into places values (?, ?, ?, ?, ?, ?)')
      const insert = db.prepare('insert into addresses values (?, ?, ?, ?, ?, ?)')
      const places = new Map<string, number>()
      for (const [position, row] of rows.entries()) {
        const { zipcode, prefcode, address1, address2, address3, kana1, kana2, kana3 } = row
        const shared = [prefcode, address1, address2, kana1, kana2]
        const key = shared.join('\n')
        const place = places.get(key) ?? places.size + 1
        if (place > places.size) {
          places.set(key, place)
          insertPlace.run(place, ...shared)
        }
        insert.run(zipcode, position, place, address3, kana3, Number(row.office))
      }
      writeMeta(db, { format: FORMAT, about: JSON.stringify(about) })
      db.exec('commit')
    } finally {
      db.close()
    }
  })
}

/** What such rows amount to. */
export function aboutOf(rows: readonly PostalRow[], origins: Record<Kind, Origin>): About {
  const codesOf = (office: boolean) =>
    new Set(rows.filter((row) => row.office === office).map((row) => row.zipcode)).size
  return {
    towns: { ...origins.towns, codes: codesOf(false) },
    offices: { ...origins.offices, codes: codesOf(true) },
    rows: rows.length,
  }
}
