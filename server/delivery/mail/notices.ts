/** The mail of an outbox row: to whom it goes, and what it tells of the application as it stands. */
import { FLAG_LABELS } from '#domain/staff.ts'
import type { StatusLinks } from '../../applications/status-link.ts'
import type { Operator } from '../../config/operator-file.ts'
import { type ApplicationSummary, summariesOf } from '../../store/queries/stored-applications.ts'
import { type Prepare, telling } from '../channel.ts'
import { acknowledgement, type MailFacts, staffNotice, statusMail } from './templates.ts'
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
    const textOf = row.kind === 'mail_status' ? statusMail : acknowledgement
    const mail = toStaff
      ? { ...staffNotice(facts, consoleUrl), to: staffMail }
      : { ...textOf(facts, words), to: row.recipient, replyTo: words.supportMail }
    return transport.send({ ...mail, id: row.id, date: row.created_at })
  })
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
    status: summary.staff_status,
    statusLink: links.to({ reference, generation }),
    remarks: [
      ...(assurance === 'unverified' ? [UNVERIFIED] : []),
      ...flags.map(({ flag }) => FLAG_LABELS[flag]),
    ],
  }
}

const UNVERIFIED = '招待リンクによる本人確認がありません。登録済みの連絡先へご確認ください'
