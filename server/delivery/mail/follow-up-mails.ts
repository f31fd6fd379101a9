/** Mails of what happens after an application. Nothing that anybody typed is in them but the corporation's name, for staff. */
import { shownPrice } from '#domain/flows.ts'
import type { OperatorWords } from '#domain/operator-words.ts'
import { safeName } from '#domain/safe-name.ts'
import { isClosed, PROCEDURES, STAFF_STATUSES, type StaffStatus } from '#domain/staff.ts'
import { APPLICANT_STATUSES } from '#domain/status.ts'
import {
  closingLines,
  consoleLines,
  factLines,
  linkLines,
  type MailFacts,
  type MailText,
  mailText,
} from './templates.ts'

/** How it stands when the mail is sent. */
export type News = {
  status: StaffStatus
  /** Staff wait for an answer. */
  hasQuestion: boolean
  /** The last that was said is a notice of staff's. */
  hasNotice: boolean
  /** Messages and answers that staff have not dealt with. */
  hasMessage: boolean
  /** Of the last request to withdraw. */
  withdrawal: 'waiting' | 'confirmed' | 'refused' | null
  /** For staff: one waits. For the applicant: what was just decided. */
  correction: 'waiting' | 'accepted' | 'declined' | null
}

/** To the applicant: how it stands, that something waits, or a new link. */
export function statusMail(facts: MailFacts, news: News, words: OperatorWords): MailText {
  const { flow, reference } = facts
  const said = wordsForApplicant(facts, news)
  const about = said.length > 0 ? '担当者からの連絡' : 'お申し込みの状況'
  return mailText(subjectOf(facts, about, words), [
    'ご担当者 様',
    '',
    ...(said.length > 0 ? said : ['お申し込みの状況をお知らせします。']),
    '',
    `お手続き　：${PROCEDURES[flow]}`,
    `受付番号　：${reference}`,
    `状況　　　：${APPLICANT_STATUSES[STAFF_STATUSES[news.status].shownAs].label}`,
    '',
    ...linkLines(facts),
    ...closingLines(isOfChange(news) ? 'change' : 'standing', words),
  ])
}

/** To an address that a correction has taken away: no link, for whoever reads it may be a stranger. */
export function farewell({ flow, reference }: MailFacts, words: OperatorWords): MailText {
  return mailText(subjectOf({ flow, reference }, 'メールアドレスの変更', words), [
    'ご担当者 様',
    '',
    'お申し込みのメールアドレスが変更されました。今後のお知らせは、新しいメールアドレスへお送りします。',
    '',
    `お手続き　：${PROCEDURES[flow]}`,
    `受付番号　：${reference}`,
    '',
    ...closingLines('farewell', words),
  ])
}

/** Whose it is, what it is, and the number that is asked for. */
function subjectOf(
  { flow, reference }: Pick<MailFacts, 'flow' | 'reference'>,
  about: string,
  words: OperatorWords,
): string {
  return `【${words.productName}】${about}：${PROCEDURES[flow]}（受付番号 ${reference}）`
}

/** Withdrawn, or the answer to what somebody behind the gate asked for. */
function isOfChange({ status, correction, withdrawal }: News): boolean {
  if (isClosed(status)) return status === 'withdrawn'
  return correction === 'accepted' || correction === 'declined' || withdrawal === 'refused'
}

function wordsForApplicant(facts: MailFacts, news: News): string[] {
  const { status, hasQuestion, hasNotice, withdrawal, correction } = news
  if (isClosed(status)) return []
  return [
    ...(correction === 'accepted' ? [`訂正の内容を反映しました。${nowOf(facts)}`] : []),
    ...(correction === 'declined'
      ? ['訂正の申し出について、担当者からの返答があります。状況のページで、ご確認ください。']
      : []),
    ...(hasQuestion
      ? ['お申し込みについて、担当者が確認したいことがあります。状況のページから、ご回答ください。']
      : []),
    ...(withdrawal === 'refused'
      ? ['取り下げの申し出について、担当者からの返答があります。状況のページで、ご確認ください。']
      : []),
    ...(hasNotice && !hasQuestion
      ? ['お申し込みについて、担当者からの連絡があります。状況のページで、ご確認ください。']
      : []),
  ]
}

/** What a correction has made of it, in figures. */
function nowOf({ flow, facilities, priceText }: MailFacts): string {
  if (priceText === null) return ''
  return `現在の事業所は${facilities}件、${shownPrice(flow, priceText).join('は、')}です。`
}

/** To staff: what the applicant has done since. */
export function staffNews(facts: MailFacts, news: News, consoleUrl: string): MailText {
  const name = safeName(facts.companyName)
  return mailText(`【連絡】${PROCEDURES[facts.flow]} ${facts.reference}`, [
    ...wordsForStaff(news),
    '',
    ...(name === '' ? [] : [`法人名　　：${name}`]),
    ...factLines(facts),
    '',
    ...consoleLines(facts, consoleUrl),
  ])
}

function wordsForStaff({ status, hasMessage, withdrawal, correction }: News): string[] {
  const said = [
    ...(correction === 'waiting' ? ['訂正の申し出が届いています。'] : []),
    ...(status === 'withdrawn' ? ['お申し込みが取り下げられました。'] : []),
    ...(withdrawal === 'waiting' ? ['取り下げの申し出が届いています。'] : []),
    ...(hasMessage ? ['申込者からのメッセージが届いています。'] : []),
  ]
  // Somebody has dealt with it before the mail went out.
  return said.length > 0 ? said : ['申込者から連絡がありました。']
}
