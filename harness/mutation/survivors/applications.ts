/** Mutants of the operations on applications that may live. */
import type { Survivor } from '../survivor.ts'

export const APPLICATION_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/applications/refusals.ts',
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
    file: 'server/applications/applications.ts',
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
    file: 'server/applications/idempotency.ts',
    call: 'if (!consent) throw new Conflict()',
    why: 'a request without a key is stored with its consent; the compiler cannot know it',
  },
  {
    file: 'server/applications/idempotency.ts',
    call: 'if (!(await insertApplication(tx, application))) throw new Conflict()',
    why: '128 random bits, or a receipt number, that were drawn before',
  },
  {
    file: 'server/applications/new-rows.ts',
    call: 'characters.length < REFERENCE_LENGTH',
    mutator: 'EqualityOperator',
    why: 'characters that are too many are cut off below',
  },
  {
    file: 'server/applications/new-rows.ts',
    call: 'count >= 5',
    mutator: 'EqualityOperator',
    why: 'what is taken a byte later is the same',
  },
  {
    file: 'server/applications/new-rows.ts',
    call: 'portion.length < count',
    why: 'random bytes that are asked for more often are as random',
  },
  {
    file: 'server/applications/new-rows.ts',
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
    file: 'server/applications/new-rows.ts',
    call: 'sent[index]?.no',
    mutator: 'OptionalChaining',
    why: 'both have the same length; the compiler cannot know it',
  },
]
