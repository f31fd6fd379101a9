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
  syncFolder(folder)
}

/** The new name itself must reach the disk. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
