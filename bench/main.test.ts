import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectNode, ROOT } from '../bin/run.js'

test('the bench ends by itself: none of its parts begins to listen as it is loaded', () => {
  const options = { cwd: ROOT, encoding: 'utf8', timeout: 60_000 } as const
  const { status, stderr } = spawnSync(projectNode(), [join('bench', 'main.ts'), 'none'], options)
  expect(status).toBe(1)
  expect(stderr).toContain('There is no such part.')
}, 70_000)

test('what the bench starts goes before other programs, where the system lets it', () => {
  const script = `
    import { spawnSync } from 'node:child_process'
    import { takePrecedence } from '${join(ROOT, 'bench/precedence.ts')}'
    const child = () => spawnSync(process.execPath, ['-p', 'os.getPriority()'], { encoding: 'utf8' }).stdout
    console.log(takePrecedence(), child().trim())`
  // A session of its own: the test run itself goes before nobody.
  const options = [
    'setsid',
    '--wait',
    projectNode(),
    '--input-type=module-typescript',
    '-e',
    script,
  ]
  const { stdout } = spawnSync(options[0] ?? '', options.slice(1), { encoding: 'utf8' })
  expect(['true -19\n', 'false 0\n']).toContain(stdout)
})
