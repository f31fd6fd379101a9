/** What staff and the billing system do in a golden run: accounts, the console's API, the staff API, the command line. */

import type { InjectOptions } from 'fastify'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import { CONSOLE_PATHS, exportPath, referencePath } from '#contract/console.ts'
import { STAFF_API_PATHS } from '#contract/staff-api.ts'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { admin } from '../admin/testing.ts'
import { OperatorError } from '../errors.ts'
import { totpCode, totpStep } from '../staff/sign-in/second-factor.ts'
import type { Run } from './golden-applications.ts'
import { headerLines, inOrder } from './golden-book.ts'
import { ended, statusBody } from './presses.ts'
import { rowsIn } from './rows.ts'
import { bytesOfBase32, PASSWORD } from './staff-app.ts'

/** As a browser on the console's own machine comes. */
const LOCAL = { host: 'localhost:3001' }

export type Person = { cookie: string; code(): string }
type Staff = Record<'boss' | 'worker' | 'reader', Person>
type Request = InjectOptions & { url: string }

/** Before there is an account, and then what each role may see and do. */
export async function playConsole(run: Run): Promise<Exports> {
  const get = (title: string, url: string, headers = {}) => toConsole(run, title, { url, headers })
  await get('how one signs in', CONSOLE_PATHS.signIn)
  await get('an open console', CONSOLE_PATHS.session)
  await get('another host', CONSOLE_PATHS.session, { host: 'elsewhere.example' })
  const staff = {
    boss: await addPerson(run, 'hanako', 'administrator'),
    worker: await addPerson(run, 'taro', 'worker'),
    reader: await addPerson(run, 'jiro', 'reader'),
  }
  await get('nobody', CONSOLE_PATHS.applications)
  await read(run, staff)
  await work(run, staff)
  const exports = await download(run, staff.worker)
  await leave(run, staff)
  return exports
}

/** The feed, a version that is confirmed and one that is out of date, repetitions, refusals. */
export async function playStaffApi(run: Run): Promise<void> {
  const { rig, book } = run
  const strong = 'tokens add 請求システム --scopes read,acknowledge,status --json'
  const { token } = JSON.parse(await command(run, 'commands', strong))
  const weak = 'tokens add 閲覧 --scopes read --days 7 --json'
  const { token: weakToken } = JSON.parse(await command(run, 'commands', weak))
  const send = (title: string, { headers, ...request }: Request, by: string = token) => {
    const all = { ...LOCAL, authorization: `Bearer ${by}`, ...headers }
    return book.send('staff-api', title, rig.staff, { ...request, headers: all })
  }
  const { applications: feed } = STAFF_API_PATHS
  const first = await send('the first of the feed', { url: `${feed}?limit=1` })
  await send('the one behind it', { url: `${feed}?limit=1&after=${first.json().next}` })
  await send('migrations', { url: `${feed}?flow=migration&limit=50` })
  await send('a fault', { url: `${feed}?limit=0` })
  await send('without a token', { url: feed }, 'x')
  const of = (await referencesOf(run))('trial')
  const requests = changesOf(`${feed}/${of}`)
  for (const [title, request] of Object.entries(requests)) await send(title, request)
  await send('without the scope', requests['an acknowledgement'], weakToken)
}

/** What commands print, for people and for programs; `{word}` is the reference of an application. */
export async function playCommands(run: Run): Promise<void> {
  const reference = await referencesOf(run)
  for (const line of COMMAND_LINES) {
    run.rig.clock.now += 1000
    await command(
      run,
      'commands',
      line.replace(/\{(.*?)\}/g, (_, word) => reference(word)),
    )
  }
  await command(run, 'audit', 'audit export')
}

/** Runs a command, words between spaces, and writes down its exit status, what it prints and what it says. */
export async function command({ rig, book }: Run, file: string, line: string): Promise<string> {
  const options = { env: { ...rig.env, DATABASE_URL: rig.url }, now: rig.clock.now }
  const printed = await admin(rig.database, line.split(' '), options).catch((error: Error) => ({
    code: error instanceof OperatorError ? error.exitStatus : 1,
    out: '',
    err: error.message,
  }))
  const out = line.includes('--json') ? jsonText(printed.out) : printed.out
  const parts = [`→ ${printed.code}`, out, printed.err && `(said) ${printed.err}`]
  book.add(file, line, parts.filter(Boolean).join('\n'))
  return printed.out
}

/** The bytes of each download, and its headers. */
export type Exports = Record<'csv' | 'json' | 'xlsx', { headers: string[]; bytes: Buffer }>

function toConsole({ rig, book }: Run, title: string, { headers, ...request }: Request) {
  return book.send('console', title, rig.staff, { ...request, headers: { ...LOCAL, ...headers } })
}

const posting = (url: string, payload: object, headers = {}) =>
  ({ method: 'POST', url, headers, payload }) as const satisfies Request

/** From the command that adds the account to its first login. */
export async function addPerson(run: Run, name: string, role: string): Promise<Person> {
  const { clock } = run.rig
  const added = await command(run, 'commands', `staff add ${name} --role ${role} --json`)
  const { code } = JSON.parse(added)
  const begun = await toConsole(run, `${name}: setup`, posting(CONSOLE_PATHS.setup, { name, code }))
  const secret = bytesOfBase32(begun.json().secret)
  const codeNow = () => {
    clock.now += MINUTE_MS
    return totpCode(secret, totpStep(clock.now))
  }
  const setup = { name, code, password: PASSWORD, totp: codeNow() }
  await toConsole(run, `${name}: end of setup`, posting(CONSOLE_PATHS.setupEnd, setup))
  const login = { name, password: PASSWORD, code: codeNow() }
  const entered = await toConsole(run, `${name}: login`, posting(CONSOLE_PATHS.session, login))
  const [cookie = ''] = String(entered.headers['set-cookie']).split(';')
  return { cookie, code: codeNow }
}

const RECORDS = ['entry', 'old-price', 'migration', 'hostile', 'same-3', 'replaced', 'reused']

async function read(run: Run, { worker, reader }: Staff): Promise<void> {
  const reference = await referencesOf(run)
  const get = (title: string, url: string, { cookie }: Person = reader) =>
    toConsole(run, title, { url, headers: { cookie } })
  await get('the session', CONSOLE_PATHS.session, worker)
  await get('the account', CONSOLE_PATHS.account, worker)
  await get('the trials', `${CONSOLE_PATHS.applications}?flow=trial`)
  await get('a fault in a filter', `${CONSOLE_PATHS.applications}?from=x`)
  for (const word of RECORDS)
    await get(`the record ${word}`, referencePath('application', reference(word)))
  await get('no such record', referencePath('application', 'AAAA-AAAA'))
  await get('no export for readers', exportPath('csv'))
}

type Act = [
  title: string,
  path: Parameters<typeof referencePath>[0],
  word: string,
  body: object,
  by?: Person,
]

async function work(run: Run, { boss, worker }: Staff): Promise<void> {
  const reference = await referencesOf(run)
  const note = '電話済み\n<b>折り返し</b>待ち'
  const [to, late] = [
    statusBody('received', 'in_progress', { note }),
    statusBody('received', 'done'),
  ]
  // To staff; the one to the applicant stays.
  const delivery = await deadLetter(run)
  const erasure = { reference: reference('erased'), password: PASSWORD, seen: ended('received') }
  const wrong = { ...erasure, reference: reference('hostile'), password: 'x' }
  const acts: Act[] = [
    ['a status', 'status', 'entry', to],
    ['a status that is another by now', 'status', 'entry', late],
    ['a status of what is not complete', 'status', 'registered', late],
    ['done', 'status', 'entry', statusBody('in_progress', 'done')],
    ['a note', 'notes', 'hostile', { note: ' =HYPERLINK("http://x") ' }],
    ['an empty note', 'notes', 'hostile', { note: ' ' }],
    ['a mail again', 'resend', 'old-price', { delivery }],
    ['a delivery of another', 'resend', 'entry', { delivery }],
    ['no erasure for workers', 'erasure', 'erased', erasure],
    ['an erasure', 'erasure', 'erased', erasure, boss],
    ['a wrong password', 'erasure', 'hostile', wrong, boss],
  ]
  for (const [title, path, word, body, { cookie } = worker] of acts) {
    run.rig.clock.now += MINUTE_MS
    const headers = { cookie, [IDEMPOTENCY_KEY_HEADER]: `press-${title.replaceAll(' ', '-')}` }
    await toConsole(run, title, posting(referencePath(path, reference(word)), body, headers))
  }
}

async function deadLetter({ rig }: Run): Promise<string | undefined> {
  const rows = await rowsIn(rig.database, 'outbox')
  return rows.find(({ kind, state }) => kind === 'mail_staff' && state === 'failed')?.id
}

/** The workbook has two trials alone: its cells stand on a line each. */
async function download({ rig, usual }: Run, { cookie }: Person): Promise<Exports> {
  const bytesOf = async (url: string) => {
    const answer = await rig.staff.inject({ url, headers: { ...LOCAL, cookie } })
    return { headers: headerLines(answer, usual), bytes: answer.rawPayload }
  }
  return {
    csv: await bytesOf(exportPath('csv')),
    json: await bytesOf(exportPath('json')),
    xlsx: await bytesOf(`${exportPath('xlsx')}?flow=trial&from=2026-11-20`),
  }
}

async function leave(run: Run, { boss, worker }: Staff): Promise<void> {
  const { rig, book, usual } = run
  const change = { password: PASSWORD, code: worker.code(), next: '別の長い合い言葉にします' }
  const own = { cookie: worker.cookie }
  await toConsole(run, 'a new password', posting(CONSOLE_PATHS.password, change, own))
  const login = { name: 'taro', password: PASSWORD, code: worker.code() }
  await toConsole(run, 'the old password', posting(CONSOLE_PATHS.session, login))
  const headers = { cookie: boss.cookie }
  const audit = await rig.staff.inject({
    url: CONSOLE_PATHS.audit,
    headers: { ...LOCAL, ...headers },
  })
  // The whole of it is in what the command prints.
  const [line = ''] = audit.body.split('\n')
  const shown = [`→ ${audit.statusCode}`, ...headerLines(audit, usual), line]
  book.add('console', 'the audit trail, its first line', shown.join('\n'))
  await toConsole(run, 'logout', { method: 'DELETE', url: CONSOLE_PATHS.session, headers })
}

/** Of one application, whose version is the first. */
function changesOf(url: string) {
  const change = { 'idempotency-key': 'change-1', 'if-match': '"1"' }
  const status = (headers: object) => posting(`${url}/status`, { status: 'in_progress' }, headers)
  const acknowledgement = {
    method: 'POST',
    url: `${url}/acknowledgement`,
    headers: change,
  } as const
  return {
    one: { url },
    'the same version': { url, headers: { 'if-none-match': '"1"' } },
    'no such one': { url: `${url.slice(0, -9)}AAAA-AAAA` },
    'an acknowledgement': acknowledgement,
    'the same again': acknowledgement,
    'a status': status({ 'idempotency-key': 'change-2', 'if-match': '"1"' }),
    'of an old version': status({ 'idempotency-key': 'change-3', 'if-match': '"1"' }),
    'under a used key': status(change),
    'without a version': status({ 'idempotency-key': 'change-4' }),
    'without a key': status({}),
  } satisfies Record<string, Request>
}

const COMMAND_LINES = [
  'applications list',
  'applications list --flag robot --json',
  'applications list --search あおぞら --limit 2',
  'applications show {trial}',
  'applications show {hostile} --json',
  'applications show K-1001',
  'applications show nothing',
  'applications status {migration} rejected --note 重複 --by 花子',
  'applications status {migration} done',
  'applications note {suspension} メモ',
  'applications erase {malformed}',
  'applications erase {malformed}',
  'explain {suspension}',
  'outbox list',
  'outbox list --state failed --json',
  'outbox list --state held',
  'invite keys list',
  'invite --procedure migration --number (',
  'staff disable jiro',
  'staff role taro --role administrator',
  'staff add saburo',
  'staff list',
  'tokens revoke 閲覧',
  'tokens list',
  'tokens list --json',
  'directory show',
  'retention run',
  'no such command',
]

/** Line by line, with a word on how many lines it was. */
function jsonText(out: string): string {
  if (out === '') return ''
  const lines = out.trimEnd().split('\n').length
  return `(${lines} lines)\n${JSON.stringify(JSON.parse(out), inOrder, 1)}`
}

/** The reference of each application, by its word. */
async function referencesOf({ rig, words }: Run): Promise<(word: string) => string> {
  const rows = await rowsIn(rig.database, 'applications')
  const references = new Map(
    rows.map(({ application_key, customer, issued_name: issued, reference }) => {
      const called = application_key ?? (customer || issued)
      return [words.get(called) ?? called, reference]
    }),
  )
  return (word) => {
    const reference = references.get(word)
    if (reference === undefined) throw new Error(`no application is called ${word}`)
    return reference
  }
}
