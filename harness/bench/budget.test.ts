/** No page outgrows its budget. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FLOWS } from '#domain/flows.ts'
import { ROOT } from '../../bin/run.js'
import { bytesOfBuild } from './page-bytes.ts'
import { BUDGET, INPUT_PATHS, PAGE_PATHS } from './pages.ts'

const { react, paste, file, otherFile, pdf, pages } = bytesOfBuild(join(ROOT, 'build', 'web'))

test('React and ReactDOM alone are what everything is measured by', () => {
  expect(react).toBeGreaterThan(50_000)
  expect(react).toBeLessThan(65_000)
})

test('a first paste loads its reader and planner, a first file its worker', () => {
  expect(paste).toBeGreaterThan(5000)
  expect(paste).toBeLessThanOrEqual(BUDGET.paste)
  expect(file).toBeGreaterThan(2000)
  expect(file).toBeLessThanOrEqual(BUDGET.file)
  // The worker loads it for other workbooks, and for nothing else.
  expect(otherFile).toBeGreaterThan(50_000)
  expect(otherFile).toBeLessThanOrEqual(BUDGET.otherFile)
  // For a PDF, and for nothing else.
  expect(pdf).toBeGreaterThan(200_000)
  expect(pdf).toBeLessThanOrEqual(BUDGET.pdf)
})

test('no script of the pages or the console has a word of zod', () => {
  const scripts = ['web', 'staff'].flatMap((folder) =>
    globSync('**/*.js', { cwd: join(ROOT, 'build', folder) }).map((name) =>
      readFileSync(join(ROOT, 'build', folder, name), 'utf8'),
    ),
  )
  expect(scripts.length).toBeGreaterThan(pages.length)
  expect(scripts.filter((script) => /ZodError|invalid_union/.test(script))).toEqual([])
})

test('every page is weighed', () => {
  expect(pages.map(({ path }) => path)).toEqual(PAGE_PATHS)
  for (const { script } of pages) expect(script).toBeGreaterThan(react)
})

describe.each(pages)('$path', ({ path, html, script, idle, style }) => {
  test('script', () => {
    expect((script + idle) / react).toBeLessThanOrEqual(BUDGET.script(path))
    if (INPUT_PATHS.includes(path)) expect(script + idle).toBeLessThanOrEqual(BUDGET.form)
  })
  test('style', () => expect(style).toBeLessThanOrEqual(BUDGET.style))
  if (path === FLOWS.entry.inputPath)
    test('HTML', () => expect(html).toBeLessThanOrEqual(BUDGET.entryHtml))
})
