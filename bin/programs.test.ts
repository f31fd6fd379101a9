import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { programOnPath } from './programs.js'

afterEach(() => vi.unstubAllEnvs())

test('a program is found on the path, else in the sbin beside a folder of it, else nowhere', () => {
  const root = mkdtempSync(join(tmpdir(), 'programs-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const path of ['bin', 'sbin']) mkdirSync(join(root, path))
  for (const path of ['bin/both', 'sbin/both', 'sbin/server']) writeFileSync(join(root, path), '')
  vi.stubEnv('PATH', join(root, 'bin'))
  expect(programOnPath('both')).toBe(join(root, 'bin/both'))
  expect(programOnPath('server')).toBe(join(root, 'sbin/server'))
  expect(programOnPath('none')).toBeUndefined()
})
