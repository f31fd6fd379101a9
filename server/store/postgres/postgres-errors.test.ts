import pg from 'pg'
import { expect, test } from 'vitest'
import { ReadOnlyServer, UnsafeServer } from './safety.ts'
import { isPostgresDoubt, postgresErrorKind } from './session.ts'

const answered = (code: string, message = 'refused') =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
const met = (message: string, own: object = {}) => Object.assign(new Error(message), own)
const failed = (code: unknown, syscall = 'connect') => met('lost', { code, syscall })

test.each([
  {
    kind: 'conflict',
    meant: 'another transaction was first',
    errors: ['23505', '40001', '40P01', '55P03'].map((code) => answered(code)),
  },
  {
    kind: 'unavailable',
    meant: 'the server or its disk cannot do it now',
    errors: [
      ...['08006', '53100', '53300', '57P01', '57014', '58030', '25P03', '25006'].map((code) =>
        answered(code),
      ),
      new UnsafeServer('another server'),
      new ReadOnlyServer(),
    ],
  },
  {
    kind: 'unavailable',
    meant: 'a backup is being restored: a table is not there at this moment',
    errors: [answered('42P01')],
  },
  {
    kind: 'unavailable',
    meant: 'nobody answers',
    errors: [
      ...['ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOENT'].map((code) => failed(code)),
      met('Connection terminated unexpectedly'),
      met('Query read timeout'),
      met('timeout expired'),
      met('timeout exceeded when trying to connect'),
    ],
  },
  {
    kind: 'damaged',
    meant: 'what is stored cannot be read',
    errors: ['XX001', 'XX002'].map((code) => answered(code)),
  },
  {
    kind: 'mistake',
    meant: 'a statement that never will do',
    errors: [
      ...['23503', '42P02', '25P02', '425008', '123505', '235050', 'XX000'].map((code) =>
        answered(code),
      ),
      answered('42601', 'Connection terminated'),
    ],
  },
  {
    kind: 'mistake',
    meant: 'no waiting mends it',
    errors: [
      failed('ENOENT', 'open'),
      ...['ERR_INVALID_ARG_TYPE', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ECONN later', 'E', 111].map(
        (code) => failed(code),
      ),
      met('the Connection terminated'),
      { code: 'ECONNREFUSED', message: 'Connection terminated' },
    ],
  },
] as const)('$kind: $meant', ({ kind, errors }) => {
  expect(errors.map((error) => [error, postgresErrorKind(error)])).toEqual(
    errors.map((error) => [error, kind]),
  )
})

test('an error of I/O, and one that PostgreSQL did not foresee, are told from others', () => {
  const errors = ['58030', 'XX000', '58P01', 'XX001'].map((code) => answered(code))
  expect([...errors, failed('58030'), undefined].map(isPostgresDoubt)).toEqual([
    ...[true, true, false, false],
    ...[false, false],
  ])
})
