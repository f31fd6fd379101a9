import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectNode, ROOT } from './run.js'

test('what runs beside another program is heard after it', () => {
  const script = `import { run } from './bin/run.js'
    const first = run('sh', ['-c', 'sleep 0.3; echo first'])
    const beside = run('sh', ['-c', 'echo second; echo third >&2; exit 7'], { after: first })
    console.log(await first, await beside)`
  const node = spawnSync(projectNode(), ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect([node.stdout, node.stderr]).toEqual(['first\nsecond\n0 7\n', 'third\n'])
})
