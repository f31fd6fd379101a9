/** An earlier version of the product that runs: its sources from the project's own history, its packages and pages as it made them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError, ROOT } from '../../../bin/run.js'
import { EARLIER_VERSIONS } from '../tree.ts'

/** Of fixtures that were recorded, the versions that can run beside this one. */
export const COMMITS = { '1.0': '5567cef6082502ff4f4ee26d01ea5fbdc1b94de9' } as const

/** The folder of a version, ready to start. Its packages are installed once, from the registry that npm has. */
export function earlierVersion(version: keyof typeof COMMITS): string {
  const commit = COMMITS[version]
  const folder = join(EARLIER_VERSIONS, commit)
  const mark = join(folder, 'ready')
  if (existsSync(mark)) return folder
  requireHistory(version, commit)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sources = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 29 })
  execFileSync('tar', ['-x', '-C', folder], { input: sources })
  console.log(`Version ${version}: installing its packages and building its pages …`)
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new PlainError(`Version ${version} could not be built in ${folder}.`)
  writeFileSync(mark, '')
  return folder
}

/** A copy without history, as CI makes them, cannot run what is only there. */
export function requireHistory(version: string, commit: string, root = ROOT): void {
  const options = { cwd: root, stdio: 'ignore' } as const
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], options).status === 0) return
  throw new PlainError(
    `Version ${version} is commit ${commit}, which this copy of the project does not have: it is shallow, or no clone at all. Fetch the history (git fetch --unshallow), or run this in a whole clone.`,
  )
}
