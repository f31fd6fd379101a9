/** Brings a database's schema up to date at start; two processes that start at once take turns. */

import { MIGRATIONS, type Migration } from './migrations.ts'
import type { Session } from './session.ts'
import { type Dialect, statement } from './statement.ts'

/** A session that can also change the schema. */
export type SchemaSession = Session & {
  readonly dialect: Dialect
  /** Runs SQL that has no values. */
  execute(sql: string): Promise<void>
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
    for (const [id, { name, statements }] of migrations.entries()) {
      if (id < applied.length) continue
      for (const sql of statements)
        if (typeof sql === 'string') await session.execute(sql)
        else if (session.dialect === 'postgres') await session.execute(sql.postgres)
      await tx.run(recordMigration, { id, name })
    }
    await session.commit()
  } catch (error) {
    await session.rollback()
    throw error
  }
}

const appliedMigrations = statement((db) =>
  db.selectFrom('migrations').select(['id', 'name']).orderBy('id'),
)

const recordMigration = statement((db, { id, name }: { id: number; name: string }) =>
  db.insertInto('migrations').values({ id, name }),
)
