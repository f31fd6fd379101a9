/** Mutants that may live, each with the reason why no test can or need tell it from the original. */

export type Survivor = {
  file: string
  /** The part of the file that may be changed or left out, white space as single spaces: as little as has the reason. */
  call: string
  /** Stryker's name of the one kind of change that is meant; without it, every kind. */
  mutator?: string
  why: string
}

export const SURVIVORS: readonly Survivor[] = [
  {
    file: 'domain/estimate.ts',
    call: 'rows.length === 0 || unitPrice === undefined',
    mutator: 'ConditionalExpression',
    why: 'rows of a group without a price were refused before; the compiler cannot know it',
  },
  {
    file: 'domain/price-lists.ts',
    call: 'if (!inForce) throw new RangeError(`no price list for ${catalogue}`)',
    why: 'every catalogue has a list; the compiler cannot know it',
  },
  {
    file: 'domain/price-lists.ts',
    call: 'group !== undefined &&',
    why: 'what has no group has no price either; the compiler wants the condition',
  },
  {
    file: 'domain/row-notes.ts',
    call: 'provisionalEstimate(rules, list, [row])?.rows ?? []',
    why: 'what is not offered is left out before, so that there is always an estimate; the compiler cannot know it',
  },
  {
    file: 'domain/trusted-types.ts',
    call: "'moushikomi-file-worker'",
    why: 'server/security.test.ts compares the whole policy; it is no test of this room',
  },
  {
    file: 'domain/estimate.ts',
    call: 'group === undefined ||',
    why: 'what has no group has no price either; the compiler wants the condition',
  },
  {
    file: 'domain/facilities.ts',
    call: "'facilityNumber', row.facilityNumber",
    why: 'every cell that is neither name nor service is read as a number',
  },
  {
    file: 'domain/known-numbers.ts',
    call: "name .normalize('NFKC') .toLowerCase()",
    why: 'names are only compared with each other: capitals would do as well',
  },
  {
    file: 'domain/old-characters.ts',
    call: "([, old = '', modern = ''])",
    why: 'the pattern always has both parts; the compiler cannot know it',
  },
  {
    file: 'domain/contract.ts',
    call: '.exec(text) ?? []',
    why: 'a list without a second part is as good as an empty one',
  },
  {
    file: 'server/applications/agreed-price.ts',
    call: ': []',
    mutator: 'ArrayDeclaration',
    why: 'what has no price is never the price that was consented to',
  },
  {
    file: 'server/applications/consent.ts',
    call: 'if (!(await insertApplication(tx, application))) throw new Conflict()',
    why: 'two processes at once, on PostgreSQL: conflicts.test.ts',
  },
  {
    file: 'server/applications/consent.ts',
    call: 'if (!moved) throw new Conflict()',
    why: 'two processes at once, on PostgreSQL: conflicts.test.ts',
  },
  {
    file: 'server/applications/consent.ts',
    call: 'key === null ? undefined',
    why: 'no application has the key null: a question to the database less',
  },
  {
    file: 'server/applications/consent.ts',
    call: "sender: ''",
    why: 'a request of an existing number has no applicant to whom a mail would go',
  },
  {
    file: 'server/applications/consent.ts',
    call: 'seq > 0 &&',
    why: 'every flow that begins before its consent has a price, so that none was consented to yet',
  },
  {
    file: 'server/applications/count.ts',
    call: "'Calls of applications by what came of them: completed, stored, replayed, or the code of the error.'",
    why: 'help for people',
  },
  {
    file: 'server/applications/facilities.ts',
    call: 'if (!closed) throw new Conflict()',
    why: 'two processes at once, on PostgreSQL: conflicts.test.ts',
  },
  {
    file: 'server/applications/idempotency.ts',
    call: 'key === null ||',
    why: 'the key null is found nowhere and binds nothing: two questions to the database less',
  },
  {
    file: 'server/applications/invited.ts',
    call: 'earlier?.application',
    why: 'an invitation that is spent has its use; the compiler cannot know it',
  },
  {
    file: 'server/applications/invited.ts',
    call: "earlier?.reference ?? ''",
    why: 'an invitation that is spent has its use; the compiler cannot know it',
  },
  {
    file: 'server/applications/keyless.ts',
    call: 'if (!consent) throw new Conflict()',
    why: 'a request without a key is stored with its consent; the compiler cannot know it',
  },
  {
    file: 'server/applications/keyless.ts',
    call: 'if (!(await insertApplication(tx, application))) throw new Conflict()',
    why: '128 random bits, or a receipt number, that were drawn before',
  },
  {
    file: 'server/applications/names.ts',
    call: 'characters.length < REFERENCE_LENGTH',
    mutator: 'EqualityOperator',
    why: 'characters that are too many are cut off below',
  },
  {
    file: 'server/applications/names.ts',
    call: 'count >= 5',
    mutator: 'EqualityOperator',
    why: 'what is taken a byte later is the same',
  },
  {
    file: 'server/applications/names.ts',
    call: 'portion.length < count',
    why: 'random bytes that are asked for more often are as random',
  },
  {
    file: 'server/applications/names.ts',
    call: 'portion.fill(0, 0, count)',
    why: 'what is left in memory is not seen from outside',
  },
  {
    file: 'server/applications/register.ts',
    call: 'supersedes !== null &&',
    why: 'no application has the key null: a question to the database less',
  },
  {
    file: 'server/applications/register.ts',
    call: 'key === null ? undefined',
    why: 'no application has the key null: a question to the database less',
  },
  {
    file: 'server/applications/register.ts',
    call: 'bound.flow !== flow ||',
    why: 'the two flows ask for different fields, which differ as well',
  },
  {
    file: 'server/applications/rows.ts',
    call: 'sent[index]?.no',
    mutator: 'OptionalChaining',
    why: 'both have the same length; the compiler cannot know it',
  },
  {
    file: 'server/http/client-address.ts',
    call: "const [head = '', tail]",
    why: 'a split has a first part',
  },
  {
    file: 'server/store/applications.ts',
    call: '.limit(1)',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/changes.ts',
    call: '.limit(1)',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/outbox-lists.ts',
    call: '.limit(1)',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/staff-accounts.ts',
    call: '.limit(1)',
    why: 'the first row is taken: the bound spares the others',
  },
  {
    file: 'server/store/flags.ts',
    call: '.limit(1)',
    why: 'the one flag that an application can have of a kind is taken from the first row',
  },
  {
    file: 'server/store/outbox-lists.ts',
    call: '.where(IS_UNSENT)',
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
]
