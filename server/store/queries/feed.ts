/**
 * The feed: completed applications in the order in which they were completed or changed last, for readers that keep a
 * cursor. A number taken while a change is written would be visible before a smaller one whose transaction takes
 * longer, and a reader would skip that. So a change is written without a place, and places are given when somebody
 * reads: to what is committed, in batches that exclude each other. A later batch is committed later.
 */
import { sql } from 'kysely'
import type { Flow } from '#domain/flows.ts'
import type { StaffStatus } from '#domain/staff.ts'
import type { ApplicationRow, ChangeRow, ConsentRow, FacilityRecord, FlagRow } from '../schema.ts'
import { readDynamic, readFirst, type Transaction, write, writeOne } from '../statement.ts'
import { childrenOf } from './application-lists.ts'

/** In the transaction that completes an application. */
export const insertChange = write((db, { application }: { application: string }) =>
  db.insertInto('changes').values({
    application,
    version: 1,
    place: null,
    acknowledged_version: 0,
    acknowledged_at: null,
  }),
)

/** In the transaction that changes what the feed tells of an application; one that is not complete is not in it. */
export const raiseVersion = write((db, { application }: { application: string }) =>
  db
    .updateTable('changes')
    .set((row) => ({ version: row('version', '+', 1), place: null }))
    .where('application', '=', application),
)

/** Notes that the other side has this version; false where the application has another. */
export const acknowledgeVersion = writeOne(
  (db, { application, version, at }: { application: string; version: number; at: number }) =>
    db
      .updateTable('changes')
      .set({ acknowledged_version: version, acknowledged_at: at })
      .where('application', '=', application)
      .where('version', '=', version),
)

export const changeOf = readFirst((db, { application }: { application: string }) =>
  db.selectFrom('changes').selectAll().where('application', '=', application),
)

/** Whether something committed has no place yet. */
export async function hasUnplaced(tx: Transaction): Promise<boolean> {
  return (await oneUnplaced(tx)) !== undefined
}

/** Changes of one transaction: a million in one would take longer than a statement may. */
const PORTION = 5000

/** Gives a portion of what has no place one behind all others; false where more is left. Whoever counts up first is alone until the commit. */
export async function placeChanges(tx: Transaction): Promise<boolean> {
  const batch = await countBatch(tx)
  return (await place(tx, { batch: batch?.last ?? 0 })) < PORTION
}

/** Cursor: the place of the last application of a page. */
export type FeedPlace = Pick<ChangeRow, 'application'> & { place: number }

export type FeedFilter = {
  flow?: Flow
  status?: StaffStatus
  /** Only those whose present version nobody has acknowledged. */
  unacknowledged?: boolean
}

export type FeedRow = {
  place: number
  version: number
  application: ApplicationRow
  consents: ConsentRow[]
  facilities: FacilityRecord[]
  flags: FlagRow[]
}

/** Applications behind a place, with all that they consist of. */
export async function feedPage(
  tx: Transaction,
  filter: FeedFilter,
  place: { after: FeedPlace; limit: number },
): Promise<FeedRow[]> {
  const found = await changesPage(tx, { ...filter, ...place })
  const consents = await childrenOf(tx, 'consents', found, ['seq'])
  const facilities = await childrenOf(tx, 'facilities', found, ['no'])
  const flags = await childrenOf(tx, 'flags', found, ['at', 'flag'])
  return found.map(({ version, place, ...application }) => ({
    application,
    place: place ?? 0,
    version,
    consents: consents.get(application.id) ?? [],
    facilities: facilities.get(application.id) ?? [],
    flags: flags.get(application.id) ?? [],
  }))
}

const changesPage = readDynamic((db, p: FeedFilter & { after: FeedPlace; limit: number }) => {
  let page = db
    .selectFrom('changes as c')
    .innerJoin('applications as a', 'a.id', 'c.application')
    .selectAll('a')
    .select(['c.version', 'c.place'])
    // The index holds these alone, and SQLite does not see that a comparison with a row asks for them.
    .where('c.place', 'is not', null)
    .where(sql<boolean>`(c.place, c.application) > (${p.after.place}, ${p.after.application})`)
    .orderBy('c.place')
    .orderBy('c.application')
    .limit(p.limit)
  if (p.flow) page = page.where('a.flow', '=', p.flow)
  if (p.status) page = page.where('a.staff_status', '=', p.status)
  if (p.unacknowledged) page = page.whereRef('c.acknowledged_version', '<', 'c.version')
  return page
})

const oneUnplaced = readFirst((db) =>
  db.selectFrom('changes').select('application').where('place', 'is', null).limit(1),
)

const countBatch = readFirst((db) =>
  db
    .updateTable('change_batches')
    .set((row) => ({ last: row('last', '+', 1) }))
    .returning('last'),
)

const place = write((db, { batch }: { batch: number }) =>
  db
    .updateTable('changes')
    .set({ place: batch })
    .where('application', 'in', (eb) =>
      eb.selectFrom('changes').select('application').where('place', 'is', null).limit(PORTION),
    ),
)
