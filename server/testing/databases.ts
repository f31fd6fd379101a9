/** Both databases for one suite: `describe.each(ENGINES)` runs it on SQLite and on a real PostgreSQL. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { once } from '#domain/memoise.ts'
import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open-database.ts'
import { createSchema } from './postgres.ts'
import { folderOfRun } from './postgres-of-run.ts'

export type Engine = 'sqlite' | 'postgres'
/** TESTED_ENGINES names fewer, for mutation runs, where a schema in PostgreSQL costs more than most tests. */
export const ENGINES = (process.env.TESTED_ENGINES?.split(',') ?? [
  'sqlite',
  'postgres',
]) as readonly Engine[]

/** For what only a server has: none where PostgreSQL is not tested. */
export const POSTGRES = ENGINES.filter((engine) => engine === 'postgres')

/** The address of an empty database that is gone after the test. */
export async function emptyDatabase(engine: Engine): Promise<string> {
  if (engine === 'postgres') return createSchema(await ownPostgres())
  return `sqlite:${join(temporaryFolder(), 'test.db')}`
}

/** A database with its schema, closed after the test. */
export async function openEmpty(engine: Engine): Promise<Database> {
  const url = await emptyDatabase(engine)
  if (engine === 'sqlite')
    writeFileSync(url.slice('sqlite:'.length), await fileWithSchema(), { mode: 0o600 })
  return openForTest(url)
}

/** What a new file holds, made once a worker: all migrations in each test took a tenth of the run. */
const fileWithSchema = once(async () => {
  const folder = mkdtempSync(join(folderOfRun(), 'moushikomi-'))
  const file = join(folder, 'schema.db')
  const database = await openDatabase(`sqlite:${file}`, { onFatal: fail })
  await database.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
})

/** Opens a database for one test; a fatal error is thrown where nothing catches it, and so fails the test. */
export async function openForTest(url: string): Promise<Database> {
  const database = await openDatabase(url, { onFatal: fail })
  onTestFinished(() => database.close())
  return database
}

function fail(error: unknown): never {
  throw error
}

/**
 * The database as a slow process uses it: `stop` lets it begin so many further writes, and holds it before the next
 * one until `goOn`; others write through `database` meanwhile.
 */
export function slowed(database: Database) {
  let left = Number.POSITIVE_INFINITY
  let reached = () => {}
  let released: Promise<void> | undefined
  const turn = async () => {
    left -= 1
    if (left >= 0) return
    reached()
    await released
  }
  const slow: Database = {
    ...database,
    atomic: (work) => turn().then(() => database.atomic(work)),
    alone: (work) => turn().then(() => database.alone(work)),
  }
  const stop = (writes = 0) => {
    const stopped = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    left = writes
    reached = stopped.resolve
    released = gate.promise
    return { stopped: stopped.promise, goOn: gate.resolve }
  }
  return { slow, stop }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(folderOfRun(), 'moushikomi-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let postgres: Promise<string> | undefined

/** One a worker, on the server that all files of a run share. */
function ownPostgres(): Promise<string> {
  postgres ??= fetch(inject('postgresOfRun')).then(async (answer) => {
    if (!answer.ok) throw new Error(await answer.text())
    return answer.text()
  })
  return postgres
}
