import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './config/settings.ts'
import { OperatorError } from './errors.ts'
import { linesOfRefusal } from './lifecycle.ts'

const CRASHES = {
  thrown: `throw new Error('CANARY', { cause: new Error('CANARY') })`,
  rejected: `await Promise.reject(Object.assign(new Error('CANARY'), { code: 'ECANARY'.slice(0, 1), detail: 'CANARY' }))`,
  nobody: `void Promise.reject(new Error('CANARY')); await new Promise((resolve) => setTimeout(resolve, 5000))`,
  'no error at all': `throw { words: 'CANARY' }`,
}

test.each(Object.entries(CRASHES))(
  'a crash (%s) ends the process with its place in the log, and with nobody’s words anywhere',
  (_, crash) => {
    const script = `
      import { crashWith } from './server/lifecycle.ts'
      import { createLog } from './server/observability/log.ts'
      const write = (lines) => process.stderr.write(lines)
      process.on('uncaughtException', crashWith(createLog({ level: 'info', clock: Date.now, write })))
      setTimeout(async () => { ${crash} }, 1)`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { cwd: PROJECT_ROOT, encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(JSON.parse(stderr)).toMatchObject({ level: 'fatal', event: 'crash' })
    expect(stderr).not.toContain('CANARY')
  },
)

test('each line of a refused start has the priority of an error in the journal, and nowhere else', () => {
  const refusal = new OperatorError('settings', 'PORT: one\nHOST: two')
  expect(linesOfRefusal(refusal, true)).toBe('<3>PORT: one\n<3>HOST: two\n')
  expect(linesOfRefusal(refusal, false)).toBe('PORT: one\nHOST: two\n')
})
