/** A session on a connection of a test's own, whose log nothing syncs unless the test does, and nothing moves. */
import type { DatabaseSync } from 'node:sqlite'
import type { SchemaSession } from '../store/migrate.ts'
import { createSqliteSession, type Surroundings } from '../store/sqlite/sqlite.ts'

export function plainSession(
  db: DatabaseSync,
  {
    isPresent = () => true,
    sync = async () => {},
  }: Partial<Pick<Surroundings, 'isPresent'> & Surroundings['log']> = {},
): SchemaSession {
  const checkpoints = { committed() {}, room: async () => {} }
  return createSqliteSession(db, { log: { sync }, checkpoints, isPresent })
}
