/** A folder for what a measurement writes, on the disk that the project is on. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../bin/run.js'

const ON_DISK = join(ROOT, 'build', 'bench')
/** Where an fsync costs nothing: for what is only prepared, and never for what is measured. */
export const IN_MEMORY = '/dev/shm'

/** The folder is there while `work` runs. */
export async function withFolder<T>(
  work: (folder: string) => Promise<T>,
  parent = ON_DISK,
): Promise<T> {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'run-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
