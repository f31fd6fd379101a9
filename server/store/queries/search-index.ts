/**
 * The index of the search. Every application has a text under the number of its document; so many documents are a chunk.
 * In a sealed chunk the documents of each gram are listed; the texts of the others are looked through. Whatever a list
 * gives is looked up in the text: a list may name too many, never too few.
 */

import { type RawBuilder, sql } from 'kysely'
import { searchGrams } from '#domain/search-grams.ts'
import type { SearchDueRow } from '../schema.ts'
import {
  type Dialect,
  readAll,
  readDynamic,
  readFirst,
  readForAll,
  type Transaction,
  write,
  writeDynamic,
  writeOne,
} from '../statement.ts'
import { setValue } from './facts.ts'

/** Numbers of documents between the first ones of two chunks. */
const STRIDE = 8192

/** In the transaction that changes what an application is found by; it is taken in soon after. */
export const queueForSearch = write((db, { created_at, application, cause }: SearchDueRow) =>
  db.insertInto('search_due').values({ created_at, application, cause }),
)

/** What was queued first. */
export const searchDue = readAll((db, { limit }: { limit: number }) =>
  db
    .selectFrom('search_due')
    .selectAll()
    .orderBy('created_at')
    .orderBy('application')
    .orderBy('cause')
    .limit(limit),
)

/** Another one than before: somebody has registered since. */
export const newestApplication = readFirst((db) =>
  db
    .selectFrom('applications')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

const SOURCE_COLUMNS = [
  'id',
  'reference',
  'flow',
  'customer',
  'company_name',
  'tel',
  'email',
  'person',
] as const

/** What applications are found by; those that were erased are left out. */
export const searchSources = readForAll((db, ids) =>
  db
    .selectFrom('applications')
    .select(SOURCE_COLUMNS)
    .where('id', 'in', ids)
    .where('erased_at', 'is', null),
)

/** Takes texts in, in the place of earlier ones, where they are still due; `size` documents fill a chunk. */
export async function indexTexts(
  tx: Transaction,
  entries: readonly { due: SearchDueRow; text: string | undefined }[],
  size: number,
): Promise<void> {
  // Whoever numbers documents is alone until the commit.
  await setValue(tx, { name: 'search_index', value: 'held' })
  let document = (await lastDocument(tx))?.document ?? -1
  const keys = entries.map(({ due }) => [due.created_at, due.application, due.cause])
  const taken = new Set(
    (await takeDue(tx, { keys: JSON.stringify(keys) })).map(({ application }) => application),
  )
  const texts = new Map(entries.map(({ due, text }) => [due.application, text]))
  const rows = [...taken].flatMap((application) => {
    const text = texts.get(application)
    if (text === undefined) return []
    document = nextDocument(document, size)
    return [[document, application, text] as const]
  })
  if (rows.length === 0) return
  await forgetTexts(tx, [...taken])
  await insertTexts(tx, { rows: JSON.stringify(rows) })
  for (const chunk of new Set(rows.map(([at]) => chunkOf(at)))) await reopenChunk(tx, { chunk })
}

/** Removes what applications are found by, from texts, queue and lists: in the transaction that erases or deletes them, behind its change of their rows. */
export async function forgetTexts(tx: Transaction, applications: readonly string[]): Promise<void> {
  for (const { document, text } of await textsOf(tx, applications)) {
    await deleteText(tx, { document })
    const chunk = chunkOf(document)
    const grams = JSON.stringify([...searchGrams(text)])
    for (const { gram, documents } of await listsOf(tx, { chunk, grams })) {
      const others = positionsIn(documents).filter((position) => position !== document % STRIDE)
      if (documents === EVERYWHERE) continue
      if (others.length === 0) await deleteList(tx, { gram, chunk })
      else await changeList(tx, { gram, chunk, documents: listOf(others) })
    }
    await raiseChunk(tx, { chunk })
  }
}

export async function forgetDue(tx: Transaction, applications: readonly string[]): Promise<void> {
  if (applications.length > 0) await deleteDue(tx, { applications })
}

/** A chunk that is full and not sealed; undefined where there is none. */
export async function chunkToSeal(tx: Transaction): Promise<number | undefined> {
  const last = await lastDocument(tx)
  if (!last) return undefined
  return (await firstOpenChunk(tx, { before: chunkOf(last.document) }))?.chunk
}

/** Lists of a chunk as it is in this version. */
export type ChunkLists = { version: number; lists: [gram: string, documents: string][] }

export async function listsOfChunk(tx: Transaction, chunk: number): Promise<ChunkLists> {
  const version = (await versionOf(tx, { chunk }))?.version ?? 0
  const texts = await textsBetween(tx, spanOf(chunk))
  const positions = new Map<string, number[]>()
  for (const { document, text } of texts)
    for (const gram of searchGrams(text)) {
      const known = positions.get(gram)
      if (known) known.push(document % STRIDE)
      else positions.set(gram, [document % STRIDE])
    }
  const lists = Array.from(positions, ([gram, found]): [string, string] => [
    gram,
    found.length > texts.length / 2 && texts.length > FEW ? EVERYWHERE : listOf(found),
  ])
  return { version, lists: lists.sort(([a], [b]) => (a < b ? -1 : 1)) }
}

/** Writes some lists of a chunk; false where the chunk has another version by now. */
export async function writeLists(
  tx: Transaction,
  { chunk, version, lists }: ChunkLists & { chunk: number },
): Promise<boolean> {
  // Holds the chunk until the commit: nobody erases from it meanwhile.
  if (!(await holdChunk(tx, { chunk, version }))) return false
  await upsertLists(tx, { chunk, lists: JSON.stringify(lists) })
  return true
}

/** All lists of this version are written: from now on they are asked. False where it has another version by now. */
export const sealChunk = writeOne((db, { chunk, version }: { chunk: number; version: number }) =>
  db
    .updateTable('search_chunks')
    .set({ sealed_version: version })
    .where('chunk', '=', chunk)
    .where('version', '=', version),
)

/** Where documents with all of these grams may be, newest first: one by one, or a whole chunk. */
export type Candidates = { documents: number[] } | { first: number; last: number }

export async function candidatesOf(
  tx: Transaction,
  grams: readonly string[],
): Promise<Candidates[]> {
  const [chunks, rows] = await Promise.all([allChunks(tx), listsOfGrams(tx, grams)])
  const byChunk = Map.groupBy(rows, ({ chunk }) => chunk)
  return chunks.flatMap(({ chunk, version, sealed_version }): Candidates[] => {
    const whole = spanOf(chunk)
    if (sealed_version !== version) return [whole]
    const lists = byChunk.get(chunk) ?? []
    if (new Set(lists.map(({ gram }) => gram)).size < new Set(grams).size) return []
    const told = lists.map(({ documents }) => documents).filter((list) => list !== EVERYWHERE)
    if (told.length === 0) return [whole]
    const [shortest = '', ...others] = told.sort((a, b) => a.length - b.length)
    const sets = others.map((list) => new Set(positionsIn(list)))
    const found = positionsIn(shortest).filter((at) => sets.every((set) => set.has(at)))
    return found.length === 0 ? [] : [{ documents: found.map((at) => whole.first + at) }]
  })
}

/** Applications whose text has every word, the last document first. */
export const applicationsWith = readDynamic(
  (db, { among, terms }: { among: readonly Candidates[]; terms: readonly string[] }, dialect) => {
    const listed = among.flatMap((part) => ('documents' in part ? part.documents : []))
    const spans = among.flatMap((part) => ('first' in part ? [part] : []))
    const place = dialect === 'sqlite' ? sql`instr` : sql`strpos`
    let found = db
      .selectFrom('search_texts')
      .select('application')
      .where((eb) =>
        eb.or([
          sql<boolean>`document in ${numbers(listed, dialect)}`,
          ...spans.map(({ first, last }) => eb.between('document', first, last)),
        ]),
      )
      .orderBy('document', 'desc')
    for (const term of terms) found = found.where(sql<boolean>`${place}(text, ${term}) > 0`)
    return found
  },
)

/** A list as one value: a statement has a bound on the number of its values. */
function numbers(values: readonly number[], dialect: Dialect): RawBuilder<unknown> {
  const list = JSON.stringify(values)
  return dialect === 'sqlite'
    ? sql`(select value from json_each(${list}))`
    : sql`(select value::bigint from json_array_elements_text(${list}::json))`
}

// Lists: the position of each document in its chunk as the distance from the one before, a character each.

/** Most of the chunk has the gram: the list would say nothing. */
const EVERYWHERE = ''
/** So few texts are no reason to leave a list out. */
const FEW = 64
/** The character of a distance of zero, beyond the control characters. */
const ZERO = 0x30

function listOf(positions: readonly number[]): string {
  let list = ''
  let last = -1
  for (const position of positions) {
    list += String.fromCharCode(ZERO + position - last)
    last = position
  }
  return list
}

function positionsIn(list: string): number[] {
  const positions: number[] = []
  let last = -1
  for (let at = 0; at < list.length; at += 1) {
    last += list.charCodeAt(at) - ZERO
    positions.push(last)
  }
  return positions
}

function chunkOf(document: number): number {
  return Math.floor(document / STRIDE)
}

function spanOf(chunk: number): { first: number; last: number } {
  return { first: chunk * STRIDE, last: (chunk + 1) * STRIDE - 1 }
}

function nextDocument(last: number, size: number): number {
  const isFull = last >= 0 && (last % STRIDE) + 1 >= Math.min(size, STRIDE)
  return isFull ? (chunkOf(last) + 1) * STRIDE : last + 1
}

const lastDocument = readFirst((db) =>
  db.selectFrom('search_texts').select('document').orderBy('document', 'desc').limit(1),
)

/** Each of the keys [created_at, application, cause] that is still there. */
const takeDue = readAll((db, { keys }: { keys: string }, dialect) =>
  db
    .deleteFrom('search_due')
    .where(
      dialect === 'sqlite'
        ? sql<boolean>`(created_at, application, cause) in (select json_extract(value, '$[0]'),
            json_extract(value, '$[1]'), json_extract(value, '$[2]') from json_each(${keys}))`
        : sql<boolean>`(created_at, application, cause) in (select (value->>0)::bigint, value->>1,
            value->>2 from json_array_elements(${keys}::json) as each (value))`,
    )
    .returning('application'),
)

/** Rows [document, application, text], but of what was erased meanwhile; on PostgreSQL the applications are held until the commit. */
const insertTexts = write((db, { rows }: { rows: string }, dialect) =>
  db
    .insertInto('search_texts')
    .columns(['document', 'application', 'text'])
    .expression(
      dialect === 'sqlite'
        ? sql`select json_extract(each.value, '$[0]'), applications.id, json_extract(each.value, '$[2]')
            from json_each(${rows}) as each
            join applications on applications.id = json_extract(each.value, '$[1]')
            where erased_at is null`
        : sql`select (value->>0)::bigint, applications.id, value->>2
            from json_array_elements(${rows}::json) as each (value)
            join applications on applications.id = value->>1 where erased_at is null for update of applications`,
    ),
)

const textsOf = readForAll((db, applications) =>
  db.selectFrom('search_texts').selectAll().where('application', 'in', applications),
)

const deleteText = write((db, { document }: { document: number }) =>
  db.deleteFrom('search_texts').where('document', '=', document),
)

const deleteDue = writeDynamic((db, { applications }: { applications: readonly string[] }) =>
  db.deleteFrom('search_due').where('application', 'in', applications),
)

const listsOf = readAll((db, { chunk, grams }: { chunk: number; grams: string }, dialect) =>
  db
    .selectFrom('search_grams')
    .select(['gram', 'documents'])
    .where('chunk', '=', chunk)
    .where(
      dialect === 'sqlite'
        ? sql<boolean>`gram in (select value from json_each(${grams}))`
        : sql<boolean>`gram in (select json_array_elements_text(${grams}::json))`,
    ),
)

const deleteList = write((db, { gram, chunk }: { gram: string; chunk: number }) =>
  db.deleteFrom('search_grams').where('gram', '=', gram).where('chunk', '=', chunk),
)

const changeList = write((db, p: { gram: string; chunk: number; documents: string }) =>
  db
    .updateTable('search_grams')
    .set({ documents: p.documents })
    .where('gram', '=', p.gram)
    .where('chunk', '=', p.chunk),
)

/** A text was added, which no list names yet. */
const reopenChunk = write((db, { chunk }: { chunk: number }) =>
  db
    .insertInto('search_chunks')
    .values({ chunk, version: 1, sealed_version: null })
    .onConflict((conflict) =>
      conflict
        .column('chunk')
        .doUpdateSet({ version: sql`search_chunks.version + 1`, sealed_version: null }),
    ),
)

/** Texts were removed. What was sealed is sealed: its lists were changed with them. */
const raiseChunk = write((db, { chunk }: { chunk: number }) =>
  db
    .updateTable('search_chunks')
    .set({
      version: sql`version + 1`,
      sealed_version: sql`case when sealed_version = version then version + 1 end`,
    })
    .where('chunk', '=', chunk),
)

const holdChunk = writeOne((db, { chunk, version }: { chunk: number; version: number }) =>
  db
    .updateTable('search_chunks')
    .set({ version })
    .where('chunk', '=', chunk)
    .where('version', '=', version),
)

const firstOpenChunk = readFirst((db, { before }: { before: number }) =>
  db
    .selectFrom('search_chunks')
    .select('chunk')
    .where('chunk', '<', before)
    .where(sql<boolean>`sealed_version is null`)
    .orderBy('chunk')
    .limit(1),
)

const versionOf = readFirst((db, { chunk }: { chunk: number }) =>
  db.selectFrom('search_chunks').select('version').where('chunk', '=', chunk),
)

const textsBetween = readAll((db, { first, last }: { first: number; last: number }) =>
  db
    .selectFrom('search_texts')
    .select(['document', 'text'])
    .where('document', '>=', first)
    .where('document', '<=', last)
    .orderBy('document'),
)

const upsertLists = write((db, { chunk, lists }: { chunk: number; lists: string }, dialect) =>
  db
    .insertInto('search_grams')
    .columns(['gram', 'chunk', 'documents'])
    .expression(
      dialect === 'sqlite'
        ? sql`select json_extract(value, '$[0]'), ${chunk}, json_extract(value, '$[1]')
            from json_each(${lists}) where true`
        : sql`select value->>0, ${chunk}::bigint, value->>1
            from json_array_elements(${lists}::json) as each (value)`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['gram', 'chunk'])
        .doUpdateSet((row) => ({ documents: row.ref('excluded.documents') })),
    ),
)

const allChunks = readAll((db) =>
  db.selectFrom('search_chunks').selectAll().orderBy('chunk', 'desc'),
)

const listsOfGrams = readForAll((db, grams) =>
  db.selectFrom('search_grams').selectAll().where('gram', 'in', grams),
)
