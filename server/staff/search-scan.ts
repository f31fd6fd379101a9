/** A plain scan of the texts that a search goes through, newest first, in small reads: everybody else has their turn between two. */

import { setImmediate } from 'node:timers/promises'
import { isNear, nearTerms, referenceOf, searchTerms } from '#domain/search-text.ts'
import { digitsOnly } from '#domain/text.ts'
import { mailKey, telKey } from '../apply/new-rows.ts'
import type { Database } from '../store/database.ts'
import { exactMatches, type RowFilter } from '../store/queries/application-lists.ts'
import { portionReader, type Words } from '../store/queries/search-texts.ts'

/**
 * Milliseconds of this thread's processor time after which a read ends: SQLite works on it, and nobody else has their turn
 * meanwhile. PostgreSQL works elsewhere.
 */
const READ_MS = 5
/** Texts of a read. SQLite ends one long before the most; of PostgreSQL each costs a round trip, whatever is read. */
const SIZE = { first: 64, least: 8, most: 8192 }
/** Texts of a read that come here: some two megabytes where a text has 600 letters. */
const MOST_SENT = 1024

/** Ids of what a search finds: first what is known in full, then by the words, newest first; each once. */
export async function* portions(
  database: Database,
  { search, filter }: { search: string; filter: RowFilter },
): AsyncGenerator<string[]> {
  const exact = await database.browse((tx) => exactMatches(tx, exactForms(search)))
  const given = new Set(exact.map(({ id }) => id))
  if (given.size > 0) yield [...given]
  const terms = searchTerms(search)
  if (terms.length === 0) return
  const scan = createScan(database, { either: [terms], withTexts: false }, filter)
  for (;;) {
    const found = await scan()
    if (found === undefined) return
    const others = found.filter((id) => !given.has(id))
    yield others
    // Reads of SQLite never wait: other requests get their turn between two portions.
    await setImmediate()
  }
}

/** Ids of what the words of a search would find but for one slip in one of them, newest first. */
export async function* nearPortions(
  database: Database,
  { search, filter }: { search: string; filter: RowFilter },
): AsyncGenerator<string[]> {
  const terms = searchTerms(search)
  const either = nearTerms(terms)
  if (either.length === 0) return
  const scan = createScan(database, { either, withTexts: true }, filter, (text) =>
    isNear(text, terms),
  )
  for (let found = await scan(); found !== undefined; found = await scan()) {
    yield found
    await setImmediate()
  }
}

/** Each call reads the next portion; undefined behind the last. A text that is read is looked at once more. */
function createScan(
  database: Database,
  words: Words,
  { from = 0, until = Number.MAX_SAFE_INTEGER, ...filter }: RowFilter,
  isFound = (_text: string) => true,
): () => Promise<string[] | undefined> {
  const read = portionReader(words, filter)
  const most = words.withTexts ? MOST_SENT : SIZE.most
  let before = until
  let size = SIZE.first
  return async () => {
    if (before <= from) return undefined
    const { last, ids, ms } = await database.browse(async (tx) => {
      const begun = process.threadCpuUsage()
      const rows = await read(tx, { before, from, size })
      const found = rows.filter(({ text }) => text === null || isFound(text))
      const ids = found.flatMap(({ application }) => application ?? [])
      return { last: rows.at(-1), ids, ms: process.threadCpuUsage(begun).user / 1000 }
    })
    before = last?.at ?? from
    if (ms > READ_MS) size = Math.max(SIZE.least, size / 2)
    else if (ms < READ_MS / 2) size = Math.min(most, size * 2)
    return ids
  }
}

function exactForms(search: string) {
  const text = search.trim()
  return {
    reference: referenceOf(text) ?? text,
    name: text,
    number: TELEPHONE.test(text) ? digitsOnly(text) : null,
    mail: mailKey(text) ?? '',
    tel: TELEPHONE.test(text) ? (telKey(text) ?? '') : '',
  }
}

/** Only such a text is searched as a number: the digits within an address or a name are none. */
const TELEPHONE = /^[\d０-９\s()（）+＋\-‐−－ー]+$/
