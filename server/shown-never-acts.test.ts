/**
 * What is shown never acts (reading 43): every value that leaves the server is tried as customer, key, link and answer of
 * the gate on every public call, on both databases. Nobody may look, complete, correct, withdraw or be given a link by it.
 */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  API_BASE,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_KEY_HEADER,
  REFERENCE_HEADER,
  SUPERSEDES,
  WIRE_NAMES,
} from '#contract/apply.ts'
import {
  CORRECTION_ADDRESS,
  MESSAGE_ADDRESS,
  STATUS_ADDRESS,
  WITHDRAWAL_ADDRESS,
} from '#contract/status.ts'
import type { SentBehindGate } from '#contract/status-schemas.ts'
import { query } from './store/statement.ts'
import { CORPORATION, FACILITIES, PRICE } from './testing/calls.ts'
import { ENGINES } from './testing/databases.ts'
import { type PlayedDesk, playDesk } from './testing/played-desk.ts'
import { consentOf, ENTRY, facilitiesOf, form, post, REGISTER } from './testing/requests.ts'
import { rowsIn } from './testing/rows.ts'
import { collectShown, MAIL_TO_APPLICANT, PRINTED_LINK, type Shown } from './testing/shown.ts'

/** What is meant to act; everything else that is shown may do nothing. */
const EXCEPTIONS = {
  /** Links open that are in a mail to the applicant, or printed for the applicant by a worker. */
  linksIn: [MAIL_TO_APPLICANT, PRINTED_LINK],
  /** With such a link the number of the application opens its gate. */
  answersWith: { entry: CORPORATION.tel, suspension: 'K-3' },
  /** Anybody can name a customer number: without a key its facilities meet the requests without a key (reading 20) … */
  named: ['keyless-migration', 'pending-migration'],
  /** … and complete one that is pending. */
  completed: ['pending-migration'],
} as const

/** Half a minute to a minute on an idle machine. */
const LIMIT_MS = 900_000

describe.each(ENGINES)('on %s', (engine) => {
  test(
    'nothing that staff, billing system, file, mail, webhook, command, log or metric shows acts on an application',
    async () => {
      const desk = await playDesk(engine)
      const shown = await collectShown(desk.run, [...desk.references.values()])
      expect(secretsIn(shown, desk)).toEqual([])

      const before = await storedOf(desk)
      const links = await linksThatOpen(desk, shown)
      await tryAll(desk, shown, new Set(links))
      const after = await storedOf(desk)
      const changed = [...before.keys()].filter((word) => before.get(word) !== after.get(word))
      expect(changed).toEqual(EXCEPTIONS.completed)
      for (const flow of ['entry', 'suspension'] as const)
        await tryAnswers(desk, {
          shown,
          link: desk.links[flow],
          number: EXCEPTIONS.answersWith[flow],
        })
    },
    LIMIT_MS,
  )
})

/** Places where an issued name or a key was shown. */
function secretsIn({ texts }: Shown, { secrets }: PlayedDesk): string[] {
  return texts.flatMap(([where, text]) =>
    secrets.some((secret) => text.includes(secret)) ? [where] : [],
  )
}

/** Each application with all that hangs on it, by its word. */
async function storedOf({ run, references }: PlayedDesk): Promise<Map<string, string>> {
  const { database } = run.rig
  const applications = await rowsIn(database, 'applications')
  const tables = await Promise.all(CHILDREN.map((table) => rowsIn(database, table)))
  const entries = [...references].map(([word, reference]): [string, string] => {
    const own = applications.filter((row) => row.reference === reference)
    const children = tables.map((rows) =>
      rows
        .filter(({ application }) => application === own[0]?.id)
        .map((row) => JSON.stringify(row))
        .sort(),
    )
    return [word, JSON.stringify([own, children])]
  })
  return new Map(entries)
}
/** Marks and versions are not among them: another request of a number is told of on both. */
const CHILDREN = [
  'consents',
  'facilities',
  'history',
  'messages',
  'outbox',
  'revisions',
  'withdrawal_requests',
  'applicant_calls',
  'status_links',
] as const

/** Only those that are meant to. */
async function linksThatOpen(desk: PlayedDesk, shown: Shown): Promise<string[]> {
  const opened: string[] = []
  await inTurns([...shown.values.keys()], async (link) => {
    const answer = await desk.send(post(STATUS_ADDRESS, { link }))
    if (answer.statusCode === 200) opened.push(link)
    else expect([link, answer.statusCode]).toEqual([link, link.length > 52 ? 422 : 404])
  })
  const wrong = opened.flatMap((link) =>
    [...(shown.values.get(link) ?? [])].filter(
      (where) => !EXCEPTIONS.linksIn.some((each) => each === where),
    ),
  )
  expect(wrong).toEqual([])
  // Both kinds were met.
  expect(new Set(opened.flatMap((link) => [...(shown.values.get(link) ?? [])]))).toEqual(
    new Set(EXCEPTIONS.linksIn),
  )
  return opened
}

/** As every part of every public call that may name an application. */
async function tryAll(desk: PlayedDesk, shown: Shown, links: ReadonlySet<string>): Promise<void> {
  const document = (await desk.send({ url: `${API_BASE}/openapi.json` })).json()
  const documented = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(Object.keys(TRIED).toSorted()).toEqual(documented.toSorted())
  await inTurns([...shown.values.keys()], async (value) => {
    for (const requestsOf of Object.values(TRIED))
      for (const request of requestsOf({
        value,
        isLink: links.has(value),
        isKey: IDEMPOTENCY_KEY.test(value),
      })) {
        const answer = await desk.send(request)
        expect(doneBy(desk, request, answer)).toBeUndefined()
      }
  })
}

type Tried = { value: string; isLink: boolean; isKey: boolean }

const keyed = (key: string) => ({ [IDEMPOTENCY_KEY_HEADER]: key })
/** As the application of that word was sent: what is typed can be read. */
const KNOWN: Record<string, string> = { ...ENTRY, mailaddress: 'entry@aozora.example.jp' }
const CORRECTED = {
  base: 1,
  proposal: null,
  fields: Object.fromEntries(
    Object.entries(WIRE_NAMES).map(([, wire]) => [wire, KNOWN[wire] ?? '']),
  ),
  rows: FACILITIES.map((row) => ({
    name: `${row.facilityName}別館`,
    number: row.facilityNumber,
    service: row.serviceKey,
  })),
}
/** Whoever saw the value saw the telephone number beside it. One that opens is meant to, together with this number. */
const behindGate = <A extends keyof SentBehindGate>(
  address: A,
  more: SentBehindGate[A],
  { value, isLink }: Tried,
) => (isLink ? [] : [post(address, { link: value, answer: CORPORATION.tel, ...more })])
/** All read their link in one way: what has no receipt number in it is tried at the first of them. */
const actBehindGate =
  <A extends keyof SentBehindGate>(address: A, more: SentBehindGate[A]) =>
  (tried: Tried) =>
    /[0-9A-Z]{4}-[0-9A-Z]{4}/.test(tried.value) ? behindGate(address, more, tried) : []
/** Takes nothing that could name an application. */
const namesNone = () => []

const TRIED: Readonly<Record<string, (tried: Tried) => InjectOptions[]>> = {
  [`post ${REGISTER}`]: ({ value, isKey }) =>
    isKey ? [form(KNOWN, keyed(value)), form(KNOWN, { [SUPERSEDES]: value })] : [],
  [`post ${API_BASE}/public/temp/customers/{customer}/facilities`]: ({ value, isKey }) => {
    const body = { facilities: FACILITIES }
    const ofKnown = isKey ? [post(facilitiesOf('K-1'), body, keyed(value))] : []
    return [post(facilitiesOf(value), body), ...ofKnown]
  },
  [`post ${API_BASE}/public/temp/customers/{customer}/consent`]: ({ value, isKey }) => {
    const ofKnown = isKey ? [post(consentOf('K-3'), { kind: 3 }, keyed(value))] : []
    return [post(consentOf(value), { kind: 1, priceText: PRICE }), ...ofKnown]
  },
  [`post ${STATUS_ADDRESS}`]: (tried) => behindGate(STATUS_ADDRESS, {}, tried),
  [`post ${CORRECTION_ADDRESS}`]: actBehindGate(CORRECTION_ADDRESS, CORRECTED),
  [`post ${WITHDRAWAL_ADDRESS}`]: actBehindGate(WITHDRAWAL_ADDRESS, { proposal: null }),
  [`post ${MESSAGE_ADDRESS}`]: actBehindGate(MESSAGE_ADDRESS, { text: 'ご連絡ください' }),
  [`post ${API_BASE}/vitals`]: namesNone,
  [`post ${API_BASE}/usage`]: namesNone,
  [`get ${API_BASE}/postal-codes`]: namesNone,
  [`get ${API_BASE}/directory`]: namesNone,
  [`get ${API_BASE}/directory/corporations`]: namesNone,
  [`get ${API_BASE}/directory/corporations/{id}/facilities`]: namesNone,
  [`get ${API_BASE}/directory/facilities`]: namesNone,
  'get /livez': namesNone,
  'get /readyz': namesNone,
}

/** What an answer did to, or told of, an application of the desk; undefined where it was nothing. */
function doneBy(
  { secrets, references }: PlayedDesk,
  request: InjectOptions,
  { statusCode, headers, body }: LightMyRequestResponse,
): string | undefined {
  const about = `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${request.payload}: ${statusCode} ${body}`
  if (secrets.some((secret) => body.includes(secret))) return `a name or key: ${about}`
  if ([...references.values()].some((reference) => body.includes(`${reference}.`)))
    return `a link: ${about}`
  if (statusCode >= 400) return undefined
  if (String(request.url).startsWith(STATUS_ADDRESS)) return `it opened: ${about}`
  const met = [...references].find(
    ([, reference]) => reference === headers[REFERENCE_HEADER.toLowerCase()],
  )
  const isKeyed = IDEMPOTENCY_KEY_HEADER in (request.headers ?? {})
  if (!met || (!isKeyed && EXCEPTIONS.named.some((word) => word === met[0]))) return undefined
  return `it met ${met[0]}: ${about}`
}

/** Answers that were wrong are forgotten before they make the gate rest. */
const TRIES = 4

/** Of all that was shown the number alone opens the gate. */
async function tryAnswers(
  { run, send }: PlayedDesk,
  { shown, link, number }: { shown: Shown; link: string; number: string },
): Promise<void> {
  const opened: string[] = []
  for (const [at, answer] of [...shown.values.keys()].entries()) {
    if (at % TRIES === 0)
      await run.rig.database.atomic((tx) => tx.run(query((db) => db.deleteFrom('status_links'))))
    if ((await send(post(STATUS_ADDRESS, { link, answer }))).statusCode === 200) opened.push(answer)
  }
  expect(opened).toContain(number)
  const plain = (text: string) => text.normalize('NFKC').replace(/[^\dA-Z]/g, '')
  expect(opened.filter((answer) => !plain(answer).includes(plain(number)))).toEqual([])
}

/** So many at once: the database answers them together. */
const AT_ONCE = 16

async function inTurns<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
  const left = values.values()
  const worker = async () => {
    for (const value of left) await work(value)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
