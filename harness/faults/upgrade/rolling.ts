/**
 * The second half of `npm run test:upgrade`: a process of 1.0 and one of this version on one PostgreSQL, both at work
 * while the mail server is down. Nothing may be lost or held, and both consoles must show the same.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type ApplicationPage, CONSOLE_PATHS, referencePath } from '#contract/console.ts'
import { command, PlainError } from '../../../bin/run.js'
import { type MailServer, startMailServer } from '../../../server/delivery/testing.ts'
import { freePorts } from '../../../server/testing/ports.ts'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { isReady, launch, type Server, settingsIn, until } from '../../../server/testing/process.ts'
import { audit } from '../audit.ts'
import { type Crowd, createCrowd } from '../crowd.ts'
import { openLedger, tallyOf } from '../ledger.ts'
import { machine } from '../report.ts'
import { readStored } from '../stored.ts'
import { freeze } from '../tree.ts'
import { earlierVersion } from './earlier-version.ts'

const LIMIT_MS = 4 * 60_000
const READY_MS = 30_000
const SENT_MS = 90_000
const CLIENTS = 3
const TOGETHER_MS = 4000
/** Whole applications of each, one after another, before and while both are there. */
const EACH = 8

/** How often a mail was tried changes meanwhile, and each version has its own words for why it was not sent. */
const CHANGING: ReadonlySet<string> = new Set(['attempts', 'nextAt', 'lastError', 'state', 'label'])

await command(main)
process.exit()

async function main(): Promise<void> {
  const tree = earlierVersion('1.0')
  const began = performance.now()
  globalThis
    .setTimeout(() => {
      console.error(`not finished within ${LIMIT_MS / 60_000} minutes`)
      process.exit(1)
    }, LIMIT_MS)
    .unref()
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-versions-'))
  chmodSync(folder, 0o755)
  const cluster = await startPostgres()
  try {
    const failures = await roll(folder, tree, await cluster.createDatabase())
    console.log(`${Math.round((performance.now() - began) / 1000)} s; ${machine()}`)
    if (failures.length > 0) throw new PlainError(`${failures.join('\n')}\nLogs are in ${folder}`)
    rmSync(folder, { recursive: true, force: true })
  } finally {
    await cluster.remove()
  }
}

type Version = { name: string; server: Server; url: string; staff: number }
type Scene = {
  folder: string
  database: string
  trees: Record<'1.0' | 'this', string>
  mailPort: number
  failures: string[]
}

async function roll(folder: string, earlier: string, database: string): Promise<string[]> {
  const [mailPort = 0] = await freePorts(1)
  const trees = { '1.0': earlier, this: freeze(join(folder, 'tree')) }
  const scene: Scene = { folder, database, trees, mailPort, failures: [] }
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const complain = (about: string) => void scene.failures.push(about)
  const crowds = {
    old: createCrowd('old', ledger, complain),
    new: createCrowd('new', ledger, complain),
  }
  const [old, current] = await together(scene, crowds)
  await compareConsoles(old, current, scene)
  const { lost, doubled, unexpected } = audit(ledger.read(), await readStored(database))
  scene.failures.push(...lost, ...doubled, ...unexpected)
  const waiting = (await readStored(database)).outbox
  const held = waiting.filter(({ state }) => state === 'held').length
  if (held > 0) complain(`${held} of ${waiting.length} mails are held`)

  const mails = await startMailServer(mailPort)
  await deliver(scene, mails)
  old.server.signal('SIGTERM')
  const { code } = await old.server.ended
  if (code !== 0) complain(`1.0 ended with ${code}`)
  await crowds.new.apply(current.url, EACH)
  await deliver(scene, mails)
  const downgrade = await refusalOf(scene)
  current.server.signal('SIGTERM')
  await current.server.ended
  await mails.close()
  const { sent, acknowledged, unknown } = tallyOf(ledger.read())
  console.log(
    `${new Date().toISOString().slice(0, 10)}: 1.0 and this version on one PostgreSQL: sent ${sent}, acknowledged ${acknowledged}, unknown ${unknown}, lost ${lost.length}, doubled ${doubled.length}; mails ${mails.mails.length}, held ${held}; 1.0 afterwards: ${downgrade}`,
  )
  return scene.failures
}

/** The mail server is down; 1.0 is at work when this version upgrades its database, and both take applications. */
async function together(scene: Scene, crowds: Record<'old' | 'new', Crowd>) {
  const old = await begin(scene, '1.0')
  await crowds.old.apply(old.url, EACH)
  crowds.old.start(old.url, CLIENTS)
  const current = await begin(scene, 'this')
  crowds.new.start(current.url, CLIENTS)
  await setTimeout(TOGETHER_MS)
  await Promise.all([crowds.old.stop(), crowds.new.stop()])
  // What one version began, the other one ends.
  await crowds.old.settle(current.url)
  await crowds.new.settle(old.url)
  await Promise.all([crowds.old.apply(old.url, EACH), crowds.new.apply(current.url, EACH)])
  return [old, current] as const
}

async function begin(scene: Scene, name: '1.0' | 'this'): Promise<Version> {
  const [staff = 0] = await freePorts(1)
  const server = launch({
    tree: scene.trees[name],
    log: join(scene.folder, `${name}.log`),
    env: settings(scene, staff),
  })
  const url = await server.listening
  await until(() => isReady(url).catch(() => false), READY_MS, `${name} ready`)
  return { name, server, url, staff }
}

/** As an operator has them, the limits of mails too; the crowd's one address starts more than an office. */
function settings({ folder, database, mailPort }: Scene, staff: number): Record<string, string> {
  return {
    ...settingsIn(folder, database),
    STAFF_PORT: String(staff),
    MAIL_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'desk@example.jp',
    STAFF_MAIL: 'staff@example.jp',
    LIMIT_SENT_PER_HOUR: '0',
    LOG_LEVEL: 'info',
  }
}

/** Every application in the list of both, and its page, in what both versions know of it. */
async function compareConsoles(old: Version, current: Version, { failures, database }: Scene) {
  const closed = await fetch(`http://localhost:${current.staff}${CONSOLE_PATHS.applications}`)
  if (closed.status !== 403) failures.push(`an upgraded console without accounts: ${closed.status}`)
  await openConsole(database)
  const [before, now] = [await everything(old), await everything(current)]
  if (before.size === 0 || before.size !== now.size)
    failures.push(`1.0 lists ${before.size} applications, this version ${now.size}`)
  for (const [reference, seen] of before)
    for (const difference of differences(seen, now.get(reference), reference))
      failures.push(difference)
  console.log(`both consoles: ${now.size} applications compared`)
}

/** It waits for its first account; 1.0 asked nobody on this machine. */
async function openConsole(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(`delete from facts where name = 'account_required'`)
  await client.end()
}

async function everything({ staff }: Version): Promise<Map<string, unknown>> {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://localhost:${staff}${path}`)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const found = new Map<string, unknown>()
  let next: string | null = ''
  while (next !== null) {
    const query: string = next === '' ? '' : `?after=${encodeURIComponent(next)}`
    const page: ApplicationPage = await ask(`${CONSOLE_PATHS.applications}${query}`)
    for (const { reference } of page.applications)
      found.set(reference, await ask(referencePath('application', reference)))
    next = page.next
  }
  return found
}

/** What of the first is not in the second; what the second has beyond it is new. */
function differences(seen: unknown, now: unknown, at: string): string[] {
  if (typeof seen !== 'object' || seen === null)
    return seen === now ? [] : [`${at}: ${JSON.stringify(seen)} → ${JSON.stringify(now)}`]
  return Object.entries(seen).flatMap(([key, value]) =>
    CHANGING.has(key)
      ? []
      : differences(value, (now as Record<string, unknown> | undefined)?.[key], `${at}.${key}`),
  )
}

/** Each mail that was promised so far arrives, once. */
async function deliver({ database, failures }: Scene, { mails }: MailServer): Promise<void> {
  const unsent = async () =>
    (await readStored(database)).outbox.filter(({ state }) => state !== 'sent').length
  await until(async () => (await unsent()) === 0, SENT_MS, 'all sent', 250)
  const promised = (await readStored(database)).outbox.map(({ id }) => String(id))
  const arrived = mails.map(({ messageId }) => messageId.split('@')[0] ?? '')
  const missing = promised.filter((id) => !arrived.includes(id)).length
  const copies = arrived.length - new Set(arrived).size
  if (missing + copies > 0) failures.push(`${missing} mails never arrived, ${copies} came twice`)
}

/** What 1.0 says where it is started on a database that this version has upgraded. */
async function refusalOf(scene: Scene): Promise<string> {
  const log = join(scene.folder, 'downgrade.log')
  const server = launch({ tree: scene.trees['1.0'], log, env: settings(scene, 0) })
  const { code } = await server.ended
  const said = readFileSync(log, 'utf8').trim()
  if (code !== 1 || !said.includes('which this program lacks'))
    scene.failures.push(`downgrade: ${code} ${said}`)
  return said
}
