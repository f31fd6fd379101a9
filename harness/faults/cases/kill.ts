/** kill -9 of the server in the midst of its work. */
import { setTimeout } from 'node:timers/promises'
import type { Case } from '../play.ts'
import { countByAdmin } from '../scene.ts'
import { readStored } from '../stored.ts'

export const KILL_SQLITE: Case = {
  name: 'kill -9 under load',
  engine: 'SQLite',
  rounds: 20,
  longRounds: 30,
  cutsCalls: true,
  async run(play) {
    const scene = await play.open()
    let server = await scene.start()
    for (const round of play.rounds()) {
      scene.crowd.start(server.url)
      await setTimeout(FIRST_MS + round * STEP_MS)
      server.signal('SIGKILL')
      await server.ended
      await scene.crowd.stop()
      server = await scene.start()
      // Before anybody comes back: a retry would hide what was lost.
      await scene.audit()
      await scene.crowd.settle(server.url)
      await scene.audit()
    }
    await scene.close(server)
    const { applications } = await readStored(scene.database)
    const seen = await countByAdmin(scene)
    if (seen !== applications.length)
      play.complain(`staff see ${seen} of ${applications.length} applications`)
  },
}

export const KILL_POSTGRES: Case = { ...KILL_SQLITE, engine: 'PostgreSQL' }

/** The moment of the kill moves from round to round. */
const FIRST_MS = 100
const STEP_MS = 8
