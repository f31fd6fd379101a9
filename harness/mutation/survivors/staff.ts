/** Mutants of the staff's console, its API and its identity providers that may live, by file. */
import type { Survivor } from '../survivor.ts'

type Entry = readonly [call: string, why: string, mutator?: string]

const compiler = (why: string) => `${why}; the compiler cannot know it`
const NO_WORDS = 'every place asks for the class, and none for the words'
const SECONDS = 'a test would wait for five seconds; the sign-in is refused either way'
const TWO_PROCESSES = 'two processes at once, on PostgreSQL: one of them begins again'
const BYTES = 'chunks of bytes are sent alike either way'
const NOT_USER = "sessions.find(cookie.read(request), 'polling')"
const ENDED = 'whatever is not the word user is no activity, and the session ends here'

const BY_FILE: Readonly<Record<string, readonly Entry[]>> = {
  'server/staff/sign-in/access.ts': [
    ["return (host = '') => {", 'any text that is no name of a host will do', 'StringLiteral'],
    ['/^\\[|\\]$/g', 'a name with brackets has them at its ends alone', 'Regex'],
    ["isLocalHost(host = '')", 'any text that is no name of a host will do', 'StringLiteral'],
    ["?.[1] ?? ''", 'any text that is no name of a host will do', 'StringLiteral'],
  ],
  'server/staff/sign-in/accounts.ts': [
    ['hash === null ||', 'no code that is kept equals null: a question to the database less'],
    ['account?.disabled_at', compiler('a password is right for an account alone')],
    [
      '|| account.setup_hash === null',
      'a code and its day are stored and taken away together: without a day none is taken',
    ],
  ],
  'server/staff/audit.ts': [
    ['&& oldest !== undefined', compiler('what is beyond a bound has a first')],
    [
      "padStart(10, '0')",
      'seen in a process that has just begun: audit.test.ts, run by itself, fails without',
    ],
  ],
  'server/staff/routes/authenticator.ts': [
    [
      "if (!user) throw new AppError('login_required')",
      'no route asks who a request is of that was not authenticated before',
    ],
    ["request.socket.remoteAddress ?? ''", compiler('who asks has an address'), 'StringLiteral'],
    ['name === null ?', 'no account has the name null: a question to the database less'],
    ["'user' : 'polling'", 'whatever is not the word user is no activity', 'StringLiteral'],
    ["request.headers.cookie ?? ''", 'a text without a name is no cookie', 'StringLiteral'],
    [
      "?.slice(start.length) ?? ''",
      'a text that is no token of ours opens nothing, as the empty one',
      'StringLiteral',
    ],
  ],
  'contract/console.ts': [
    [
      '/^\\d{4}-\\d{2}-\\d{2}$/',
      'what stands before a day is no part of the day written anew',
      'Regex',
    ],
  ],
  'server/staff/applications.ts': [
    ["application.company_name ?? ''", 'an application that is erased has no rows to mark'],
    [
      "[...numbers].filter((number) => number !== '')",
      'no published facility has an empty number: a question to the directory less',
    ],
  ],
  'server/staff/export.ts': [
    ['text.length < CHUNK', 'a chunk of one character more or less', 'EqualityOperator'],
    ["if (text !== '')", 'an empty chunk writes nothing'],
    ['parts.at(-1)?.push', compiler('there is a part')],
  ],
  'server/staff/feed.ts': [
    [
      'await database.read(hasUnplaced)',
      'without anything to place nothing is placed: a read that spares a transaction',
    ],
    ['if (earlier?.reply === UNDER_WAY) throw new Conflict()', TWO_PROCESSES],
    ['throw new Conflict()', TWO_PROCESSES],
  ],

  'server/staff/sign-in/openid-connect.ts': [
    ['.catch(() => null)', 'nothing is as good as null', 'ArrowFunction'],
    ['idTokenExpected: true', 'a nonce is expected, which an ID token alone can have'],
    [
      "startsWith('http:')",
      'the providers of the tests speak plain HTTP on this machine',
      'StringLiteral',
    ],
    [
      '[client.allowInsecureRequests] : []',
      'the providers of the tests speak plain HTTP on this machine',
      'ArrayDeclaration',
    ],
    [
      "if (!claims || !tokens.id_token) throw new Error('no ID token')",
      compiler('an answer without an ID token was refused above'),
    ],
    ['claims.auth_time === undefined ?', 'what is no number is stored as null'],
    ["error.name === 'TimeoutError'", SECONDS],
    ["if (code === 'OAUTH_TIMEOUT') return true", SECONDS],
    ['cause instanceof Response', 'a cause that is no answer has no status'],
    ['earlier !== null', 'no session has the id null: a question to the database less'],
  ],
  'server/staff/sign-in/local-person.ts': [
    [
      'catch { return `uid ${process.getuid?.()}` }',
      'whoever runs the tests has a name in the system',
    ],
  ],
  'server/staff/sign-in/second-factor.ts': [
    ['bits.match(/.{1,5}/g) ?? []', compiler('a secret has bits'), 'ArrayDeclaration'],
  ],
  'server/staff/sign-in/password.ts': [
    [
      "loaded ??= import('@zxcvbn-ts/language-common').then( ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]), )",
      'loaded once in a process, and so before the first mutant',
    ],
    ['?? []', 'what is written at 0 is read by nobody', 'ArrayDeclaration'],
    ["'not a password hash'", NO_WORDS],
    ['!salt || !hash', compiler('the form has both'), 'LogicalOperator'],
    ['&& stored !== null', 'no password is known whose hash is all zeros'],
  ],

  'server/staff/sign-in/secret-box.ts': [
    [
      "error instanceof Error && 'code' in error",
      compiler('a file fails with such an error alone'),
    ],
    ['{ authTagLength: TAG_BYTES }', 'a tag is always cut at its length'],
    [
      "catch (error) { if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error }",
      'without a key the next lines say that the file cannot be read: another message',
    ],
  ],
  'server/staff/sign-in/sessions.ts': [
    ["token === ''", 'no session has the empty token: a question to the database less'],
  ],
  'server/http/limits/sign-in.ts': [
    ['`${guessed} account`', 'the kinds only have to differ from each other', 'StringLiteral'],
  ],
  'server/staff/tokens.ts': [
    ["digest('base64url')", 'any one writing of a hash will do', 'StringLiteral'],
  ],
  'server/staff/export-xlsx.ts': [
    ['sheet.bytes >= bytesASheet', 'a byte more or less', 'EqualityOperator'],
    ['if (error) throw error', 'the zip reports only what is put into it wrongly'],
    ['text.length < PIECE', 'a piece of one character more or less', 'EqualityOperator'],
  ],
  'server/staff/routes/account.ts': [[NOT_USER, ENDED, 'StringLiteral']],
  'server/staff/routes/api-access.ts': [
    [
      "if (!token) throw new AppError('token_invalid')",
      'no route asks for the token of a request that was not authenticated before',
    ],
    [
      "const [, secret = ''] = /^Bearer ([\\w-]{1,128})$/i.exec(authorization) ?? []",
      'a text that is no token of ours opens nothing, as the empty one',
      'StringLiteral',
    ],
    ['.exec(authorization) ?? []', 'what is written at 0 is read by nobody', 'ArrayDeclaration'],
  ],
  'contract/staff-api-schemas.ts': [
    [
      "place = '0', application = ''] = PLACE.exec(cursor) ?? []",
      'the first change has the place 1',
    ],
  ],
  'server/staff/routes/api.ts': [
    [
      "'that stands when it is read once, and leaves none out, whatever is written meanwhile.'",
      'a sentence for people',
    ],
    [
      "'In the order in which they were completed or changed last. Whoever follows `next` meets each version '",
      'a sentence for people',
    ],
    ['.exec(match) ?? []', 'what is written at 0 is read by nobody', 'ArrayDeclaration'],
  ],
  'server/staff/routes/applications.ts': [
    ['PLACE.exec(text) ?? []', 'what is written at 0 is read by nobody', 'ArrayDeclaration'],
    ['createdAt && id', compiler('a place has both or neither'), 'LogicalOperator'],
  ],
  'server/staff/routes/exports.ts': [
    ['{ objectMode: false }', BYTES],
    ["'Exports by what came of them: complete, or broken off by either side.'", 'help for people'],
    [
      "'broken'",
      'a label of a figure; a server learns at no certain time that a reader has gone',
      'StringLiteral',
    ],
    ['{ objectMode: false }', BYTES],
  ],

  'server/staff/routes/openid-connect.ts': [
    [
      "const [, query = '']",
      'an answer without any parameter is refused, whatever it says',
      'StringLiteral',
    ],
    [NOT_USER, 'whatever is not the word user is no activity', 'StringLiteral'],
    ["error.code === 'rate_limited'", 'the throttle refuses with no other code'],
    [
      "error instanceof AppError && error.code === 'rate_limited'",
      'the throttle refuses with no other code',
      'LogicalOperator',
    ],
  ],

  'server/staff/routes/sign-in.ts': [
    ["const { remoteAddress = '' }", compiler('who asks has an address'), 'StringLiteral'],
    [NOT_USER, ENDED, 'StringLiteral'],
    [
      "staffName(request.body.name) ?? ''",
      'a text that is no account’s name will do',
      'StringLiteral',
    ],
  ],
}

export const STAFF_SURVIVORS: readonly Survivor[] = Object.entries(BY_FILE).flatMap(
  ([file, entries]) =>
    entries.map(([call, why, mutator]) => ({ file, call, why, ...(mutator && { mutator }) })),
)
