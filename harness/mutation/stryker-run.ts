/** Runs Stryker over a room and says what it came to. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError, ROOT, run } from '../../bin/run.js'
import { type FileResult, resultOf, type StrykerFile, scoresOf } from './results.ts'
import { mutatedFiles, ROOMS, type RoomName } from './rooms.ts'
import { SURVIVORS } from './survivors.ts'

export type StrykerOptions = {
  words: readonly string[]
  /** Milliseconds since 1970 after which the run is ended; the next one goes on there. */
  until: number
  /** Processes that run mutants at the same time. */
  concurrency: string
  /** Whether what earlier runs found out is tried again. */
  isAfresh: boolean
}

const REPORTS = join(ROOT, 'build', 'mutation')

/** True where the files that were chosen have the score of their room. */
export async function tryRoom(
  name: RoomName,
  { words, until, concurrency, isAfresh }: StrykerOptions,
): Promise<boolean> {
  const left = until - Date.now()
  if (left <= 0) throw new PlainError(`no time left for ${name}`)
  let isEnded = false
  let timer: NodeJS.Timeout | undefined
  const code = await run('stryker', ['run', 'harness/mutation/stryker.config.js'], {
    env: {
      MUTATED_ROOM: name,
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
  const isGood = isReached(name, resultsOf(name, words))
  if (isEnded) console.log('Ended for want of time: what was not tried is not counted.')
  return isGood && !isEnded
}

/** Stryker remembers the files of all runs: those of this one are read. */
function resultsOf(name: RoomName, words: readonly string[]): FileResult[] {
  const path = join(REPORTS, `${name}.json`)
  if (!existsSync(path)) return []
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, StrykerFile> }
  return mutatedFiles(name, words).flatMap((file) => {
    const result = files[file]
    return result === undefined ? [] : [resultOf(file, result, SURVIVORS)]
  })
}

function isReached(name: RoomName, results: readonly FileResult[]): boolean {
  for (const { unexplained, idle } of results) {
    for (const { place, mutator, from, to } of unexplained)
      console.log(`lives  ${place}  ${mutator}\n    ${from}\n  → ${to || '(nothing)'}`)
    for (const { file, call } of idle) console.log(`needs no reason  ${file}  ${call}`)
  }
  const figures = (of: readonly FileResult[]) => {
    const { raw, asked } = scoresOf(of)
    return `${asked.toFixed(1)} % (raw ${raw.toFixed(1)} %)`
  }
  for (const result of results) {
    const { file, killed, total, explained } = result
    console.log(
      `${file}: ${killed} of ${total} killed, ${explained} explained: ${figures([result])}`,
    )
  }
  console.log(`${name}: ${figures(results)}, asked ${ROOMS[name].score} %`)
  return scoresOf(results).asked >= ROOMS[name].score
}
