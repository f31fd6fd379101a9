/**
 * Everything that the product shows to staff, billing systems and operators, collected by itself: each answer of the console
 * and the staff API, to every role and token, files, commands, mails, webhooks, log and metrics.
 */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { CONSOLE_PATHS, EXPORT_FORMATS, referencePath } from '#contract/console.ts'
import { API_SCOPE_NAMES, STAFF_API_PATHS } from '#contract/staff-api.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import { admin } from '../admin/testing.ts'
import { bearer, newToken } from './billing.ts'
import type { Run } from './golden-applications.ts'
import { deliver } from './golden-rig.ts'
import { addPerson } from './golden-staff.ts'
import { partsOf } from './golden-texts.ts'
import { statusBody } from './presses.ts'

export type Shown = {
  /** Whole answers and files, and where they were shown. */
  texts: readonly (readonly [where: string, text: string])[]
  /** Each value in them → where it was shown. */
  values: ReadonlyMap<string, ReadonlySet<string>>
}
type Note = (where: string, text: string) => void

/** Where a link is meant for the applicant. */
export const MAIL_TO_APPLICANT = 'a mail to the applicant'
export const PRINTED_LINK = 'a link that a worker prints'

/** `references` are looked at one by one, as everything that staff may do is done to the first. */
export async function collectShown(run: Run, references: readonly string[]): Promise<Shown> {
  const { rig } = run
  const texts: [string, string][] = []
  const note: Note = (where, text) => void texts.push([where, text])
  await tokensSee(run, references, note)
  await commandsPrint(run, references, note)
  await peopleSee(run, references, note)
  await deliver(rig)
  for (const { recipients, source } of rig.mails.mails)
    note(recipients.includes(rig.config.STAFF_MAIL) ? 'a mail' : MAIL_TO_APPLICANT, decoded(source))
  for (const { headers, body } of rig.hooks.received)
    note('a webhook', `${JSON.stringify(headers)}\n${body}`)
  note('the log', rig.logged())
  note('the metrics', `${await rig.metrics.render()}\n${await rig.staffMetrics.render()}`)
  return { texts, values: valuesOf(texts) }
}

const LOCAL = { host: 'localhost:3001' }

async function peopleSee(run: Run, references: readonly string[], note: Note): Promise<void> {
  const { staff, clock } = run.rig
  for (const role of ROLE_NAMES) {
    const { cookie } = await addPerson(run, role, role)
    const ask = async (request: InjectOptions & { url: string }, where = request.url) => {
      const answer = await staff.inject({ ...request, headers: { ...LOCAL, cookie } })
      note(where === PRINTED_LINK ? where : `${where} to a ${role}`, textOf(answer))
      return answer
    }
    for (const url of Object.values(CONSOLE_PATHS))
      for (const path of pathsOf(url, references)) {
        const { next } = jsonOf(await ask({ url: path }, url))
        if (next) await ask({ url: `${path}?after=${next}` }, url)
        await ask({ url: `${path}?search=${encodeURIComponent('あおぞら')}` }, url)
      }
    clock.now += 60_000
    const [first = ''] = references
    // What was done is refused the second time, and both are answered.
    for (const [path, payload] of changesOf(first))
      for (const where of [path, path])
        await ask({ method: 'POST', url: path.replace(':reference', first), payload }, where)
    const url = referencePath('link', first)
    await ask(
      { method: 'POST', url, payload: { mail: false, end: false, seen: { link: '1' } } },
      PRINTED_LINK,
    )
  }
}

function changesOf(reference: string): [path: string, payload: object][] {
  return [
    [CONSOLE_PATHS.notes, { note: '電話済み' }],
    [CONSOLE_PATHS.assignee, { to: 'worker', seen: { assignee: '' } }],
    [CONSOLE_PATHS.status, statusBody('received', 'in_progress', { notify: true })],
    [CONSOLE_PATHS.questions, { wantsAnswer: true, text: 'お急ぎですか。', seen: { message: '' } }],
    [
      CONSOLE_PATHS.bulkStatus,
      { changes: [{ reference, from: 'received' }], to: 'done', note: '' },
    ],
  ]
}

/** A path with each value that its parameter has here. A parameter without a row would be left out in silence. */
function pathsOf(url: string, references: readonly string[]): string[] {
  const [, name] = /:(\w+)/.exec(url) ?? []
  if (name === undefined) return [url]
  const values = { reference: references, format: EXPORT_FORMATS, run: ['run-1'], name: ['view'] }[
    name
  ]
  if (!values) throw new Error(`no value for :${name} of ${url}`)
  return values.map((value) => url.replace(`:${name}`, value))
}

async function tokensSee({ rig }: Run, references: readonly string[], note: Note): Promise<void> {
  const urls = Object.values(STAFF_API_PATHS)
  const tokens = [...API_SCOPE_NAMES.map((scope) => [scope]), API_SCOPE_NAMES]
  for (const [at, scopes] of tokens.entries()) {
    const token = await newToken(rig, { name: `token-${at}`, scopes })
    const ask = async (request: InjectOptions & { url: string }, where = request.url) => {
      const headers = { ...LOCAL, ...bearer(token), ...request.headers }
      const answer = await rig.staff.inject({ ...request, headers })
      note(`${where} to a token of ${scopes}`, textOf(answer))
      return answer
    }
    for (const url of urls)
      for (const path of pathsOf(url, references)) {
        const { next } = jsonOf(await ask({ url: path }, url))
        if (next) await ask({ url: `${path}?after=${next}` }, url)
        const change = { 'if-match': '"1"', 'idempotency-key': `${at}-${path}` }
        // A reader of the feed has changed nothing yet when it is asked.
        if (url !== STAFF_API_PATHS.applications && scopes.length === 1)
          await ask(
            { method: 'POST', url: path, headers: change, payload: { status: 'received' } },
            url,
          )
      }
    await ask({ url: `${STAFF_API_PATHS.applications}?limit=1` })
  }
}

/** Of each command what it is asked here; null for one that shows nothing of an application. */
const ASKED: Readonly<Record<string, readonly string[] | null>> = {
  'applications list': ['', '--json', '--search あおぞら'],
  'applications show': ['{}', '{} --json'],
  'applications export': ['--format csv', '--format json'],
  'applications status': ['{first} in_progress', '{first} received'],
  'applications note': ['{first} メモ'],
  'applications link': null,
  'applications erase': null,
  'links keys new': null,
  'links keys list': [''],
  'directory import': null,
  'directory show': null,
  'returned probe': null,
  explain: ['{}', '2026-11-20T09:05'],
  invite: null,
  'invite keys new': null,
  'invite keys list': [''],
  backup: null,
  'backup record': null,
  check: null,
  'postal-codes import': null,
  'retention run': [''],
  'retention rewrite': [''],
  'operator check': null,
  'outbox list': ['', '--json', '--state failed --json'],
  'outbox retry': [''],
  'staff add': null,
  'staff list': ['', '--json'],
  'staff role': null,
  'staff reset': null,
  'staff disable': null,
  'staff enable': null,
  'audit export': [''],
  'tokens add': null,
  'tokens list': ['', '--json'],
  'tokens revoke': null,
}

async function commandsPrint(
  { rig }: Run,
  references: readonly string[],
  note: Note,
): Promise<void> {
  const { COMMANDS } = await import('../admin/commands.ts')
  for (const { name } of COMMANDS) {
    const asked = ASKED[name]
    if (asked === undefined) throw new Error(`what does the command ${name} show?`)
    for (const words of asked ?? [])
      for (const reference of words.includes('{}') ? references : references.slice(0, 1)) {
        const line = `${name} ${words.replace(/\{(first)?\}/, reference)}`
        note(name, await printed(rig, line.trim()))
      }
  }
}

async function printed({ database, env, url, clock }: Run['rig'], line: string): Promise<string> {
  const options = { env: { ...env, DATABASE_URL: url }, now: clock.now }
  const { out, err } = await admin(database, line.split(' '), options).catch((error: Error) => ({
    out: '',
    err: error.message,
  }))
  return `${out}\n${err}`
}

function textOf({ headers, body, rawPayload }: LightMyRequestResponse): string {
  const isWorkbook = String(headers['content-type']).includes('spreadsheetml')
  return `${JSON.stringify(headers)}\n${isWorkbook ? partsOf(rawPayload) : body}`
}

function jsonOf({ headers, json }: LightMyRequestResponse): { next?: string | null } {
  return String(headers['content-type']).startsWith('application/json;') ? json() : {}
}

function decoded(source: string): string {
  const [head = '', body = ''] = source.split('\r\n\r\n')
  return `${head}\n${Buffer.from(body, 'base64')}`
}

/** More of one form from one place than there are applications: of more, others are like these. */
const ALIKE = 20

function valuesOf(texts: Shown['texts']): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>()
  const alike = new Map<string, number>()
  for (const [where, text] of texts)
    for (const value of valuesIn(text)) {
      const known = values.get(value)
      if (known) known.add(where)
      else {
        const form = `${where} ${value.replace(/[\da-z]+/gi, ({ length }) => `${length}`)}`
        const count = alike.get(form) ?? 0
        alike.set(form, count + 1)
        if (count < ALIKE) values.set(value, new Set([where]))
      }
    }
  return values
}

/** Every leaf of JSON, and what looks like a token in it, or in a line that is none. */
function* valuesIn(text: string): Generator<string> {
  for (const line of [text, ...text.split('\n')]) {
    const leaves = leavesOf(line)
    for (const leaf of leaves ?? []) yield* usable([leaf.trim()])
    for (const leaf of leaves ?? [line]) yield* piecesOf(leaf)
  }
}

/** Undefined for what is no JSON. */
function leavesOf(text: string): string[] | undefined {
  try {
    return leaves(JSON.parse(text))
  } catch {
    return undefined
  }
}

function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, each]) => [name, ...leaves(each)])
}

function* piecesOf(text: string): Generator<string> {
  let pieces = [text]
  for (const part of [/[\s"'<>(){}[\],;、。「」（）：]+/, /[#?&=/]+/, /[:@|]+/, /\.+/]) {
    pieces = pieces.flatMap((piece) => piece.split(part))
    yield* usable(pieces)
  }
}

/** More than any input takes is tried in its pieces. */
const LONGEST = 255
/** Seconds and counts: too short for a telephone number, and no name. */
const FIGURE = /^[\d.:+-]{0,8}$/

function usable(pieces: readonly string[]): string[] {
  return pieces.filter(
    (piece) => piece.length >= 3 && piece.length <= LONGEST && !FIGURE.test(piece),
  )
}
