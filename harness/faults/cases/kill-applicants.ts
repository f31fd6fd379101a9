/** kill -9 while applicants correct, write and withdraw: what was answered is there, and a repetition under its key does nothing again. */
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER, registrationFields } from '#contract/apply.ts'
import { CORRECTION_ADDRESS, MESSAGE_ADDRESS, WITHDRAWAL_ADDRESS } from '#contract/status.ts'
import { FLOW_NAMES, FLOWS } from '#domain/flows.ts'
import { messageOf } from '../calls.ts'
import { post } from '../http.ts'
import { type Application, invent } from '../invent.ts'
import type { Case, Play } from '../play.ts'
import type { Running, Scene } from '../scene.ts'
import { brokenParts, type Row, readRows } from '../stored.ts'

export const KILL_APPLICANTS: Case = {
  name: 'kill -9 while applicants correct, write and withdraw',
  engine: 'SQLite',
  rounds: 20,
  cutsCalls: true,
  async run(play) {
    const scene = await play.open()
    const tally = { sent: 0, acknowledged: 0, unknown: 0, retried: 0 }
    // These calls are in no ledger.
    scene.tally = () => tally
    const env = { PUBLIC_URL: 'https://apply.example.jp', LIMIT_STATUS_PER_MINUTE: '0' }
    let server = await scene.start({ env })
    for (const round of play.rounds()) {
      const visits: Visit[] = []
      for (const act of [...ACT_NAMES, ...ACT_NAMES])
        visits.push(await begin(server, act, round * VISITS + visits.length))
      const sending = visits.map((visit) => send(play, visit, server))
      await setTimeout(round * STEP_MS)
      server.signal('SIGKILL')
      const before = await Promise.all(sending)
      await server.ended
      server = await scene.start({ env })
      // Before anybody repeats anything: a repetition would hide what was lost.
      const known = visits.filter((_, index) => before[index])
      await judge(play, scene, known)
      // Those that were answered too: whoever repeats a call cannot know.
      const again = await Promise.all(visits.map((visit) => send(play, visit, server)))
      if (!again.every(Boolean)) play.complain(`round ${round}: a repetition was not answered`)
      await judge(play, scene, visits)
      tally.sent += visits.length
      tally.acknowledged += known.length
      tally.unknown += visits.length - known.length
      tally.retried = tally.unknown
    }
    for (const part of await brokenParts(scene.database)) play.complain(`broken: ${part}`)
    server.signal('SIGTERM')
    await server.ended
  },
}

export const KILL_APPLICANTS_POSTGRES: Case = { ...KILL_APPLICANTS, engine: 'PostgreSQL' }

/** The moment of the kill moves from round to round. */
const STEP_MS = 4

const entry = FLOW_NAMES.indexOf('entry')
const CORRECTED = '社会福祉法人 訂正後'

/** What each act sends besides link and number, and what is there afterwards, once, whatever else is not. */
const ACTS = {
  correction: {
    path: CORRECTION_ADDRESS,
    body: ({ applicant, campaign, facilities }: Application) => ({
      base: 1,
      fields: {
        ...Object.fromEntries(registrationFields('entry', applicant, campaign)),
        jigyousha: CORRECTED,
      },
      rows: facilities.map(({ facilityName, facilityNumber, serviceKey }) => ({
        ...{ name: facilityName, number: facilityNumber, service: serviceKey },
      })),
    }),
    left: { revisions: 2, waiting: 1, corrected: 1, said: 0, status: 'received', mails: 0 },
  },
  message: {
    path: MESSAGE_ADDRESS,
    body: () => ({ text: '伝えたいこと' }),
    left: { revisions: 0, waiting: 0, corrected: 0, said: 1, status: 'received', mails: 0 },
  },
  withdrawal: {
    path: WITHDRAWAL_ADDRESS,
    body: () => ({}),
    left: { revisions: 0, waiting: 0, corrected: 0, said: 0, status: 'withdrawn', mails: 1 },
  },
} as const

type Act = keyof typeof ACTS
const ACT_NAMES = Object.keys(ACTS) as Act[]
const VISITS = 2 * ACT_NAMES.length

/** Of every act: its key, and the mail that tells staff. */
const ALWAYS = { calls: 1, news: 1 }

const LEFT = `select a.reference, a.staff_status as status,
  (select count(*) from revisions r where r.application = a.id) as revisions,
  (select count(*) from revisions r where r.application = a.id and r.state = 'waiting') as waiting,
  (select count(*) from history h where h.application = a.id and h.action = 'correction') as corrected,
  (select count(*) from messages m where m.application = a.id) as said,
  (select count(*) from applicant_calls c where c.application = a.id) as calls,
  (select count(*) from outbox o where o.application = a.id and o.kind = 'mail_staff_news') as news,
  (select count(*) from outbox o where o.application = a.id and o.kind = 'mail_status') as mails
  from applications a`

type Visit = { act: Act; application: Application; link: string; reference: string }

const agent = new Agent({ keepAlive: true })

/** A complete new contract, and its link. */
async function begin({ url }: Running, act: Act, no: number): Promise<Visit> {
  const application = invent('applicants', entry + no * FLOW_NAMES.length, Date.now())
  let username = ''
  let link = ''
  for (const call of FLOWS.entry.calls) {
    const { status, text } = await post(agent, url, messageOf(application, call, username))
    if (status !== 200) throw new Error(`${call}: ${status} ${text}`)
    const reply = JSON.parse(text)
    username = reply.username ?? username
    link = reply.statusLink?.split('#')[1] ?? link
  }
  return { act, application, link, reference: link.split('.')[0] ?? '' }
}

/** True where it was answered with 200. */
async function send(
  play: Play,
  { act, application, link }: Visit,
  { url }: Running,
): Promise<boolean> {
  const { path, body } = ACTS[act]
  const payload = { link, answer: application.applicant.tel, ...body(application) }
  const headers = { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: act }
  const message = { path, headers, body: JSON.stringify(payload) }
  const reply = await post(agent, url, message).catch(() => undefined)
  if (reply !== undefined && reply.status < 500 && reply.status !== 200)
    play.complain(`${act}: ${reply.status} ${reply.text}`)
  return reply?.status === 200
}

async function judge(play: Play, { database }: Scene, visits: readonly Visit[]): Promise<void> {
  const rows = new Map((await readRows(database, LEFT)).map((row) => [row.reference, row]))
  for (const { act, reference } of visits) {
    const { reference: _, ...stored } = rows.get(reference) ?? ({} as Row)
    for (const [name, wanted] of Object.entries({ ...ACTS[act].left, ...ALWAYS })) {
      const found = typeof wanted === 'number' ? Number(stored[name]) : stored[name]
      if (found !== wanted)
        play.complain(`${act} of ${reference}: ${name} is ${found}, not ${wanted}`)
    }
  }
}
