/** Mutants of the store that may live, of its queries too. */
import type { Survivor } from '../survivor.ts'

export const STORE_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/store/queries/applications.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/queries/feed.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/queries/outbox.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/queries/staff-accounts.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/queries/flags.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the one flag that an application can have of a kind is taken from the first row',
  },
  {
    file: 'server/store/queries/outbox.ts',
    call: '.where(IS_UNSENT)',
    mutator: 'sql',
    why: 'the states that follow are all unsent: it names the index to the planner',
  },
  {
    file: 'server/store/queries/feed.ts',
    call: 'batch?.last ?? 0',
    why: 'a migration wrote the one row; the compiler cannot know it',
  },
  {
    file: 'server/store/queries/facts.ts',
    call: 'passed >= 0',
    why: 'at the very instant of the last turn the answer was given above',
  },
  {
    file: 'server/store/queries/limits.ts',
    call: '[...buckets].sort((a, b) => (a.name < b.name ? -1 : 1))',
    why: 'the order keeps transactions from each other’s locks; a deadlock would be tried again',
  },
  {
    file: 'server/store/queries/application-lists.ts',
    call: "selectAll('a')",
    why: 'the only table',
  },
  {
    file: 'server/store/queries/application-lists.ts',
    call: 'if (mail) found',
    why: 'nothing equals null',
  },
  {
    file: 'server/store/queries/application-lists.ts',
    call: 'if (tel) found',
    why: 'nothing equals null',
  },
  {
    file: 'server/store/queries/application-lists.ts',
    call: 'applications.length === 0',
    why: 'SQLite takes an empty list; the suite on PostgreSQL fails without',
  },
  {
    file: 'server/store/migrate.ts',
    call: 'session.begin(true)',
    why: 'SQLite waits as long either way; on PostgreSQL lockSchema lifts the limit, and nobody holds the table of migrations',
  },
  {
    file: 'server/store/migrate.ts',
    call: 'session.commit(true)',
    why: 'SQLite syncs either way; on PostgreSQL it is one record more in the log of a start',
  },
  {
    file: 'server/store/readiness-check.ts',
    call: 'write === undefined',
    why: 'no write is as one that is out of date: the compiler wants it',
  },
  {
    file: 'server/store/readiness-check.ts',
    call: 'now >= until',
    mutator: 'EqualityOperator',
    why: 'at the very instant either will do',
  },
  {
    file: 'server/store/readiness-check.ts',
    call: '{ ref: false }',
    why: 'lets a process end that was asked in its last moment',
  },
  {
    file: 'server/store/readiness-check.ts',
    call: 'performance.now() - lastGood > PATIENCE_MS',
    mutator: 'EqualityOperator',
    why: 'at the very instant either will do',
  },
  {
    file: 'server/store/transactions.ts',
    call: 'Math.min(firstAgain, MAX_BATCH_SIZE)',
    why: 'only two sessions at once put tasks before one that met a conflict; sharing a commit it could meet one more',
  },
  {
    file: 'server/store/transactions.ts',
    call: 'isGathering = true',
    mutator: 'BooleanLiteral',
    why: 'only where there are two sessions: the suite on PostgreSQL fails',
  },
  {
    file: 'server/store/transactions.ts',
    call: '() => busy.delete(work)',
    why: 'what is done is waited for in no time: only memory would grow',
  },
  {
    file: 'server/store/sqlite/copy.ts',
    call: '{ readOnly: true }',
    why: 'a copy is only read from',
  },
  {
    file: 'server/store/sqlite/copy.ts',
    call: '{ rate: ALL_PAGES }',
    why: 'in steps a copy begins again after each commit of another program: it takes longer',
  },
  {
    file: 'server/store/sqlite/copy.ts',
    call: "db.prepare('select count(*) as total from applications').get()?.total",
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/queries/flags.ts',
    call: "'latest'",
    mutator: 'StringLiteral',
    why: 'SQLite takes an empty name for a table; the suite on PostgreSQL fails',
  },
  {
    file: 'server/store/queries/flags.ts',
    call: "others.as('others')",
    mutator: 'StringLiteral',
    why: 'SQLite takes an empty name for a table; the suite on PostgreSQL fails',
  },
  {
    file: 'server/store/queries/outbox.ts',
    call: 'row?.count',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/queries/outbox.ts',
    call: 'row?.oldest',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/queries/outbox.ts',
    call: '(await failed(tx))?.count',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/queries/outbox.ts',
    call: 'return due.blocked.length === 0 ? first',
    mutator: 'ConditionalExpression',
    why: 'SQLite takes an empty list; the suite on PostgreSQL fails without',
  },
  {
    file: 'server/store/queries/outbox.ts',
    call: 'sending?.count',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/postgres/failover.ts',
    call: "[, scheme = '',",
    why: 'what matches has this part; the compiler cannot know it',
  },
  {
    file: 'server/store/postgres/failover.ts',
    call: "authority = ''",
    why: 'what matches has this part; the compiler cannot know it',
  },
  {
    file: 'server/store/postgres/failover.ts',
    call: '/^(postgres(?:ql)?:\\/\\/)([^@/?]*@)?([^/?]*)(\\/[^?]*)?(?:\\?(.*))?$/s',
    mutator: 'Regex',
    why: 'the last part takes all that is left: the end says so to who reads it',
  },
]
