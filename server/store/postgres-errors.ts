/** What an error of PostgreSQL, or of the way to it, means for the transaction that met it. */
import pg from 'pg'
import { UnsafeServer } from './postgres-safety.ts'
import type { DatabaseErrorKind } from './session.ts'

const KINDS: readonly (readonly [states: RegExp, kind: DatabaseErrorKind])[] = [
  // unique_violation, serialization_failure, deadlock_detected, lock_not_available
  [/^(23505|40001|40P01|55P03)$/, 'conflict'],
  // connection, resources (a full disk is 53100), operator intervention, system, idle timeout, read-only standby
  [/^(08|53|57|58|25P03|25006)/, 'unavailable'],
  // data_corrupted, index_corrupted
  [/^XX00[12]$/, 'damaged'],
]

const IO_ERROR = '58030'

/** PostgreSQL could not read or write a file: by chance, or because the disk is damaged. */
export function isPostgresIoError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === IO_ERROR
}

/** Means that nobody answers, as Node.js says it. */
const UNREACHABLE = /^E(?!RR_)[A-Z_]+$/

export function postgresErrorKind(error: unknown): DatabaseErrorKind {
  if (!(error instanceof Error)) return 'mistake'
  if (error instanceof UnsafeServer) return 'unavailable'
  // 'undefined' where there is none, which is no state and no name of an error.
  const code = String((error as { code?: unknown }).code)
  if (error instanceof pg.DatabaseError)
    return KINDS.find(([states]) => states.test(code))?.[1] ?? 'mistake'
  // A certificate's file that is not there does not come by itself.
  if ('syscall' in error && error.syscall === 'open') return 'mistake'
  const lost =
    UNREACHABLE.test(code) ||
    /^(Connection terminated|Query read timeout|timeout e)/.test(error.message)
  return lost ? 'unavailable' : 'mistake'
}
