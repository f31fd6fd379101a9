/** Every kind of wrong setting: the start is refused by one sentence with its name, or goes on with a warning that has it. */
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { accessOf } from '../staff/sign-in/access.ts'
import { emptyDatabase, temporaryFolder } from '../testing/databases.ts'
import { operatorFile } from '../testing/operator-file.ts'
import { launch, settingsIn } from '../testing/process.ts'
import { readOperator } from './operator-file.ts'
import { PROJECT_ROOT, readConfig, SETTINGS } from './settings.ts'
import { checkStart } from './start-checks.ts'

type Name = keyof typeof SETTINGS
/** What is wrong with it, the setting that must be named, and what is set. */
type Case = readonly [kind: string, name: string, env: (at: Places) => Record<string, string>]

const KEY = `k1:${'A'.repeat(42)}E`

/** One value that is not allowed: the sentence names it, unless it is a secret. */
const VALUES = {
  HOST: 'desk.example.jp',
  PORT: '70000',
  STAFF_PORT: 'on',
  STAFF_HOST: '10.0.0',
  STAFF_NAMES: 'staff.example.jp:3001',
  STAFF_USER_HEADER: 'x user',
  STAFF_URL: 'staff.example.jp',
  OIDC_ISSUER: 'http://id.example.jp',
  OIDC_CLIENT_ID: 'two words',
  OIDC_ROLE_CLAIM: 'roles..admin',
  OIDC_ROLES: 'owner=desk-owner',
  OIDC_NAME_CLAIM: 'preferred username',
  METRICS_PORT: '-1',
  METRICS_HOST: 'metrics',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'no value',
  OTEL_TRACES_SAMPLER_ARG: '5 %',
  DATABASE_URL: 'mysql://h/db',
  DATABASE_READ_URL: 'sqlite:standby.db',
  TRUST_PROXY: 'true',
  LIMIT_ADDRESS_PER_HOUR: 'none',
  LIMIT_MAIL_PER_HOUR: '-1',
  LIMIT_LOOK_UPS_PER_MINUTE: '1e3',
  LIMIT_API_CALLS_PER_MINUTE: '10.5',
  LIMIT_BYTES_PER_HOUR: '8 MB',
  PUBLIC_URL: 'https://apply.example.jp/desk',
  SECURITY_CONTACT: 'security@example.jp',
  MAIL_URL: 'relay.example.jp:587',
  MAIL_TLS: 'yes',
  // Together 65 characters in front of the @.
  MAIL_RETURN: `bounce-of-applications+{}@example.jp`.replace('bounce', 'bounces'),
  MAIL_RETURN_URL: 'imaps://returned:secret@mail.example.jp',
  MAIL_RETURN_DAYS: 'never',
  MAIL_FROM: 'a@example.jp, b@example.jp',
  MAIL_EHLO: 'two words',
  MAIL_TIMEOUT_SECONDS: '1',
  DELIVERY_SENDERS: '0',
  DELIVERY_RETRIES: 'refused=never',
  STAFF_MAIL: 'staff',
  LIMIT_SENT_PER_ADDRESS_PER_DAY: 'three',
  LIMIT_SENT_PER_HOUR: '99999999999',
  WEBHOOK_URL: 'ftp://billing',
  WEBHOOK_SECRET: 'too short',
  INVITATIONS: 'yes',
  INVITATION_KEYS: 'k1:short',
  LINK_KEYS: 'k1:short',
  LIMIT_STATUS_PER_MINUTE: 'sixty',
  WEBHOOK_EVENTS: 'application.withdrawn,application.lost',
  RETENTION_INCOMPLETE_DAYS: '30 days',
  RETENTION_COMPLETE_DAYS: '-30',
  WAITING_ALERT_HOURS: '1.5',
  DEMO: 'yes',
  SHUTDOWN_DELAY_SECONDS: '301',
  LOG_LEVEL: 'loud',
} as const satisfies Partial<Record<Name, string>>

/** Any text is a path, or a secret: what is wrong with it shows when it is tried, below. */
const ANY_TEXT: readonly Name[] = [
  'STAFF_KEY_FILE',
  'OIDC_CLIENT_SECRET',
  'DIRECTORY_FILE',
  'OPERATOR_FILE',
  'MAIL_CA_FILE',
  'MAIL_FOLDER',
  'MAIL_RETURN_PASSWORD_FILE',
  'INVITATION_KEYS_FILE',
  'LINK_KEYS_FILE',
]

test('every setting is in the tables', () => {
  expect([...Object.keys(VALUES), ...ANY_TEXT].toSorted()).toEqual(Object.keys(SETTINGS).toSorted())
})

/** What a start says of settings: its refusal, or its warnings. */
function answerTo(env: NodeJS.ProcessEnv): { refused: string[] } | { warned: string[] } {
  const folder = temporaryFolder()
  const usual = settingsIn(folder, `sqlite:${join(folder, 'desk.db')}`)
  const whole = { ...usual, PUBLIC_URL: 'https://apply.example.jp', ...env }
  try {
    const config = readConfig(whole)
    if (config.STAFF_PORT !== 'off') accessOf(config)
    const warned = checkStart(config, env).map(({ reason }) => reason)
    readOperator(config.OPERATOR_FILE)
    return { warned }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { refused: error.message.split('\n') }
  }
}

test.each(Object.entries(VALUES))('%s=%s is refused by one sentence', (name, value) => {
  const row = SETTINGS[name as Name]
  const shown = 'secret' in row ? 'its value' : JSON.stringify(value)
  expect(answerTo({ [name]: value })).toEqual({
    refused: [`${name}: ${shown} is not allowed. Allowed: ${row.allowed}.`],
  })
})

type Places = ReturnType<typeof makePlaces>

function makePlaces() {
  const folder = temporaryFolder()
  const [file, keys, mistyped, empty] = ['file', 'keys', 'mistyped', 'empty'].map((name) =>
    join(folder, name),
  )
  writeFileSync(file ?? '', 'nothing of ours')
  writeFileSync(keys ?? '', `${KEY}\n`)
  writeFileSync(empty ?? '', '\n')
  writeFileSync(mistyped ?? '', `${KEY}\nk2:mistyped\n`)
  mkdirSync(join(folder, 'desk.db'))
  return {
    folder,
    file: `${file}`,
    keys: `${keys}`,
    empty: `${empty}`,
    mistyped: `${mistyped}`,
    missing: join(folder, 'missing'),
  }
}

const MAIL = { MAIL_URL: 'smtp://relay.example.jp', MAIL_FROM: 'desk@example.jp' }
const BOX = { MAIL_RETURN_URL: 'imaps://returned@mail.example.jp' }
const RETURN = { MAIL_RETURN: 'bounce+{}@example.jp' }
const CONSOLE = { STAFF_PORT: '3001' }
const OIDC = { OIDC_ISSUER: 'https://id.example.jp', OIDC_CLIENT_ID: 'desk' }

const REFUSED: readonly Case[] = [
  ['without MAIL_RETURN', 'MAIL_RETURN_URL', () => ({ ...MAIL, ...BOX })],
  ['without MAIL_URL', 'MAIL_RETURN_URL', () => ({ ...RETURN, ...BOX })],
  [
    'empty',
    'MAIL_RETURN_PASSWORD_FILE',
    ({ empty }) => ({ ...MAIL, ...BOX, ...RETURN, MAIL_RETURN_PASSWORD_FILE: empty }),
  ],
  [
    'missing',
    'MAIL_RETURN_PASSWORD_FILE',
    ({ missing }) => ({ ...MAIL, ...BOX, ...RETURN, MAIL_RETURN_PASSWORD_FILE: missing }),
  ],
  ['a file', 'MAIL_FOLDER', ({ file }) => ({ MAIL_FOLDER: file })],
  ['below a file', 'MAIL_FOLDER', ({ file }) => ({ MAIL_FOLDER: join(file, 'mail') })],
  ['a folder', 'INVITATION_KEYS_FILE', ({ folder }) => ({ INVITATION_KEYS_FILE: folder })],
  [
    'below a file',
    'INVITATION_KEYS_FILE',
    ({ file }) => ({ INVITATION_KEYS_FILE: `${file}/keys` }),
  ],
  [
    'with a mistyped key',
    'INVITATION_KEYS_FILE',
    ({ mistyped }) => ({ INVITATION_KEYS_FILE: mistyped }),
  ],
  ['another file', 'INVITATION_KEYS_FILE', ({ file }) => ({ INVITATION_KEYS_FILE: file })],
  ['a folder', 'LINK_KEYS_FILE', ({ folder }) => ({ LINK_KEYS_FILE: folder })],
  ['with a mistyped key', 'LINK_KEYS_FILE', ({ mistyped }) => ({ LINK_KEYS_FILE: mistyped })],
  ['a comma alone', 'INVITATION_KEYS', () => ({ INVITATION_KEYS: ',' })],
  ['without any key', 'INVITATIONS', () => ({ INVITATIONS: 'required' })],
  [
    'without the file of the keys',
    'INVITATIONS',
    ({ missing }) => ({ INVITATIONS: 'required', INVITATION_KEYS_FILE: missing }),
  ],
  ['missing', 'OPERATOR_FILE', ({ missing }) => ({ OPERATOR_FILE: missing })],
  ['a folder', 'OPERATOR_FILE', ({ folder }) => ({ OPERATOR_FILE: folder })],
  ['missing', 'MAIL_CA_FILE', ({ missing }) => ({ ...MAIL, MAIL_CA_FILE: missing })],
  ['another file', 'MAIL_CA_FILE', ({ file }) => ({ ...MAIL, MAIL_CA_FILE: file })],
  ['the port of another', 'STAFF_PORT', () => ({ PORT: '3000', STAFF_PORT: '3000' })],
  ['the port of another', 'METRICS_PORT', () => ({ PORT: '3000', METRICS_PORT: '3000' })],
  [
    'a standby beside SQLite',
    'DATABASE_READ_URL',
    () => ({ DATABASE_READ_URL: 'postgres://h/db' }),
  ],
  ['missing beside MAIL_URL', 'MAIL_FROM', () => ({ MAIL_URL: MAIL.MAIL_URL })],
  ['a name without a password', 'MAIL_URL', () => ({ ...MAIL, MAIL_URL: 'smtp://desk@relay' })],
  [
    'a percent sign that escapes nothing',
    'MAIL_URL',
    () => ({ ...MAIL, MAIL_URL: 'smtp://desk:50%@relay' }),
  ],
  [
    'a percent sign that escapes nothing',
    'MAIL_RETURN_URL',
    () => ({ ...MAIL, ...RETURN, MAIL_RETURN_URL: 'imaps://desk%@mail.example.jp' }),
  ],
  ['a password without a name', 'MAIL_URL', () => ({ ...MAIL, MAIL_URL: 'smtp://:secret@relay' })],
  [
    'missing beside WEBHOOK_URL',
    'WEBHOOK_SECRET',
    () => ({ WEBHOOK_URL: 'https://billing.example.jp' }),
  ],
  ['missing beside OIDC_ISSUER', 'OIDC_CLIENT_ID', () => ({ OIDC_ISSUER: OIDC.OIDC_ISSUER })],
  ['open without a proxy', 'STAFF_HOST', () => ({ ...CONSOLE, STAFF_HOST: '0.0.0.0' })],
  ['without a proxy', 'STAFF_USER_HEADER', () => ({ ...CONSOLE, STAFF_USER_HEADER: 'x-user' })],
  [
    'beside a header',
    'OIDC_ISSUER',
    () => ({ ...CONSOLE, ...OIDC, STAFF_USER_HEADER: 'x-user', TRUST_PROXY: '127.0.0.1' }),
  ],
  [
    'of an earlier version',
    'STAFF_PASSWORD_HASH',
    () => ({ STAFF_PASSWORD_HASH: 'scrypt:15:8:3:x' }),
  ],
]

test.each(REFUSED)('%s: %s is refused by one sentence', (_kind, name, envOf) => {
  const answer = answerTo(envOf(makePlaces()))
  expect(answer).toEqual({ refused: [expect.stringContaining(name)] })
})

test('an operator’s file with a fault is named with the line', () => {
  const { path } = operatorFile(['[support]', '[suport]'])
  expect(answerTo({ OPERATOR_FILE: path })).toMatchObject({
    refused: expect.arrayContaining([
      expect.stringMatching(/^operator\.toml:\d+ suport\.telephone：/),
    ]),
  })
})

const WARNED: readonly Case[] = [
  ['missing', 'DIRECTORY_FILE', ({ missing }) => ({ DIRECTORY_FILE: missing })],
  ['a folder', 'DIRECTORY_FILE', ({ folder }) => ({ DIRECTORY_FILE: folder })],
  ['another file', 'DIRECTORY_FILE', ({ file }) => ({ DIRECTORY_FILE: file })],
  ['missing', 'INVITATION_KEYS_FILE', ({ missing }) => ({ INVITATION_KEYS_FILE: missing })],
  [
    'beside INVITATION_KEYS',
    'INVITATION_KEYS_FILE',
    ({ keys }) => ({ INVITATION_KEYS: KEY, INVITATION_KEYS_FILE: keys }),
  ],
  ['without WEBHOOK_URL', 'WEBHOOK_SECRET', () => ({ WEBHOOK_SECRET: '0123456789abcdef' })],
  ['without WEBHOOK_URL', 'WEBHOOK_EVENTS', () => ({ WEBHOOK_EVENTS: 'application.withdrawn' })],
  ['of this machine alone', 'PUBLIC_URL', () => ({ PUBLIC_URL: 'http://localhost:3000' })],
  ['of this machine alone', 'PUBLIC_URL', () => ({ PUBLIC_URL: 'https://127.0.0.1' })],
  ['empty beside MAIL_URL', 'MAIL_RETURN', () => MAIL],
  ['without MAIL_URL', 'MAIL_RETURN', () => RETURN],
  ['without MAIL_URL', 'MAIL_TLS', () => ({ MAIL_TLS: 'required' })],
  ['without OIDC_ISSUER', 'OIDC_ROLES', () => ({ OIDC_ROLES: 'reader=desk' })],
  ['without OIDC_ISSUER', 'OIDC_CLIENT_SECRET', () => ({ OIDC_CLIENT_SECRET: 'x' })],
  [
    'without an endpoint',
    'OTEL_EXPORTER_OTLP_HEADERS',
    () => ({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }),
  ],
  [
    'not in STAFF_NAMES',
    'STAFF_URL',
    () => ({ ...CONSOLE, STAFF_URL: 'https://staff.example.jp' }),
  ],
  ['a letter too few', 'INVITATION', () => ({ INVITATION: 'required' })],
  ['two letters exchanged', 'MAIL_FORM', () => ({ MAIL_FORM: 'desk@example.jp' })],
  ['in small letters', 'trust_proxy', () => ({ trust_proxy: '127.0.0.1' })],
]

test.each(WARNED)('%s: %s is told of, and the start goes on', (_kind, name, envOf) => {
  const answer = answerTo(envOf(makePlaces()))
  expect(answer).toEqual({ warned: [expect.stringMatching(new RegExp(`^${name}: .+[.?]$`))] })
})

test('what is right is not told of', () => {
  const { keys } = makePlaces()
  const right = {
    ...{
      INVITATIONS: 'required',
      INVITATION_KEYS_FILE: keys,
      MAIL_URL: 'smtp://desk:secret@relay',
    },
    ...RETURN,
    ...{
      MAIL_FROM: MAIL.MAIL_FROM,
      STAFF_URL: 'https://staff.example.jp',
      HOME: '/root',
      MAIL: '/var/mail/x',
    },
    ...{ STAFF_NAMES: 'staff.example.jp', STAFF_PORT: '3001', TRUST_PROXY: '127.0.0.1' },
  }
  expect(answerTo(right)).toEqual({ warned: [] })
})

/** What only a start itself meets: the real process. `said` is a sentence on standard error, or a line of the log. */
const MET: readonly (readonly [...Case, said: RegExp])[] = [
  ['not of this machine', 'HOST', () => ({ HOST: '192.0.2.99' }), /^192\.0\.2\.99 は.+HOST で/],
  [
    'not of this machine',
    'METRICS_HOST',
    () => ({ METRICS_HOST: '192.0.2.99', METRICS_PORT: '0' }),
    /^192\.0\.2\.99 は.+METRICS_HOST で/,
  ],
  [
    'a folder',
    'DATABASE_URL',
    ({ folder }) => ({ DATABASE_URL: `sqlite:${folder}/desk.db` }),
    /^起動できませんでした。.*DATABASE_URL/,
  ],
  [
    'below a file',
    'DATABASE_URL',
    ({ file }) => ({ DATABASE_URL: `sqlite:${file}/desk.db` }),
    /^起動できませんでした。.*DATABASE_URL/,
  ],
  [
    'another file',
    'DATABASE_URL',
    ({ file }) => ({ DATABASE_URL: `sqlite:${file}` }),
    /^起動できませんでした。データベースのファイルが壊れているか/,
  ],
  [
    'a host that nobody knows',
    'DATABASE_URL',
    () => ({ DATABASE_URL: 'postgres://desk@db.invalid/desk' }),
    /^起動できませんでした。PostgreSQL に接続できません.+DATABASE_URL/,
  ],
]

/** Its end, and what it said. */
async function startWith(env: Record<string, string>) {
  const folder = temporaryFolder()
  const log = join(folder, 'log')
  const server = launch({
    tree: PROJECT_ROOT,
    log,
    env: { ...settingsIn(folder, `sqlite:${join(folder, 'own/desk.db')}`), ...env },
  })
  onTestFinished(() => server.signal('SIGKILL'))
  return { server, said: () => readFileSync(log, 'utf8') }
}

test.each(MET)(
  '%s: %s is refused by the process in one sentence',
  { timeout: 60_000 },
  async (_kind, _name, envOf, sentence) => {
    const { server, said } = await startWith(envOf(makePlaces()))
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(said().trimEnd().split('\n')).toEqual([expect.stringMatching(sentence)])
  },
)

test('PostgreSQL that refuses the role or has no such database names DATABASE_URL', async () => {
  const whole = new URL(await emptyDatabase('postgres'))
  whole.pathname = '/nowhere'
  const { server, said } = await startWith({ DATABASE_URL: whole.href })
  expect(await server.ended).toEqual({ code: 1, signal: null })
  expect(said()).toMatch(
    /^起動できませんでした。DATABASE_URL のデータベースを開けません（.*nowhere.*）。\n$/,
  )
})

test('a taken port ends the start with its sentence alone, whatever the console was about to say', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const { server, said } = await startWith({
    PORT: String(port),
    STAFF_PORT: '0',
    LOG_LEVEL: 'fatal',
  })
  expect(await server.ended).toEqual({ code: 1, signal: null })
  // The console's process ends by itself.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(said()).toBe(
    `ポート ${port} はほかのプログラムが使用しています。PORT で空いているポートを指定してください。\n`,
  )
})

test('a console whose key is unusable says so, and applicants are served', async () => {
  const { folder } = makePlaces()
  const { server, said } = await startWith({
    STAFF_PORT: '0',
    STAFF_KEY_FILE: folder,
    LOG_LEVEL: 'warn',
  })
  const url = await server.listening
  while (!said().includes('process_refused'))
    await new Promise((resolve) => setTimeout(resolve, 100))
  expect(said()).toMatch(/"event":"process_refused","name":"staff","reason":"STAFF_KEY_FILE: /)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await server.stop()
})
