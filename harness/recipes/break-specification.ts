/** `npm run test:specification [-- <part of a sentence> …]`: breaks each sentence of mutations.ts in a copy, and wants the named test red there and green without. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { command, PlainError, PROGRAMS } from '../../bin/run.js'
import { Copy } from './copy.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'

const LIMIT_MS = 5 * 60_000

await command(main)

async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const chosen = MUTATIONS.filter(
    ({ sentence }) => words.length === 0 || words.some((word) => sentence.includes(word)),
  )
  if (chosen.length === 0) throw new PlainError(`No sentence contains ${words.join(' ')}.`)
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-mutations-'))
  try {
    const copy = new Copy(join(folder, 'project'))
    const named = chosen.map(({ test }) => test)
    const kinds = [named.filter(isJourney), named.filter((test) => !isJourney(test))]
    const isGreen = kinds.every((tests) => tests.length === 0 || outcomeOf(copy, tests) === 'green')
    if (!isGreen) throw new PlainError('A named test is red, or gone, before anything is broken.')
    const unnoticed = chosen.filter((mutation) => !isNoticed(copy, mutation))
    console.log(`\n${chosen.length - unnoticed.length} noticed, ${unnoticed.length} not`)
    if (unnoticed.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Named = Mutation['test']

function isJourney([file]: Named): boolean {
  return file.startsWith('harness/e2e/')
}

function isNoticed(copy: Copy, { sentence, file, find, by, test }: Mutation): boolean {
  const whole = copy.read(file)
  if (whole.split(find).length !== 2) throw new PlainError(`${file} has not once: ${find}`)
  copy.write(
    file,
    whole.replace(find, () => by),
  )
  const outcome = outcomeOf(copy, [test])
  copy.write(file, whole)
  console.log(`${outcome === 'red' ? 'ok    ' : 'FAILED'}  ${sentence} ${outcome}`)
  return outcome === 'red'
}

/** Red only where a test ran and failed: neither a build that breaks nor a title that is gone tells anything. */
function outcomeOf({ root }: Copy, tests: readonly Named[]): 'green' | 'red' | 'neither' {
  const files = [...new Set(tests.map(([file]) => file))]
  const titles = tests.map(([, title]) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const args = tests.every(isJourney)
    ? [
        'playwright',
        'test',
        ...files,
        '-g',
        titles,
        '--project=chromium',
        '--project=long',
        '--project=mobile',
        '--workers=1',
        '-x',
      ]
    : ['vitest', 'run', ...files, '-t', titles]
  const env = { ...process.env, PATH: `${PROGRAMS}${delimiter}${process.env.PATH}` }
  const options = { cwd: root, env, encoding: 'utf8', timeout: LIMIT_MS } as const
  const { status, stdout, stderr } = spawnSync(
    join(PROGRAMS, args[0] ?? ''),
    args.slice(1),
    options,
  )
  const output = stripVTControlCharacters(`${stdout}${stderr}`)
  if (status === 0 && /\d+ passed/.test(output)) return 'green'
  if (/^\s+\d+ failed|Tests\s+\d+ failed/m.test(output)) return 'red'
  console.log(output)
  return 'neither'
}
