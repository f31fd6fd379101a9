/** `npm run test:recipes [-- <part of a name> …]`: makes each change of CONTRIBUTING in a copy and runs the checks there. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { command, PlainError, PROGRAMS, typeScriptProjects } from '../../bin/run.js'
import { Copy } from './copy.ts'
import { RECIPES, type Recipe } from './recipes.ts'

const STEP_LIMIT_MS = 20 * 60_000

await command(main)

async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const chosen = RECIPES.filter(({ name }) => words.every((word) => name.includes(word)))
  if (chosen.length === 0) throw new PlainError(`No recipe is called ${words.join(' ')}.`)
  const failed = chosen.filter((recipe) => !passes(recipe))
  console.log(`\n${chosen.length - failed.length} passed, ${failed.length} failed`)
  if (failed.length > 0) process.exitCode = 1
}

function passes(recipe: Recipe): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-recipe-'))
  const copy = new Copy(join(folder, 'project'))
  recipe.apply(copy)
  const failure = commandsOf(recipe, copy).find((words) => !runs(words, copy.root))
  console.log(failure ? `FAILED  ${recipe.name}: ${failure.join(' ')}` : `ok      ${recipe.name}`)
  if (failure) console.log(`        the copy is ${copy.root}`)
  else rmSync(folder, { recursive: true })
  return failure === undefined
}

/** Format first, for an edit brings none; then what `npm run check` runs, the golden files anew, and the tests. */
function commandsOf({ proof, tests, journey }: Recipe, { root }: Copy): string[][] {
  return [
    ['biome', 'check', '--write', '--log-level=error', '.'],
    ['node', 'bin/boundaries.js'],
    ...typeScriptProjects(root).map((folder) => ['tsc', '-p', folder]),
    ['node', 'bin/setup.js'],
    ['vitest', 'run', 'golden', '-u'],
    ...(tests === 'all' ? [['node', 'bin/test.js', 'unit']] : []),
    ...(Array.isArray(tests) ? [['vitest', 'run', ...tests]] : []),
    ['vitest', 'run', '--config', 'harness/recipes/vitest.config.ts', proof],
    ...(journey
      ? [
          [
            'playwright',
            'test',
            '--config',
            'harness/recipes/playwright.config.ts',
            '--project=chromium',
            '--project=long',
            journey,
          ],
        ]
      : []),
  ]
}

function runs([program = '', ...args]: string[], cwd: string): boolean {
  const env = {
    ...process.env,
    PATH: `${PROGRAMS}${delimiter}${process.env.PATH}`,
    NODE_ENV: 'test',
  }
  const options = { cwd, env, encoding: 'utf8', timeout: STEP_LIMIT_MS } as const
  const { status, stdout, stderr } = spawnSync(program, args, options)
  if (status !== 0) console.log(`${stdout}${stderr}`)
  return status === 0
}
