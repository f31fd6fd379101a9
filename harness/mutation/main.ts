/** `npm run test:mutation -- <room> [--minutes N] [--concurrency N] [--afresh] [word of a path …]`: which changes of the code would no test notice; 1 where a score is missed, or a guard of a query that may be left out has no reason in survivors.ts. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { command, PlainError, ROOT } from '../../bin/run.js'
import { mutatedFiles, ROOM_NAMES } from './rooms.ts'
import type { Mutant } from './sql-mutants.ts'
import { chosenMutants, SqlTrial } from './sql-run.ts'
import { tryRoom } from './stryker-run.ts'
import { SURVIVORS } from './survivors.ts'

const REPORTS = join(ROOT, 'build', 'mutation')
const REMEMBERED = join(REPORTS, 'sql.json')

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '60' },
      concurrency: { type: 'string', default: '2' },
      afresh: { type: 'boolean', default: false },
    },
  })
  const [room = '', ...words] = positionals
  for (const option of ['minutes', 'concurrency'] as const)
    if (!(Number(values[option]) > 0))
      throw new PlainError(`--${option} has to be a number above 0`)
  const until = Date.now() + Number(values.minutes) * 60_000
  mkdirSync(REPORTS, { recursive: true })
  if (room === 'sql') return sql(words, until)
  const chosen = room === 'all' ? ROOM_NAMES : ROOM_NAMES.filter((name) => name === room)
  if (chosen.length === 0)
    throw new PlainError(`Name a room: ${['sql', 'all', ...ROOM_NAMES].join(', ')}.`)
  const options = { words, until, concurrency: values.concurrency, isAfresh: values.afresh }
  const rooms = chosen.filter((name) => mutatedFiles(name, words).length > 0)
  if (rooms.length === 0) throw new PlainError(`No such file in ${room}: ${words.join(' ')}`)
  const failed = []
  for (const name of rooms) if (!(await tryRoom(name, options))) failed.push(name)
  if (room === 'all' && chosenMutants(words).length > 0) await sql(words, until)
  if (failed.length > 0) throw new PlainError(`below their score: ${failed.join(', ')}`)
}

/** Bounded in time: what is left is named, and the next run goes on there. */
async function sql(words: readonly string[], until: number): Promise<void> {
  const trial = new SqlTrial()
  try {
    await trial.begin()
    report(await tryMutants(trial, { words, until }))
  } finally {
    await trial.end()
  }
}

type Result = { tried: number; left: number; survivors: Mutant[] }

async function tryMutants(
  trial: SqlTrial,
  { words, until }: { words: readonly string[]; until: number },
): Promise<Result> {
  const killed = new Set<string>(existsSync(REMEMBERED) ? remembered() : [])
  const mutants = chosenMutants(words)
  const survivors: Mutant[] = []
  let left = 0
  for (const mutant of mutants) {
    if (killed.has(mutant.id)) continue
    if (Date.now() > until) left += 1
    else if (await trial.isKilled(mutant.guard)) killed.add(mutant.id)
    else {
      survivors.push(mutant)
      console.log(`survived  ${mutant.file}:${mutant.line}  ${mutant.call}`)
    }
    writeFileSync(REMEMBERED, JSON.stringify([...killed]))
  }
  return { tried: mutants.length - left, left, survivors }
}

function report({ tried, left, survivors }: Result): void {
  const unexplained = survivors.filter(({ file, call }) => !isExplained(file, call))
  console.log(
    `${tried} guards of queries: ${survivors.length} survived (${unexplained.length} without a reason); ${left} not tried for want of time`,
  )
  if (unexplained.length > 0) throw new PlainError('Give each survivor a test or a reason.')
}

const remembered = (): string[] => JSON.parse(readFileSync(REMEMBERED, 'utf8'))

const isExplained = (file: string, call: string) =>
  SURVIVORS.some(
    (survivor) => survivor.mutator === 'sql' && survivor.file === file && survivor.call === call,
  )

await command(main)
