/** A consistent copy of a SQLite database that is in use. */
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** Copies in one step, so that writers cannot make it start over; the file appears only when it is whole and on disk. */
export async function copyDatabase(source: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already`)
  const unfinished = unfinishedOf(target)
  rmSync(unfinished, { force: true })
  closeSync(openSync(unfinished, 'wx', 0o600))
  const db = new DatabaseSync(source, { readOnly: true })
  try {
    await backup(db, unfinished, { rate: ALL_PAGES })
  } finally {
    db.close()
  }
  await sync(unfinished)
  await rename(unfinished, target)
  await sync(dirname(target))
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
export function verifyCopy(file: string): number {
  // Not read-only: such a connection would leave a -wal and a -shm file beside the copy.
  const db = new DatabaseSync(file)
  try {
    const [verdict] = db.prepare('pragma integrity_check').all()
    if (verdict?.integrity_check !== 'ok') throw new Error(`${file} is damaged`)
    return Number(db.prepare('select count(*) as total from applications').get()?.total)
  } finally {
    db.close()
  }
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
