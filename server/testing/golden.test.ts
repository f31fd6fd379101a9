/**
 * Golden files: what the product answers, sends, stores, counts and logs, as it did when they were written. A change of
 * the code that is not meant to change behaviour leaves them as they are. `npx vitest run golden -u` writes them anew;
 * the difference is then read line by line.
 */
import { createHmac } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CONSOLE_PATHS } from '#domain/console.ts'
import { registrationFields } from '#domain/contract.ts'
import { DIRECTORY_PATHS } from '#domain/directory.ts'
import { API_BASE, PATHS } from '#domain/paths.ts'
import { STAFF_API_BASE } from '#domain/staff-api.ts'
import { COMMANDS } from '../admin/commands.ts'
import { createClock } from '../clock.ts'
import { SETTINGS } from '../config.ts'
import { startDeliveries } from '../delivery/deliveries.ts'
import { fileTransport } from '../delivery/mail-transport.ts'
import { webhookSignature } from '../delivery/webhook.ts'
import { webhookKeys } from '../delivery/webhook-secret.ts'
import { createMetrics } from '../observability/metrics.ts'
import { startRetention } from '../retention.ts'
import { CORPORATION, NO_CAMPAIGN, NOW } from './calls.ts'
import { ENGINES, temporaryFolder } from './databases.ts'
import {
  invitationFor,
  playApplications,
  playRefusals,
  playRefusedMails,
  type Run,
} from './golden-applications.ts'
import {
  type Book,
  headerLines,
  inOrder,
  isOfInterest,
  linesInOrder,
  nameApplications,
  openBook,
  someOf,
} from './golden-book.ts'
import { rowsText, schemaText } from './golden-database.ts'
import { type Rig, startRig, WEBHOOK_SECRETS } from './golden-rig.ts'
import { command, type Exports, playCommands, playConsole, playStaffApi } from './golden-staff.ts'
import { until } from './outbox.ts'
import { form } from './requests.ts'

const FOLDER = join(import.meta.dirname, 'golden')
/** The other test that writes to the folder is beside the pages. */
const OF_PAGES = /^page-/

/** Name → what the first engine made of it; the other makes the same. */
const compared = new Map<string, string>()

async function compare(name: string, made: string): Promise<void> {
  const text = `${made.trimEnd()}\n`
  const first = compared.get(name)
  compared.set(name, first ?? text)
  if (first === undefined) await expect.soft(text).toMatchFileSnapshot(join(FOLDER, name))
  else expect.soft(text, `${name}, by both engines`).toBe(first)
}

describe.each(ENGINES)('with %s, the product', (engine) => {
  test('does what it did when the golden files were written', async () => {
    // What the command line calls the person who runs it.
    vi.stubEnv('SUDO_USER', 'operator')
    onTestFinished(() => void vi.unstubAllEnvs())
    const rig = await startRig(engine, BEFORE_MIDNIGHT)
    const run = await runOn(rig)
    const { book } = run

    await playRefusedMails(run)
    rig.clock.now = NOW
    await playApplications(run)
    await playRefusals(run)
    await nameApplications(book, rig.database, run.words)
    await command(run, 'commands', 'directory import deploy/sample-directory --json')
    rig.clock.now += 60_000
    await playLookUps(rig, book)
    await playDocuments(run)
    const exports = await playConsole(run)
    await playStaffApi(run)
    await playCommands(run)

    for (const file of [
      'calls',
      'look-ups',
      'console',
      'staff-api',
      'commands',
      'audit',
      'headers',
    ])
      await compare(`${file}.txt`, linesInOrder(book.text(file)))
    await compareDocuments(rig)
    await compareExports(exports, book)
    await compare('mails.txt', mailsText(rig, book))
    await compare('webhooks.txt', webhooksText(rig, book))
    await compare('rows.txt', await rowsText(rig.database, book.masked, isNotOfHundred(rig)))
    await compare(`schema-${engine}.txt`, await schemaText(engine, rig.url))
    await compare('metrics.txt', await metricsText(rig))
    await playTroubles(rig)
    await compare(`log-${engine}.txt`, logText(rig.logged()))
  })
})

test('settings, help, signatures and mail files are what they were', async () => {
  await compare('settings.txt', settingsText())
  await compare('help.txt', await helpText())
  await compare('signatures.txt', signaturesText())
  await compare('mail-file.txt', await mailFileText())
})

test('every golden file is compared with something', () => {
  const found = readdirSync(FOLDER).filter((name) => !OF_PAGES.test(name))
  const untested = ENGINES.length === 2 ? found.filter((name) => !compared.has(name)) : []
  expect(untested).toEqual([])
})

/** 2025-02-01 00:00 in Tokyo less ten minutes: the price list of trials turns. */
const BEFORE_MIDNIGHT = Date.UTC(2025, 0, 31, 14, 49)

async function runOn(rig: Rig): Promise<Run> {
  const { headers } = await rig.app.inject('/livez')
  const { 'content-type': _type, 'cache-control': _cache, ...usual } = headers
  return { rig, book: openBook(usual), words: new Map(), customers: new Map(), usual }
}

async function playLookUps({ app }: Rig, book: Book): Promise<void> {
  const { about, corporations, numberedFacilities } = DIRECTORY_PATHS
  const look = (title: string, path: string, headers = {}) =>
    book.send('look-ups', title, app, { url: `${API_BASE}${path}`, headers })
  for (const code of ['1310032', '100-0001', '1008111', '4980000', '0000000', '12', ''])
    await look(`postal code ${code}`, `${PATHS.postalCodes}?zipcode=${code}`)
  await look('no postal code', PATHS.postalCodes)
  await look('the directory', about)
  const search = (text: string) => `${corporations}?q=${encodeURIComponent(text)}`
  const hits = await look('by a part of the name', search('あさひ'))
  for (const text of ['アサヒ ケア', 'ほしのこ', '1234', 'zzz', ''])
    await look(`searched: ${text}`, search(text))
  const [corporation] = hits.json().corporations
  const facilities = await look('its facilities', `${corporations}/${corporation.id}/facilities`)
  await look('no such corporation', `${corporations}/0/facilities`)
  const { number } = facilities.json().facilities[0]
  await look('by number', `${numberedFacilities}?numbers=${number},0000000000`)
  await look('a number that is none', `${numberedFacilities}?numbers=1`)
  const known = { 'if-none-match': String(hits.headers.etag) }
  const again = await app.inject({ url: `${API_BASE}${search('あさひ')}`, headers: known })
  book.add('look-ups', 'the same import', `→ ${again.statusCode}`)
  for (let count = 0; count < 20; count += 1) await app.inject(`${API_BASE}${search('あ')}`)
  await look('too many', search('あさひ'))
}

/** What is served beside the calls, with every header. */
async function playDocuments({ rig: { app, staff }, book, usual }: Run): Promise<void> {
  const addresses = ['/livez', '/readyz', '/entry/input', '/.well-known/security.txt', '/nothing']
  const local = { host: 'localhost:3001', accept: 'text/html' }
  for (const [title, server] of Object.entries({ public: app, staff }))
    for (const url of addresses) {
      const answer = await server.inject({ url, headers: local })
      // The first has those that all have.
      const known = title === 'public' && url === addresses[0] ? {} : usual
      const shown = [`→ ${answer.statusCode}`, ...headerLines(answer, known), answer.body]
      book.add('headers', `${title} ${url}`, shown.join('\n'))
    }
  const beacon = {
    page: '/entry/input',
    metrics: [
      { name: 'LCP', value: 812.5 },
      { name: 'CLS', value: 0.02 },
    ],
  }
  await book.send('calls', 'a beacon', app, {
    method: 'POST',
    url: `${API_BASE}${PATHS.vitals}`,
    payload: beacon,
  })
}

async function compareDocuments({ app, staff }: Rig): Promise<void> {
  const documents = {
    public: await app.inject(`${API_BASE}/openapi.json`),
    staff: await staff.inject(`${STAFF_API_BASE}/openapi.json`),
  }
  for (const [name, { body, statusCode }] of Object.entries(documents)) {
    expect(statusCode).toBe(200)
    await compare(`openapi-${name}.json`, body)
  }
}

async function compareExports({ csv, json, xlsx }: Exports, book: Book): Promise<void> {
  const isShown = (line: string) => /^<BOM>|第[12]事業所/.test(line) || isOfInterest(line)
  const head = (headers: string[]) => `${headers.join('\n')}\n\n`
  const lines = linesInOrder(book.masked(visible(csv.bytes.toString()))).split('\n')
  await compare('export-csv.txt', head(csv.headers) + someOf(lines, isShown).join('\n'))
  const text = json.bytes.toString()
  const entries: object[] = JSON.parse(text)
  expect(text).toBe(`[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`)
  const told = entries.map((entry) => book.masked(JSON.stringify(entry, inOrder, 1)))
  await compare('export-json.txt', head(json.headers) + someOf(told, isOfInterest).join('\n'))
  await compare(
    'export-xlsx.txt',
    head(xlsx.headers) + linesInOrder(book.masked(partsOf(xlsx.bytes))),
  )
}

/** Byte order mark and carriage returns, which no reader of a difference would see. */
const visible = (text: string) => text.replace('\ufeff', '<BOM>').replaceAll('\r\n', '<CR>\n')

/** Of the hundred rows the first and the last; that all are there the other export says. */
const withoutHundred = (text: string) =>
  text.replace(
    /( *\{\n *"no": (\d+),\n *"facilityName": "第\d+事業所"[^}]*\},\n)/g,
    (row, _, no) => (Number(no) < 3 ? row : ''),
  )

/** The parts of a workbook; a cell, a column and the like begin a line each. */
function partsOf(bytes: Uint8Array): string {
  const parts = Object.entries(unzipSync(bytes)).map(
    ([name, part]) =>
      `### ${name}\n${strFromU8(part).replace(/<(row|c s|c><v|col|sheet|Override|xf|Relationship|font|\/worksheet)\b/g, '\n$&')}\n`,
  )
  return parts.join('\n')
}

/** As the mail server took them; what is encoded stands there decoded, and is encoded as it should be. */
function mailsText({ mails }: Rig, book: Book): string {
  const texts = mails.mails.map(({ recipients, clientName, source }) => {
    const [head = '', body = ''] = source.split('\r\n\r\n')
    const text = Buffer.from(body, 'base64')
    const encoded = text.toString('base64').replace(/(.{76})(?=.)/g, '$1\r\n')
    expect(body.trimEnd()).toBe(encoded)
    const envelope = `EHLO ${clientName}\nRCPT TO ${recipients.join(', ')}`
    return book.masked(`${envelope}\n${decodedWords(head)}\n\n${text}`)
  })
  return someOf(texts.toSorted(), isOfInterest)
    .map((text) => `### a mail\n${text}`)
    .join('\n')
}

function decodedWords(head: string): string {
  return head
    .replaceAll('\r\n', '\n')
    .replace(/\?=\s+=\?UTF-8\?([BQ])\?/g, '')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g, (_, how, text) => {
      const decoded =
        how === 'B'
          ? Buffer.from(text, 'base64').toString()
          : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%'))
      return `{${how}: ${decoded}}`
    })
}

/** Their signatures are made of what chance makes: they are reckoned again. */
function webhooksText({ hooks }: Rig, book: Book): string {
  const secrets = WEBHOOK_SECRETS.split(',')
  const texts = hooks.received.map(({ headers, body }) => {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const expected = secrets.map(
      (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
    )
    expect(headers['webhook-signature']).toBe(expected.join(' '))
    const { host: _host, 'content-length': _length, ...shown } = headers
    const named = {
      ...shown,
      'webhook-signature': 'v1,<HMAC with the first secret> v1,<with the second>',
    }
    const lines = Object.entries(named)
      .toSorted()
      .map(([name, value]) => `${name}: ${value}`)
    expect(JSON.stringify(JSON.parse(body))).toBe(body)
    const json = JSON.stringify(JSON.parse(body), null, 1)
    return withoutHundred(book.masked(`${lines.join('\n')}\n${json}\n`))
  })
  return someOf(texts.toSorted(), (text) => /of (entry|trial|suspension)>/.test(text))
    .map((text) => `### a call\n${text}`)
    .join('\n')
}

const isNotOfHundred = (_rig: Rig) => (row: object) =>
  !('facility_name' in row) || !/^第([3-9]|\d\d)事業所/.test(String(row.facility_name))

/** Families by name, the labels of their series, and of histograms the bounds; totals keep their value. */
async function metricsText({ metrics, staffMetrics }: Rig): Promise<string> {
  const families = `${await metrics.render()}${await staffMetrics.render()}`.split(/^(?=# HELP )/m)
  return families.map(familyText).toSorted().join('\n')
}

function familyText(family: string): string {
  const [help = '', type = '', ...lines] = family.trimEnd().split('\n')
  const bounds = new Set(lines.map((line) => /le="([^"]*)"/.exec(line)?.[1] ?? ''))
  const told = [...bounds].filter((bound) => bound !== '').join(' ')
  const series = lines.map((line) => {
    const [, labelled = '', value = ''] = /^(.*) (\S+)$/.exec(line) ?? []
    const isKept = /_total(\{|$)/.test(labelled) && !labelled.startsWith('process_')
    const plain = labelled
      .replace(/,?le="[^"]*"/, '')
      .replace('{}', '')
      .replace(/node="[^"]*"/, 'node="<version>"')
      .replace(told === '' ? /$^/ : /_(bucket|sum|count)(?=\{|$)/, '')
    return isKept ? `${plain} ${value}` : plain
  })
  return [help, type, ...(told === '' ? [] : [`(le) ${told}`]), ...new Set(series.toSorted())].join(
    '\n',
  )
}

/** Of each kind of line, every set of fields that it came with, and their types. */
function logText(logged: string): string {
  const kinds = logged
    .trim()
    .split('\n')
    .map((line) => {
      const { level, event, ...fields } = JSON.parse(line)
      // How often a trouble is met is a matter of time.
      if (/(?<!a_trouble)_repeated$/.test(event)) return ''
      return `${level} ${event}: ${shapeOf(fields)}`
    })
  return [...new Set(kinds)].toSorted().join('\n')
}

/** What only a fault brings into the log; at the end nothing is stored any more. */
async function playTroubles(rig: Rig): Promise<void> {
  const { app, staff, config, database, clock, log, now, operator } = rig
  writeFileSync(config.DIRECTORY_FILE, 'no directory')
  clock.now += 60_000
  await app.inject(`${API_BASE}${DIRECTORY_PATHS.about}`)
  const rules = { incompleteDays: 30, completeDays: 365 }
  const retention = startRetention({ database, clock: now, log, rules, look: 5 })
  await until(() => rig.logged().includes('"event":"retention"'))
  clock.now -= 30 * 86_400_000
  await until(() => rig.logged().includes('"event":"retention_postponed"'))
  await retention.stop()
  for (let time = 0; time < 2; time += 1) log.warn('a_trouble', { error: 'x' })
  await database.close()
  const failing = startRetention({ database, clock: now, log, rules, look: 5 })
  await until(() => rig.logged().includes('"event":"retention_failed"'))
  await failing.stop()
  const deps = { config: { ...config, STAFF_MAIL: '' }, operator, database, clock: now, log }
  const outbox = startDeliveries({ ...deps, metrics: createMetrics(), load: () => 'idle' })
  await until(() => rig.logged().includes('"event":"outbox_failed"'))
  await outbox.stop()
  const fields = registrationFields('entry', CORPORATION, NO_CAMPAIGN)
  await app.inject(form(Object.fromEntries(fields)))
  const cookie = `staff-session-3001=${'a'.repeat(43)}`
  await staff.inject({ url: CONSOLE_PATHS.session, headers: { host: 'localhost:3001', cookie } })
  const jumps = createClock(
    now,
    () => 0,
    ({ event, seconds }) => log.warn(event, { seconds }),
  )
  clock.now += 3_600_000
  jumps()
}

function shapeOf(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      if (Array.isArray(value)) return `${name} list`
      return typeof value === 'object' ? `${name} {${shapeOf(value)}}` : `${name} ${typeof value}`
    })
    .join(', ')
}

function settingsText(): string {
  const rows: Record<string, { about: string; allowed: string; fallback: unknown; secret?: true }> =
    SETTINGS
  const textOf = (key: string): string => {
    const fallback = rows[key]?.fallback ?? ''
    return typeof fallback === 'function' ? fallback(textOf) : String(fallback)
  }
  const texts = Object.entries(rows).map(([key, { about, allowed, secret }]) =>
    [
      `### ${key}${secret ? ' (secret)' : ''}`,
      `default ${JSON.stringify(textOf(key))}`,
      about,
      allowed,
    ].join('\n'),
  )
  return texts.toSorted().join('\n\n')
}

async function helpText(): Promise<string> {
  const rig = await startRig('sqlite', NOW)
  const run = await runOn(rig)
  await command(run, 'help', '--help')
  for (const { name } of COMMANDS) await command(run, 'help', `${name} --help`)
  return run.book.text('help')
}

function signaturesText(): string {
  const body = JSON.stringify({ type: 'application.completed', data: { jigyousha: '髙﨑会' } })
  return [
    invitationFor('migration', 'K-1001', 'first'),
    invitationFor('suspension', 'K-1001', 'second', 1),
    webhookSignature(webhookKeys(WEBHOOK_SECRETS) ?? [], `o-1.1763618640.${body}`),
  ].join('\n')
}

/** The very bytes of a mail that becomes a file. */
async function mailFileText(): Promise<string> {
  const folder = temporaryFolder()
  const transport = fileTransport(folder, { name: 'お申し込み窓口', address: 'desk@example.jp' })
  const text = 'ご担当者 様\n\nお申し込みありがとうございます。\n.\n-- \n署名\n'
  const mail = { id: 'o-1', to: 'office@example.jp', replyTo: 'help@example.jp', date: NOW }
  await transport.send({ ...mail, subject: '【受付完了】新規お申し込み', text })
  transport.close()
  return visible(await readFile(join(folder, 'o-1.eml'), 'utf8'))
}
