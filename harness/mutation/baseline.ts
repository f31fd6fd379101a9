/** The baseline of an area: what its last run came to, as `--write` stored it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type Results, scoreOf } from './results.ts'

export const BASELINES = join(import.meta.dirname, 'baseline')

/** Prints how a run compares with the baseline, stores it where that is asked, and returns whether no score fell. Files that were not run keep what they had. */
export function judge(area: string, now: Results, { isWritten }: { isWritten: boolean }): boolean {
  const baseline = readBaseline(area)
  const { newlyLiving, isLower } = compare(baseline, now)
  for (const { file, mutant } of newlyLiving) console.log(`lives  ${file}  ${mutant}`)
  for (const [file, result] of Object.entries(now))
    console.log(`${file}: ${result.killed} of ${result.tried} killed`)
  const files = Object.keys(now)
  const before = files.flatMap((file) => baseline[file] ?? [])
  console.log(
    `${area}: ${scoreOf(Object.values(now)).toFixed(1)} % of ${files.length} files; the baseline has ${before.length} of them with ${scoreOf(before).toFixed(1)} %; ${newlyLiving.length} mutants live that it does not have`,
  )
  if (isWritten) writeBaseline(area, { ...baseline, ...now })
  return !isLower
}

/** Empty where an area was never written. */
export function readBaseline(area: string): Results {
  const path = join(BASELINES, `${area}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

function writeBaseline(area: string, results: Results): void {
  mkdirSync(BASELINES, { recursive: true })
  const sorted = Object.fromEntries(
    Object.entries(results).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  writeFileSync(join(BASELINES, `${area}.json`), `${JSON.stringify(sorted, null, 2)}\n`)
}
