/** `npm run test:mutation -- <area> [--write] [--minutes N] [--concurrency N] [--afresh] [word of a path …]`: which changes of the code would no test notice; 1 where the share of those that are noticed is more than a point below the baseline, or a further guard of a query may be left out. `--write` makes the run the baseline. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { command, PlainError, ROOT } from '../../bin/run.js'
import { AREA_NAMES, mutatedFiles } from './areas.ts'
import { judge, readBaseline } from './baseline.ts'
import { compare, type FileResult, type Results } from './results.ts'
import { chosenMutants, SqlTrial } from './sql-run.ts'
import { tryArea } from './stryker-run.ts'

const REPORTS = join(ROOT, 'build', 'mutation')
/** The guards that a test was seen to need, which a later run does not try again while their file stays as it is. */
const KILLED = join(REPORTS, 'sql.json')

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '60' },
      concurrency: { type: 'string', default: '2' },
      afresh: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const [area = '', ...words] = positionals
  for (const option of ['minutes', 'concurrency'] as const)
    if (!(Number(values[option]) > 0))
      throw new PlainError(`--${option} has to be a number above 0`)
  const until = Date.now() + Number(values.minutes) * 60_000
  mkdirSync(REPORTS, { recursive: true })
  if (area === 'sql') return sql(words, until, values.write)
  const chosen = area === 'all' ? AREA_NAMES : AREA_NAMES.filter((name) => name === area)
  if (chosen.length === 0)
    throw new PlainError(`Name an area: ${['sql', 'all', ...AREA_NAMES].join(', ')}.`)
  const options = {
    words,
    until,
    concurrency: values.concurrency,
    isAfresh: values.afresh,
    isWritten: values.write,
  }
  const areas = chosen.filter((name) => mutatedFiles(name, words).length > 0)
  if (areas.length === 0) throw new PlainError(`No such file in ${area}: ${words.join(' ')}`)
  const failed = []
  for (const name of areas) if (!(await tryArea(name, options))) failed.push(name)
  if (area === 'all' && chosenMutants(words).length > 0) await sql(words, until, values.write)
  if (failed.length > 0)
    throw new PlainError(
      `not run to the end, or more than a point below the baseline: ${failed.join(', ')}`,
    )
}

/** Bounded in time: what is left is named, and the next run goes on there. */
async function sql(words: readonly string[], until: number, isWritten: boolean): Promise<void> {
  const trial = new SqlTrial()
  try {
    await trial.begin()
    const { results, left } = await tryMutants(trial, { words, until })
    const { newlyLiving } = compare(readBaseline('sql'), results)
    judge('sql', results, { isWritten: isWritten && left === 0 })
    if (left > 0) console.log(`${left} guards were not tried for want of time.`)
    if (newlyLiving.length > 0 && !isWritten)
      throw new PlainError('Each of these guards needs a test that fails without it.')
  } finally {
    await trial.end()
  }
}

async function tryMutants(
  trial: SqlTrial,
  { words, until }: { words: readonly string[]; until: number },
): Promise<{ results: Results; left: number }> {
  const killed = new Set<string>(existsSync(KILLED) ? JSON.parse(readFileSync(KILLED, 'utf8')) : [])
  const results: Record<string, FileResult> = {}
  let left = 0
  for (const mutant of chosenMutants(words)) {
    if (!killed.has(mutant.id)) {
      if (Date.now() > until) {
        left += 1
        continue
      }
      if (await trial.isKilled(mutant.guard)) killed.add(mutant.id)
    }
    const isKilled = killed.has(mutant.id)
    const file = results[mutant.file] ?? { tried: 0, killed: 0, living: [] }
    results[mutant.file] = file
    file.tried += 1
    if (isKilled) file.killed += 1
    else file.living.push(mutant.call)
    writeFileSync(KILLED, JSON.stringify([...killed]))
  }
  return { results, left }
}

await command(main)
