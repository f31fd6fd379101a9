/** Database files that an import or the build writes whole and that are then only read: directory and postal codes. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

export type ReadOnlyFile = { db: DatabaseSync; meta: Record<string, string> }

/** `format` is the layout that the reader knows. Throws where the file is missing, damaged or of another layout. */
export function openReadOnly(path: string, ...formats: readonly string[]): ReadOnlyFile {
  const address = pathToFileURL(path)
  // Nobody changes the file in place: an import puts another one there. So no lock is taken.
  address.searchParams.set('immutable', '1')
  const db = new DatabaseSync(address, { readOnly: true })
  try {
    const rows = db.prepare('select key, value from meta').all()
    const meta = Object.fromEntries(rows.map(({ key, value }) => [String(key), String(value)]))
    if (!formats.includes(meta.format ?? ''))
      throw new Error(`its format is ${meta.format}, ${formats[0]} was expected`)
    return { db, meta }
  } catch (error) {
    db.close()
    throw error
  }
}

export const META_TABLE =
  'create table meta (key text primary key, value text not null) without rowid;'

/** `path` must not exist. Nothing is durable before `replaceFile` has put it in place; a failure leaves a file to delete. */
export function createFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32000;
    pragma locking_mode = exclusive`)
  return db
}

export function writeMeta(db: DatabaseSync, meta: Record<string, string>): void {
  const insert = db.prepare('insert into meta values (?, ?)')
  for (const [key, value] of Object.entries(meta)) insert.run(key, value)
}

const UNFINISHED = '.unfinished'

/**
 * Puts what `write` makes in the place of `path`: a reader has the old file or the new one, whole, also after a power
 * cut, and the old one stays where `write` throws. Makes the folder where it is missing.
 */
export function replaceFile<T>(path: string, write: (unfinished: string) => T): T {
  mkdirSync(dirname(path), { recursive: true })
  removeLeftovers(path)
  const unfinished = `${path}.${process.pid}${UNFINISHED}`
  try {
    const result = write(unfinished)
    sync(unfinished)
    renameSync(unfinished, path)
    sync(dirname(path))
    return result
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** A folder too: the new name itself must reach the disk. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Unfinished files of imports that were killed; that of one that is still running stays. */
function removeLeftovers(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(UNFINISHED)) continue
    const pid = Number(name.slice(basename(path).length + 1, -UNFINISHED.length))
    if (!isRunning(pid)) rmSync(join(dirname(path), name))
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
