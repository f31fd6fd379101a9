import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openForTest, temporaryFolder } from '../testing/databases.ts'
import { storedFacts, storeFact } from '../testing/facts.ts'

/** In processes of their own, which are killed, or whose system calls fail. */
describe('SQLite', () => {
  test('every acknowledged group of commits was synced first', async () => {
    const file = join(temporaryFolder(), 'test.db')
    const script = `
      import { openDatabase } from '${import.meta.dirname}/open-database.ts'
      import { query } from '${import.meta.dirname}/statement.ts'
      const database = await openDatabase('sqlite:${file}', { onFatal: console.error })
      process.stdout.write('ready\\n')
      for (let i = 0; i < 40; i++)
        await database.atomic((tx) => tx.run(query((db) => db.insertInto('facts').values({ name: 'n' + i, value: '' }))))
      process.kill(process.pid, 'SIGKILL')`
    const trace = join(temporaryFolder(), 'trace')
    const run = spawn(
      'strace',
      [
        '-f',
        '-o',
        trace,
        '-e',
        'trace=fsync,fdatasync,write',
        process.execPath,
        '--input-type=module-typescript',
        '-e',
        script,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    run.stdout.resume()
    await once(run, 'exit')
    const lines = execFileSync('cat', [trace], { encoding: 'utf8' }).split('\n')
    const ready = lines.findIndex((line) => line.includes('"ready\\n"'))
    const syncs = lines.slice(ready).filter((line) => /f(data)?sync\(/.test(line)).length
    expect(syncs).toBeGreaterThanOrEqual(40)
    expect(await storedFacts(await openForTest(`sqlite:${file}`))).toHaveLength(40)
  })

  test('a full disk is told as unavailable, keeps nothing half, and ends with the shortage', () => {
    const folder = temporaryFolder()
    const program = join(import.meta.dirname, '../testing/full-disk.ts')
    // A disk in memory, mounted where only this process sees it, which any user may do.
    const script = `mount -t tmpfs -o size=3m tmpfs "$1" && exec "$2" "$3" "$1"`
    const output = execFileSync(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-c', script, 'sh', folder, process.execPath, program],
      { encoding: 'utf8' },
    )
    const seen = JSON.parse(output)
    expect(seen.stored).toEqual(seen.acknowledged)
    expect(seen.acknowledged).toEqual(expect.arrayContaining(['a-before', 'd-after']))
    expect(seen.refusals.length).toBeGreaterThan(20)
    expect(new Set(seen.refusals)).toEqual(new Set(['unavailable']))
    expect(seen.checks).toEqual(['green', 'red', 'green'])
    expect(seen.integrity).toEqual([{ integrity_check: 'ok' }])
  })

  test('large commits of few rows do not let the log fill the disk', () => {
    const folder = temporaryFolder()
    const program = `
      import { openDatabase } from '${import.meta.dirname}/open-database.ts'
      import { query } from '${import.meta.dirname}/statement.ts'
      import { storeFact } from '${import.meta.dirname}/../testing/facts.ts'
      const database = await openDatabase('sqlite:${folder}/test.db', { onFatal: console.error })
      await storeFact(database, 'a')
      for (let i = 0; i < 250; i++) {
        const value = String(i % 10).repeat(100_000)
        await database.atomic((tx) => tx.run(query((db) => db.updateTable('facts').set({ value }))))
          .then(() => console.log('stored'), (error) => console.log(error.code))
      }`
    const script = `mount -t tmpfs -o size=16m tmpfs "$1" && exec "$2" --input-type=module-typescript -e "$3"`
    const output = execFileSync(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-c', script, 'sh', folder, process.execPath, program],
      { encoding: 'utf8' },
    )
    expect(output).toBe('stored\n'.repeat(250))
  })

  test('a failed fsync stops the process: nobody knows what is on disk', async () => {
    const file = join(temporaryFolder(), 'test.db')
    const script = `
      import { openDatabase } from '${import.meta.dirname}/open-database.ts'
      import { query } from '${import.meta.dirname}/statement.ts'
      const database = await openDatabase('sqlite:${file}', {
        onFatal(error) { console.log('fatal', error.code); process.exitCode = 70; setImmediate(() => process.exit()) },
      })
      for (let i = 0; i < 100; i++)
        await database.atomic((tx) => tx.run(query((db) => db.insertInto('facts').values({ name: 'n' + i, value: '' }))))
          .then(() => console.log('ok'), (error) => console.log(error.code))`
    const run = spawn(
      'strace',
      [
        '-f',
        '-o',
        '/dev/null',
        '-e',
        'trace=fsync,fdatasync',
        '-e',
        'inject=fsync,fdatasync:error=EIO:when=30+',
        process.execPath,
        '--input-type=module-typescript',
        '-e',
        script,
      ],
      // strace counts calls by thread.
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, UV_THREADPOOL_SIZE: '1' } },
    )
    let output = ''
    run.stdout.on('data', (chunk) => {
      output += chunk
    })
    const [code] = await once(run, 'exit')
    const lines = output.trim().split('\n')
    expect(lines).toContain('fatal EIO')
    expect(lines).toContain('unavailable')
    expect(code).toBe(70)
    const names = await storedFacts(await openForTest(`sqlite:${file}`))
    const acknowledged = lines.filter((line) => line === 'ok').length
    // The one whose outcome was unknown may be there or not; none that was acknowledged is missing.
    expect(names.length - acknowledged).toBeOneOf([0, 1])
  })

  test('another process that holds the lock is waited for without blocking', async () => {
    const file = join(temporaryFolder(), 'test.db')
    const database = await openForTest(`sqlite:${file}`)
    const script = `
      const { DatabaseSync } = require('node:sqlite')
      const db = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 })
      db.exec('begin immediate'); console.log('held')
      process.stdin.resume().on('end', () => { db.exec('commit'); db.close() })`
    const holder = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void holder.kill('SIGKILL'))
    await once(holder.stdout, 'data')
    let stored = false
    const unit = storeFact(database, 'a').then(() => {
      stored = true
    })
    for (let turn = 0; turn < 6; turn++) await setTimeout(10)
    expect(stored).toBe(false)
    holder.stdin.end()
    await unit
  })
})

test('an fsync of the database file that fails in a checkpoint stops the process', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const program = `
    import { once } from 'node:events'
    import { openDatabase } from '${import.meta.dirname}/open-database.ts'
    import { storeFact } from '${import.meta.dirname}/../testing/facts.ts'
    const database = await openDatabase('sqlite:${file}', {
      onFatal(error) { console.log('fatal', error.errcode & 0xff); process.exit(70) },
    })
    console.log('open')
    await once(process.stdin, 'data')
    for (let i = 0; i < 50; i++) await storeFact(database, String(i))
    setTimeout(() => console.log('nothing happened'), 20_000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  // Attached only now: the fsyncs of the start are none of it.
  const inject = ['-e', 'trace=fsync', '-e', 'inject=fsync:error=EIO:when=1']
  const strace = spawn('strace', ['-f', '-p', String(child.pid), '-P', file, ...inject])
  await once(strace.stderr, 'data')
  child.stdin.end('go')
  expect(String(await once(child.stdout, 'data'))).toBe('fatal 10\n')
  expect(await ended).toEqual([70, null])
})

const open = (file: string) => `
  import { openDatabase } from '${import.meta.dirname}/open-database.ts'
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

test('a scrubbing whose fsync of the database fails stops the process', () => {
  const file = join(temporaryFolder(), 'test.db')
  const script = `${open(file).replace('console.error', '() => process.exit(70)')}
    for (let i = 0; i < 20; i++) {
      await storeFact(database, 'n' + i)
      await database.scrub()
    }`
  const { status } = spawnSync('strace', [
    ...['-f', '-o', '/dev/null', '-P', file],
    // A start syncs it too.
    ...['-e', 'inject=fsync,fdatasync:error=EIO:when=10+', ...run(script)],
  ])
  expect(status).toBe(70)
})
