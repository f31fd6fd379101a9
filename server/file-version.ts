/** Versions of a file that is watched: what is read of it is read anew where the version is another. */
import { statSync } from 'node:fs'

/** The version of a file that is not there. */
export const ABSENT = ''

/** Another after each replacement or write, by inode, time and size. */
export function versionOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : ABSENT
}
