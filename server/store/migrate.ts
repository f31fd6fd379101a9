/** Brings a database's schema up to date at start; two processes that start at once take turns. */
import type { Migration, MigrationStep, TableChange } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Session } from './session.ts'
import { type Dialect, statement } from './statement.ts'

/** A session that can also change the schema. */
export type SchemaSession = Session & {
  readonly dialect: Dialect
  /** Runs SQL that has no values. */
  execute(sql: string): Promise<void>
  /** Changes constraints of a table; for SQLite, foreign keys are off while migrations run. */
  changeTable(change: TableChange): Promise<void>
  /** Throws where a row refers to another that is not there. */
  checkReferences(): Promise<void>
  /** Keeps other processes out of the schema until the transaction ends. */
  lockSchema(): Promise<void>
}

/** Throws when the database was written by a later version of this program. */
export async function migrate(
  session: SchemaSession,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await session.begin(true)
  const tx = session.transaction(() => {})
  try {
    await session.lockSchema()
    await session.execute(
      'create table if not exists migrations (id integer primary key, name text not null)',
    )
    const applied = await tx.all(appliedMigrations)
    for (const { id, name } of applied)
      if (migrations[id]?.name !== name)
        throw new Error(`the database has migration ${id} "${name}", which this program lacks`)
    for (const [id, { name, steps }] of migrations.entries()) {
      if (id < applied.length) continue
      for (const step of steps) await runStep(session, step)
      await tx.run(recordMigration, { id, name })
    }
    if (applied.length < migrations.length) await session.checkReferences()
    await session.commit(true)
  } catch (error) {
    await session.rollback()
    throw error
  }
}

async function runStep(session: SchemaSession, step: MigrationStep): Promise<void> {
  if (typeof step === 'string') return session.execute(step)
  if ('table' in step) return session.changeTable(step)
  const sql = step[session.dialect]
  if (sql !== undefined) await session.execute(sql)
}

const appliedMigrations = statement((db) =>
  db.selectFrom('migrations').select(['id', 'name']).orderBy('id'),
)

const recordMigration = statement((db, { id, name }: { id: number; name: string }) =>
  db.insertInto('migrations').values({ id, name }),
)
