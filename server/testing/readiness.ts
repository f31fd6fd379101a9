/** A server's database, for tests of when it is ready, and of the damage that it is told of. */
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import type { Database, DatabaseOptions } from '../store/database.ts'
import { openDatabase } from '../store/open-database.ts'

/** An answer of check() is good for a second. */
export const nextCheck = () => setTimeout(1050)

/** As the server opens it; closed after the test. `told` is all that it was told of damage. */
export async function serve(
  url: string,
  options: Pick<DatabaseOptions, 'readUrl'> = {},
): Promise<{ database: Database; reports: unknown[] }> {
  const reports: unknown[] = []
  const database = await openDatabase(url, {
    ...options,
    onlyServer: true,
    onFatal: (error) => {
      throw error
    },
    onDamage: (error) => reports.push(error),
  })
  onTestFinished(() => database.close())
  return { database, reports }
}

export const isReady = (database: Database) =>
  database.check().then(
    () => true,
    () => false,
  )

export const becomesReady = (database: Database) =>
  vi.waitFor(async () => expect(await isReady(database)).toBe(true), 10_000)

export const becomesRed = (database: Database) =>
  vi.waitFor(async () => expect(await isReady(database)).toBe(false), 10_000)
