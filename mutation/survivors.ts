/** Mutants that may live, each with its reason; a room with many has a file of its own in survivors/. */
import type { Survivor } from './survivor.ts'
import { APPLICATION_SURVIVORS } from './survivors/applications.ts'
import { DOMAIN_SURVIVORS } from './survivors/domain.ts'
import { PASTE_SURVIVORS } from './survivors/pastes.ts'

export const SURVIVORS: readonly Survivor[] = [
  ...DOMAIN_SURVIVORS,
  ...PASTE_SURVIVORS,
  ...APPLICATION_SURVIVORS,
  {
    file: 'server/http/client-address.ts',
    call: "const [head = '', tail]",
    why: 'a split has a first part',
  },
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
    file: 'server/limits.ts',
    call: 'starts.length === 0 ? []',
    mutator: 'ArrayDeclaration',
    why: 'where nothing was taken nobody looks how much is used',
  },
  {
    file: 'server/limits.ts',
    call: "bucketName('mail'",
    why: 'the kinds only have to differ from each other',
  },
  {
    file: 'server/limits.ts',
    call: "invitation ? bucketName('invitation', invitation) : bucketName('address', address)",
    mutator: 'StringLiteral',
    why: 'the kinds only have to differ from each other',
  },
  {
    file: 'server/limits.ts',
    call: 'limit, hour, amount: call.bytes }] : []',
    mutator: 'ArrayDeclaration',
    why: 'a bucket without a limit refuses nothing',
  },
  {
    file: 'server/limits.ts',
    call: 'run({ isNear: false, refusal: isNoRepetition })',
    mutator: 'BooleanLiteral',
    why: 'a call that is refused stores no flag',
  },
  {
    file: 'server/retention.ts',
    call: "name: 'retention'",
    why: 'any name would do, as long as it is no other job’s',
  },
  {
    file: 'server/retention.ts',
    call: 'Math.max(...taken.map(({ created_at }) => created_at))',
    why: 'what was taken is gone: where the next batch begins only saves time',
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
