/** Damage of what is stored: once it is found, readiness stays red until a start whose check passes. */
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import type { Database, Depth } from './database.ts'
import { deleteValue, findValue, setValue } from './queries/installation-values.ts'
import { unavailable } from './session.ts'

/** Says beyond this process that the database is damaged: to the other processes, and to the next start. */
export type DamageMark = {
  isSet(): Promise<boolean>
  set(): Promise<unknown>
  clear(): Promise<unknown>
}

export type DamageWatch = {
  /** Resolves to what is wrong, in the database's own words; empty where nothing is. What it finds turns readiness red. */
  examine(depth: Depth): Promise<string[]>
  /** To be called with every error of the database: damage turns readiness red, an error of I/O has all of it examined. */
  onError(error: unknown): void
  /** The same for a call that failed, whose error goes on to its caller. */
  rethrow(error: unknown): never
  /** Throws `unavailable` where damage is known. */
  refuse(): Promise<void>
  /** A server's start. Where there is a mark of before all is examined, beside its work; the mark is cleared where that passes. */
  begin(unmarked: 'examine' | 'trust'): void
  close(): void
}

type Options = {
  mark: DamageMark
  /** Looks through the database, on a connection of its own. */
  examine(depth: Depth, signal: AbortSignal): Promise<string[]>
  isDamage(error: unknown): boolean
  isIoError(error: unknown): boolean
  /** Called once, with the first damage. */
  onDamage: (error: unknown) => void
}

export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase'
}

/** Errors of I/O that come one after another have the database examined at most so often. */
const BETWEEN_EXAMINATIONS_MS = MINUTE_MS
/** An examination that could not be made, and whose outcome readiness waits for, is tried again. */
const AGAIN_MS = 5000

export function createDamageWatch(options: Options): DamageWatch {
  const state = createDamageState(options)
  const closing = new AbortController()
  const examine = createExamination(options, state, closing.signal)
  let last: Promise<unknown> = Promise.resolve()
  let restsUntil = Number.NEGATIVE_INFINITY

  /** One after another. Where the database is away or the disk is full, a mark keeps readiness red until it could be done. */
  const enqueue = (work: () => Promise<unknown>) => {
    last = last.then(work).catch(() => {
      if (!closing.signal.aborted) setTimeout(enqueue, AGAIN_MS, work).unref()
    })
  }
  const onError = (error: unknown) => {
    const causes = causesOf(error)
    const damage = causes.find(options.isDamage)
    if (damage) void state.record(damage)
    else if (causes.some(options.isIoError) && performance.now() > restsUntil) {
      restsUntil = performance.now() + BETWEEN_EXAMINATIONS_MS
      enqueue(() => examine('quick'))
    }
  }
  const rethrow = (error: unknown): never => {
    onError(error)
    throw error
  }
  return {
    examine,
    onError,
    rethrow,
    refuse: () => state.refuse().catch(rethrow),
    begin: (unmarked) =>
      enqueue(async () => {
        if (!(await options.mark.isSet())) {
          if (unmarked === 'examine') await examine('quick')
          return
        }
        // What a full examination has found, a quick one may pass over.
        await examine('full')
        await state.clearMark()
      }),
    close: () => closing.abort(),
  }
}

type DamageState = ReturnType<typeof createDamageState>

/** Whether there is damage: found by this process, which remembers it to its end, or marked before. */
function createDamageState({ mark, onDamage }: Options) {
  let found: unknown
  let isReported = false
  const report = (error: unknown) => {
    if (!isReported) onDamage(error)
    isReported = true
  }
  return {
    /** Resolves when it is marked. A full disk may keep it from that: then this process alone knows. */
    async record(error: unknown): Promise<void> {
      if (found !== undefined) return
      found = error
      report(error)
      await mark.set().catch(() => {})
    },
    /** What this process has found itself stays. */
    async clearMark(): Promise<void> {
      if (found === undefined) await mark.clear()
    },
    async refuse(): Promise<void> {
      if (found !== undefined) throw unavailable(found)
      if (await mark.isSet()) {
        const error = new DamagedDatabase('damage was found before, or by another process')
        report(error)
        throw unavailable(error)
      }
      isReported = false
    },
  }
}

function createExamination(
  { examine, isDamage, isIoError }: Options,
  { record }: DamageState,
  signal: AbortSignal,
): DamageWatch['examine'] {
  const examineOnce = (depth: Depth) => examine(depth, signal)
  return async (depth) => {
    try {
      // What could not be read once may be read the next time.
      const findings = await examineOnce(depth).catch((error) => {
        if (isIoError(error)) return examineOnce(depth)
        throw error
      })
      const [first] = findings
      if (first !== undefined) await record(new DamagedDatabase(first))
      return findings
    } catch (error) {
      if (!isDamage(error) && !isIoError(error)) throw error
      await record(error)
      return [error instanceof Error ? error.message : String(error)]
    }
  }
}

/** For SQLite: a file beside the database, which may itself take nothing more. It goes where the database is moved away. */
export function fileMark(database: string): DamageMark {
  const file = `${database}-damaged`
  return {
    isSet: async () => existsSync(file),
    set: () => writeFile(file, '', { mode: 0o600 }),
    clear: () => rm(file, { force: true }),
  }
}

/** For PostgreSQL: a row, which every process sees. */
export function rowMark(atomic: Database['atomic']): DamageMark {
  const name = 'damaged'
  return {
    isSet: async () => (await atomic((tx) => findValue(tx, { name }))) !== undefined,
    set: () => atomic((tx) => setValue(tx, { name, value: new Date().toISOString() })),
    clear: () => atomic((tx) => deleteValue(tx, { name })),
  }
}

function causesOf(error: unknown): unknown[] {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? [error] : [error, ...causesOf(cause)]
}
