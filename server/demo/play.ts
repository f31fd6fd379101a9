/** Plays four months at a desk through the product's own operations, on a clock that goes along; mails are taken as sent. */

import { STATUS_PAGE } from '#contract/status-pages.ts'
import { FLOWS, hasApplicant } from '#domain/flows.ts'
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import { deliveryKinds, needsConfirmation } from '#domain/staff.ts'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { createApplications } from '../apply/public-calls.ts'
import { NO_CALLS } from '../follow-up/after-change.ts'
import { applicantOperations } from '../follow-up/applicant-operations.ts'
import type { StatusLinks } from '../follow-up/link.ts'
import { createStaffApplications } from '../staff/applications.ts'
import { createDecide } from '../staff/decide.ts'
import { createConversations } from '../staff/messages.ts'
import type { Database } from '../store/database.ts'
import { dueRows, markSent, markUnsent, takeLease } from '../store/queries/outbox.ts'
import { type Invented, priceOf } from './invent.ts'

const STAFF_MAIL = 'staff@demo.example.jp'

type Step = { at: number; run: () => Promise<void> }

/** `now` ends it: what would come later does not come. */
export async function playDesk(
  database: Database,
  links: StatusLinks,
  applications: readonly Invented[],
  now: number,
): Promise<void> {
  const clock = { now: 0 }
  const desk = openDesk(database, links, () => clock.now)
  const steps = applications.flatMap((one) => stepsOf(desk, one)).filter(({ at }) => at < now)
  for (const { at, run } of steps.toSorted((a, b) => a.at - b.at)) {
    clock.now = at
    await run()
    await settleMails(database, at, desk.unreachable)
  }
}

type Desk = ReturnType<typeof openDesk>

function openDesk(database: Database, links: StatusLinks, clock: () => number) {
  const notices = { staffMail: STAFF_MAIL, webhookUrl: '' }
  const words = DEFAULT_WORDS
  return {
    applications: createApplications({
      ...{ database, clock, notices, links, invitations: 'optional' },
      termsVersion: words.version,
    }),
    applicant: applicantOperations({
      ...{ database, clock, links, words, admitLink: async () => {} },
      told: { ...notices, events: [] },
    }),
    staff: createStaffApplications(database, clock),
    conversations: createConversations(database, clock),
    decide: createDecide(database, clock, NO_CALLS),
    linkOf: (reference: string) =>
      links.to({ reference, generation: 1 })?.split(`${STATUS_PAGE}#`)[1] ?? '',
    unreachable: new Set<string>(),
  }
}

/** What happens to one application, each at its moment. */
function stepsOf(desk: Desk, one: Invented): Step[] {
  const { at, fate, colleague, reactsAfter, endsAfter } = one
  const by = { name: colleague, via: 'console' } as const
  const known = { reference: '' }
  const completed = at + 4 * MINUTE_MS
  const begun = completed + reactsAfter
  const change = (to: 'in_progress' | 'done' | 'rejected') => async () => {
    const confirmedBy = needsConfirmation(one.flow, to) ? one.applicant.person : undefined
    await desk.staff.changeStatus({ ...known, by, note: '', to, confirmedBy })
  }
  const begins = { at: begun, run: change('in_progress') }
  const ends = { at: begun + endsAfter, run: change(fate === 'rejected' ? 'rejected' : 'done') }
  const asks = { at: begun + MINUTE_MS, run: () => ask(desk, known.reference, one) }
  const opened = { link: () => desk.linkOf(known.reference), one, desk, known }
  const steps: Record<Invented['fate'], Step[]> = {
    'never completed': [],
    untouched: [],
    begun: [begins],
    done: [begins, ends],
    rejected: [begins, ends],
    'withdrawn at once': [{ at: completed + reactsAfter, run: () => withdraw(opened) }],
    'asks to withdraw': [begins, { at: begun + 10 * MINUTE_MS, run: () => withdraw(opened) }],
    asked: [begins, asks],
    answered: [
      begins,
      asks,
      { at: begun + Math.round(endsAfter / 2), run: () => answer(opened) },
      ends,
    ],
    'correction waits': [{ at: completed + 30 * MINUTE_MS, run: () => correct(opened) }],
    corrected: [
      { at: completed + 10 * MINUTE_MS, run: () => correct(opened) },
      { at: begun, run: () => accept(opened) },
      { at: begun + MINUTE_MS, run: change('in_progress') },
      ends,
    ],
    message: [{ at: completed + 60 * MINUTE_MS, run: () => say(opened, null) }],
    'mail failed': [begins],
  }
  const apply = { at, run: () => register(desk, one, known) }
  return [apply, ...steps[fate]]
}

async function register(desk: Desk, one: Invented, known: { reference: string }): Promise<void> {
  const { flow, fate, applicant, campaign, facilities, priceText } = one
  const call = { key: `demo-application-${one.no}`, flags: [], invitation: null }
  if (fate === 'mail failed') desk.unreachable.add(applicant.email)
  let customer = one.customer
  if (hasApplicant(flow)) {
    const wanted = { ...call, flow, applicant, campaign, supersedes: null }
    const registered = await desk.applications.register(wanted)
    customer = registered.username
    known.reference = registered.reference
  }
  const isLeft = fate === 'never completed'
  if (isLeft && hasApplicant(flow)) return
  const { kind } = FLOWS[flow]
  const consented = await desk.applications.consent({ ...call, customer, kind, priceText })
  known.reference = consented.reference
  if (facilities.length === 0 || isLeft) return
  const sender = `192.0.2.${one.no % 250}`
  await desk.applications.addFacilities({ ...call, customer, facilities, sender })
}

type Opened = { link: () => string; one: Invented; desk: Desk; known: { reference: string } }

const entry = ({ link, one }: Opened) => ({
  link: link(),
  answer: one.applicant.tel,
  key: null,
})

async function withdraw(opened: Opened): Promise<void> {
  await opened.desk.applicant.withdraw({ ...entry(opened), proposal: null })
}

async function ask(desk: Desk, reference: string, { colleague, flow }: Invented): Promise<void> {
  if (!hasApplicant(flow)) return
  const by = { name: colleague, via: 'console' } as const
  const text = '事業所番号は、指定通知書のとおり10桁で間違いありませんか。'
  await desk.conversations.write({ reference, by, text, wantsAnswer: true })
}

async function answer(opened: Opened): Promise<void> {
  const found = await opened.desk.staff.find(opened.known.reference)
  if (!found) return
  const { messages } = await opened.desk.conversations.of(found.whole.application)
  await say(opened, messages.at(-1)?.id ?? null)
  const settled = await opened.desk.conversations.of(found.whole.application)
  const seen = settled.messages.at(-1)?.id ?? ''
  const by = { name: opened.one.colleague, via: 'console' } as const
  const { reference } = opened.known
  await opened.desk.decide({ reference, by, of: 'message', seen, accept: true, reason: '' })
}

async function say(opened: Opened, question: string | null): Promise<void> {
  const text = question === null ? '電話は午後にお願いします。' : 'はい、間違いありません。'
  await opened.desk.applicant.sendMessage({
    ...{ ...entry(opened), text },
    ...(question !== null && { question }),
  })
}

/** One more facility, or another person where there was no room for one. */
async function correct(opened: Opened): Promise<void> {
  const { one, desk } = opened
  const { catalogue } = FLOWS[one.flow]
  const shown = await desk.applicant.ask({ link: opened.link(), answer: one.applicant.tel })
  if (!('details' in shown) || !shown.details || catalogue === null) return
  const { fields, rows, revision } = shown.details
  const [first] = rows
  if (!first) return
  const more = [...rows, { ...first, number: '1390999995' }]
  const facilities = more.map(({ name, number, service }) => ({
    ...{ facilityName: name, facilityNumber: number, serviceKey: service },
  }))
  const priceText = priceOf(catalogue, facilities, one.at)
  const proposal = { base: revision, proposal: null, fields, rows: more, priceText }
  await desk.applicant.correct({ ...entry(opened), ...proposal })
}

async function accept({ desk, known, one }: Opened): Promise<void> {
  const by = { name: one.colleague, via: 'console' } as const
  const found = await desk.staff.find(known.reference)
  const waiting = found && (await desk.conversations.correctionOf(found.whole.application))
  if (waiting?.state !== 'waiting') return
  const decision = {
    of: 'correction',
    seen: String(waiting.number),
    accept: true,
    reason: '',
  } as const
  await desk.decide({ ...known, by, ...decision })
}

const MAILS = deliveryKinds(({ to }) => to !== 'billing')

/** Nothing is sent: a mail has gone out, or its address does not exist. */
async function settleMails(
  database: Database,
  at: number,
  unreachable: ReadonlySet<string>,
): Promise<void> {
  const due = { now: at, limit: 10, blocked: [] }
  await database.atomic(async (tx) => {
    for (const kind of MAILS)
      for (const { id, recipient, attempts } of await dueRows(tx, { kind, ...due })) {
        await takeLease(tx, { id, now: at, leaseUntil: at + MINUTE_MS })
        if (unreachable.has(recipient))
          await markUnsent(tx, {
            ...{ id, attempts: attempts + 1, state: 'failed', nextAt: Number.MAX_SAFE_INTEGER },
            ...{ reason: '550 5.1.1 User unknown', backoffBy: 0, unknownBy: 0 },
          })
        else await markSent(tx, { id, at: at + 2000 })
      }
  })
}
