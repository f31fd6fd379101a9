/** The built files run in every browser that is promised. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BROWSERS } from '../../bin/browsers.js'
import { ROOT } from '../../bin/run.js'
import { ALLOWED, type Allowed, OPTIONAL } from './allowed.ts'
import { markupProblems } from './markup.ts'
import { scriptProblems } from './scripts.ts'
import { styleProblems } from './styles.ts'
import type { Problem } from './support.ts'

const KINDS = { js: scriptProblems, css: styleProblems, html: markupProblems } as const
const BUILD = join(ROOT, 'build')
const FILES = globSync('{web,staff}/**/*.{js,css,html}', { cwd: BUILD }).sort()

const PROMISED = FILES.filter((file) => !OPTIONAL.some((row) => row.in.test(file)))

const found = PROMISED.flatMap((file) => {
  const problemsIn = KINDS[file.split('.').at(-1) as keyof typeof KINDS]
  const problems = problemsIn(readFileSync(join(BUILD, file), 'utf8'), BROWSERS)
  return problems.map((problem) => ({ file, ...problem }))
})

const allows = (row: Allowed, { file, feature }: Problem & { file: string }) =>
  row.feature === feature && (row.in ?? /^/).test(file)

test('pages, workers, code that is loaded late, styles, documents and the console are looked at', () => {
  const names = FILES.join(' ')
  for (const part of [
    /web\/assets\/hydrate-/,
    /web\/assets\/file-worker-/,
    /web\/assets\/paste-tools-/,
    /web\/assets\/vitals-/,
    /web\/assets\/\S+\.css/,
    /web\/entry\/input\.html/,
    /staff\/assets\/index-\S+\.js/,
    /staff\/assets\/\S+\.css/,
  ])
    expect(names).toMatch(part)
})

test('they use nothing that a promised browser lacks', () => {
  const left = found.filter((problem) => !ALLOWED.some((row) => allows(row, problem)))
  const lines = left.map(
    ({ file, feature, lacking, excerpt }) =>
      `${file}: ${feature} is not in ${lacking.join(', ')}: ${excerpt}`,
  )
  expect(lines).toEqual([])
})

test('nothing is allowed that they do not use', () => {
  const idle = ALLOWED.filter((row) => !found.some((problem) => allows(row, problem)))
  expect(idle).toEqual([])
  expect(OPTIONAL.filter((row) => !FILES.some((file) => row.in.test(file)))).toEqual([])
})
