/** Replaces a file whole: a reader sees the old bytes or the new ones, also after a power cut. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Makes the folder where it is missing. */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, bytes, { flush: true })
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
  sync(folder)
}

/** Puts a finished file that lies beside `path` in its place, as `replaceFile` does with bytes. */
export function moveIntoPlace(finished: string, path: string): void {
  sync(finished)
  renameSync(finished, path)
  sync(dirname(path))
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
