/**
 * Finds applications by whatever a caller says, in all states: what is known in full by its column, and words by a scan of
 * the texts. One scan at a time; what it found is kept for a minute, for other pages, polls, counts and files.
 */

import { MOST_FOUND, MOST_NEAR } from '#contract/console.ts'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import type { RowFilter } from '../store/queries/application-lists.ts'
import { nearPortions, portions } from './search-scan.ts'

/** Who waits for a search at the console. */
export type Asker = {
  /** Whose newer search ends this one. */
  name: string
  /** Nobody waits any more. */
  signal: AbortSignal
  /** What was found lately will do, with what came since. */
  mayReuse: boolean
}

/** `isPartial`: there may be more than these, which are the newest. */
export type Found = { ids: readonly string[]; isPartial: boolean }

export type Search = {
  /** The newest MOST_FOUND; for an asker those that were found in LONGEST_MS. */
  newest(search: string, filter: RowFilter, asker?: Asker): Promise<Found>
  /** The newest MOST_NEAR that are one slip away. */
  nearest(search: string, filter: RowFilter, asker?: Asker): Promise<readonly string[]>
  /** Every one, newest first, some at a time; each once. */
  all(search: string, filter: RowFilter, asker?: Asker): AsyncGenerator<readonly string[]>
}

/** Milliseconds of a scan that somebody waits for. */
const LONGEST_MS = 1500
/** A result serves for so long; then the texts are scanned anew, for a correction or an erasure may have changed an old one. */
const KEPT_MS = MINUTE_MS
/** Results that are kept, at a megabyte each at most. */
const MOST_KEPT = 16
/** A registration may be committed so long after the instant that it bears, and its facilities come later still. */
const LATE_MS = 120_000

/** What is looked for. */
type Wanted = { search: string; filter: RowFilter; isNear?: true }
/** `at` is when its scan began. */
type Kept = Found & { at: number }
/** `isEnded`: nobody waited for the rest. */
type Scanned = Kept & { isEnded: boolean }

export function createSearch(database: Database, clock: () => number, limit = MOST_FOUND): Search {
  const kept = createKept(clock)
  const inTurn = createTurns()
  /** Ends beyond the limit, after `ms`, or with the signal. */
  const scan = (wanted: Wanted, ms: number, signal?: AbortSignal) =>
    inTurn(async (): Promise<Scanned> => {
      const at = clock()
      const until = performance.now() + ms
      const [most, found] = wanted.isNear
        ? [MOST_NEAR, nearPortions(database, wanted)]
        : [limit, portions(database, wanted)]
      const isEnough = (count: number) => count > most || performance.now() > until
      const { ids, isWhole } = await take(found, isEnough, signal)
      const isPartial = !isWhole || ids.length > most
      return { ids: ids.slice(0, most), isPartial, at, isEnded: signal?.aborted === true }
    })
  const scanFor = createScansFor(scan)

  /** What was found before, and what came since. */
  const renewed = async ({ search, filter }: Wanted, known: Kept): Promise<Kept> => {
    const from = Math.max(filter.from ?? 0, known.at - LATE_MS)
    const newer = await scan({ search, filter: { ...filter, from } }, LONGEST_MS)
    const ids = [...new Set([...newer.ids, ...known.ids])]
    const isPartial = known.isPartial || newer.isPartial || ids.length > limit
    return { ids: ids.slice(0, limit), isPartial, at: known.at }
  }

  return {
    async newest(search, filter, asker) {
      if (!asker) return scan({ search, filter }, Number.POSITIVE_INFINITY)
      const wanted = { search, filter: acrossStatuses(filter) }
      const known = asker.mayReuse ? kept.find(wanted) : undefined
      if (known) return kept.keep(wanted, await renewed(wanted, known))
      const found = await scanFor(wanted, asker)
      return found.isEnded ? found : kept.keep(wanted, found)
    },
    async nearest(search, filter, asker) {
      const wanted = { search, filter, isNear: true } as const
      if (!asker) return (await scan(wanted, Number.POSITIVE_INFINITY)).ids
      const known = asker.mayReuse ? kept.find(wanted) : undefined
      if (known) return known.ids
      const found = await scanFor(wanted, asker)
      return found.isEnded ? found.ids : kept.keep(wanted, found).ids
    },
    async *all(search, filter, asker) {
      const wanted = { search, filter: acrossStatuses(filter) }
      const known = asker?.mayReuse ? kept.find(wanted) : undefined
      if (known && !known.isPartial) return yield (await renewed(wanted, known)).ids
      const rest = portions(database, { search, filter })
      for (let isDone = false; !isDone; ) {
        const isEnough = (count: number) => count >= limit
        const { ids, isWhole } = await inTurn(() => take(rest, isEnough, asker?.signal))
        yield ids
        isDone = isWhole || asker?.signal.aborted === true
      }
    },
  }
}

/** A list counts across all of them. */
function acrossStatuses({ status, state, ...filter }: RowFilter): RowFilter {
  return filter
}

async function take(
  rest: AsyncGenerator<string[]>,
  isEnough: (count: number) => boolean,
  signal: AbortSignal | undefined,
): Promise<{ ids: string[]; isWhole: boolean }> {
  const ids: string[] = []
  while (!isEnough(ids.length) && !signal?.aborted) {
    const { done, value } = await rest.next()
    if (done) return { ids, isWhole: true }
    ids.push(...value)
  }
  return { ids, isWhole: false }
}

/** A scan for somebody: their newer search ends it, and whoever asks for the same meanwhile waits for it. */
function createScansFor(
  scan: (wanted: Wanted, ms: number, signal: AbortSignal) => Promise<Scanned>,
): (wanted: Wanted, asker: Asker) => Promise<Scanned> {
  const running = new Map<string, Promise<Scanned>>()
  const lastOf = new Map<string, AbortController>()
  return async (wanted, { name, signal, mayReuse }) => {
    const key = JSON.stringify(wanted)
    const same = running.get(key)
    if (same) {
      const found = await same
      if (!found.isEnded) return found
    }
    if (!mayReuse) lastOf.get(name)?.abort()
    const own = new AbortController()
    lastOf.set(name, own)
    const scanned = scan(wanted, LONGEST_MS, AbortSignal.any([own.signal, signal]))
    running.set(key, scanned)
    try {
      return await scanned
    } finally {
      if (running.get(key) === scanned) running.delete(key)
      if (lastOf.get(name) === own) lastOf.delete(name)
    }
  }
}

function createKept(clock: () => number) {
  const results = new Map<string, Kept>()
  return {
    find(wanted: Wanted): Kept | undefined {
      for (const [key, { at }] of results) if (clock() - at > KEPT_MS) results.delete(key)
      return results.get(JSON.stringify(wanted))
    },
    keep(wanted: Wanted, found: Kept): Kept {
      const key = JSON.stringify(wanted)
      results.delete(key)
      results.set(key, found)
      const [oldest = ''] = results.keys()
      if (results.size > MOST_KEPT) results.delete(oldest)
      return found
    },
  }
}

/** One after another. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
