/**
 * What staff's search goes through: a text of each application, folded to one spelling. It is written in the transaction
 * that writes what it is made of, and deleted in the one that erases or deletes that.
 */

import { sql } from 'kysely'
import { isRequest } from '#domain/flows.ts'
import {
  domesticNumber,
  type SearchTerm,
  searchText,
  searchTextOfNote,
} from '#domain/search-text.ts'
import type { ApplicationRow, FacilityRecord, SearchTextRow } from '../schema.ts'
import { readForAll, readPassing, type Transaction, write, writeDynamic } from '../statement.ts'
import { facilitiesOfPage, filtered, type RowFilter } from './application-lists.ts'

const SOURCE_COLUMNS = [
  'id',
  'created_at',
  'reference',
  'flow',
  'customer',
  'customer_number',
  'company_name',
  'zipcode',
  'address',
  'tel',
  'email',
  'person',
] as const

type Source = Pick<ApplicationRow, (typeof SOURCE_COLUMNS)[number]>

/** A username that the register call issues is not among them: nobody was told it. */
export function searchTextOf(row: Omit<Source, 'customer_number'>): string {
  const { reference, flow, customer, company_name, zipcode, address, tel, email, person } = row
  const number = isRequest(flow) ? [customer] : []
  const own = [reference, ...number, company_name, person, domesticNumber(tel), email]
  return searchText([...own, zipcode, address])
}

type Facility = Pick<FacilityRecord, 'facility_name' | 'facility_number'>

function searchTextOfFacilities(rows: readonly Facility[]): string {
  return searchText(rows.flatMap((row) => [row.facility_name, row.facility_number]))
}

export const insertSearchText = write((db, { created_at, application, text }: SearchTextRow) =>
  db.insertInto('search_texts').values({ created_at, application, text }),
)

export async function addFacilitiesToSearch(
  tx: Transaction,
  { id: application, created_at }: Pick<ApplicationRow, 'id' | 'created_at'>,
  rows: readonly Facility[],
): Promise<void> {
  await append(tx, { created_at, application, text: searchTextOfFacilities(rows) })
}

const append = write((db, { created_at, application, text }: SearchTextRow) =>
  db
    .updateTable('search_texts')
    .set({ text: sql<string>`text || ${text}` })
    .where('created_at', '=', created_at)
    .where('application', '=', application),
)

export const addNoteToSearch = (tx: Transaction, application: string, note: string) =>
  appendTo(tx, { application, text: searchTextOfNote(note) })

export const addNumberToSearch = (tx: Transaction, application: string, number: string) =>
  appendTo(tx, { application, text: searchText([number]) })

const appendTo = write((db, p: { application: string; text: string }) =>
  db
    .updateTable('search_texts')
    .set({ text: sql<string>`text || ${p.text}` })
    .where('application', '=', p.application)
    .where('created_at', '=', (eb) =>
      eb.selectFrom('applications').select('created_at').where('id', '=', p.application),
    ),
)

/** From what counts now, in the place of what counted before, of an application that the task holds. An erased one has none. */
export async function rewriteSearchText(tx: Transaction, application: string): Promise<void> {
  const [text] = await textsOf(tx, [application])
  if (text !== undefined) await replace(tx, text)
}

const replace = write((db, p: SearchTextRow) =>
  db
    .updateTable('search_texts')
    .set({ text: p.text })
    .where('created_at', '=', p.created_at)
    .where('application', '=', p.application),
)

/** The texts of some applications, made anew; those that were erased have none. */
async function textsOf(tx: Transaction, ids: readonly string[]): Promise<SearchTextRow[]> {
  const sources = await sourcesOf(tx, ids)
  const facilities = await facilitiesOfPage(tx, sources)
  const notes = Map.groupBy(await notesOf(tx, ids), ({ application }) => application)
  return sources.map((row) => ({
    created_at: row.created_at,
    application: row.id,
    text: [
      searchTextOf(row),
      searchTextOfFacilities(facilities.get(row.id) ?? []),
      ...(notes.get(row.id) ?? []).map(({ text }) => searchTextOfNote(text)),
      searchText([row.customer_number]),
    ].join(''),
  }))
}

const sourcesOf = readForAll((db, ids) =>
  db
    .selectFrom('applications')
    .select(SOURCE_COLUMNS)
    .where('id', 'in', ids)
    .where('erased_at', 'is', null),
)

const notesOf = readForAll((db, ids) =>
  db
    .selectFrom('history')
    .select('application')
    .select(sql<string>`case when action = 'note' then detail else confirmed_by end`.as('text'))
    .where('application', 'in', ids)
    .where((row) => row.or([row('action', '=', 'note'), row('confirmed_by', '<>', '')]))
    .orderBy('at')
    .orderBy('id'),
)

/** In the transaction that erases or deletes the applications, before their rows go. */
export const deleteSearchTexts = writeDynamic((db, { ids }: { ids: readonly string[] }) =>
  db
    .deleteFrom('search_texts')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('created_at', 'application'),
        'in',
        selectFrom('applications')
          .select(['created_at', 'id'])
          .where('id', 'in', ids)
          .$asTuple('created_at', 'id'),
      ),
    ),
)

/** Of texts in the order of the list, newest first: so many before an instant, and none before another. */
export type Portion = { before: number; from: number; size: number }

/** Each of these words, or each of those; `withTexts` where somebody looks on in the texts themselves. */
export type Words = { either: readonly (readonly SearchTerm[])[]; withTexts: boolean }

/**
 * Reads a portion: applications whose text has the words and that are under the filter, in the order of the list; behind
 * them a row with the created_at of the last text, or with `from` where there are no more.
 */
export function portionReader({ either, withTexts }: Words, filter: RowFilter) {
  return readPassing((db, { before, from, size }: Portion, dialect) => {
    const place = dialect === 'sqlite' ? sql`instr` : sql`strpos`
    const has = (word: string) => sql<boolean>`${place}(t.text, ${word}) > 0`
    // Read once for both: PostgreSQL would go through the portion's index for each.
    const bounded = db.with('bound', (bound) =>
      bound.selectNoFrom(
        sql<number>`coalesce((select created_at from search_texts where created_at < ${before}
          and created_at >= ${from} order by created_at desc limit 1 offset ${size}), ${from})`.as(
          'at',
        ),
      ),
    )
    const end = sql<number>`(select at from bound)`
    let found = db
      .selectFrom('search_texts as t')
      .select([
        sql<string | null>`t.application`.as('application'),
        sql<number>`t.created_at`.as('at'),
        (withTexts ? sql<string | null>`t.text` : sql<string | null>`null`).as('text'),
      ])
      .where('t.created_at', '<', before)
      .where('t.created_at', '>=', end)
      .where((eb) =>
        eb.or(either.map((terms) => eb.and(terms.map((ways) => eb.or(ways.map(has)))))),
      )
    // Looked at for the few that have the words.
    if (Object.keys(filter).length > 0)
      found = found.where(({ exists }) => {
        const own = sql<boolean>`a.id = t.application`
        const listed = db.selectFrom('applications as a').select('a.id').where(own)
        return exists(filtered(listed, filter, dialect))
      })
    return bounded
      .selectFrom(
        found
          .unionAll(
            db.selectNoFrom([
              sql<string | null>`null`.as('application'),
              end.as('at'),
              sql<string | null>`null`.as('text'),
            ]),
          )
          .as('portion'),
      )
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy(sql`application is null`)
      .orderBy('application', 'desc')
  })
}
