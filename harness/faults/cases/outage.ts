/** PostgreSQL stops as in a crash, and comes back; the server outlives it. */
import { setTimeout } from 'node:timers/promises'
import { isReady, until } from '../../../server/testing/process.ts'
import type { Case } from '../play.ts'

export const OUTAGE: Case = {
  name: 'immediate stop of PostgreSQL under load',
  engine: 'PostgreSQL',
  rounds: 10,
  cutsCalls: true,
  async run(play) {
    const scene = await play.open()
    const cluster = await play.cluster()
    const server = await scene.start()
    let ended = false
    server.ended.then(() => {
      ended = true
    })
    for (const _ of play.rounds()) {
      scene.crowd.start(server.url)
      await setTimeout(LOAD_MS)
      await cluster.stop('immediate')
      try {
        await until(async () => !(await isReady(server.url)), RED_MS, 'red')
        await setTimeout(OUTAGE_MS)
      } finally {
        await cluster.start()
      }
      await until(() => isReady(server.url), GREEN_MS, 'green again')
      await setTimeout(LOAD_MS)
      await scene.crowd.stop()
      await scene.audit()
      await scene.crowd.settle(server.url)
      await scene.audit()
      if (ended) throw new Error('the server ended with its database')
    }
    await scene.close(server)
  },
}

const LOAD_MS = 400
const OUTAGE_MS = 300
const RED_MS = 3000
const GREEN_MS = 5000
