/** SIGTERM in the midst of work: what is under way is answered, whoever comes later is told so. */
import { setTimeout } from 'node:timers/promises'
import type { Case } from '../play.ts'

export const DRAIN_SQLITE: Case = {
  name: 'SIGTERM under load',
  engine: 'SQLite',
  rounds: 5,
  cutsCalls: true,
  async run(play) {
    const scene = await play.open()
    for (const round of play.rounds()) {
      const server = await scene.start()
      scene.crowd.start(server.url)
      await setTimeout(LOAD_MS + round * STEP_MS)
      const [taken, signalled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const halt = { taken: taken.resolve, goOn: signalled.promise.then(later) }
      const slow = scene.crowd.applySlowly(server.url, halt)
      await taken.promise
      const underWay = scene.crowd.underWay()
      const start = performance.now()
      server.signal('SIGTERM')
      signalled.resolve()
      await setTimeout(LATE_MS)
      await scene.crowd.stop()
      const { code, signal } = await server.ended
      const seconds = (performance.now() - start) / 1000
      if (code !== 0) play.complain(`exit code ${code ?? signal}`)
      if (seconds > MOST_SECONDS) play.complain(`${seconds.toFixed(1)} s to the exit`)
      // An answer of either kind; silence is what no client under way may get.
      for (const verdict of await Promise.all(underWay))
        if (verdict.event === 'unknown' && !verdict.why.startsWith('503 '))
          play.complain(`under way at the signal: ${verdict.why}`)
      const half = await slow
      if (half.event !== 'acknowledged') play.complain(`half sent at the signal: ${half.why}`)

      const next = await scene.start()
      await scene.audit()
      await scene.close(next)
    }
  },
}

export const DRAIN_POSTGRES: Case = { ...DRAIN_SQLITE, engine: 'PostgreSQL' }

const LOAD_MS = 200
const STEP_MS = 13
/** So long clients go on coming to a server that is on its way out. */
const LATE_MS = 300
const MOST_SECONDS = 10
/** The second half of a body comes when the server has long been told to stop. */
const later = () => setTimeout(500)
