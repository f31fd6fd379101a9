import type { Migration, MigrationStep } from './migration.ts'

const REFUSED = 'the audit trail is only added to'

/** SQLite has no statement-level triggers: each kind of change has one that fires at its first row. */
const sqliteTrigger = (change: 'update' | 'delete'): MigrationStep => ({
  sqlite: `create trigger audit_no_${change} before ${change} on audit
    begin select raise(abort, '${REFUSED}'); end`,
})

export const APPEND_ONLY_AUDIT: Migration = {
  name: 'the database refuses changes of the audit trail',
  steps: [
    sqliteTrigger('update'),
    sqliteTrigger('delete'),
    {
      postgres: `create function refuse_audit_change() returns trigger language plpgsql as
        $$ begin raise exception '${REFUSED}'; end $$`,
    },
    {
      postgres: `create trigger audit_append_only before update or delete or truncate on audit
        for each statement execute function refuse_audit_change()`,
    },
  ],
}
