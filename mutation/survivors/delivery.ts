/** Mutants of delivery that may live. */
import type { Survivor } from '../survivor.ts'

export const DELIVERY_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/delivery/dispatcher.ts',
    call: '{ once: true }',
    why: 'a signal aborts once',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'performance.now() < stopBy',
    mutator: 'EqualityOperator',
    why: 'one instant more or less',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'signal.aborted ||',
    mutator: 'LogicalOperator',
    why: 'a stop would wait for the next commit, a twentieth of a second',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'ready.length < senders',
    mutator: 'EqualityOperator',
    why: 'one row more or less in a group of commits',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'performance.now() - lastBegin < PACE_MS[load()]',
    mutator: 'EqualityOperator',
    why: 'one instant more or less',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'lookAt === 0 && !Number.isFinite(room)',
    mutator: 'ConditionalExpression',
    why: 'where a single probe has room, the smaller of the two is one anyway',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'performance.now() < dispatcher.lookAt',
    mutator: 'EqualityOperator',
    why: 'one instant more or less',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'performance.now() < dispatcher.repairAt',
    mutator: 'EqualityOperator',
    why: 'one instant more or less',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'free.sort(() => Math.random() - 0.5)',
    why: 'chance: what failed is due after the others, so that another is probed next without it too',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'end(dispatcher, attempt, outcome) beginReady(dispatcher)',
    mutator: 'CallExpression',
    why: 'the next turn begins what is ready too, after the commit that is under way',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: "status === 'delivered' ? performance.now() - startedAt : undefined",
    mutator: 'ConditionalExpression',
    why: 'how long a delivery usually takes is learnt sooner or later: places.test.ts has what comes of it',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: "status === 'delivered' ? performance.now() - startedAt : undefined",
    mutator: 'StringLiteral',
    why: 'how long a delivery usually takes is learnt sooner or later: places.test.ts has what comes of it',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'dispatcher.lastSuccess < startedAt',
    mutator: 'EqualityOperator',
    why: 'one instant more or less',
  },
  {
    file: 'server/delivery/deliveries.ts',
    call: "'Attempts to send mails and webhook calls by what came of them.'",
    why: 'help for people',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: 'connectionTimeout: answerTimeout / 5',
    mutator: 'ArithmeticOperator',
    why: 'every address of a test answers a connection at once, or refuses it',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: 'dnsTimeout: answerTimeout / 5',
    mutator: 'ArithmeticOperator',
    why: 'tests ask no name server',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: 'disableFileAccess: true',
    why: 'a second lock: no mail that is made here names a file or an address to be read',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: 'disableUrlAccess: true',
    why: 'a second lock: no mail that is made here names a file or an address to be read',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: 'bodies.forget(message.messageId)',
    why: 'frees memory: nobody asks again',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: '(messageId: string) => bodies.delete(messageId)',
    why: 'frees memory: nobody asks again',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: '() => transport.close()',
    why: 'nothing is open between two files',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: 'finally { await folder.close() }',
    mutator: 'BlockStatement',
    why: 'a handle that nobody holds is closed by the garbage collector, with a warning',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: 'finally { await file.close() }',
    mutator: 'BlockStatement',
    why: 'a handle that nobody holds is closed by the garbage collector, with a warning',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: 'at(-1)',
    mutator: 'UnaryOperator',
    why: 'the address of a sender has one @',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: "timeoutType = ''",
    mutator: 'StringLiteral',
    why: 'no time-out has that name either',
  },
  {
    file: 'server/delivery/mail-transport.ts',
    call: "[head = '', body = '']",
    why: 'a message has a head and a body; the compiler cannot know it',
  },
  {
    file: 'server/delivery/circuit.ts',
    call: 'isProbing = false',
    mutator: 'BooleanLiteral',
    why: 'while it is closed nobody asks whether it probes',
  },
  {
    file: 'server/delivery/circuit.ts',
    call: 'opened > 0) isProbing',
    mutator: 'ConditionalExpression',
    why: 'while it is closed nobody asks whether it probes',
  },
  {
    file: 'server/delivery/circuit.ts',
    call: 'opened > 0) isProbing',
    mutator: 'EqualityOperator',
    why: 'while it is closed nobody asks whether it probes',
  },
  {
    file: 'server/delivery/circuit.ts',
    call: 'probeAt - now > 2 * pauses.longest',
    mutator: 'EqualityOperator',
    why: 'one instant more or less',
  },
  {
    file: 'server/delivery/busy.ts',
    call: 'elapsed < WINDOW_MS',
    mutator: 'EqualityOperator',
    why: 'one instant more or less',
  },
]
