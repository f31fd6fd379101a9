/** `npm run test:upgrade`: the database of the release, opened by a build with one column more, in a copy. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, PlainError } from '../../bin/run.js'
import { Copy } from './copy.ts'
import { RECIPES } from './recipes.ts'

const COLUMN = 'a new applicant field'
const LIMIT_MS = 5 * 60_000

await command(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-upgrade-'))
  const copy = new Copy(join(folder, 'project'))
  const recipe = RECIPES.find(({ name }) => name === COLUMN)
  if (!recipe) throw new PlainError(`No recipe is called ${COLUMN}.`)
  recipe.apply(copy)
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'server/upgrade.test.ts']
  const { status } = spawnSync(process.execPath, args, {
    cwd: copy.root,
    stdio: 'inherit',
    timeout: LIMIT_MS,
  })
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new PlainError('The database of the release was not upgraded.')
})
