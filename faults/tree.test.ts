import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { copyTree } from './tree.ts'

function project(source: string): { origin: string; copy: string } {
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const origin = join(folder, 'origin')
  for (const name of ['domain', 'server']) mkdirSync(join(origin, name), { recursive: true })
  writeFileSync(join(origin, 'package.json'), '{}')
  writeFileSync(join(origin, 'server/main.ts'), source)
  return { origin, copy: join(folder, 'copy') }
}

it('plants a bug in the copy alone', () => {
  const { origin, copy } = project('await commit()\nreply()\n')
  copyTree(origin, copy, [{ file: 'server/main.ts', find: 'await commit()\n', replace: '' }])
  expect(readFileSync(join(copy, 'server/main.ts'), 'utf8')).toBe('reply()\n')
  expect(readFileSync(join(origin, 'server/main.ts'), 'utf8')).toBe('await commit()\nreply()\n')
  expect(existsSync(join(copy, 'package.json'))).toBe(true)
})

it.each([
  ['no place', 'reply()\n', '0 places'],
  ['two places', 'await commit()\nawait commit()\n', '2 places'],
])('refuses a bug with %s', (_, source, message) => {
  const { origin, copy } = project(source)
  const patch = { file: 'server/main.ts', find: 'await commit()\n', replace: '' }
  expect(() => copyTree(origin, copy, [patch])).toThrow(message)
})
