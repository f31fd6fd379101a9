/** A folder for what a measurement writes, on the disk that the project is on. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bin/run.js'

/** The folder is there while `work` runs; a memory disk in its place would make every commit look fast. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(ROOT, 'build', 'bench')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'run-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
