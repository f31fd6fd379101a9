import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noteBuild } from './note-build.js'

test('a build is named by its commit and by when that was first made ready; changed files are told', () => {
  const root = mkdtempSync(join(tmpdir(), 'moushikomi-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const git = (...options: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.jp', ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString()
  const noted = () => JSON.parse(readFileSync(join(root, 'build/version.json'), 'utf8'))
  // A folder without git is not named, and nothing fails.
  noteBuild(root)
  expect(noted).toThrow('ENOENT')
  git('init')
  writeFileSync(join(root, 'a'), '1')
  git('add', 'a')
  git('commit', '-m', 'first')
  const commit = git('rev-parse', '--short=12', 'HEAD').trim()
  noteBuild(root, new Date('2026-11-26T00:00:00Z'))
  noteBuild(root, new Date('2026-11-27T00:00:00Z'))
  expect(noted()).toEqual({ commit, builtAt: '2026-11-26T00:00:00.000Z' })
  writeFileSync(join(root, 'a'), '2')
  noteBuild(root, new Date('2026-11-28T00:00:00Z'))
  expect(noted()).toEqual({ commit: `${commit}+`, builtAt: '2026-11-28T00:00:00.000Z' })
})
