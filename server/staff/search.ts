/** Finds applications by whatever a caller says, in all states: words of the index, and exact numbers that it may not have yet. */

import { gramsOfTerm, referenceOf, searchTerms } from '#domain/search-grams.ts'
import { mailKey, telKey } from '../applications/new-rows.ts'
import type { Database } from '../store/database.ts'
import { exactMatches } from '../store/queries/application-lists.ts'
import { applicationsWith, type Candidates, candidatesOf } from '../store/queries/search-index.ts'

/** Grams that are asked for: more of them find no less. */
const MOST_GRAMS = 12
/** Texts that are looked through at once; a few thousandths of a second. */
const TEXTS_AT_ONCE = 4096
/** Texts of a whole chunk. */
const CHUNK = 8192

/** Ids of the applications that a search finds, about newest first, some at a time; each once. */
export async function* matches(database: Database, search: string): AsyncGenerator<string[]> {
  const terms = searchTerms(search)
  const exact = await database.browse((tx) => exactMatches(tx, exactForms(search)))
  const given = new Set(exact.map(({ id }) => id))
  if (given.size > 0) yield [...given]
  const grams = [...new Set(terms.flatMap(gramsOfTerm))].slice(0, MOST_GRAMS)
  if (grams.length === 0) return
  const candidates = await database.browse((tx) => candidatesOf(tx, grams))
  for (const among of portions(candidates)) {
    const found = await database.browse((tx) => applicationsWith(tx, { among, terms }))
    const others = found.map(({ application }) => application).filter((id) => !given.has(id))
    if (others.length > 0) yield others
  }
}

/** The first `limit` of them, and whether there are more. */
export async function firstMatches(
  database: Database,
  search: string,
  limit: number,
): Promise<{ ids: string[]; isPartial: boolean }> {
  const ids: string[] = []
  for await (const found of matches(database, search)) {
    ids.push(...found)
    if (ids.length > limit) break
  }
  return { ids: ids.slice(0, limit), isPartial: ids.length > limit }
}

function exactForms(search: string) {
  const text = search.trim()
  return {
    reference: referenceOf(text) ?? text,
    name: text,
    mail: mailKey(text) ?? '',
    tel: TELEPHONE.test(text) ? (telKey(text) ?? '') : '',
  }
}

/** Only such a text is searched as a telephone number: the digits within an address or a name are none. */
const TELEPHONE = /^[\d０-９\s()（）+＋\-‐−－ー]+$/

function* portions(candidates: readonly Candidates[]): Generator<Candidates[]> {
  let portion: Candidates[] = []
  let size = 0
  for (const part of candidates) {
    portion.push(part)
    size += 'documents' in part ? part.documents.length : CHUNK
    if (size < TEXTS_AT_ONCE) continue
    yield portion
    portion = []
    size = 0
  }
  if (portion.length > 0) yield portion
}
