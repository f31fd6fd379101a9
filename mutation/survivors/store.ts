/** Mutants of the store that may live, of its queries too. */
import type { Survivor } from '../survivor.ts'

export const STORE_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/store/applications.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/changes.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/outbox-lists.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/staff-accounts.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/flags.ts',
    call: '.limit(1)',
    mutator: 'sql',
    why: 'the one flag that an application can have of a kind is taken from the first row',
  },
  {
    file: 'server/store/outbox-lists.ts',
    call: '.where(IS_UNSENT)',
    mutator: 'sql',
    why: 'the states that follow are all unsent: it names the index to the planner',
  },
  {
    file: 'server/store/changes.ts',
    call: 'batch?.last ?? 0',
    why: 'a migration wrote the one row; the compiler cannot know it',
  },
  {
    file: 'server/store/key-values.ts',
    call: 'passed >= 0',
    why: 'at the very instant of the last turn the answer was given above',
  },
  {
    file: 'server/store/limits.ts',
    call: '[...buckets].sort((a, b) => (a.name < b.name ? -1 : 1))',
    why: 'the order keeps transactions from each other’s locks; a deadlock would be tried again',
  },
  {
    file: 'server/store/lists.ts',
    call: "selectAll('a')",
    why: 'the only table',
  },
  {
    file: 'server/store/lists.ts',
    call: 'if (mail) found',
    why: 'nothing equals null',
  },
  {
    file: 'server/store/lists.ts',
    call: 'if (tel) found',
    why: 'nothing equals null',
  },
  {
    file: 'server/store/lists.ts',
    call: 'applications.length === 0',
    why: 'SQLite takes an empty list; the suite on PostgreSQL fails without',
  },
]
