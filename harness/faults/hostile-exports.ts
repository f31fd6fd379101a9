/**
 * `npm run test:exports`: staff list, search and export 300 applications of the greatest size that a stranger can
 * send, while the public port is probed from another process. Ends with 1 where the public noticed. `-- 1000000` exports
 * so many usual ones instead.
 */

import { argv } from 'node:process'
import { CAMPAIGN_KEYS, type Campaign, EMPTY_APPLICANT } from '#domain/applicant.ts'
import { endInTime } from '../../server/testing/process.ts'
import { type Application, apply, priceOf } from '../client/application.ts'
import {
  type Engine,
  isSlower,
  type Memory,
  type Probed,
  probe,
  type Server,
  withServer,
} from './export-server.ts'
import { exportMany } from './large-exports.ts'

const APPLICATIONS = 300
const ROWS = 100
const LONGEST = '福'.repeat(255)
const BOUNDS = { good: 99.9, /** Megabytes. */ memory: 16 }

endInTime(60 * 60_000)
const many = Number(argv[2]) || 0
for (const engine of ['sqlite', 'postgres'] as const) {
  const isGood = await withServer(engine, (server) =>
    many > 0 ? exportMany(engine, server, many) : runOn(engine, server),
  )
  if (!isGood) process.exitCode = 1
}

async function runOn(engine: Engine, { url, staff, memory }: Server): Promise<boolean> {
  await fill(url)
  const quiet = await probe(url)
  const before = await memory()
  const probing = probe(url)
  const work = await staffWork(staff, probing, memory)
  return report(engine, { quiet, busy: await probing, before, ...work })
}

async function fill(url: string): Promise<void> {
  const numbers = Array.from({ length: APPLICATIONS }, (_, i) => i)
  const sender = async () => {
    for (let next = numbers.pop(); next !== undefined; next = numbers.pop())
      await apply(url, applicationOf(next))
  }
  await Promise.all(Array.from({ length: 8 }, sender))
}

/** The greatest that a stranger can send. */
function applicationOf(no: number): Application {
  // One number in every row: it is charged once.
  const row = { facilityName: LONGEST, facilityNumber: '1310000001', serviceKey: 'KYODO' }
  const facilities = Array.from({ length: ROWS }, () => row)
  return {
    key: `hostile/${no}`,
    flow: 'entry',
    customer: null,
    applicant: {
      ...EMPTY_APPLICANT,
      companyName: LONGEST,
      zipcode: '1000001',
      address: LONGEST,
      tel: '0'.repeat(200),
      email: `x${no}@hostile.example`,
      person: LONGEST,
    },
    campaign: Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, LONGEST])) as Campaign,
    priceText: priceOf('contract', facilities, Date.now()),
    facilities,
  }
}

/** Everything that staff do, again and again until the probe ends; bytes of each export, and the greatest memory seen. */
async function staffWork(
  staff: string,
  probing: Promise<unknown>,
  memory: () => Promise<Memory>,
): Promise<{ rounds: number; sizes: Record<string, number>; most: Memory }> {
  let ended = false
  void probing.then(() => {
    ended = true
  })
  const sizes: Record<string, number> = {}
  const most = { public: 0, staff: 0 }
  const paths = [
    'exports/csv',
    'exports/xlsx',
    'exports/json',
    'applications',
    `applications?search=${'福'.repeat(80)}`,
  ]
  let rounds = 0
  for (; !ended; rounds += 1)
    for (const path of paths) {
      if (ended) break
      const response = await fetch(`${staff}/api/${path}`)
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
      let bytes = 0
      for await (const chunk of response.body ?? []) bytes += chunk.length
      sizes[path.split('?')[0] ?? path] = bytes
      const now = await memory()
      most.public = Math.max(most.public, now.public)
      most.staff = Math.max(most.staff, now.staff)
    }
  return { rounds, sizes, most }
}

type Run = Awaited<ReturnType<typeof staffWork>> & { quiet: Probed; busy: Probed; before: Memory }

function report(engine: string, run: Run): boolean {
  const { quiet, busy, before, most, rounds, sizes } = run
  const grown = most.public - before.public
  const megabytes = Object.entries(sizes).map(
    ([path, bytes]) => `${path} ${(bytes / 2 ** 20).toFixed(1)} MB`,
  )
  console.log(`${engine}, ${rounds} rounds: ${megabytes.join(', ')}`)
  console.log(`  quiet: ${quiet.text}\n  staff at work: ${busy.text}`)
  console.log(
    `  memory of the public process ${before.public.toFixed(0)} MB, at most ${most.public.toFixed(0)} MB; of the console's, at most ${most.staff.toFixed(0)} MB`,
  )
  const failures = [
    busy.good < BOUNDS.good && `${busy.good} % good answers`,
    isSlower(busy, quiet) && `99 % within ${busy.slowest} ms`,
    grown > BOUNDS.memory && `${grown.toFixed(0)} MB more memory`,
  ].filter((failure) => failure !== false)
  for (const failure of failures) console.log(`  TOO MUCH: ${failure}`)
  return failures.length === 0
}
