/** A consistent copy of a SQLite database that is in use. */
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { examineSqlite } from '../sqlite-examination.ts'

/** The copy of a database is damaged, which comes of a damaged original or a damaged disk. */
export class DamagedCopy extends Error {
  override readonly name = 'DamagedCopy'
}

/**
 * Copies in one step, so that writers cannot make it start over. The file appears only when it is verified and on disk;
 * where that fails nothing is left. Gives its applications. Throws DamagedCopy where it is no whole database.
 */
export async function copyDatabase(source: string, target: string): Promise<number> {
  if (existsSync(target)) throw new Error(`${target} exists already`)
  const unfinished = unfinishedOf(target)
  // What a copy left that was killed.
  removeWithLog(unfinished)
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    await copyPages(source, unfinished)
    const applications = await verifyCopy(unfinished)
    await sync(unfinished)
    await rename(unfinished, target)
    await sync(dirname(target))
    return applications
  } finally {
    removeWithLog(unfinished)
  }
}

async function copyPages(source: string, target: string): Promise<void> {
  const db = new DatabaseSync(source, { readOnly: true })
  try {
    await backup(db, target, { rate: ALL_PAGES })
  } finally {
    db.close()
  }
}

/** How much of a copy that is being made is there, from 0 to 1. */
export function copiedShare(source: string, target: string): number {
  const size = statSync(unfinishedOf(target), { throwIfNoEntry: false })?.size ?? 0
  return size / statSync(source).size
}

function unfinishedOf(target: string): string {
  return `${target}.unfinished`
}

/** Opens a copy as a restore would, and reads all of it. Throws where it is no whole database; gives its applications. */
export async function verifyCopy(file: string): Promise<number> {
  const [finding] = await examineSqlite(file, 'full')
  if (finding !== undefined) throw new DamagedCopy(finding)
  const db = new DatabaseSync(file)
  try {
    return Number(db.prepare('select count(*) as total from applications').get()?.total)
  } finally {
    db.close()
  }
}

/** With the files that a connection which only reads leaves beside it. */
function removeWithLog(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}

const ALL_PAGES = 2 ** 31 - 1

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
