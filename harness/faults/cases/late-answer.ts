/** A mail server that has a mail long before it says so: whoever sends it again meanwhile, or beside, sends a second one. */
import { startMailServer } from '../../../server/delivery/testing.ts'
import { until } from '../../../server/testing/process.ts'
import type { Case } from '../play.ts'
import { judge, unsent } from './mail.ts'

export const LATE_ANSWER: Case = {
  name: 'a mail server that answers late, two servers',
  engine: 'PostgreSQL',
  rounds: 1,
  cutsCalls: false,
  async run(play) {
    const scene = await play.open()
    const post = await startMailServer()
    const env = { MAIL_URL: post.url, MAIL_FROM: 'desk@example.jp', STAFF_MAIL: 'staff@example.jp' }
    try {
      const [one, other] = [await scene.start({ env }), await scene.start({ env })]
      for (const _ of play.rounds()) {
        // The others are answered at once, so that mails succeed while these are under way.
        post.delay('mail', (address) => (address.startsWith('staff') ? LATE_MS : 0))
        await scene.crowd.apply(one.url, 4)
        await until(async () => (await unsent(scene)) === 0, MOST_MS, 'all sent')
        await judge(play, scene, post, 0)
      }
      await other.stop()
      await scene.close(one)
    } finally {
      await post.close()
    }
  },
}

const LATE_MS = 3000
const MOST_MS = 60_000
