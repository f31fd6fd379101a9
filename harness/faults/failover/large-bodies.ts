/** `npm run test:proxies`: one client sends bodies that are too large, behind each proxy of deploy/; all others are served. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { command, PlainError } from '../../../bin/run.js'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { endInTime } from '../../../server/testing/process.ts'
import { audit } from '../audit.ts'
import { createCrowd } from '../crowd.ts'
import { openLedger, tallyOf } from '../ledger.ts'
import { machine } from '../report.ts'
import { readStored } from '../stored.ts'
import { freeze } from '../tree.ts'
import { CADDY, startCaddy } from './caddy.ts'
import { NGINX, Nginx } from './nginx.ts'
import { PRODUCTS, Products, PUBLIC } from './products.ts'
import { inSandbox, requirePrograms, type Service } from './sandbox.ts'
import { sendTooLarge } from './too-large.ts'

const LIMIT_MS = 6 * 60_000
const SECONDS = 20
const PER_SECOND = 4
const CLIENTS = 2
/** Failures of each proxy that are printed. */
const SHOWN = 8
/** After a process was killed: what others ask, and how long one of them may wait. */
const LOOKS_WITHOUT = 40
const PATIENCE_MS = 5_000
/** Until a health check has seen a change: HAProxy and Caddy make one a second. */
const HEALTH_SEEN_MS = 2500

await command(async () => {
  requirePrograms('haproxy', 'nginx', 'caddy')
  if (await inSandbox(import.meta.filename)) await main()
})
process.exit()

type Proxy = { url: string; start: (folder: string) => { stop: () => Promise<void> } }

function proxiesOf(products: Products): Record<string, Proxy> {
  return {
    nginx: { url: NGINX, start: (folder) => new Nginx(folder) },
    'nginx-unbuffered': {
      url: NGINX,
      start: (folder) => new Nginx(folder, { passesAtOnce: true }),
    },
    Caddy: { url: CADDY, start: (folder) => stoppable(startCaddy(folder)) },
    // It passes every body on as it comes.
    HAProxy: { url: PUBLIC, start: () => stoppable(products.startFront()) },
  }
}

function stoppable({ child, ended }: Service) {
  return {
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function main(): Promise<void> {
  endInTime(LIMIT_MS)
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-proxies-'))
  chmodSync(folder, 0o755)
  const cluster = await startPostgres()
  const database = await cluster.createDatabase()
  const tree = freeze(join(folder, 'tree'))
  const products = new Products(folder, tree, { app1: database, app2: database })
  for (const product of PRODUCTS) await products.start(product)
  const failures: string[] = []
  const words = process.argv.slice(2)
  for (const [name, proxy] of Object.entries(proxiesOf(products))) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue
    const own = join(folder, name)
    mkdirSync(own)
    const running = proxy.start(own)
    await setTimeout(2000)
    const found = [
      ...(await sendBesideOthers(name, proxy.url, own, database)),
      ...(await lookWithout(products, proxy.url)),
    ]
    failures.push(...found.slice(0, SHOWN).map((about) => `${name}: ${about}`))
    await running.stop()
  }
  for (const product of PRODUCTS) await products.stop(product, 'SIGTERM')
  await cluster.remove()
  if (failures.length > 0) throw new PlainError(`${failures.join('\n')}\nLogs are in ${folder}`)
  rmSync(folder, { recursive: true, force: true })
}

/** One client sends what is too large, four times a second; others look at the page and apply. */
async function sendBesideOthers(
  name: string,
  url: string,
  folder: string,
  database: string,
): Promise<string[]> {
  const failures: string[] = []
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const crowd = createCrowd(name, ledger, (about) => failures.push(about))
  crowd.start(url, CLIENTS)
  const sent: Promise<string>[] = []
  const looked: Promise<number>[] = []
  for (let count = 0; count < SECONDS * PER_SECOND; count += 1) {
    sent.push(sendTooLarge(url, count))
    looked.push(lookAt(url))
    await setTimeout(1000 / PER_SECOND)
  }
  await crowd.stop()
  const wrong = (await Promise.all(sent)).filter((answer) => answer !== '')
  const pages = await Promise.all(looked)
  const served = pages.filter((status) => status === 200).length
  await crowd.settle(url)
  const { acknowledged, unknown } = tallyOf(ledger.read())
  const { lost, doubled } = audit(ledger.read(), await readStored(database))
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${machine()}, ${name}: told 413 ${sent.length - wrong.length} of ${sent.length}; pages ${served} of ${pages.length}; calls acknowledged ${acknowledged}, unknown ${unknown}, lost ${lost.length}, doubled ${doubled.length}`,
  )
  failures.push(...new Set(wrong))
  if (served < pages.length) failures.push(`${pages.length - served} pages: ${new Set(pages)}`)
  if (unknown + lost.length + doubled.length > 0)
    failures.push(`calls unknown ${unknown}, lost ${lost.length}, doubled ${doubled.length}`)
  return failures
}

/** A process is killed as in a crash: everybody is served by the other, without a long wait. */
async function lookWithout(products: Products, url: string): Promise<string[]> {
  await products.stop('app2', 'SIGKILL')
  const began = performance.now()
  const statuses: number[] = []
  let slowest = 0
  for (let count = 0; count < LOOKS_WITHOUT; count += 1) {
    const asked = performance.now()
    statuses.push(await lookAt(url))
    slowest = Math.max(slowest, performance.now() - asked)
  }
  const served = statuses.filter((status) => status === 200).length
  console.log(
    `  one of two killed: pages ${served} of ${LOOKS_WITHOUT} in ${(performance.now() - began).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  )
  await products.stop('app1', 'SIGKILL')
  await setTimeout(HEALTH_SEEN_MS)
  const isTold = await maintenanceIsShown(url)
  for (const product of PRODUCTS) await products.start(product)
  await setTimeout(HEALTH_SEEN_MS)
  return [
    ...(served < LOOKS_WITHOUT ? [`one of two killed: ${new Set(statuses)}`] : []),
    ...(slowest > PATIENCE_MS ? [`one of two killed: ${slowest.toFixed(0)} ms`] : []),
    ...(isTold ? [] : ['both killed: not the page of maintenance']),
  ]
}

/** Whether a visitor is given the page that says what to do, and a status that says for how long. */
async function maintenanceIsShown(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
    const isPage = (await response.text()).includes('ただいま接続できません')
    return isPage && response.status === 503 && response.headers.get('retry-after') === '5'
  } catch {
    return false
  }
}

/** The status of the page; 0 where there was none. */
async function lookAt(url: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(20_000)
    const response = await fetch(url, { signal, headers: { connection: 'close' } })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
