/** Mutants of SQLite's connection, its log and its checkpoints that may live. */
import type { Survivor } from '../survivor.ts'

export const SQLITE_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/store/sqlite/file.ts',
    call: 'performance.now() < deadline',
    mutator: 'EqualityOperator',
    why: 'at the very instant of the deadline either will do',
  },
  {
    file: 'server/store/sqlite/file.ts',
    call: 'lock.close()',
    why: 'the refused handle holds no lock, and the program that is refused ends',
  },
  {
    file: 'server/store/sqlite/file.ts',
    call: ': [])',
    mutator: 'ArrayDeclaration',
    why: 'the name of a file that is not there is passed over below',
  },
  {
    file: 'server/store/sqlite/file.ts',
    call: 'return []',
    mutator: 'ArrayDeclaration',
    why: 'the name of a file that is not there is passed over',
  },
  {
    file: 'server/store/sqlite/file.ts',
    call: 'checkpoint.get()?.busy',
    why: 'the pragma always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/sqlite/file.ts',
    call: 'performance.now() > deadline',
    mutator: 'EqualityOperator',
    why: 'at the very instant of the deadline either will do',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: "'release task'",
    why: 'what is not released ends with the transaction, and the savepoint that was made last is found first',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: "() => db.exec('release task')",
    why: 'what is not released ends with the transaction, and the savepoint that was made last is found first',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: 'changes.get()?.total',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: 'performance.now() > deadline',
    mutator: 'EqualityOperator',
    why: 'at the very instant of the deadline either will do',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: '10 + Math.random() * 40',
    mutator: 'ArithmeticOperator',
    why: 'how long it waits between two tries matters to nobody',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: '{ timeout: PATIENCE_MS }',
    why: 'another program that changes the file at this instant: it takes a process of its own',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: 'statSync(file, { throwIfNoEntry: false })?.ino',
    why: 'what it throws is told as unavailable too',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: "if (sqliteErrorKind(error, 'commit') === 'fatal') onFatal(error)",
    why: 'a disk that fails in SQLite itself takes a process of its own: sqlite-processes.test.ts',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: 'session.begin(true)',
    why: 'SQLite waits as long either way',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: 'version.get()?.data_version',
    why: 'the pragma always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/sqlite/sqlite.ts',
    call: "db.exec('rollback') if (current",
    mutator: 'StringLiteral',
    why: 'it is rolled back at the end, only later',
  },
  {
    file: 'server/store/sqlite/fsync.ts',
    call: 'let isLong = false',
    why: 'a start would make one checkpoint more',
  },
  {
    file: 'server/store/sqlite/fsync.ts',
    call: 'isLong || isDue()',
    why: 'who waits for a checkpoint under way without need is only later',
  },
  {
    file: 'server/store/sqlite/fsync.ts',
    call: 'resourceLimits: { maxYoungGenerationSizeMb: 1, stackSizeMb: 1 }',
    why: 'it bounds memory alone',
  },
  {
    file: 'server/store/sqlite/fsync.ts',
    call: 'execArgv: []',
    why: 'shown by a process of its own in sqlite-processes.test.ts, which takes too long for mutants',
  },
  {
    file: 'server/store/sqlite/fsync.ts',
    call: "postMessage('checkpoint')",
    why: 'the thread does the same whatever it is sent',
  },
]
