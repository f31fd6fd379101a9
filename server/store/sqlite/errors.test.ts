import { expect, test } from 'vitest'
import { errorFrom, isBusy, isSqliteIoError, plainError, sqliteErrorKind } from './errors.ts'

const sqlite = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode })
const system = (syscall: string) => Object.assign(new Error('EIO'), { syscall })

test.each([
  ['busy', sqlite(5), 'unavailable', 'unavailable'],
  ['busy, and a snapshot is old', sqlite(5 | (2 << 8)), 'unavailable', 'unavailable'],
  ['locked', sqlite(6), 'unavailable', 'unavailable'],
  ['readonly', sqlite(8), 'unavailable', 'unavailable'],
  ['a read that failed', sqlite(10 | (1 << 8)), 'unavailable', 'fatal'],
  ['a write that failed', sqlite(10 | (3 << 8)), 'unavailable', 'fatal'],
  ['a sync that failed', sqlite(10 | (4 << 8)), 'fatal', 'fatal'],
  ['a sync of a folder that failed', sqlite(10 | (5 << 8)), 'fatal', 'fatal'],
  ['a full disk', sqlite(13), 'unavailable', 'unavailable'],
  ['no file', sqlite(14), 'unavailable', 'unavailable'],
  ['a damaged file', sqlite(11), 'damaged', 'damaged'],
  ['a damaged index', sqlite(11 | (3 << 8)), 'damaged', 'damaged'],
  ['no database', sqlite(26), 'damaged', 'damaged'],
  ['a constraint', sqlite(19 | (8 << 8)), 'mistake', 'mistake'],
  ['a wrong statement', sqlite(1), 'mistake', 'mistake'],
  ['our own sync of the log', system('fdatasync'), 'fatal', 'fatal'],
  ['another call of the system', system('open'), 'mistake', 'mistake'],
  ['a mistake of a task', new TypeError('x'), 'mistake', 'mistake'],
  ['what only looks like an error', { errcode: 5, syscall: 'fdatasync' }, 'mistake', 'mistake'],
  ['a text', 'errcode syscall', 'mistake', 'mistake'],
])('%s is judged by what was being done', (_, error, inTask, inCommit) => {
  expect([sqliteErrorKind(error, 'task'), sqliteErrorKind(error, 'commit')]).toEqual([
    inTask,
    inCommit,
  ])
  expect(sqliteErrorKind(error)).toBe(inTask)
})

test('busy is one code with all its kinds, and no other', () => {
  expect([sqlite(5), sqlite(5 | (2 << 8)), sqlite(6), sqlite(0), 'x', null].map(isBusy)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('an error of I/O is one code with all its kinds', () => {
  const errors = [sqlite(10), sqlite(10 | (1 << 8)), sqlite(11), sqlite(13), system('read'), null]
  expect(errors.map(isSqliteIoError)).toEqual([true, true, false, false, false, false])
})

test('what passes between processes has all that SQLite said', () => {
  const fields = { message: 'm', code: 'ERR_SQLITE_ERROR', errcode: 11, errstr: 'e' }
  const { message, ...codes } = fields
  const error = Object.assign(new Error(message), codes)
  expect(plainError(error)).toEqual(fields)
  expect(errorFrom(plainError(error))).toEqual(error)
})
