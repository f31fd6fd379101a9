/** A consistent copy of a SQLite database that is in use. */
import { existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** Copies in one step, so that writers cannot make it start over; the file appears only when it is whole and on disk. */
export async function copyDatabase(source: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already`)
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
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

const ALL_PAGES = 2 ** 31 - 1

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
