/** A mail server that takes long to answer the final dot, or never does: no copy before its time, and nobody else waits. */
import { setTimeout } from 'node:timers/promises'
import { type MailServer, startMailServer } from '../../../server/delivery/testing.ts'
import { until } from '../../../server/testing/process.ts'
import type { Case, Play } from '../play.ts'
import type { Scene } from '../scene.ts'
import { readStored } from '../stored.ts'
import { unsent } from './mail.ts'

const STAFF = 'staff@example.jp'
const LATE_MS = 60_000

/** With the time limits as they are: ten minutes for the answer. */
export const ANSWER_AFTER_A_MINUTE: Case = {
  name: 'the final dot answered after 60 s',
  engine: 'SQLite',
  rounds: 1,
  cutsCalls: false,
  async run(play) {
    for (const _ of play.rounds())
      await withMailServer(play, {}, async (scene, post, env) => {
        delayFirst(post, LATE_MS)
        const server = await scene.start({ env })
        await applyFor(scene, server.url, LATE_MS)
        await until(async () => (await unsent(scene)) === 0, 30_000, 'all sent')
        const copies = copiesOf(post)
        for (const [id, arrivals] of copies)
          if (arrivals.length > 1) play.complain(`${arrivals.length} copies of ${id}`)
        const { outbox } = await readStored(scene.database)
        if (copies.size !== outbox.length)
          play.complain(`${copies.size} mails of ${outbox.length} promised`)
        await scene.close(server)
      })
  },
}

/** The shortest limit that the settings take; a lease is half as long again. */
const TIMEOUT_S = 5
const LEASE_MS = TIMEOUT_S * 1500
/** The claim stands a little before the arrival. */
const TOLERANCE_MS = 1000

/** A kill while an answer is awaited, and then answers that never come while other mail goes well. */
export const NO_ANSWER: Case = {
  name: 'the final dot never answered, and a kill -9',
  engine: 'SQLite',
  rounds: 1,
  cutsCalls: false,
  async run(play) {
    const env = { MAIL_TIMEOUT_SECONDS: String(TIMEOUT_S) }
    for (const _ of play.rounds())
      await withMailServer(play, env, async (scene, post, settings) => {
        delayFirst(post, Number.POSITIVE_INFINITY)
        const first = await scene.start({ env: settings })
        await scene.crowd.apply(first.url, 6)
        await until(async () => copiesOf(post).size > 0, 10_000, 'mailed')
        first.signal('SIGKILL')
        await first.ended
        const server = await scene.start({ env: settings })
        await applyFor(scene, server.url, 4 * LEASE_MS)
        judgeGaps(play, post)
        await scene.close(server)
      })
  },
}

function judgeGaps(play: Play, post: MailServer): void {
  const repeated = [...copiesOf(post)].filter(([, arrivals]) => arrivals.length > 1)
  if (repeated.length === 0) play.complain('what nobody answered was never sent again')
  for (const [id, arrivals] of repeated)
    for (const [index, at] of arrivals.slice(1).entries()) {
      const gap = at - (arrivals[index] ?? at)
      if (gap < LEASE_MS - TOLERANCE_MS)
        play.complain(`${id} was sent again after ${Math.round(gap)} ms, before its lease ended`)
    }
}

type Env = Record<string, string>

async function withMailServer(
  play: Play,
  settings: Env,
  work: (scene: Scene, post: MailServer, env: Env) => Promise<void>,
): Promise<void> {
  const scene = await play.open()
  const post = await startMailServer()
  watchArrivals(post)
  try {
    const env = { MAIL_URL: post.url, MAIL_FROM: 'desk@example.jp', STAFF_MAIL: STAFF }
    await work(scene, post, { ...env, ...settings })
  } finally {
    await post.close()
  }
}

/** The first applicant's mail that arrives, in every copy; all others are answered at once. */
function delayFirst(post: MailServer, ms: number): void {
  let late: string | undefined
  post.delay('mail', (address) => {
    if (address !== STAFF) late ??= address
    return address === late ? ms : 0
  })
}

const arrivalsOf = new WeakMap<MailServer, number[]>()

function watchArrivals(post: MailServer): void {
  const arrivals: number[] = []
  arrivalsOf.set(post, arrivals)
  post.onStep((step) => {
    if (step === 'mail') arrivals.push(performance.now())
  })
}

/** By Message-ID, when each copy came. */
function copiesOf(post: MailServer): Map<string, number[]> {
  const arrivals = arrivalsOf.get(post) ?? []
  const copies = new Map<string, number[]>()
  for (const [index, { messageId }] of post.mails.entries())
    copies.set(messageId, [...(copies.get(messageId) ?? []), arrivals[index] ?? Number.NaN])
  return copies
}

/** Applications one after another, so that mail goes well all the while. */
async function applyFor(scene: Scene, url: string, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    await scene.crowd.apply(url, 1)
    await setTimeout(400)
  }
}
