/** What one migration consists of. */
import { hash } from 'node:crypto'
import type { Dialect } from '../statement.ts'

export type Migration = { name: string; steps: readonly MigrationStep[] }

/** SQL for both databases, SQL for one of them alone, or a change of a table that SQLite's ALTER TABLE cannot make. */
export type MigrationStep = string | Partial<Record<Dialect, string>> | TableChange

/**
 * Changes constraints of a table. SQLite rebuilds the table from its definition with `from` replaced by `to`;
 * columns and their order stay. PostgreSQL runs its own statement.
 */
export type TableChange = { table: string; from: string; to: string; postgres: string }

/** Eight hexadecimal digits that another edit of the steps does not have. */
export function digestOf(steps: readonly MigrationStep[]): string {
  return hash('sha256', JSON.stringify(steps), 'hex').slice(0, 8)
}
