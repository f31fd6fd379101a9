/** Files in a folder that this process has open, as Linux tells. */
import { readdirSync, readlinkSync } from 'node:fs'
import { basename, dirname } from 'node:path'

export function openFilesIn(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((handle) => {
    const path = pathOf(handle)
    return dirname(path) === folder ? [basename(path)] : []
  })
}

/** Of a handle that is closed while they are listed there is none. */
function pathOf(handle: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`)
  } catch {
    return ''
  }
}
