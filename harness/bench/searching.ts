/** Ten people at the console who search all the time, while fifty applicants register: what each notices of the other. */

import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { runSql } from '../../server/testing/raw-sql.ts'
import type { Goal } from './figure.ts'
import { withFolder } from './folder.ts'
import { GOALS } from './goals.ts'
import type { Load } from './load/generator.ts'
import { type Server, startProduct } from './product.ts'
import type { LoadGenerator } from './registrations.ts'
import { median, percentile, takeTurns } from './rounds.ts'
import type { Report } from './suite.ts'

const PEOPLE = Array.from({ length: 10 }, (_, at) => `counter-${at}`)
const APPLICANTS = 50
/** Where they do not hurry: registrations that come in a second. */
const A_SECOND = 50
const ROUNDS = 3
const WARM_UP_SECONDS = 3
const SECONDS = 15
/** From one search of a person to their next: who it is about is said, and what was found is read. */
const BETWEEN_MS = 5000
const HEADER = 'x-person'

type Desk = { url: string; of: string; searches: readonly string[] }

export async function reportSearching(
  report: Report,
  load: LoadGenerator,
  { url, of, searches }: Desk,
): Promise<void> {
  for (const name of PEOPLE)
    await runSql(
      url,
      `insert into staff_accounts (name, role, totp_step, created_at) values ('${name}', 'reader', 0, 0)`,
    )
  const pressed: Answer[] = []
  const rate = (answers: Answer[] | undefined, pace: Pick<Load, 'rate' | 'random'> = {}) =>
    withConsole(url, async (server, staff) => {
      const everywhere = { ports: [server.port], connections: APPLICANTS }
      await load.ask({ ...everywhere, seconds: WARM_UP_SECONDS, ...pace })
      const until = performance.now() + 1000 * SECONDS
      const people = (answers ? PEOPLE : []).map((name, from) =>
        searchOn(staff, name, { from, searches, until, answers: answers ?? [] }),
      )
      const { perSecond } = await load.ask({ ...everywhere, seconds: SECONDS, ...pace })
      await Promise.all(people)
      return perSecond
    })
  const { searched, alone, ratios } = await takeTurns(ROUNDS, {
    searched: () => rate(pressed),
    alone: () => rate(undefined),
  })
  report({
    name: `registrations of ${APPLICANTS} connections while ten people search ${of}, beside without`,
    unit: '/s',
    value: searched,
    floor: alone,
    ratios: ratios('searched', 'alone'),
    goal: GOALS.besideSearches,
  })
  tell(report, pressed, `at full speed of registrations, ${of}`)
  const calm: Answer[] = []
  await rate(calm, { rate: A_SECOND, random: true })
  tell(report, calm, `while ${A_SECOND} a second register, ${of}`, GOALS.searchOfTen)
}

function tell(report: Report, answers: readonly Answer[], of: string, goal?: Goal): void {
  const times = answers.map(({ ms }) => ms)
  const name = `one search of twenty of ten people ${of}`
  report({ name, unit: 'ms', value: percentile(times, 0.95), ...(goal && { goal }) })
  report({ name: `the median of these, ${of}`, unit: 'ms', value: median(times) })
  const partial = answers.filter(({ isPartial }) => isPartial).length / answers.length
  report({ name: `of these told as partial, ${of}`, unit: '%', value: 100 * partial })
}

type Answer = { ms: number; isPartial: boolean }

type Person = {
  from: number
  searches: readonly string[]
  until: number
  answers: Answer[]
}

/** One after another, from their own place on, each from when it was due. */
async function searchOn(
  staff: string,
  name: string,
  { from, searches, until, answers }: Person,
): Promise<void> {
  await setTimeout((from * BETWEEN_MS) / PEOPLE.length)
  for (let at = from; performance.now() < until; at += 1) {
    const search = encodeURIComponent(searches[at % searches.length] ?? '')
    const begun = performance.now()
    const answer = await fetch(`${staff}${CONSOLE_PATHS.applications}?search=${search}`, {
      headers: { [HEADER]: name },
    })
    if (!answer.ok) throw new Error(`a search was answered ${answer.status}`)
    const { isPartial } = (await answer.json()) as { isPartial: boolean }
    const ms = performance.now() - begun
    answers.push({ ms, isPartial })
    await setTimeout(Math.max(0, BETWEEN_MS - ms))
  }
}

function withConsole<T>(
  url: string,
  work: (server: Server, staff: string) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const port = await freePort()
    const server = await startProduct(folder, {
      DATABASE_URL: url,
      STAFF_PORT: String(port),
      STAFF_USER_HEADER: HEADER,
    })
    const staff = `http://localhost:${port}`
    try {
      await isListening(staff)
      return await work(server, staff)
    } finally {
      await server.stop()
    }
  })
}

async function isListening(staff: string): Promise<void> {
  while (!(await fetch(staff).catch(() => undefined))) await setTimeout(100)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
