/** The mail of an outbox row: to whom it goes, and what it tells of the application as it stands. */
import { FLAG_LABELS, isToStaff } from '#domain/staff.ts'
import type { StatusLinks } from '../../applications/status-link.ts'
import type { Operator } from '../../config/operator-file.ts'
import type { MessageRow } from '../../store/applicant-rows.ts'
import { messagesOfAll, withdrawalsOfAll } from '../../store/queries/conversation.ts'
import { type ApplicationSummary, summariesOf } from '../../store/queries/stored-applications.ts'
import type { Transaction } from '../../store/statement.ts'
import { type Prepare, telling } from '../channel.ts'
import { type News, staffNews, statusMail } from './news-templates.ts'
import { acknowledgement, type MailFacts, staffNotice } from './templates.ts'
import type { MailTransport } from './transport.ts'

/** `staffMail` is where staff are told now, whatever it was when the application came. Applicants answer to the support. */
export function mailDelivery(
  transport: MailTransport,
  staffMail: string,
  { words, consoleUrl }: Pick<Operator, 'words' | 'consoleUrl'>,
  links: Pick<StatusLinks, 'to'>,
): Prepare {
  return telling(summariesOf, (row, summary) => {
    const toStaff = row.kind === 'mail_staff'
    const facts = factsOf(summary, links)
    const mail = toStaff
      ? { ...staffNotice(facts, consoleUrl), to: staffMail }
      : { ...acknowledgement(facts, words), to: row.recipient, replyTo: words.supportMail }
    return transport.send({ ...mail, id: row.id, date: row.created_at })
  })
}

/** Of what happened since: a budget and a reading of their own, so that acknowledgements read no more than they tell. */
export function newsDelivery(
  transport: MailTransport,
  staffMail: string,
  { words, consoleUrl }: Pick<Operator, 'words' | 'consoleUrl'>,
  links: Pick<StatusLinks, 'to'>,
): Prepare {
  return telling(summariesWithNews, (row, { summary, news }) => {
    const facts = factsOf(summary, links)
    const mail = isToStaff(row.kind)
      ? { ...staffNews(facts, news, consoleUrl), to: staffMail }
      : { ...statusMail(facts, news, words), to: row.recipient, replyTo: words.supportMail }
    return transport.send({ ...mail, id: row.id, date: row.created_at })
  })
}

async function summariesWithNews(tx: Transaction, ids: readonly string[]) {
  const [summaries, messages, withdrawals] = await Promise.all([
    summariesOf(tx, ids),
    messagesOfAll(tx, ids),
    withdrawalsOfAll(tx, ids),
  ])
  const said = Map.groupBy(messages, ({ application }) => application)
  const asked = new Map(withdrawals.map(({ application, state }) => [application, state]))
  const told = [...summaries].map(([id, summary]) => {
    const news = newsOf(said.get(id) ?? [], asked.get(id) ?? null)
    return [id, { summary, news: { ...news, status: summary.staff_status } }] as const
  })
  return new Map(told)
}

type Said = Pick<MessageRow, 'kind' | 'settled_at'>

/** Oldest first. */
function newsOf(said: readonly Said[], withdrawal: News['withdrawal']): Omit<News, 'status'> {
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

const UNVERIFIED = '招待リンクによる本人確認がありません。登録済みの連絡先へご確認ください'
