/** Two servers on one PostgreSQL get the same call with the same key at the same moment. */
import type { Case } from '../play.ts'

export const RACE: Case = {
  name: 'two servers, one key',
  engine: 'PostgreSQL',
  rounds: 1000,
  cutsCalls: false,
  async run(play) {
    const scene = await play.open()
    const [one, other] = [await scene.start(), await scene.start()]
    const keys = play.rounds()
    const next = async () => {
      while (!keys.next().done) await scene.crowd.race([one.url, other.url])
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    await other.stop()
    await scene.close(one)
  },
}

const AT_ONCE = 8
