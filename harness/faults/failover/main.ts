/** `npm run test:failover [-- --quick | --long]`: the samples of deploy/ha run for real, and machines fail under load. */

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { command, PlainError, ROOT } from '../../../bin/run.js'
import { endInTime } from '../../../server/testing/process.ts'
import { audit } from '../audit.ts'
import { createCrowd } from '../crowd.ts'
import { monotonic, openLedger, tallyOf } from '../ledger.ts'
import { machine } from '../report.ts'
import { readStored } from '../stored.ts'
import { freeze } from '../tree.ts'
import { DatabaseMachines, PASSWORD } from './cluster.ts'
import { type Measured, tableOfFaults } from './measure.ts'
import { type Fault, planOf, type Stage, withoutStandbys } from './plan.ts'
import { OWNERS_DATABASE, PRODUCTS, Products, PUBLIC, urlOf } from './products.ts'
import { watchReadiness } from './readiness.ts'
import { inSandbox, requirePrograms } from './sandbox.ts'

const LIMIT_MS = { quick: 6 * 60_000, main: 25 * 60_000, long: 32 * 60_000 }
const STANDBYS_AWAY_S = { quick: 15, main: 30, long: 300 }
const CLIENTS = 4
/** After no answer: an application that has to be finished later. */
const PAUSE_MS = 250
/** Of an answer of /readyz, beyond what /livez takes meanwhile. */
const READY_MS = 1000
/** Of one that a process which stood still gave late. */
const STALLED_MS = 5000
/** Between two faults. */
const CALM_MS = 2000
/** Connections of a process: two that write, four that read, and one more for each of the first while it is replaced. */
const MAX_CONNECTIONS = PRODUCTS.length * 8

await command(async () => {
  requirePrograms('etcd', 'patroni', 'haproxy', 'pgbouncer')
  if (await inSandbox(import.meta.filename)) await main()
})
// Machines that go on running would keep it from ending.
process.exit()

async function main(): Promise<void> {
  const size = ['quick', 'long'].find((each) => process.argv.includes(`--${each}`)) ?? 'main'
  const kind = size as keyof typeof LIMIT_MS
  endInTime(LIMIT_MS[kind])
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-failover-'))
  chmodSync(folder, 0o755)
  const failures = await play(folder, kind)
  if (failures.length > 0)
    throw new PlainError(`${failures.join('\n')}\nLedger and logs are in ${folder}`)
  rmSync(folder, { recursive: true, force: true })
}

/** What was not as promised. */
async function play(folder: string, kind: keyof typeof LIMIT_MS): Promise<string[]> {
  const began = monotonic()
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  const failures: string[] = []
  const stage = await setUp(folder, (about) => failures.push(about))
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const crowd = createCrowd('failover', ledger, (about) => {
    // HAProxy's page of maintenance, while nobody behind it is ready.
    if (!about.includes('ただいま接続できません')) failures.push(about)
  })
  const readiness = watchReadiness(PRODUCTS.map(urlOf))
  crowd.start(PUBLIC, CLIENTS, PAUSE_MS)
  const sinceBegan = (moment: number) => `${((moment - began) / 1000).toFixed(0)} s`
  const show = (what: string) => console.log(`${sinceBegan(monotonic())}: ${what}`)
  const measured = await runFaults(stage, planOf(kind === 'quick', words), show)
  show('both standbys cut off')
  const connections = await countWithoutStandbys(stage, STANDBYS_AWAY_S[kind], failures)
  await allWell(stage)
  await crowd.stop()
  await crowd.settle(PUBLIC)

  const answers = (await readiness.stop()).map((answer) => ({
    ...answer,
    told: `${answer.readyMs.toFixed(0)} ms, of /livez meanwhile ${answer.liveMs.toFixed(0)} ms (${answer.url} at ${sinceBegan(answer.at)})`,
  }))
  const entries = ledger.read()
  const found = audit(entries, await readStored(await stage.machines.superUrl('moushikomi')))
  const { rows, late } = tableOfFaults(measured, entries)
  failures.push(...late)
  for (const [kind, lines] of Object.entries(found))
    failures.push(...lines.slice(0, 5).map((line: string) => `${kind}: ${line}`))
  const { sent, acknowledged, unknown, retried } = tallyOf(entries)
  console.log(`
${new Date().toISOString().slice(0, 10)}, ${machine()}; ${sinceBegan(monotonic())}:

${rows}

- calls sent ${sent}, acknowledged ${acknowledged}, unknown ${unknown}, retried ${retried}
- lost ${found.lost.length}, doubled ${found.doubled.length}, unexpected ${found.unexpected.length}
- slowest answer of /readyz: ${answers[0]?.told ?? 'none'}
- both standbys away for ${STANDBYS_AWAY_S[kind]} seconds: at most ${connections} connections of both processes
`)
  if (answers.length === 0) failures.push('/readyz was never answered')
  // The database alone may not hold it up.
  for (const { readyMs, liveMs, told } of answers)
    if (readyMs - liveMs > READY_MS || readyMs > STALLED_MS) failures.push(`/readyz took ${told}`)
  if (connections > MAX_CONNECTIONS) failures.push(`${connections} connections`)
  return failures
}

async function runFaults(
  stage: Stage,
  plan: readonly Fault[],
  show: (what: string) => void,
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const fault of plan) {
    show(fault.name)
    const from = monotonic()
    await fault.run(stage)
    await allWell(stage)
    await setTimeout(CALM_MS)
    measured.push({ ...fault, from, until: monotonic() })
  }
  return measured
}

async function allWell({ machines, products }: Stage): Promise<void> {
  await machines.healthy()
  for (const product of PRODUCTS) await products.ready(product)
}

async function setUp(folder: string, complain: (about: string) => void): Promise<Stage> {
  const tree = freeze(join(folder, 'tree'))
  const machines = new DatabaseMachines(join(folder, 'machines'))
  mkdirSync(join(folder, 'machines'))
  await machines.form()
  await machines.administer('postgres', 'create database moushikomi')
  await makeRoles(machines)
  const products = new Products(folder, tree)
  const owner = products.launch('owner', OWNERS_DATABASE)
  await owner.listening
  await owner.stop()
  products.startProxies()
  const refusal = await products.refusalBehindTransactionPooling()
  if (!refusal.includes('pool_mode = session'))
    complain(`pgbouncer in transaction pooling is not named: ${refusal}`)
  for (const product of PRODUCTS) await products.start(product)
  return { machines, products }
}

async function makeRoles(machines: DatabaseMachines): Promise<void> {
  const script = readFileSync(join(ROOT, 'deploy/postgres-roles.sql'), 'utf8')
  const roles = ['moushikomi', 'moushikomi_owner', 'moushikomi_reader']
  const passwords = roles.map((role) => `alter role ${role} password '${PASSWORD}'`)
  await machines.administer('moushikomi', script, ...passwords)
}

/** The most connections that the product had at a time; others must be served meanwhile. */
async function countWithoutStandbys(
  stage: Stage,
  seconds: number,
  failures: string[],
): Promise<number> {
  let most = 0
  const look = async () => {
    try {
      const [row] = await stage.machines.administer(
        'postgres',
        `select count(*)::int as count from pg_stat_activity where usename = 'moushikomi'`,
      )
      most = Math.max(most, Number(row?.count))
    } catch (error) {
      failures.push(`another user of the database was refused: ${error}`)
    }
  }
  await withoutStandbys(stage, seconds, look)
  return most
}
