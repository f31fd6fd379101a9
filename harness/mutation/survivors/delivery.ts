/** Mutants of delivery that may live. */
import type { Survivor } from '../survivor.ts'

export const DELIVERY_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'lingerNow(dispatcher) === 0',
    mutator: 'ConditionalExpression',
    why: 'it would look after each attempt, and find that it lingers',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: '{ once: true }',
    why: 'a signal aborts once',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'free.sort(() => Math.random() - 0.5)',
    why: 'chance: what failed is due after the others, so that another is probed next without it too',
  },
  {
    file: 'server/delivery/deliveries.ts',
    call: "'Attempts to send mails and webhook calls by what came of them.'",
    why: 'help for people',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'connectionTimeout: answerTimeout / 5',
    mutator: 'ArithmeticOperator',
    why: 'the greeting has its own limit, and every address of a test answers a connection at once, or refuses it',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'greetingTimeout: answerTimeout / 5',
    mutator: 'ArithmeticOperator',
    why: 'the client waits no longer for it than for connecting',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'dnsTimeout: answerTimeout / 5',
    mutator: 'ArithmeticOperator',
    why: 'tests ask no name server',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'if (data.signal)',
    mutator: 'ConditionalExpression',
    why: 'every mail is given one',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'disableFileAccess: true',
    why: 'a second lock: no mail that is made here names a file or an address to be read',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'disableUrlAccess: true',
    why: 'a second lock: no mail that is made here names a file or an address to be read',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: '() => transport.close()',
    why: 'nothing is open between two files',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'finally { await folder.close() }',
    mutator: 'BlockStatement',
    why: 'a handle that nobody holds is closed by the garbage collector, with a warning',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'finally { await file.close() }',
    mutator: 'BlockStatement',
    why: 'a handle that nobody holds is closed by the garbage collector, with a warning',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'mail.replyTo !== undefined',
    mutator: 'ConditionalExpression',
    why: 'the mail library writes no header for an address that is missing; the compiler wants the member left out',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: 'at(-1)',
    mutator: 'UnaryOperator',
    why: 'the address of a sender has one @',
  },
  {
    file: 'server/delivery/mail/transport.ts',
    call: "timeoutType = ''",
    mutator: 'StringLiteral',
    why: 'no time-out has that name either',
  },
  {
    file: 'server/delivery/mail/transport.ts',
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
    call: 'share > BUSY_SHARE',
    mutator: 'EqualityOperator',
    why: 'a measured share is never exactly the bound',
  },
  {
    file: 'server/delivery/claim.ts',
    call: 'a.id < b.id',
    mutator: 'EqualityOperator',
    why: 'no two rows have the same id',
  },
  {
    file: 'server/delivery/claim.ts',
    call: 'since: now - DAY_MS }) : []',
    mutator: 'ArrayDeclaration',
    why: 'where no limit asks, nobody looks at what was received',
  },
  {
    file: 'server/delivery/destinations.ts',
    call: 'oldest !== undefined',
    mutator: 'ConditionalExpression',
    why: 'a map of more than a thousand has a first key; the compiler cannot know it',
  },
  {
    file: 'server/delivery/destinations.ts',
    call: 'taken.get(attempt.row.id)?.timer',
    mutator: 'OptionalChaining',
    why: 'an attempt has its place until it leaves; the compiler cannot know it',
  },
  {
    file: 'server/delivery/dispatcher.ts',
    call: 'setTimeout(() => end?.(), ms)',
    mutator: 'OptionalChaining',
    why: 'the end of a rest ends its timer; the compiler cannot know it',
  },
  {
    file: 'server/delivery/send-again.ts',
    call: 'id !== undefined',
    mutator: 'ConditionalExpression',
    why: 'a query that is given no id asks for none; the compiler wants the member left out',
  },
  {
    file: 'server/config/delivery-settings.ts',
    call: '/^whsec_(.*)$/s',
    mutator: 'Regex',
    why: 'what takes every character ends where the text does',
  },
  {
    file: 'server/config/delivery-settings.ts',
    call: '?? []',
    mutator: 'ArrayDeclaration',
    why: 'only its second element is read',
  },
]
