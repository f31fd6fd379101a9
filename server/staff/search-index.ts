/**
 * Keeps the index of the search up to date, beside the work of applicants: what was registered, completed or found in a
 * database from before is taken in a few seconds later, and full chunks are sealed. Any number of processes may do it.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { FLOWS } from '#domain/flows.ts'
import { searchText } from '#domain/search-grams.ts'
import { type Log, traceOf } from '../observability/log.ts'
import type { Database } from '../store/database.ts'
import { facilitiesOfPage } from '../store/queries/application-lists.ts'
import {
  type ChunkLists,
  chunkToSeal,
  indexTexts,
  listsOfChunk,
  newestApplication,
  sealChunk,
  searchDue,
  searchSources,
  writeLists,
} from '../store/queries/search-index.ts'
import type { SearchDueRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { createPace, type Pace } from './export.ts'

/** An application is found within five seconds. */
const LOOK_MS = 1000
/** Entries that are read at once and taken in by one transaction, which lasts some 3 ms: a long one would delay requests. */
const AT_ONCE = 200
/** While somebody registers it rests so many times as long as it works: a twentieth of the time is its own. */
const RESTS_BESIDE_APPLICANTS = 19
/** Lists of a transaction. */
const LISTS_AT_ONCE = 200
/** Documents of a chunk. */
const CHUNK_SIZE = 8192

type Pass = { size?: number; signal?: AbortSignal; pace?: Pace }

/** Takes in everything that is due, and seals what is full. Gives the number of applications. */
export async function bringUpToDate(
  database: Database,
  { size = CHUNK_SIZE, signal, pace = createPace() }: Pass = {},
): Promise<number> {
  const rest = besideApplicants(database, pace)
  let total = 0
  while (!signal?.aborted) {
    const entries = await database.read(entriesDue)
    if (entries.length > 0) {
      await database.atomic((tx) => indexTexts(tx, entries, size))
      await rest()
    }
    total += entries.length
    if (signal?.aborted) break
    await sealNext(database, rest, signal)
    if (entries.length < AT_ONCE) break
  }
  while (!signal?.aborted && (await sealNext(database, rest, signal)));
  return total
}

/** A pace that takes longer rests where somebody has registered since the last one. */
function besideApplicants(database: Database, pace: Pace): () => Promise<void> {
  let last: string | undefined
  return async () => {
    const newest = (await database.read(newestApplication))?.id
    const isBusy = last !== undefined && newest !== last
    last = newest
    await pace(isBusy ? RESTS_BESIDE_APPLICANTS : 1)
  }
}

/** Does so while the process lives. */
export function startSearchIndex({
  database,
  log,
  look = LOOK_MS,
}: {
  database: Database
  log: Log
  /** Polling interval, milliseconds. */
  look?: number
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = (async () => {
    while (!signal.aborted) {
      try {
        await bringUpToDate(database, { signal })
      } catch (error) {
        log.warn('search_index_failed', { error: traceOf(error) })
      }
      await sleep(look, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

type Entry = { due: SearchDueRow; text: string | undefined }

async function entriesDue(tx: Transaction): Promise<Entry[]> {
  const due = await searchDue(tx, { limit: AT_ONCE })
  const ids = [...new Set(due.map(({ application }) => application))]
  const sources = await searchSources(tx, ids)
  const facilities = await facilitiesOfPage(tx, sources)
  const texts = new Map(
    sources.map(({ id, reference, flow, customer, company_name, person, tel, email }) => {
      const rows = facilities.get(id) ?? []
      const known = FLOWS[flow].customer === 'existing' ? [customer] : []
      const own = [reference, ...known, company_name, person, tel, email]
      const named = rows.flatMap((row) => [row.facility_name, row.facility_number])
      return [id, searchText([...own, ...named])] as const
    }),
  )
  return due.map((row) => ({ due: row, text: texts.get(row.application) }))
}

/**
 * False where no chunk is full. What is erased from it meanwhile makes it a task for the next time; so does a stop, which
 * would wait for minutes beside applicants: lists without their seal are asked by nobody, and are written anew.
 */
async function sealNext(
  database: Database,
  rest: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const chunk = await database.read(chunkToSeal)
  if (chunk === undefined) return false
  const { version, lists } = await database.read((tx) => listsOfChunk(tx, chunk))
  await rest()
  for (let at = 0; at < lists.length; at += LISTS_AT_ONCE) {
    if (signal?.aborted) return true
    const part: ChunkLists = { version, lists: lists.slice(at, at + LISTS_AT_ONCE) }
    if (!(await database.atomic((tx) => writeLists(tx, { chunk, ...part })))) return true
    await rest()
  }
  await database.atomic((tx) => sealChunk(tx, { chunk, version }))
  return true
}
