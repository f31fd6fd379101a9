/** The script of an afternoon is its page: nothing between the steps is left out, and every step says how it is seen to be right. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { FAILED, PAGES, STEP, scriptOf, stepsOf } from './page.ts'

const run = (script: string) => spawnSync('bash', ['-c', script], { encoding: 'utf8' })

test.each(PAGES)('every step of the page on %s is run, and looks whether it is right', (page) => {
  const steps = stepsOf(page)
  expect(steps.length).toBeGreaterThanOrEqual(10)
  for (const { title, commands } of steps)
    expect([title, commands.match(/^# Is it right\?.*\n[a-z]/gm)?.length]).toEqual([title, 1])
  expect(run(`bash -n <<'SCRIPT'\n${scriptOf(steps)}SCRIPT`)).toMatchObject({
    status: 0,
    stderr: '',
  })
})

test('the second page takes from the first what it does not say itself', () => {
  const [sqlite, postgres] = PAGES.map((page) => stepsOf(page))
  expect(postgres?.slice(0, 3)).toEqual(sqlite?.slice(0, 3))
  expect(postgres?.slice(-2)).toEqual(sqlite?.slice(-2))
  expect(postgres?.map(({ title }) => title)).not.toContain('8. Backup')
})

test('a step without commands is a fault of the page', () => {
  const text = '\n## An afternoon: SQLite\n\n**1. Nothing.** Think.\n\n## Next\n'
  expect(() => stepsOf('SQLite', text)).toThrow('no commands')
})

test('the first line that fails ends it and is named, in a pipe and in a function too', () => {
  const script = scriptOf([
    { title: '1. One', commands: 'say() { printf "%s\\n" "$@"; }\nsay one\n' },
    { title: '2. Two', commands: 'say two | grep three\nsay four\n' },
  ])
  const { status, stdout } = run(script)
  expect(status).toBe(1)
  // A busy machine takes a second for it.
  expect(stdout.replaceAll(/\(\d+ s\)/g, '(… s)').split('\n')).toEqual([
    `${STEP}1. One (… s)`,
    'one',
    `${STEP}2. Two (… s)`,
    `${FAILED}grep three`,
    '',
  ])
})
