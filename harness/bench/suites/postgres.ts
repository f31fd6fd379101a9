/** Complete registrations on PostgreSQL: one process and two, beside pgbench on the same server while as many calls are made of a bare one. */

import { openDatabase } from '../../../server/store/open-database.ts'
import { type Cluster, startPostgres } from '../../../server/testing/postgres.ts'
import { pgbench, slowestOfPgbench, writeScript } from '../floors/pgbench.ts'
import { withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import { recordRegistrations } from '../recorded-statements.ts'
import {
  atFullSpeed,
  besideBareCalls,
  type LoadGenerator,
  slowestRegistration,
  startLoad,
} from '../registrations.ts'
import { median, takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 5
const SECONDS = 3

export async function postgresSuite(report: Report): Promise<void> {
  const cluster = await startPostgres()
  const load = startLoad()
  try {
    await withFolder(async (folder) => {
      const script = await writeFloor(cluster, folder)
      const bench = { report, cluster, load, script }
      const fullSpeed = await measureFullSpeed(bench)
      await measureHalfLoad(bench, fullSpeed / 2)
    })
  } finally {
    await load.stop()
    await cluster.remove()
  }
}

/** `script`: the floor's, of one registration. */
type Bench = { report: Report; cluster: Cluster; load: LoadGenerator; script: string }

/** Gives the registrations a second of one process. */
async function measureFullSpeed({ report, cluster, load, script }: Bench): Promise<number> {
  const { createDatabase } = cluster
  const memories: number[] = []
  const registered = async (processes: number) => {
    const { perSecond, memory } = await atFullSpeed(load, { createDatabase, processes })
    memories.push(memory)
    return perSecond
  }
  const floor = async () => pgbench({ url: await emptyDatabase(cluster), script, seconds: SECONDS })
  let rate = 0
  const { one, two, bare, pgbenchAlone, ratios } = await takeTurns(ROUNDS, {
    one: async () => {
      rate = await registered(1)
      return rate
    },
    two: () => registered(2),
    bare: () => besideBareCalls(load, rate, floor),
    pgbenchAlone: floor,
  })
  const name = 'complete registrations, PostgreSQL'
  report({
    name,
    unit: '/s',
    value: one,
    floor: bare,
    ratios: ratios('one', 'bare'),
    goal: GOALS.registrationsPostgres,
  })
  report({
    name: `${name}, beside pgbench alone`,
    unit: '/s',
    value: one,
    floor: pgbenchAlone,
    ratios: ratios('one', 'pgbenchAlone'),
  })
  report({ name: `${name}, two processes beside one`, unit: '/s', value: two, floor: one })
  report({
    name: 'memory at full load, PostgreSQL',
    unit: 'MB',
    value: median(memories),
    goal: GOALS.memory,
  })
  return one
}

/** At this many registrations a second. */
async function measureHalfLoad(
  { report, cluster, load, script }: Bench,
  rate: number,
): Promise<void> {
  const { leastOf } = await takeTurns(ROUNDS, {
    half: () => slowestRegistration(load, rate, cluster),
    pgbench: async () =>
      slowestOfPgbench({ url: await emptyDatabase(cluster), script, seconds: SECONDS, rate }),
  })
  report({
    name: 'a registration in the slowest hundredth at half load, PostgreSQL',
    unit: 'ms',
    ...leastOf('half', 'pgbench'),
    goal: GOALS.slowestRegistration,
  })
}

/** Two registrations are recorded, so that what differs between any two can be told from what does not. */
async function writeFloor(cluster: Cluster, folder: string): Promise<string> {
  const database = await openDatabase(await cluster.createDatabase(), { onFatal: fail })
  const [one, other] = await recordRegistrations(database, 'postgres', 2)
  await database.close()
  if (!one || !other) throw new Error('nothing was recorded')
  return writeScript(folder, one, other)
}

async function emptyDatabase(cluster: Cluster): Promise<string> {
  const url = await cluster.createDatabase()
  await (await openDatabase(url, { onFatal: fail })).close()
  return url
}

function fail(error: unknown): never {
  throw error
}
