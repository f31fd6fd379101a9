/** `npm run test:mutation -- <folder or file> [folder of tests]`: Stryker changes its code place by place and names each change that no test of the folder notices. For a person who asks: nothing is compared or kept. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv, env } from 'node:process'
import { command, PlainError, ROOT, run } from '../../bin/run.js'

await command(async () => {
  const [path = '', given] = argv.slice(2)
  const isFile = existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile()
  const tests = given ?? (isFile ? dirname(path) : path)
  const missing = [path, tests].find((each) => !each || !existsSync(join(ROOT, each)))
  if (missing !== undefined) throw new PlainError(`Name a folder or a file, not "${missing}".`)
  const files = isFile ? [path] : [`${path}/**/*.ts`, `${path}/**/*.tsx`]
  const mutate = [...files, '!**/*.test.{ts,tsx}', '!**/testing{/**,*.ts}']
  const code = await run('stryker', ['run', 'harness/mutation/stryker.config.js'], {
    env: {
      MUTATED: mutate.join(' '),
      MUTATED_TESTS: tests,
      // Each schema in PostgreSQL costs more than most tests.
      TESTED_ENGINES: env.TESTED_ENGINES ?? 'sqlite',
    },
  })
  if (code !== 0) throw new PlainError('Stryker did not run to the end.')
})
