import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectNode, ROOT } from '../../bin/run.js'

test('the bench ends by itself: none of its parts begins to listen as it is loaded', () => {
  const options = { cwd: ROOT, encoding: 'utf8', timeout: 60_000 } as const
  const { status, stderr } = spawnSync(
    projectNode(),
    [join('harness', 'bench', 'main.ts'), 'none'],
    options,
  )
  expect(status).toBe(1)
  expect(stderr).toContain('There is no such part.')
}, 70_000)
