/** `npm run test:rolling [-- --browsers]`: behind HAProxy and behind nginx two processes restart in turn under load, and nobody is refused; then they are upgraded in turn under open pages, of which all are sent. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { command, PlainError } from '../../../bin/run.js'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { endInTime } from '../../../server/testing/process.ts'
import { buildLater } from '../../e2e/variant.ts'
import { audit } from '../audit.ts'
import { createCrowd } from '../crowd.ts'
import { monotonic, openLedger, tallyOf } from '../ledger.ts'
import { machine } from '../report.ts'
import { readStored } from '../stored.ts'
import { freeze } from '../tree.ts'
import { NGINX, Nginx } from './nginx.ts'
import { upgradeUnderOpenPages } from './open-pages.ts'
import { PRODUCTS, type Product, Products, PUBLIC } from './products.ts'
import { inSandbox, requirePrograms } from './sandbox.ts'

const RESTARTS = 5
const LIMIT_MS = 9 * 60_000
const CLIENTS = 4
/** Twice the pause between two health checks. */
const HAPROXY_LOOKS_MS = 2000

await command(async () => {
  requirePrograms('haproxy', 'nginx')
  if (await inSandbox(import.meta.filename)) await main()
})
process.exit()

async function main(): Promise<void> {
  endInTime(LIMIT_MS)
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-rolling-'))
  chmodSync(folder, 0o755)
  const cluster = await startPostgres()
  const database = await cluster.createDatabase()
  const products = new Products(folder, freeze(join(folder, 'tree')), {
    app1: database,
    app2: database,
  })
  for (const product of PRODUCTS) await products.start(product)

  products.startFront()
  const nginx = new Nginx(folder)
  await setTimeout(2000)
  const setting = { folder, database, products }
  const failures = process.argv.includes('--browsers')
    ? []
    : [
        ...(await restartUnderLoad('HAProxy', { url: PUBLIC, ...setting })),
        ...(await restartUnderLoad('nginx', { url: NGINX, ...setting, nginx })),
      ]
  failures.push(...(await upgradeInTurn({ ...setting, nginx })))
  for (const product of PRODUCTS) await products.stop(product, 'SIGTERM')
  await cluster.remove()
  if (failures.length > 0) throw new PlainError(`${failures.join('\n')}\nLogs are in ${folder}`)
  rmSync(folder, { recursive: true, force: true })
}

type Setting = {
  url: string
  folder: string
  database: string
  products: Products
  nginx?: Nginx
}

async function restartUnderLoad(
  proxy: string,
  { url, folder, database, products, nginx }: Setting,
): Promise<string[]> {
  const began = monotonic()
  const failures: string[] = []
  const ledger = openLedger(join(folder, `${proxy}.jsonl`))
  const crowd = createCrowd(proxy, ledger, (about) => failures.push(about))
  crowd.start(url, CLIENTS)
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const product = PRODUCTS[restart % PRODUCTS.length] ?? 'app1'
    await setTimeout(1000)
    await nginx?.serve(PRODUCTS.filter((each) => each !== product))
    const code = await products.stop(product, 'SIGTERM')
    if (code !== 0) failures.push(`SIGTERM: exit code ${code}`)
    await products.start(product)
    await nginx?.serve(PRODUCTS)
    await setTimeout(HAPROXY_LOOKS_MS)
  }
  await crowd.stop()
  const entries = ledger.read()
  const unknown = entries.flatMap((entry) => (entry.event === 'unknown' ? [entry.why] : []))
  const refused = unknown.filter((why) => /^5\d\d /.test(why))
  failures.push(...refused.map((why) => `${proxy}: ${why}`))
  // At a reload nginx closes connections that wait for a next call, perhaps as that call arrives.
  const resets = unknown.length - refused.length
  if (!nginx && resets > 0) failures.push(`${proxy}: ${resets} connections lost`)
  await crowd.settle(url)
  // What came by the other proxy is in the same database, and is no finding here.
  const found = audit(ledger.read(), await readStored(database))
  const [lost, doubled] = [found.lost.length, found.doubled.length]
  const { sent, acknowledged } = tallyOf(entries)
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${machine()}, ${proxy}: ${RESTARTS} restarts in ${((monotonic() - began) / 1000).toFixed(0)} seconds; sent ${sent}, acknowledged ${acknowledged}, 5xx ${refused.length}, connections lost ${resets}, lost ${lost}, doubled ${doubled}`,
  )
  if (lost + doubled > 0) failures.push(`${proxy}: lost ${lost}, doubled ${doubled}`)
  return failures
}

async function upgradeInTurn({ database, products, nginx }: Omit<Setting, 'url'>) {
  const began = monotonic()
  const later = await buildLater()
  const upgrade = async (product: Product) => {
    await nginx?.serve(PRODUCTS.filter((each) => each !== product))
    await products.stop(product, 'SIGTERM')
    await products.start(product, later.root)
    await nginx?.serve(PRODUCTS)
    await setTimeout(HAPROXY_LOOKS_MS)
  }
  try {
    const failures = await upgradeUnderOpenPages({
      fronts: { HAProxy: PUBLIC, nginx: NGINX },
      database,
      order: { both: 'app2', after: 'app1' },
      upgrade,
    })
    console.log(
      `${new Date().toISOString().slice(0, 10)}, ${machine()}: two builds behind HAProxy and nginx in ${((monotonic() - began) / 1000).toFixed(0)} seconds; ${failures.length} failures`,
    )
    return failures
  } finally {
    await later.remove()
  }
}
