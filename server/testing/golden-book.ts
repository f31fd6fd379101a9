/** What a golden run writes down: requests, answers and texts by file, with everything volatile under a name that stays. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { PROJECT_ROOT } from '../config/settings.ts'
import type { Database } from '../store/database.ts'
import { rowsIn } from './rows.ts'

export type Book = {
  /** Sends a request to an app, and writes both sides down. */
  send(file: string, title: string, app: FastifyInstance, request: InjectOptions): Promise<Answer>
  add(file: string, title: string, text: string): void
  /** A value made by chance, under the name it has in every file. */
  name(value: string, name: string): void
  /** Of everything that was written down under a file's name. */
  text(file: string): string
  masked(text: string): string
}

type Answer = LightMyRequestResponse

/** `usual` are the headers that every answer has: only what differs from them is written down. */
export function openBook(usual: Readonly<Record<string, unknown>>): Book {
  const files = new Map<string, string[]>()
  const names = new Map<string, string>()
  const add: Book['add'] = (file, title, text) => {
    files.set(file, [...(files.get(file) ?? []), `### ${title}\n${text.trimEnd()}\n`])
  }
  const masked = (text: string) => maskChance(maskNames(text, names))
  return {
    add,
    async send(file, title, app, request) {
      const answer = await app.inject(request)
      add(file, title, `${requestText(request)}\n${answerText(answer, usual)}`)
      return answer
    },
    name: (value, name) => void names.set(value, `<${name}>`),
    text: (file) => masked((files.get(file) ?? []).join('\n')),
    masked,
  }
}

/** Names each application, and what is promised of it, by the word that the run gave its key or its {customer}. */
export async function nameApplications(
  book: Book,
  database: Database,
  words: ReadonlyMap<string, string>,
): Promise<void> {
  const applications = await rowsIn(database, 'applications')
  const wordOf = new Map<string, string>()
  for (const { id, reference, customer, issued_name: issued, application_key } of applications) {
    const called = application_key ?? (customer || issued)
    const word = words.get(called) ?? called
    wordOf.set(id, word)
    book.name(id, `id of ${word}`)
    book.name(reference, `reference of ${word}`)
    if (issued !== '') book.name(issued, `username of ${word}`)
  }
  for (const { id, application, kind } of await rowsIn(database, 'outbox'))
    book.name(id, `${kind} of ${wordOf.get(application)}`)
}

function maskNames(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text
  const longestFirst = [...names.keys()].toSorted((a, b) => b.length - a.length)
  // Made of letters, digits and hyphens alone: nothing has to be escaped.
  const any = new RegExp(longestFirst.join('|'), 'g')
  return text.replace(any, (value) => names.get(value) ?? value)
}

/** The project's own folder, whatever characters its path has. */
const PROJECT = new RegExp(PROJECT_ROOT.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')

const CHANCE: readonly (readonly [RegExp, string])[] = [
  [/\b\d{10}-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, '<audit id>'],
  [/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, '<uuid>'],
  [/moushikomi_[\w-]{43}/g, '<API token>'],
  [/(?<=\.\d+\.)[\da-f]{32}\b/g, '<MAC>'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '<256 bits>'],
  [/(?<![\w-])[A-Z2-7]{32}(?![\w-])/g, '<TOTP secret>'],
  [/\b[A-Z2-7]{6}(-[A-Z2-7]{1,6})+\b/g, '<one-time code>'],
  [/(?<="build": ?")[^"]*/g, '<build>'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
  [/\/[\w./-]*\/moushikomi-\w{6}\//g, '<folder>/'],
  [PROJECT, '<project>'],
]

function maskChance(text: string): string {
  return CHANCE.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text)
}

/** They depend on the machine, on time or on the length of what is masked. */
const LEFT_OUT = new Set(['date', 'content-length', 'connection', 'keep-alive'])
/** Of a request: what stands there for the transport. */
const LEFT_OUT_OF_REQUEST = new Set(['host', 'user-agent'])
const VOLATILE = new Map([
  ['x-request-id', /.+/],
  // A hash of the body, or the name of an import.
  ['etag', /[\w-]{20,}/],
])

function requestText({ method = 'GET', url, headers = {}, payload, body }: InjectOptions): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !LEFT_OUT_OF_REQUEST.has(name))
    .map(([name, value]) => `${name}: ${value}`)
  const sent = payload ?? body
  const plain = typeof sent === 'string' ? sent : sent === undefined ? '' : JSON.stringify(sent)
  const text = plain.replace(/"(totp|code)":"\d{6}"/g, '"$1":"<six digits>"')
  return [`${method} ${url}`, ...lines, ...(text === '' ? [] : [clipped(text)])].join('\n')
}

function answerText(answer: Answer, usual: Readonly<Record<string, unknown>>): string {
  const headers = headerLines(answer, usual)
  return [`→ ${answer.statusCode}`, ...headers, bodyText(answer)].join('\n')
}

/** Every header of an answer, in the order of their names. */
export function headerLines({ headers }: Answer, usual: Readonly<Record<string, unknown>> = {}) {
  const all = new Set([...Object.keys(headers), ...Object.keys(usual)])
  return [...all].toSorted().flatMap((name) => {
    const value = headers[name]
    if (LEFT_OUT.has(name) || (name in usual && value === usual[name])) return []
    if (value === undefined) return [`(no ${name})`]
    const pattern = VOLATILE.get(name)
    return [`${name}: ${pattern ? String(value).replace(pattern, '*') : value}`]
  })
}

/** Line by line, so that a difference is readable; a body that is not written as JSON.stringify does says so. */
function bodyText({ body, headers }: Answer): string {
  if (body === '' || !String(headers['content-type']).startsWith('application/json;')) return body
  const value: unknown = JSON.parse(body)
  const isPlain = JSON.stringify(value) === body
  return `${isPlain ? '' : '(not in one line)\n'}${JSON.stringify(value, inOrder, 1)}`
}

/** For JSON.stringify: what is promised in one millisecond has no order. */
export function inOrder(name: string, value: unknown): unknown {
  if (name !== 'deliveries' || !Array.isArray(value)) return value
  return value.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
}

/** As `inOrder`, for tables of deliveries. */
export function linesInOrder(text: string): string {
  return text.replace(/(^.*(受付メール|担当者へのメール|請求システム) .*\n)+/gm, (lines) =>
    lines
      .split(/(?<=\n)/)
      .toSorted()
      .join(''),
  )
}

const LONGEST = 3000

function clipped(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, 200)}… (${text.length} characters)`
}

/** Of many texts that are alike those that `isShown` names, and of the others one line that any change of them changes. */
export function someOf(
  texts: readonly string[],
  isShown: (text: string, at: number) => boolean,
): string[] {
  const hidden = texts.filter((text, at) => !isShown(text, at))
  const hash = createHash('sha256').update(hidden.join('\n')).digest('hex')
  const note = `… ${hidden.length} more, sha256 ${hash}`
  return [...texts.filter(isShown), ...(hidden.length > 0 ? [note] : [])]
}

/** Of what is alike for each application, the texts of these stand there whole. */
export const isOfInterest = (text: string) =>
  /<\w+ of (entry|trial|old-price|suspension|hostile|same-3|forged|erased)>/.test(text)
