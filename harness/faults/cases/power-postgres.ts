/** Power cuts under PostgreSQL: its data folder stands on the disk, and a server started from what is left tells. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { resumePostgres, startPostgresIn } from '../../../server/testing/postgres.ts'
import type { CutMode } from '../disk-server.ts'
import type { Case } from '../play.ts'

const DISK_MB = 192
const CLIENTS = 8
const MOST_DELAY_MS = 400
const MODES: readonly CutMode[] = ['flushed', 'some', 'all']

export const POWER_POSTGRES: Case = {
  name: 'power cut at a random moment',
  engine: 'PostgreSQL',
  rounds: 10,
  longRounds: 40,
  cutsCalls: false,
  async run(play) {
    const disk = await play.disk(DISK_MB)
    const cluster = await startPostgresIn(join(disk.folder, 'postgres'))
    try {
      const database = await cluster.createDatabase()
      const schema = /search_path%3D(\w+)$/.exec(database)?.[1] ?? ''
      const scene = await play.open({ database })
      const server = await scene.start()
      scene.crowd.start(server.url, CLIENTS)
      for (const round of play.rounds()) {
        await setTimeout(Math.random() * MOST_DELAY_MS)
        const cut = await disk.cut(MODES[round % MODES.length] ?? 'some')
        await disk.inspect(cut, async (folder) => {
          const left = await resumePostgres(join(folder, 'postgres'))
          try {
            await scene.auditCut(left.addressOf(schema), cut.at)
          } finally {
            await left.remove()
          }
        })
      }
      await scene.crowd.stop()
      await scene.close(server)
    } finally {
      await cluster.remove()
    }
  },
}
