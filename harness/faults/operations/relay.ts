/** The relay fails in the ways that relays do: nothing is lost, the operator is told why, and each mail goes out once. */
import { join } from 'node:path'

import { until } from '../../../server/testing/process.ts'
import { readStored } from '../stored.ts'
import type { Desk } from './desk.ts'
import { type Drill, drill, type Stage } from './drill.ts'
import { createPostfix, type Postfix } from './postfix.ts'

type RelayDrill = {
  name: string
  row: string
  /** What commands and console show as the relay's answer. */
  answer: RegExp
  /** An outage of the relay is told in the log; a mail that was postponed is its own matter. */
  isOutage: boolean
  /** By the setting that the operator changes; by the relay alone otherwise. */
  mendedBy?: (postfix: Postfix) => Record<string, string>
  env?: (postfix: Postfix) => Record<string, string>
  breakIt(postfix: Postfix): unknown
  mend?(postfix: Postfix): unknown
}

const USER = 'desk:right@localhost'
const DENIED = { mynetworks: '192.0.2.0/24', smtpd_relay_restrictions: 'reject_unauth_destination' }
/** Days of waiting within seconds. */
const RETRIES = 'postponed=1,2,3 outage=1,2'
const OVER_MS = 40_000
const SETTLED_MS = 1500

const DRILLS: readonly RelayDrill[] = [
  {
    name: 'the relay is down',
    row: 'the relay is down or refuses the desk',
    answer: /ECONNREFUSED/,
    isOutage: true,
    breakIt: (postfix) => postfix.stop(),
    mend: (postfix) => postfix.start(),
  },
  {
    name: 'the login is refused',
    row: 'the relay is down or refuses the desk',
    answer: /535/,
    isOutage: true,
    env: (postfix) => ({ MAIL_URL: `smtp://${USER}:${postfix.port}` }),
    breakIt(postfix) {
      postfix.set({ smtpd_sasl_auth_enable: 'yes' })
      postfix.password('another')
    },
    mend: (postfix) => postfix.password('right'),
  },
  {
    name: '554 Relay access denied',
    row: 'the relay is down or refuses the desk',
    answer: /554.*Relay access denied/,
    isOutage: true,
    breakIt: (postfix) => postfix.set(DENIED),
    // A reload leaves the session that the product holds open under the old rules.
    async mend(postfix) {
      await postfix.stop()
      postfix.set({})
      await postfix.start()
    },
  },
  {
    name: 'greylisting until delivery',
    row: 'greylisting',
    answer: /450.*Greylisted/,
    isOutage: false,
    breakIt: (postfix) => postfix.greylist(true),
    mend: (postfix) => postfix.greylist(false),
  },
  {
    name: 'no login is offered',
    row: 'the relay offers no login, and `MAIL_URL` has one',
    answer: /Invalid login|authentication not enabled/,
    isOutage: true,
    env: (postfix) => ({ MAIL_URL: `smtp://${USER}:${postfix.port}` }),
    breakIt: () => {},
    mend: (postfix) => postfix.set({ smtpd_sasl_auth_enable: 'yes' }),
  },
  {
    name: 'TLS is required and not offered',
    row: 'the relay offers no TLS where it is required',
    answer: /STARTTLS/,
    isOutage: true,
    env: () => ({ MAIL_TLS: 'required' }),
    breakIt: (postfix) => postfix.set({ smtpd_tls_security_level: 'none' }),
    mend: (postfix) => postfix.set({}),
  },
  {
    name: 'an authority of your own',
    row: "the relay's certificate is of an authority of your own",
    answer: /certificate/,
    isOutage: true,
    breakIt: () => {},
    mendedBy: (postfix) => ({ MAIL_CA_FILE: postfix.authority }),
  },
]

export const RELAY: readonly Drill[] = DRILLS.map((plan) =>
  drill({
    part: 'relay',
    name: plan.name,
    row: plan.row,
    events: eventsOf(plan),
    heals: plan.mendedBy === undefined,
    run: (stage) => run(stage, plan),
  }),
)

/** A process that was started anew knows of no outage that is over. */
function eventsOf({ isOutage, mendedBy }: RelayDrill): string[] {
  if (!isOutage) return []
  return mendedBy ? ['delivery_outage'] : ['delivery_outage', 'delivery_outage_over']
}

async function run(stage: Stage, plan: RelayDrill): Promise<void> {
  const postfix = await createPostfix(
    join(stage.play.tree, '..', `postfix-${DRILLS.indexOf(plan)}`),
  )
  stage.after(() => postfix.stop())
  await postfix.start()
  await plan.breakIt(postfix)
  const env = {
    MAIL_URL: `smtp://localhost:${postfix.port}`,
    ...(!plan.mendedBy && { MAIL_CA_FILE: postfix.authority }),
    MAIL_FROM: 'desk@example.jp',
    STAFF_MAIL: 'staff@example.jp',
    DELIVERY_RETRIES: RETRIES,
    ...plan.env?.(postfix),
  }
  let desk = await stage.desk({ env })
  await desk.scene.crowd.apply(desk.url, 4)
  await whileItLasts(stage, desk, plan)
  await plan.mend?.(postfix)
  if (plan.mendedBy) {
    await desk.stop()
    desk = await desk.restart({ env: plan.mendedBy(postfix) })
  }
  await afterwards(stage, desk, plan, postfix)
  await desk.scene.close(desk)
}

/** Applications are taken as ever, and whoever looks is told what stands in the way. */
async function whileItLasts({ play }: Stage, desk: Desk, plan: RelayDrill): Promise<void> {
  const isTold = async () =>
    (await desk.undelivered()).some(({ lastError }) => plan.answer.test(lastError ?? ''))
  await until(isTold, OVER_MS, `shown by the console: ${plan.answer}`, 200)
  const shown = await desk.undelivered()
  if (!shown.every(({ state }) => ['queued', 'sending'].includes(state)))
    play.complain(`given up: ${shown.map(({ state }) => state)}`)
  const listed = await desk.admin('outbox', 'list')
  if (!plan.answer.test(listed)) play.complain(`outbox list does not tell: ${listed}`)
  if (plan.isOutage) {
    await desk.logged('delivery_outage')
    if (!((await desk.metric('delivery_outage_seconds')) > 0))
      play.complain('delivery_outage_seconds is 0')
  }
  if (!((await desk.metric('outbox_oldest_seconds')) > 0))
    play.complain('outbox_oldest_seconds is 0')
  if (!(await desk.isReady())) play.complain('not ready, for the mail alone')
  await desk.scene.crowd.apply(desk.url, 1)
}

/** Each mail that was promised arrives, once. */
async function afterwards({ play }: Stage, desk: Desk, plan: RelayDrill, postfix: Postfix) {
  const promised = (await readStored(desk.scene.database)).outbox.map(({ id }) => String(id))
  const arrived = () => new Set(postfix.arrived())
  await until(async () => promised.every((id) => arrived().has(id)), OVER_MS, 'all arrived', 200)
  for (const event of eventsOf(plan)) await desk.logged(event)
  const isOver = async () => (await desk.metric('outbox_oldest_seconds')) === 0
  await until(isOver, SETTLED_MS * 10, 'nothing waiting', 200)
  if ((await desk.undelivered()).length > 0) play.complain('the console still shows some')
  const copies = postfix.arrived().length - arrived().size
  if (copies > 0) play.complain(`${copies} mails too many`)
}
