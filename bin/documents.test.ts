/** What the documents name is there: files in backticks, and the targets of links. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.js'

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'OPERATIONS.md',
  'PRIVACY.md',
  'docs/security-tests.md',
]
/** Written by `npm run bench`. */
const MADE = new Set(['bench/results.md'])
/** Where a file may be that is named without its folder, as SECURITY.md says. */
const FOLDERS = ['', 'server']

test.each(DOCUMENTS)('%s names no file that is gone', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [...text.matchAll(/`(\w[\w.-]*\/[\w./-]+\.(?:tsx?|js|md|json))`/g)].map(
    ([, file = '']) => file,
  )
  const gone = named.filter(
    (file) => !FOLDERS.some((folder) => existsSync(join(ROOT, folder, file))),
  )
  expect(gone).toEqual([])
})

test.each(DOCUMENTS)('%s links to nothing that is gone', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
    ([, to = '']) => to,
  )
  const gone = targets.filter(
    (to) => !MADE.has(to) && !existsSync(join(ROOT, dirname(document), to)),
  )
  expect(gone).toEqual([])
})
