/** Which build this is: the commit, and when it was first made ready here. The server reads it at its start. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.js'

/**
 * Writes `build/version.json` where the commit is another than before. A copy without git names its commit by the
 * variable COMMIT; without both it stays unknown.
 */
export function noteBuild(root = ROOT, now = new Date()) {
  const file = join(root, 'build', 'version.json')
  const commit = process.env.COMMIT || commitOf(root)
  if (commit === undefined || commit === notedIn(file)) return
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ commit, builtAt: now.toISOString() })}\n`)
}

/**
 * @param {string} root
 * @returns {string | undefined} twelve digits, with a plus sign where files that git knows were changed since
 */
function commitOf(root) {
  const options = ['describe', '--always', '--dirty=+', '--abbrev=12', '--exclude=*']
  try {
    return execFileSync('git', options, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

/** @param {string} file */
function notedIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).commit
  } catch {
    return undefined
  }
}
