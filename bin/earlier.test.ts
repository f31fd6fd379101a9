import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepEarlier } from './earlier.js'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 23)

function folders() {
  const root = mkdtempSync(join(tmpdir(), 'moushikomi-earlier-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const paths = {
    current: join(root, 'current'),
    next: join(root, 'next'),
    earlier: join(root, 'earlier'),
  }
  /** A build with these files takes the place of the one before. */
  const build = (files: Record<string, string | Buffer>, hour: number) => {
    mkdirSync(paths.next)
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(paths.next, name), content)
    keepEarlier(paths, START + hour * HOUR_MS)
    rmSync(paths.current, { recursive: true, force: true })
    mkdirSync(paths.current)
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(paths.current, name), content)
    rmSync(paths.next, { recursive: true })
  }
  return { build, earlier: () => readdirSync(paths.earlier).sort() }
}

test('files that a build no longer has stay for a day after it', () => {
  const { build, earlier } = folders()
  build({ 'a-1.js': '', 'b-1.js': '' }, 0)
  expect(earlier()).toEqual([])
  build({ 'a-2.js': '', 'b-1.js': '' }, 5)
  expect(earlier()).toEqual(['a-1.js'])
  build({ 'a-3.js': '', 'b-2.js': '' }, 28)
  expect(earlier()).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
  build({ 'a-3.js': '', 'b-2.js': '' }, 30)
  expect(earlier()).toEqual(['a-2.js', 'b-1.js'])
})

test('a file that is built again is an earlier one no more', () => {
  const { build, earlier } = folders()
  build({ 'a-1.js': '' }, 0)
  build({ 'a-2.js': '' }, 1)
  build({ 'a-1.js': '' }, 2)
  expect(earlier()).toEqual(['a-2.js'])
})

test('many builds of a day do not fill the disk: what was replaced first goes first', () => {
  const { build, earlier } = folders()
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024)
  for (let hour = 0; hour < 4; hour += 1) build({ [`a-${hour}.js`]: megabytes(7) }, hour)
  expect(earlier()).toEqual(['a-1.js', 'a-2.js'])
})
