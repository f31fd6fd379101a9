/** The mail of an outbox row: to whom it goes, and what it tells of the application as it stands. */
import { FLAGS } from '#domain/staff.ts'
import type { Operator } from '../operator/file.ts'
import type { ToldApplication } from '../store/records.ts'
import type { Deliver } from './channel.ts'
import { acknowledgement, type MailFacts, staffNotice } from './mail-templates.ts'
import type { MailTransport } from './mail-transport.ts'

/** `staffMail` is where staff are told now, whatever it was when the application came. Applicants answer to the support. */
export function mailDelivery(
  transport: MailTransport,
  staffMail: string,
  { words, consoleUrl }: Pick<Operator, 'words' | 'consoleUrl'>,
): Deliver {
  return (row, told) => {
    const toStaff = row.kind === 'mail_staff'
    const facts = factsOf(told)
    const mail = toStaff
      ? { ...staffNotice(facts, consoleUrl), to: staffMail }
      : { ...acknowledgement(facts, words), to: row.recipient, replyTo: words.supportMail }
    return transport.send({ ...mail, id: row.id, date: row.created_at })
  }
}

function factsOf({ application, facilities, flags }: ToldApplication): MailFacts {
  const { flow, reference, customer, company_name, consent_price, created_at } = application
  const unverified = application.assurance === 'unverified'
  return {
    flow,
    reference,
    customer,
    companyName: company_name,
    facilities: facilities.length,
    priceText: consent_price,
    completedAt: application.completed_at ?? created_at,
    remarks: [...(unverified ? [UNVERIFIED] : []), ...flags.map(({ flag }) => FLAGS[flag])],
  }
}

const UNVERIFIED = '招待リンクによる本人確認がありません。登録済みの連絡先へご確認ください'
