/** Complete registrations on SQLite, beside a bare loop of the same statements while as many calls are made of a bare server. */
import { join } from 'node:path'
import { openDatabase } from '../../../server/store/open-database.ts'
import { startChild } from '../child.ts'
import type { Goal } from '../figure.ts'
import type { Replay } from '../floors/sqlite-loop.ts'
import { IN_MEMORY, withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import { NODE_SETTINGS } from '../product.ts'
import { type Recorded, recordRegistrations } from '../recorded-statements.ts'
import { atFullSpeed, besideBareCalls, reportSlowestCall, startLoad } from '../registrations.ts'
import { median, takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 5
/** How long the floor runs in a round, and enough registrations for it. */
const SECONDS = 3
const RECORDED = 8000

export async function sqliteSuite(report: Report): Promise<void> {
  const recorded = await record()
  const loop = new URL('../floors/sqlite-loop.ts', import.meta.url)
  const floor = startChild<Replay, number>(loop, NODE_SETTINGS)
  const load = startLoad()
  try {
    const memories: number[] = []
    let rate = 0
    const replay = () => bareLoop(floor.ask, recorded)
    const unsearched = recorded.map(withoutSearch)
    const { server, bare, alone, unindexed, ratios } = await takeTurns(ROUNDS, {
      server: async () => {
        const { perSecond, memory } = await atFullSpeed(load)
        memories.push(memory)
        rate = perSecond
        return perSecond
      },
      bare: () => besideBareCalls(load, rate, replay),
      alone: replay,
      unindexed: () => bareLoop(floor.ask, unsearched),
    })
    const rates = { server, bare, alone, unindexed }
    type Rate = keyof typeof rates
    const compare = (name: string, [value, floor]: [Rate, Rate], more: { goal?: Goal } = {}) =>
      report({
        ...{ name, unit: '/s', value: rates[value], floor: rates[floor] },
        ...{ ratios: ratios(value, floor), ...more },
      })
    const name = 'complete registrations, SQLite'
    compare(name, ['server', 'bare'], { goal: GOALS.registrationsSqlite })
    compare(`${name}, beside the loop alone`, ['server', 'alone'])
    const search = 'the loop alone, beside it without what the search takes'
    compare(search, ['alone', 'unindexed'], { goal: GOALS.searchTexts })
    report({
      name: 'memory at full load, SQLite',
      unit: 'MB',
      value: median(memories),
      goal: GOALS.memory,
    })
    await reportSlowestCall(report, load, server)
  } finally {
    await Promise.all([floor.stop(), load.stop()])
  }
}

/** Without the statements that write what staff's search goes through. */
function withoutSearch(recorded: Recorded): Recorded {
  return recorded.map((sent) => sent.filter(({ sql }) => !sql.includes('search_texts')))
}

function record(): Promise<Recorded[]> {
  return withFolder(async (folder) => {
    const database = await openDatabase(`sqlite:${join(folder, 'recorded.db')}`, { onFatal: fail })
    const recorded = await recordRegistrations(database, 'sqlite', RECORDED)
    await database.close()
    return recorded
  }, IN_MEMORY)
}

/** In a fresh database with the schema, as the server has. */
function bareLoop(ask: (replay: Replay) => Promise<number>, registrations: readonly Recorded[]) {
  return withFolder(async (folder) => {
    const file = join(folder, 'floor.db')
    await (await openDatabase(`sqlite:${file}`, { onFatal: fail })).close()
    return ask({ file, registrations, seconds: SECONDS })
  })
}

function fail(error: unknown): never {
  throw error
}
