/** kill -9 around the moment at which a mail is handed over: none is lost, and a kill doubles what was under way at most. */
import { setTimeout } from 'node:timers/promises'
import { type MailServer, type Step, startMailServer } from '../../../server/delivery/testing.ts'
import { until } from '../../../server/testing/process.ts'
import type { Case, Play } from '../play.ts'
import type { Running, Scene } from '../scene.ts'
import { readStored } from '../stored.ts'

export const KILL_MAILING: Case = {
  name: 'kill -9 around a mail',
  engine: 'SQLite',
  rounds: 30,
  longRounds: 50,
  cutsCalls: false,
  async run(play) {
    const scene = await play.open()
    const post = await startMailServer()
    const env = {
      MAIL_URL: post.url,
      MAIL_FROM: 'desk@example.jp',
      STAFF_MAIL: 'staff@example.jp',
      MAIL_TIMEOUT_SECONDS: String(TIMEOUT_S),
      DELIVERY_SENDERS: String(SENDERS),
    }
    let kills = 0
    try {
      let server = await scene.start({ env })
      for (const round of play.rounds()) {
        let moment = MOMENTS[round % MOMENTS.length] ?? LATER
        for (;;) {
          await scene.crowd.apply(server.url, 2)
          if (await killAt(moment, post, server)) break
          moment = LATER
        }
        kills += 1
        await server.ended
        server = await scene.start({ env })
      }
      await until(async () => (await unsent(scene)) === 0, LEASE_MS + PATIENCE_MS, 'all sent')
      await judge(play, scene, post, kills)
      await scene.close(server)
    } finally {
      await post.close()
    }
  },
}

export const KILL_MAILING_POSTGRES: Case = {
  ...KILL_MAILING,
  engine: 'PostgreSQL',
  rounds: 10,
  longRounds: 10,
}

/** Scaled down from ten minutes: what a killed server was sending is taken up again after its lease. */
const TIMEOUT_S = 20
const LEASE_MS = TIMEOUT_S * 1500
const SENDERS = 2
const PATIENCE_MS = 30_000
/** Longer than the pause between two looks of the outbox. */
const QUIET_MS = 1500
/** The conversation's steps, and milliseconds after them: until after the sender has written down that its mail is in. */
const MOMENTS: readonly (readonly [step: Step, delay: number])[] = [
  ['greeting', 0],
  ['recipient', 0],
  ['mail', 0],
  ['mail', 1],
  ['mail', 2],
  ['mail', 3],
  ['mail', 5],
  ['mail', 8],
  ['mail', 13],
]

const LATER = ['mail', 0] as const

/** False where that moment does not come: the connection may be open, the mails sent already. */
async function killAt(
  [step, delay]: readonly [step: Step, delay: number],
  post: MailServer,
  server: Running,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  post.onStep(async (reached) => {
    if (reached !== step) return
    post.onStep(() => {})
    if (delay > 0) await setTimeout(delay)
    server.signal('SIGKILL')
    resolve(true)
  })
  const killed = await Promise.race([promise, setTimeout(QUIET_MS, false)])
  post.onStep(() => {})
  return killed
}

export async function unsent({ database }: Scene): Promise<number> {
  return (await readStored(database)).outbox.filter(({ state }) => state !== 'sent').length
}

export async function judge(
  play: Play,
  scene: Scene,
  post: MailServer,
  kills: number,
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { messageId, recipients } of post.mails) {
    const [id = ''] = messageId.split('@')
    counts.set(id, (counts.get(id) ?? 0) + 1)
    if (recipients.length !== 1) play.complain(`${id} went to ${recipients.join(' and ')}`)
  }
  const { outbox } = await readStored(scene.database)
  const promised = new Set(outbox.map(({ id }) => String(id)))
  for (const id of promised) if (!counts.has(id)) play.complain(`${id} was never mailed`)
  for (const id of counts.keys())
    if (!promised.has(id)) play.complain(`${id} was mailed unpromised`)
  const doubles = post.mails.length - counts.size
  if (doubles > kills * SENDERS) play.complain(`${doubles} mails too many after ${kills} kills`)
}
