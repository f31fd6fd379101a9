import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openForTest, temporaryFolder } from '../testing/databases.ts'
import { storedFacts } from '../testing/facts.ts'

const open = (file: string) => `
  import { openDatabase } from '${import.meta.dirname}/database.ts'
  import { storeFact } from '${import.meta.dirname}/../testing/facts.ts'
  const database = await openDatabase('sqlite:${file}', { onFatal: console.error })
  process.stdout.write('ready\\n')
`
const KILLED = `
  for (let i = 0; i < 40; i++) await storeFact(database, 'n' + i)
  process.kill(process.pid, 'SIGKILL')`
const run = (script: string) => [process.execPath, '--input-type=module-typescript', '-e', script]

/** A database whose process was killed: what it stored is in the log alone. */
async function killedDatabase(): Promise<string> {
  const file = join(temporaryFolder(), 'test.db')
  const [node = '', ...parameters] = run(open(file) + KILLED)
  await once(spawn(node, parameters, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(40 * 4096)
  return file
}

test('the log that a killed process left is written again, synced and moved before a start is done', async () => {
  const file = await killedDatabase()
  const trace = join(temporaryFolder(), 'trace')
  const { size } = statSync(`${file}-wal`)
  const script = `${open(file)} await database.close()`
  const calls = 'trace=pwrite64,fsync,ftruncate,write'
  spawnSync('strace', ['-f', '-y', '-s', '16', '-e', calls, '-o', trace, ...run(script)])
  const lines = readFileSync(trace, 'utf8').split('\n')
  const started = lines.slice(
    0,
    lines.findIndex((line) => line.includes('"ready\\n"')),
  )
  const find = (pattern: RegExp, from = 0) =>
    started.findIndex((line, index) => index >= from && pattern.test(line))
  const rewritten = find(new RegExp(`pwrite64\\(\\d+<.*-wal>.*, ${size}, 0\\) = ${size}`))
  expect(started[rewritten + 1]).toMatch(/fsync\(\d+<.*-wal>/)
  const logSynced = find(/fsync\(\d+<.*-wal>/, rewritten)
  const moved = find(/pwrite64\(\d+<.*\.db>/, logSynced)
  const fileSynced = find(/fsync\(\d+<.*\.db>/, moved)
  const emptied = find(/ftruncate\(\d+<.*-wal>, 0\)/, fileSynced)
  expect([rewritten, logSynced, moved, fileSynced, emptied]).not.toContain(-1)
  expect(await storedFacts(await openForTest(`sqlite:${file}`))).toHaveLength(40)
})

test.each(['-wal', ''])('a start whose fsync of test.db%s fails is none', async (suffix) => {
  const file = await killedDatabase()
  const { status, stdout, stderr } = spawnSync(
    'strace',
    [
      ...['-f', '-o', '/dev/null', '-P', file + suffix],
      ...['-e', 'inject=fsync,fdatasync:error=EIO:when=1', ...run(open(file))],
    ],
    { encoding: 'utf8' },
  )
  expect(stdout).not.toContain('ready')
  expect(stderr).toMatch(/EIO|disk I\/O error/)
  expect(status).not.toBe(0)
})
