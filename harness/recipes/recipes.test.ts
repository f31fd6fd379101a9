import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROGRAMS, ROOT } from '../../bin/run.js'
import { Copy } from './copy.ts'
import { addFlow, addStatus, FLOW_ROWS, RECIPES, STATUS_ROWS } from './recipes.ts'

/** The compiler runs several times, perhaps beside other work. */
const LIMIT_MS = 180_000

let folder: string
let copy: Copy

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moushikomi-recipe-'))
  copy = new Copy(join(folder, 'project'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What the compiler says, each error on a line; `server` takes `domain` along, `e2e` takes `web`. */
function errorsIn(...folders: string[]): string {
  const runs = folders.map((name) =>
    spawnSync(join(PROGRAMS, 'tsc'), ['-p', name, '--pretty', 'false'], {
      cwd: copy.root,
      encoding: 'utf8',
    }),
  )
  return runs.map(({ stdout }) => stdout).join('')
}

test('with all recipes of CONTRIBUTING at once, everything compiles', { timeout: LIMIT_MS }, () => {
  for (const recipe of RECIPES) recipe.apply(copy)
  expect(errorsIn('server', 'console', 'harness/e2e', 'harness/recipes/proofs')).toBe('')
})

test('with a fifth row in FLOWS alone, the compiler names every table that lacks it', {
  timeout: LIMIT_MS,
}, () => {
  addFlow(copy)
  const files = new Set(FLOW_ROWS.map(([file]) => file))
  // All that the folders hold besides would be compiled for nothing.
  const options = { extends: './harness/e2e/tsconfig.json', include: [], files: [...files] }
  copy.write('tsconfig.json', JSON.stringify(options))
  const errors = errorsIn('.')
  expect([...files].filter((file) => !errors.includes(`${file}(`))).toEqual([])
})

test('with a sixth row in STAFF_STATUSES alone, the compiler names what needs words of it, and nothing else', {
  timeout: LIMIT_MS,
}, () => {
  addStatus(copy)
  const errors = errorsIn('server', 'console', 'harness/e2e')
  const named = new Set([...errors.matchAll(/^(\S+)\(/gm)].map(([, file = '']) => file))
  const wanted = STATUS_ROWS.map(([file]) => file)
  expect([...named].filter((file) => !wanted.some((each) => file.endsWith(each)))).toEqual([])
  expect(wanted.filter((file) => !errors.includes(`${file}(`))).toEqual([])
})

test('CONTRIBUTING names every file that a recipe changes', () => {
  const contributing = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const [row = ''] = /\n\| \*\*a fifth flow\*\* .*/.exec(contributing) ?? []
  const files = ['domain/flows.ts', ...FLOW_ROWS.map(([file]) => file)]
  expect(files.filter((file) => !row.includes(`\`${file}\``))).toEqual([])
  const [ofStatus = ''] = /\n\| \*\*a new status\*\* .*/.exec(contributing) ?? []
  const named = ['domain/staff.ts', ...STATUS_ROWS.map(([file]) => file)]
  expect(named.filter((file) => !ofStatus.includes(`\`${file}\``))).toEqual([])
  expect(RECIPES.filter(({ name }) => !contributing.includes(`| **${name}** |`))).toEqual([])
})

test('a new field changes five files, all of which CONTRIBUTING names, and the golden ones', () => {
  RECIPES.find(({ name }) => name === 'a new applicant field')?.apply(copy)
  const contributing = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const [row = ''] = /\n\| \*\*a new applicant field\*\* .*/.exec(contributing) ?? []
  const isNamed = (file: string) =>
    row.includes(`\`${file}\``) || row.includes('`server/store/migrations/`')
  expect([...copy.changed].filter((file) => !isNamed(file))).toEqual([])
  expect(copy.changed.size).toBe(5)
  expect(contributing).toContain('npx vitest run golden -u')
})
