/** Mail templates: plain Japanese text. To an address that nobody has verified goes no word that the sender typed. */

import { completionOf } from '#domain/completions.ts'
import { termSentences } from '#domain/consent.ts'
import { FLOWS, type Flow, hasApplicant, shownPrice, TRIAL_DAYS } from '#domain/flows.ts'
import { linkSentence } from '#domain/link-sentence.ts'
import type { OperatorWords } from '#domain/operator-words.ts'
import { safeName } from '#domain/safe-name.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { timeInWords } from '#domain/tokyo-time.ts'

/** What a mail tells of an application. */
export type MailFacts = {
  flow: Flow
  /** Short, to be read aloud; opens nothing. */
  reference: string
  /** The existing customer's number; empty for a new one. */
  customer: string
  /** Empty where the flow asks for none. */
  companyName: string
  facilities: number
  /** As consented, e.g. `9,980`; null where the flow has no price. */
  priceText: string | null
  /** Epoch milliseconds. */
  completedAt: number
  /** Japanese words for what staff should look at; none in a plain case. */
  remarks: readonly string[]
  /** The page on which the applicant sees how it stands; null where there is no address for it. */
  statusLink: string | null
}

export type MailText = { subject: string; text: string }

/**
 * To the applicant, once everything is in. Anybody can type anybody's address, and any words as a name: with a name in
 * it the mail would pass on a stranger's message under ours.
 */
export function acknowledgement(facts: MailFacts, words: OperatorWords): MailText {
  const { flow, reference } = facts
  const subject = `【${words.productName}】${PROCEDURES[flow]}を受け付けました（受付番号 ${reference}）`
  return mailText(subject, [
    'ご担当者 様',
    '',
    'お申し込みありがとうございます。次の内容で受け付けました。',
    '',
    ...factLines(facts),
    '',
    completionOf(facts.flow, words).message,
    ...termSentences(facts.flow, words).map(([label, text]) => `${label}：${text}`),
    ...(FLOWS[facts.flow].isFree ? [TRIAL_NOTE] : []),
    ...nextLines(facts.flow, words),
    '',
    ...linkLines(facts, hasApplicant(flow)),
    ...closingLines('acknowledgement', words),
  ])
}

/** To staff: what arrived, what to look at, and where; `consoleUrl` is empty where no address is known. */
export function staffNotice(facts: MailFacts, consoleUrl: string): MailText {
  const name = safeName(facts.companyName)
  return mailText(`【受付】${PROCEDURES[facts.flow]} ${facts.reference}`, [
    'お申し込みが届きました。',
    '',
    ...(name === '' ? [] : [`法人名　　：${name}`]),
    ...factLines(facts),
    ...facts.remarks.map((remark) => `確認事項　：${remark}`),
    '',
    ...consoleLines(facts, consoleUrl),
  ])
}

export function consoleLines({ reference }: MailFacts, consoleUrl: string): string[] {
  return [
    '内容は、担当者の画面で受付番号から確認できます。',
    ...(consoleUrl === '' ? [] : [`${consoleUrl}/applications/${reference}`]),
  ]
}

/** The link stands on a line of its own, and is shorter than any at which mail programs fold one. */
export function linkLines({ flow, statusLink }: MailFacts, isCorrectable = false): string[] {
  if (statusLink === null) return []
  const opens = `お申し込みのときの${hasApplicant(flow) ? '電話番号' : 'お客様番号'}を入力すると開きます。`
  return [linkSentence(isCorrectable), statusLink, opens, '']
}

function nextLines(flow: Flow, { next }: OperatorWords): string[] {
  const text = next?.[flow]
  return text === undefined ? [] : [text]
}

const WITH_NUMBER = 'お問い合わせの際は、受付番号をお知らせください。'

/** What a reader is to do whom the mail surprises. */
const ENDINGS = {
  /** Anybody may have typed the address. */
  discard: [WITH_NUMBER, 'お心当たりのない場合は、お手数ですがこのメールを破棄してください。'],
  /** Somebody who passed the gate has done something: the applicant may be the first to learn of it. */
  report: [
    'お申し込みをされた方で、お心当たりのない場合は、サポートへご連絡ください。',
    WITH_NUMBER,
  ],
} as const

/** Mails to applicants, and how each ends. */
const MAILS = {
  acknowledgement: 'discard',
  standing: 'discard',
  change: 'report',
  farewell: 'report',
} as const satisfies Record<string, keyof typeof ENDINGS>

export function closingLines(mail: keyof typeof MAILS, words: OperatorWords): string[] {
  return [...ENDINGS[MAILS[mail]], '', ...signature(words)]
}

/** Below the line by which mail programs know a signature. */
function signature(words: OperatorWords): string[] {
  return [
    '-- ',
    `${words.productName}（${words.productKind}）`,
    words.operator,
    `電話　：${words.phone}（${words.supportHours}）`,
    `メール：${words.supportMail}`,
  ]
}

const TRIAL_NOTE = `無料体験の期間は${TRIAL_DAYS}日間です。期間が終わっても、自動で有料の契約に切り替わることはありません。`
export function factLines(facts: MailFacts): string[] {
  const { flow, reference, customer, facilities, priceText, completedAt } = facts
  return [
    `お手続き　：${PROCEDURES[flow]}`,
    `受付番号　：${reference}`,
    ...(FLOWS[flow].customer === 'existing' ? [`お客様番号：${customer}`] : []),
    `受付日時　：${timeInWords(completedAt)}`,
    ...(FLOWS[flow].rows ? [`事業所の数：${facilities}件`] : []),
    ...(priceText === null ? [] : [priceLine(...shownPrice(flow, priceText))]),
  ]
}

/** The labels of a mail are five characters wide, as far as they go. */
function priceLine(label: string, text: string): string {
  return `${label.padEnd(5, '　')}：${text}`
}

export function mailText(subject: string, lines: readonly string[]): MailText {
  return { subject, text: `${lines.join('\n')}\n` }
}
