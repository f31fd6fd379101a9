/** Classifies errors of SQLite for the transaction in which they occurred. */
import type { DatabaseErrorKind } from '../session.ts'

/** Primary result codes, https://sqlite.org/rescode.html */
const CODES = {
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  notadb: 26,
}
/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC */
const FSYNC_FAILED = [CODES.ioerr | (4 << 8), CODES.ioerr | (5 << 8)]
const DAMAGED = [CODES.corrupt, CODES.notadb]
const UNAVAILABLE = [
  ...[CODES.busy, CODES.locked, CODES.readonly],
  ...[CODES.ioerr, CODES.full, CODES.cantopen],
]

export function sqliteErrorKind(error: unknown, during?: 'task' | 'commit'): DatabaseErrorKind {
  if (isFailedSync(error)) return 'fatal'
  const extended = extendedCodeOf(error)
  const code = extended & 0xff
  if (code === CODES.ioerr && (during === 'commit' || FSYNC_FAILED.includes(extended)))
    return 'fatal'
  if (DAMAGED.includes(code)) return 'damaged'
  return UNAVAILABLE.includes(code) ? 'unavailable' : 'mistake'
}

export function isBusy(error: unknown): boolean {
  return (extendedCodeOf(error) & 0xff) === CODES.busy
}

/** What of an error of SQLite passes from one process or thread to another. */
export type SqliteError = { message: string; code: string; errcode: number; errstr: string }

export function plainError(thrown: unknown): SqliteError {
  const { message, code, errcode, errstr } = thrown as SqliteError
  return { message, code, errcode, errstr }
}

export function errorFrom({ message, ...codes }: SqliteError): Error {
  return Object.assign(new Error(message), codes)
}

/** Something on the disk could not be read or written: by chance, or because it is damaged. */
export function isSqliteIoError(error: unknown): boolean {
  return (extendedCodeOf(error) & 0xff) === CODES.ioerr
}

/** An error of our own sync of the log (log-sync.ts). */
function isFailedSync(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'fdatasync'
}

/** 0 for an error that is not SQLite's. */
function extendedCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
}
