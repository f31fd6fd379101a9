import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../testing/databases.ts'
import { putFact } from '../../testing/facts.ts'
import { plainSession } from '../../testing/sqlite-session.ts'
import { query } from '../statement.ts'
import { createSqliteSession, executorOf } from './sqlite.ts'

test('a statement of a transaction that SQLite has ended is refused, and stored by nobody', async () => {
  const db = new DatabaseSync(join(temporaryFolder(), 'test.db'))
  db.exec('create table facts (name text primary key, value text not null)')
  const session = plainSession(db)
  await session.begin('alone')
  const tx = session.transaction(() => {})
  await tx.run(putFact, { name: 'a', value: '' })
  // As a full disk does.
  db.exec('rollback')
  expect(session.inTransaction).toBe(false)
  await expect(tx.run(putFact, { name: 'b', value: '' })).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'the transaction has ended' },
  })
  expect(db.prepare('select name from facts').all()).toEqual([])
  db.close()
})

test('a statement is prepared once, a query each time: its text is like no other', async () => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table facts (name text primary key, value text not null)')
  const prepared: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = (sql) => {
    prepared.push(sql)
    return prepare(sql)
  }
  const { rows, changes } = executorOf(db)
  db.exec('begin')
  const put = putFact.compile('sqlite')
  const all = query((db) => db.selectFrom('facts').selectAll()).compile('sqlite')
  for (const name of ['a', 'b']) {
    await changes(put, [name, ''])
    await rows(all, [])
  }
  expect(prepared.map((sql) => sql.split(' ')[0])).toEqual(['insert', 'select', 'select'])
  db.close()
})

/** Two programs with one file; the first has a transaction open. */
function besideAnother() {
  const file = join(temporaryFolder(), 'test.db')
  const [other, db] = [new DatabaseSync(file), new DatabaseSync(file, { timeout: 1 })]
  onTestFinished(() => {
    for (const each of [other, db]) each.close()
  })
  other.exec('pragma journal_mode = wal; begin immediate')
  return {
    other,
    session: plainSession(db),
  }
}

test('another program that writes is waited for, up to five seconds', async () => {
  const { other, session } = besideAnother()
  const begun = session.begin('alone')
  await setTimeout(60)
  expect(session.inTransaction).toBe(false)
  other.exec('commit')
  await begun
  expect(session.inTransaction).toBe(true)
})

test('whoever writes for longer than that is told as busy', async () => {
  const { session } = besideAnother()
  const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(5001)
  onTestFinished(() => now.mockRestore())
  await expect(session.begin('alone')).rejects.toThrow('database is locked')
})

test('a begin that fails for another reason waits for nothing', async () => {
  const { other, session } = besideAnother()
  other.exec('commit')
  await session.begin('alone')
  await expect(session.begin('alone')).rejects.toThrow('within a transaction')
})

test('a transaction waits for room in the log, and each commit tells how many rows it changed', async () => {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec('create table facts (name text primary key, value text not null)')
  const commits: number[] = []
  const room = Promise.withResolvers<void>()
  const session = createSqliteSession(db, {
    log: { sync: async () => {} },
    checkpoints: { committed: (rows) => commits.push(rows), room: () => room.promise },
    isPresent: () => true,
  })
  const begun = session.begin('alone')
  await setTimeout(1)
  expect(session.inTransaction).toBe(false)
  room.resolve()
  await begun
  const tx = session.transaction(() => {})
  for (const names of [['a', 'b'], ['c'], []]) {
    if (!session.inTransaction) await session.begin('alone')
    for (const name of names) await tx.run(putFact, { name, value: '' })
    await session.commit(true)
  }
  expect(commits).toEqual([2, 1, 0])
})
