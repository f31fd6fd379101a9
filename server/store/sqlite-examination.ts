/** Looks through a SQLite file for damage, in a process of its own: SQLite gives nobody else a turn meanwhile. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Depth } from './database.ts'
import { errorFrom, type SqliteError } from './sqlite/errors.ts'

/** What is wrong; or the error of SQLite that kept it from being known. */
export type Examination = { findings: string[] } | { error: SqliteError }

const PROGRAM = join(import.meta.dirname, 'sqlite-examination-process.ts')

/** The program ends at once where `signal` says so, and by itself when it is done. */
export async function examineSqlite(
  file: string,
  depth: Depth,
  signal?: AbortSignal,
): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, file, depth], {
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  const examined: Examination = JSON.parse(stdout)
  if ('findings' in examined) return examined.findings
  throw errorFrom(examined.error)
}
