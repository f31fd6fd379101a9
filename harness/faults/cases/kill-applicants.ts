/** kill -9 while applicants correct, write and withdraw, and staff decide and ask: what was answered is there, and a repetition does nothing again. */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER, registrationFields } from '#contract/apply.ts'
import { referencePath } from '#contract/console.ts'
import type { Conversation } from '#contract/console-answers.ts'
import type { DecisionBody } from '#contract/console-schemas.ts'
import { CORRECTION_ADDRESS, MESSAGE_ADDRESS, WITHDRAWAL_ADDRESS } from '#contract/status.ts'
import { FLOW_NAMES } from '#domain/flows.ts'
import type { Asked } from '#domain/staff.ts'
import { until } from '../../../server/testing/process.ts'
import { type Application, apply } from '../../client/application.ts'
import { post } from '../../client/http.ts'
import { invent } from '../../client/invent.ts'
import { setUpSession } from '../../client/staff.ts'
import type { Case, Play } from '../play.ts'
import { READY_MS, type Running, type Scene } from '../scene.ts'
import { brokenParts, type Row, readRows } from '../stored.ts'

export const KILL_APPLICANTS: Case = {
  name: 'kill -9 while applicants correct, write and withdraw, and staff answer',
  engine: 'SQLite',
  rounds: 10,
  longRounds: 20,
  cutsCalls: true,
  async run(play) {
    const scene = await play.open()
    const tally = { sent: 0, acknowledged: 0, unknown: 0, retried: 0 }
    // These calls are in no ledger.
    scene.tally = () => tally
    const env = { PUBLIC_URL: 'https://apply.example.jp', STAFF_PORT: '0' }
    const first = await scene.start({ env })
    const added = await scene.admin(['staff', 'add', STAFF, '--role', 'administrator', '--json'])
    const cookie = await setUpSession(await first.consoleListening, STAFF, JSON.parse(added).code)
    let server: Desk = { ...first, staffUrl: await first.consoleListening, cookie }
    for (const round of play.rounds()) {
      const visits: Visit[] = []
      for (const act of [...ACT_NAMES, ...ACT_NAMES])
        visits.push(await begin(play, server, act, round * VISITS + visits.length))
      const sending = visits.map((visit) => send(play, visit, server))
      await setTimeout(round * STEP_MS)
      server.signal('SIGKILL', 'both')
      const before = await Promise.all(sending)
      await server.ended
      const next = await scene.start({ env })
      server = { ...next, staffUrl: await next.consoleListening, cookie }
      // Before anybody repeats anything: a repetition would hide what was lost.
      const known = visits.filter((_, index) => before[index])
      await judge(play, scene, known)
      // Those that were answered too: whoever repeats a call cannot know.
      const again = await Promise.all(visits.map((visit) => repeat(play, visit, server)))
      if (!again.every(Boolean)) play.complain(`round ${round}: a repetition was not answered`)
      await judge(play, scene, visits)
      tally.sent += visits.length
      tally.acknowledged += known.length
      tally.unknown += visits.length - known.length
      tally.retried = tally.unknown
    }
    for (const part of await brokenParts(scene.database)) play.complain(`broken: ${part}`)
    await server.stop()
  },
}

export const KILL_APPLICANTS_POSTGRES: Case = { ...KILL_APPLICANTS, engine: 'PostgreSQL' }

/** The moment of the kill moves from round to round. */
const STEP_MS = 4
const REPEATS = 5
const REPEAT_MS = 1000

const STAFF = 'hanako'
const entry = FLOW_NAMES.indexOf('entry')
const CORRECTED = '社会福祉法人 訂正後'

/** As a visit leaves it that has come to nothing but its application. */
const NOTHING = {
  ...{ revisions: 0, waiting: 0, corrected: 0, accepted: 0, counts: 0, said: 0, settled: 0 },
  ...{ status: 'received', asked: 0, mails: 0, calls: 0, news: 0 },
}
/** Of what applicants do: its key, and the mail to staff. */
const NEWS = { calls: 1, news: 1 }

/**
 * What each act sends, and what is there afterwards, once, whatever else is not. Applicants send it with their link and
 * number and a key; staff send it to the console, which takes a repetition for one. `after` is what has been done before.
 */
const ACTS = {
  correction: {
    path: CORRECTION_ADDRESS,
    body: ({ application: { applicant, campaign, facilities } }) => ({
      base: 1,
      proposal: null,
      fields: {
        ...Object.fromEntries(registrationFields('entry', applicant, campaign)),
        jigyousha: CORRECTED,
      },
      rows: facilities.map(({ facilityName, facilityNumber, serviceKey }) => ({
        ...{ name: facilityName, number: facilityNumber, service: serviceKey },
      })),
    }),
    left: { ...NOTHING, ...NEWS, revisions: 2, waiting: 1, corrected: 1 },
  },
  message: {
    path: MESSAGE_ADDRESS,
    body: () => ({ text: '伝えたいこと' }),
    left: { ...NOTHING, ...NEWS, said: 1 },
  },
  withdrawal: {
    path: WITHDRAWAL_ADDRESS,
    body: () => ({ proposal: null }),
    left: { ...NOTHING, ...NEWS, status: 'withdrawn', mails: 1 },
  },
  acceptance: {
    after: ['correction'],
    path: 'decision',
    body: () => accepting('correction', '2'),
    left: { ...NOTHING, ...NEWS, revisions: 2, corrected: 1, accepted: 1, counts: 1, mails: 1 },
  },
  question: {
    path: 'questions',
    body: () => ({ text: 'お急ぎですか。', wantsAnswer: true, seen: { message: '' } }),
    left: { ...NOTHING, said: 1, asked: 1, mails: 1 },
  },
  settlement: {
    after: ['message'],
    path: 'decision',
    body: ({ said }) => accepting('message', said?.messages.at(-1)?.id),
    left: { ...NOTHING, ...NEWS, said: 1, settled: 1 },
  },
  begun: {
    path: 'status',
    body: () => ({ to: 'in_progress', note: '', seen: { status: 'received' } }),
    left: { ...NOTHING, status: 'in_progress' },
  },
  confirmation: {
    // In progress, whoever withdraws asks.
    after: ['begun', 'withdrawal'],
    path: 'decision',
    body: ({ said }) =>
      accepting('withdrawal', said?.withdrawal?.id, { correction: '', message: '' }),
    left: { ...NOTHING, ...NEWS, status: 'withdrawn', mails: 1 },
  },
} as const satisfies Record<string, ActOf>

function accepting(of: Asked, asked = '', others = {}): DecisionBody {
  return { of, seen: { asked, ...others }, accept: true, reason: '' }
}

type ActOf = {
  after?: readonly string[]
  /** Of an applicant's call, or the name of a console's path of one application. */
  path: string
  body: (visit: Visit) => object
  left: Record<keyof typeof NOTHING, number | string>
}
type Act = keyof typeof ACTS
const ACT_NAMES = Object.keys(ACTS) as Act[]
const VISITS = 2 * ACT_NAMES.length

const times = (action: string) =>
  `(select count(*) from history h where h.application = a.id and h.action = '${action}')`
const revisions = (state: string) =>
  `(select count(*) from revisions r where r.application = a.id and r.state ${state})`
const sent = (kind: string) =>
  `(select count(*) from outbox o where o.application = a.id and o.kind = '${kind}')`
const LEFT = `select a.reference, a.staff_status as status,
  ${revisions("<> ''")} as revisions, ${revisions("= 'waiting'")} as waiting,
  ${times('correction')} as corrected, ${times('correction_accepted')} as accepted,
  case when a.company_name = '${CORRECTED}' then 1 else 0 end as counts,
  (select count(*) from messages m where m.application = a.id) as said,
  ${times('settled')} as settled, ${times('question')} as asked,
  (select count(*) from applicant_calls c where c.application = a.id) as calls,
  ${sent('mail_staff_news')} as news, ${sent('mail_status')} as mails
  from applications a`

type Visit = {
  act: Act
  application: Application
  link: string
  reference: string
  /** What the console shows before the act, where staff need it. */
  said?: Conversation
}
type Desk = Running & { staffUrl: string; cookie: string }

const agent = new Agent({ keepAlive: true })

/** A complete new contract with its link, and what comes before the act. */
async function begin(play: Play, server: Desk, act: Act, no: number): Promise<Visit> {
  const invented = invent('applicants', entry + no * FLOW_NAMES.length, Date.now())
  // The link is given to a key that nobody guesses.
  const application = { ...invented, key: randomUUID() }
  const [, link = ''] = (await apply(server.url, application)).statusLink.split('#')
  const visit: Visit = { act, application, link, reference: link.split('.')[0] ?? '' }
  const { after = [] }: ActOf = ACTS[act]
  // A server with a planted bug may not know yet what it has answered.
  const quietly = { ...play, complain: () => {} }
  for (const earlier of after as readonly Act[])
    await until(() => send(quietly, { ...visit, act: earlier }, server), READY_MS, earlier)
  if (after.length > 0) {
    const address = server.staffUrl + referencePath('application', visit.reference)
    const shown = await fetch(address, { headers: { cookie: server.cookie } })
    visit.said = ((await shown.json()) as { conversation: Conversation }).conversation
  }
  return visit
}

/** True where it was answered that it is done. */
async function send(play: Play, visit: Visit, { url, staffUrl, cookie }: Desk): Promise<boolean> {
  const { act, application, link, reference } = visit
  const { path, body }: ActOf = ACTS[act]
  const isApplicants = path.startsWith('/')
  const proof = isApplicants ? { link, answer: application.applicant.tel } : {}
  // A person's key is of one press.
  const key = `${act}-${reference}`
  const reply = await post(agent, isApplicants ? url : staffUrl, {
    path: isApplicants ? path : referencePath(path as 'status', reference),
    headers: { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: key, cookie },
    body: JSON.stringify({ ...proof, ...body(visit) }),
  }).catch(() => undefined)
  const isDone = reply?.status === 200
  if (reply !== undefined && reply.status < 500 && !isDone)
    play.complain(`${act}: ${reply.status} ${reply.text}`)
  return isDone
}

/** As clients do that are told to come again: 503 is an answer while the killed process's transactions end. */
async function repeat(play: Play, visit: Visit, server: Desk): Promise<boolean> {
  for (let left = REPEATS; left > 0; left -= 1) {
    if (await send(play, visit, server)) return true
    await setTimeout(REPEAT_MS)
  }
  return false
}

async function judge(play: Play, { database }: Scene, visits: readonly Visit[]): Promise<void> {
  const rows = new Map((await readRows(database, LEFT)).map((row) => [row.reference, row]))
  for (const { act, reference } of visits) {
    const { reference: _, ...stored } = rows.get(reference) ?? ({} as Row)
    for (const [name, wanted] of Object.entries(ACTS[act].left)) {
      const found = typeof wanted === 'number' ? Number(stored[name]) : stored[name]
      if (found !== wanted)
        play.complain(`${act} of ${reference}: ${name} is ${found}, not ${wanted}`)
    }
  }
}
