/** Runs Stryker over an area and says what it came to. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError, ROOT, run } from '../../bin/run.js'
import { type AreaName, mutatedFiles } from './areas.ts'
import { judge } from './baseline.ts'
import { type Results, resultOf, type StrykerFile } from './results.ts'

export type StrykerOptions = {
  words: readonly string[]
  /** Milliseconds since 1970 after which the run is ended; the next one goes on there. */
  until: number
  /** Processes that run mutants at the same time. */
  concurrency: string
  /** Whether what earlier runs found out is tried again. */
  isAfresh: boolean
  /** Whether what the run came to becomes the baseline. */
  isWritten: boolean
}

const REPORTS = join(ROOT, 'build', 'mutation')

/** True where the score of the files that were chosen did not fall. */
export async function tryArea(
  name: AreaName,
  { words, until, concurrency, isAfresh, isWritten }: StrykerOptions,
): Promise<boolean> {
  const left = until - Date.now()
  if (left <= 0) throw new PlainError(`no time left for ${name}`)
  let isEnded = false
  let timer: NodeJS.Timeout | undefined
  const code = await run('stryker', ['run', 'harness/mutation/stryker.config.js'], {
    env: {
      MUTATED_AREA: name,
      MUTATED_WORDS: words.join(' '),
      MUTATED_CONCURRENCY: concurrency,
      MUTATED_AFRESH: String(isAfresh),
    },
    onStart(pid) {
      timer = setTimeout(() => {
        isEnded = true
        process.kill(pid, 'SIGINT')
      }, left)
    },
  })
  clearTimeout(timer)
  // Stryker leaves its copy of the project behind when it is ended.
  if (isEnded) rmSync(join(REPORTS, 'copy'), { recursive: true, force: true, maxRetries: 5 })
  else if (code !== 0) return false
  const isGood = judge(name, resultsOf(name, words), { isWritten: isWritten && !isEnded })
  if (isEnded)
    console.log('Ended for want of time: what was not tried is not counted, and nothing is stored.')
  return isGood && !isEnded
}

/** Stryker remembers the files of all runs: those of this one are read. */
function resultsOf(name: AreaName, words: readonly string[]): Results {
  const path = join(REPORTS, `${name}.json`)
  if (!existsSync(path)) return {}
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, StrykerFile> }
  return Object.fromEntries(
    mutatedFiles(name, words).flatMap((file) => {
      const result = files[file]
      return result === undefined ? [] : [[file, resultOf(result)]]
    }),
  )
}
