/** Hashed files of earlier builds: a page that was opened before a build may ask for them for a day after it. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 24 * 60 * 60 * 1000
/** About a dozen builds with nothing in common: the server keeps all of it in memory. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Moves what `current` has and `next` lacks into `earlier`; drops what was replaced a day ago, and what was replaced
 * first where there is too much of it.
 * @param {{ current: string, next: string, earlier: string }} folders
 * @param {number} now epoch milliseconds
 */
export function keepEarlier({ current, next, earlier }, now) {
  mkdirSync(earlier, { recursive: true })
  const built = new Set(readdirSync(next))
  for (const name of existsSync(current) ? readdirSync(current) : []) {
    if (built.has(name)) continue
    renameSync(join(current, name), join(earlier, name))
    utimesSync(join(earlier, name), now / 1000, now / 1000)
  }
  let bytes = 0
  const kept = readdirSync(earlier).map((name) => ({ name, ...facts(join(earlier, name)) }))
  for (const { name, replacedAt, size } of kept.sort((a, b) => b.replacedAt - a.replacedAt)) {
    bytes += size
    if (built.has(name) || now - replacedAt > DAY_MS || bytes > MOST_BYTES)
      rmSync(join(earlier, name))
  }
}

/** @param {string} file */
function facts(file) {
  const { mtimeMs, size } = statSync(file)
  return { replacedAt: mtimeMs, size }
}
