import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openForTest, temporaryFolder } from '../testing/databases.ts'
import { putFact, storeFact } from '../testing/facts.ts'
import { createSqliteSession } from './sqlite-session.ts'

test('a statement of a transaction that SQLite has ended is refused, and stored by nobody', async () => {
  const db = new DatabaseSync(join(temporaryFolder(), 'test.db'))
  db.exec('create table facts (name text primary key, value text not null)')
  const session = createSqliteSession(db, () => true)
  await session.begin(true)
  const tx = session.transaction(() => {})
  await tx.run(putFact, { name: 'a', value: '' })
  // As a full disk does.
  db.exec('rollback')
  expect(session.inTransaction).toBe(false)
  await expect(tx.run(putFact, { name: 'b', value: '' })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(db.prepare('select name from facts').all()).toEqual([])
  db.close()
})

test('the log is moved into the database file every few thousand rows', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = await openForTest(`sqlite:${file}`)
  const before = statSync(file).size
  const store = (lane: number) =>
    Promise.all(Array.from({ length: 1500 }, (_, i) => storeFact(database, `${lane}-${i}`)))
  for (const lane of [0, 1]) await store(lane)
  expect(statSync(file).size).toBe(before)
  for (const lane of [2, 3]) await store(lane)
  expect(statSync(file).size).toBeGreaterThan(before)
})

test('an fsync of the database file that fails in a checkpoint stops the process', () => {
  const file = join(temporaryFolder(), 'test.db')
  const program = (rows: number) => `
    import { openDatabase } from '${import.meta.dirname}/database.ts'
    import { storeFact } from '${import.meta.dirname}/../testing/facts.ts'
    const database = await openDatabase('sqlite:${file}', {
      onFatal(error) { console.log('fatal', error.errcode & 0xff); process.exit(70) },
    })
    await Promise.all(Array.from({ length: ${rows} }, (_, i) => storeFact(database, process.pid + '-' + i)))
    process.kill(process.pid, 'SIGKILL')`
  const trace = join(temporaryFolder(), 'trace')
  const run = (rows: number, ...options: string[]) =>
    spawnSync(
      'strace',
      [
        ...['-f', '-o', trace, '-P', file, '-e', 'trace=fsync', ...options],
        ...[process.execPath, '--input-type=module-typescript', '-e', program(rows)],
      ],
      { encoding: 'utf8' },
    )
  run(1)
  run(1)
  const atStart = readFileSync(trace, 'utf8').match(/fsync\(/g)?.length ?? 0
  const { stdout, status } = run(5000, '-e', `inject=fsync:error=EIO:when=${atStart + 1}`)
  expect(stdout).toContain('fatal 10')
  expect(status).toBe(70)
})
