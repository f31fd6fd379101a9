/** Mutants of what speaks to PostgreSQL that may live. */
import type { Survivor } from '../survivor.ts'

export const POSTGRES_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/store/postgres/safety.ts',
    call: "value ?? ''",
    mutator: 'StringLiteral',
    why: 'neither is a value that any setting allows',
  },
  {
    file: 'server/store/postgres/safety.ts',
    call: 'rows: []',
    mutator: 'ArrayDeclaration',
    why: 'a row without the name of the last migration is refused as no row is',
  },
  {
    file: 'server/store/postgres/safety.ts',
    call: 'MIGRATIONS[last]?.name',
    mutator: 'OptionalChaining',
    why: 'there always is a last migration; the compiler cannot know it',
  },
  {
    file: 'server/store/postgres/failover.ts',
    call: "fresh.on('error', () => lose(fresh))",
    why: 'the end of the connection, which follows its error, tells the same a moment later',
  },
  {
    file: 'server/store/postgres/failover.ts',
    call: 'sleep(waits.others, undefined, { ref: false })',
    why: 'a timer of a quarter of a second that may hold up the end of the process by as much',
  },
  {
    file: 'server/store/postgres/failover.ts',
    call: 'sleep(waits.silent, undefined, { ref: false })',
    why: 'a timer of seconds that may hold up the end of a process whose start has just failed',
  },
  {
    file: 'server/store/postgres/failover.ts',
    call: '() => all',
    mutator: 'ArrowFunction',
    why: 'where no host will do all have answered, and there is nothing left to wait for',
  },
  {
    file: 'server/store/postgres/failover.ts',
    call: 'performance.now() > deadline',
    mutator: 'EqualityOperator',
    why: 'a single instant',
  },
  {
    file: 'server/store/postgres/postgres.ts',
    call: 'keepAlive: true',
    mutator: 'BooleanLiteral',
    why: 'it is for TCP, and sockets of the tests are files; a peer that is silently gone shows by the time limits too, but later',
  },
  {
    file: 'server/store/postgres/safety.ts',
    call: "code = ''",
    mutator: 'StringLiteral',
    why: 'neither is a code of an error; its message is looked at as well',
  },
  {
    file: 'server/store/postgres/readers.ts',
    call: 'performance.now() < restsUntil',
    mutator: 'EqualityOperator',
    why: 'a single instant',
  },
  {
    file: 'server/store/postgres/readers.ts',
    call: 'performance.now() < deadline',
    mutator: 'EqualityOperator',
    why: 'a single instant',
  },
  {
    file: 'server/store/postgres/readers.ts',
    call: "throw new UnsafeServer('lags behind', true)",
    why: 'it leads to a read of the primary, and is shown to nobody',
  },
  {
    file: 'server/store/postgres/readers.ts',
    call: "'is no standby'",
    mutator: 'StringLiteral',
    why: 'it leads to a read of the primary, and is shown to nobody',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: "'release task'",
    why: 'what is not released ends with the transaction, and the savepoint that was made last is found first',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: "release: () => send('release task')",
    why: 'what is not released ends with the transaction, and the savepoint that was made last is found first',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: 'gather(client())',
    why: 'what is not gathered leaves in more writes, and is the same',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: 'results.at(-1)?.rows',
    mutator: 'OptionalChaining',
    why: 'several statements always have several results; the compiler cannot know it',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: 'if (!hasWrites)',
    mutator: 'ConditionalExpression',
    why: 'one record more in the log, of a commit that waits for the disk anyway',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: 'if (error instanceof UnsafeServer) connection.drop()',
    mutator: 'ConditionalExpression',
    why: 'a commit that failed for another reason may well go on with a new connection',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: 'if (error instanceof Error)',
    mutator: 'ConditionalExpression',
    why: 'pg fails with nothing but errors; the compiler cannot know it',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: '{ if (!connection || connection.stream.writableCorked > 0) return const { stream } = connection stream.cork() process.nextTick(() => stream.uncork()) }',
    mutator: 'BlockStatement',
    why: 'what is not gathered leaves in more writes, and is the same',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: 'if (!connection || connection.stream.writableCorked > 0)',
    why: 'every client has a connection, and what is gathered twice or not at all is the same in other writes',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: 'stream.cork()',
    mutator: 'CallExpression',
    why: 'what is not gathered leaves in more writes, and is the same',
  },
  {
    file: 'server/store/postgres/session.ts',
    call: 'gather(client)',
    mutator: 'CallExpression',
    why: 'what is not gathered leaves in more writes, and is the same',
  },
  {
    file: 'server/store/postgres/postgres.ts',
    call: "message = ''",
    mutator: 'StringLiteral',
    why: 'a notice always has a text; only its type may lack one',
  },
]
