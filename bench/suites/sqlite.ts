/** Complete registrations on SQLite, beside a bare loop of the same statements. */
import { join } from 'node:path'
import { openDatabase } from '../../server/store/database.ts'
import { startChild } from '../child.ts'
import type { Replay } from '../floors/sqlite-loop.ts'
import { IN_MEMORY, withFolder } from '../folder.ts'
import { NODE_SETTINGS } from '../product.ts'
import { type Recorded, recordRegistrations } from '../recorded.ts'
import { atFullSpeed, bareSlowestHundredth, slowestHundredth, startLoad } from '../registered.ts'
import { median, takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 5
const ROUNDS_AT_HALF = 3
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
    const { server, bare, ratios } = await takeTurns(ROUNDS, {
      bare: () => bareLoop(floor.ask, recorded),
      server: async () => {
        const { perSecond, memory } = await atFullSpeed(load)
        memories.push(memory)
        return perSecond
      },
    })
    report({
      name: 'complete registrations, SQLite',
      unit: '/s',
      value: server,
      floor: bare,
      ratios: ratios('server', 'bare'),
      goal: { ratioAtLeast: 1.5 },
    })
    report({
      name: 'memory at full load, SQLite',
      unit: 'MB',
      value: median(memories),
      goal: { atMost: 150 },
    })
    const calls = await takeTurns(ROUNDS_AT_HALF, {
      bare: () => bareSlowestHundredth(load, server / 2),
      half: () => slowestHundredth(load, server / 2),
    })
    report({
      name: 'a call in the slowest hundredth at half load, SQLite',
      unit: 'ms',
      value: calls.half,
      floor: calls.bare,
      ratios: calls.ratios('half', 'bare'),
      goal: { ratioAtMost: 4 },
    })
  } finally {
    await Promise.all([floor.stop(), load.stop()])
  }
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
