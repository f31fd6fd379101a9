/** A folder in memory, for what is written once and read by tests: no fsync of it waits for a disk. */
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'

/**
 * The machine's folder for temporary files where there is no room.
 * @param {number} bytes that must be free
 * @returns {string}
 */
export function memoryFolder(bytes) {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= bytes ? MEMORY : tmpdir()
}
