/** The mail of an outbox row: to whom it goes, and what it tells of the application as it stands. */
import { FLAG_LABELS, isToStaff } from '#domain/staff.ts'
import type { Operator } from '../../config/operator-file.ts'
import type { StatusLinks } from '../../follow-up/link.ts'
import type { ReturnAddresses } from '../../returned/return-address.ts'
import type { MessageRow } from '../../store/applicant-rows.ts'
import { messagesOfAll, withdrawalsOfAll } from '../../store/queries/messages.ts'
import { revisionsOfAll } from '../../store/queries/revisions.ts'
import { type ApplicationSummary, summariesOf } from '../../store/queries/stored-applications.ts'
import type { OutboxRow, RevisionRow } from '../../store/schema.ts'
import type { Transaction } from '../../store/statement.ts'
import { type Prepare, telling } from '../channel.ts'
import { farewell, type News, staffNews, statusMail } from './follow-up-mails.ts'
import { acknowledgement, type MailFacts, staffNotice } from './templates.ts'
import type { MailTransport } from './transport.ts'

/** `staffMail` is where staff are told now, whatever it was when the application came. Applicants answer to the support. */
export function mailDelivery(
  transport: MailTransport,
  staffMail: string,
  { words, consoleUrl }: Pick<Operator, 'words' | 'consoleUrl'>,
  links: Pick<StatusLinks, 'to'>,
  returns?: ReturnAddresses,
): Prepare {
  return telling(summariesOf, (row, summary) => {
    const toStaff = row.kind === 'mail_staff'
    const facts = factsFor(row, summary, links)
    const mail = toStaff
      ? { ...staffNotice(facts, consoleUrl), to: staffMail }
      : { ...acknowledgement(facts, words), to: row.recipient, replyTo: words.supportMail }
    return transport.send({ ...mail, ...sendingOf(row, returns) })
  })
}

/** Of what happened since: a budget and a reading of their own, so that acknowledgements read no more than they tell. */
export function newsDelivery(
  transport: MailTransport,
  staffMail: string,
  { words, consoleUrl }: Pick<Operator, 'words' | 'consoleUrl'>,
  links: Pick<StatusLinks, 'to'>,
  returns?: ReturnAddresses,
): Prepare {
  return telling(summariesWithNews, (row, { summary, news }) => {
    const facts = factsFor(row, summary, links)
    const told = { ...news, correction: correctionToldBy(row, news.correction) }
    const mail = isToStaff(row.kind)
      ? { ...staffNews(facts, told, consoleUrl), to: staffMail }
      : {
          ...(isFormer(row, summary) ? farewell(facts, words) : statusMail(facts, told, words)),
          ...{ to: row.recipient, replyTo: words.supportMail },
        }
    return transport.send({ ...mail, ...sendingOf(row, returns) })
  })
}

function sendingOf(
  { id, created_at: date, attempts: sending, recipient }: OutboxRow,
  returns: ReturnAddresses | undefined,
) {
  return { id, date, returnTo: returns?.of({ delivery: id, sending, recipient }) ?? null }
}

async function summariesWithNews(tx: Transaction, ids: readonly string[]) {
  const [summaries, messages, withdrawals, revisions] = await Promise.all([
    summariesOf(tx, ids),
    messagesOfAll(tx, ids),
    withdrawalsOfAll(tx, ids),
    revisionsOfAll(tx, ids),
  ])
  const said = Map.groupBy(messages, ({ application }) => application)
  const asked = new Map(withdrawals.map(({ application, state }) => [application, state]))
  const corrected = new Map(revisions.map((revision) => [revision.application, revision]))
  const told = [...summaries].map(([id, summary]) => {
    const news = newsOf(said.get(id) ?? [], asked.get(id) ?? null)
    const correction = corrected.get(id) ?? null
    return [id, { summary, news: { ...news, status: summary.staff_status, correction } }] as const
  })
  return new Map(told)
}

type Revision = Pick<RevisionRow, 'state' | 'decided_at'> | null

/** That it was decided is told once, by the mail that the decision queued. */
function correctionToldBy(
  { created_at: at, kind }: Pick<OutboxRow, 'created_at' | 'kind'>,
  last: Revision,
): News['correction'] {
  if (isToStaff(kind)) return last?.state === 'waiting' ? 'waiting' : null
  if (last?.decided_at !== at) return null
  return last.state === 'accepted' || last.state === 'declined' ? last.state : null
}

/** The address was corrected since: whoever has the former one gets no link. */
function isFormer(
  { recipient, kind }: Pick<OutboxRow, 'recipient' | 'kind'>,
  { email }: ApplicationSummary,
): boolean {
  return !isToStaff(kind) && recipient !== email
}

function factsFor(
  row: Pick<OutboxRow, 'recipient' | 'kind'>,
  summary: ApplicationSummary,
  links: Pick<StatusLinks, 'to'>,
): MailFacts {
  const facts = factsOf(summary, links)
  return isFormer(row, summary) ? { ...facts, statusLink: null } : facts
}

type Said = Pick<MessageRow, 'kind' | 'settled_at'>

/** Oldest first. */
function newsOf(
  said: readonly Said[],
  withdrawal: News['withdrawal'],
): Omit<News, 'status' | 'correction'> {
  const open = new Set(said.filter(({ settled_at }) => settled_at === null).map(({ kind }) => kind))
  return {
    hasQuestion: open.has('question'),
    hasNotice: said.at(-1)?.kind === 'notice',
    hasMessage: open.has('message') || open.has('answer'),
    withdrawal,
  }
}

function factsOf(summary: ApplicationSummary, links: Pick<StatusLinks, 'to'>): MailFacts {
  const { flow, reference, link_generation: generation, customer, assurance, flags } = summary
  return {
    flow,
    reference,
    customer,
    companyName: summary.company_name,
    facilities: summary.facility_count,
    priceText: summary.consent_price,
    completedAt: summary.completed_at ?? summary.created_at,
    statusLink: links.to({ reference, generation }),
    remarks: [
      ...(assurance === 'unverified' ? [UNVERIFIED] : []),
      ...flags.map(({ flag }) => FLAG_LABELS[flag]),
    ],
  }
}

const UNVERIFIED = '招待リンクによる本人確認がありません。登録されている連絡先へ確認してください'
