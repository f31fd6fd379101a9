/** The settings of the operator's file: what each is, what it may be, and how the text is shown to applicants. */

import { revealHidden } from '#domain/hidden-characters.ts'
import { isMailAddress } from '#domain/mail-address.ts'
import { withoutEnd } from '#domain/text.ts'
import { dayAfter } from '#domain/tokyo-time.ts'
import type { Settings } from './setting.ts'
import { isUrlOf } from './values.ts'

/** Characters of a sentence. */
const MOST = 300
const SENTENCE = { allowed: `1 行、${MOST} 文字までの文`, read: sentence } as const
const DOCUMENT = {
  allowed: 'このファイルから見た PDF の場所か、https:// で始まるアドレス',
  read: documentName,
} as const
/** Nothing of the samples stays on the pages: an empty text is refused, and so is a setting that is missing. */
const REQUIRED = { fallback: '' } as const

/** Texts that staff may ask an applicant, in the order in which they are offered. */
export const QUESTION_SETTINGS = [
  'questions.1',
  'questions.2',
  'questions.3',
  'questions.4',
  'questions.5',
] as const
/** Campaigns that figures name, together. */
const MOST_CAMPAIGNS = 2000
/** A year of them would be a mistake. */
const MOST_CLOSED_DAYS = 100

const QUESTION = { about: '担当者が申込者への質問に選べる文', ...SENTENCE } as const

export const OPERATOR_SETTINGS = {
  version: {
    about: '同意の記録に残る、このファイル全体の版',
    allowed: '半角の英数字と . _ - で 40 文字まで（例：2026-12-01）',
    read: (text) => (/^[A-Za-z\d._-]{1,40}$/.test(text) ? text : undefined),
    ...REQUIRED,
  },
  'product.name': { about: '製品の名前', ...SENTENCE, ...REQUIRED },
  'product.kind': { about: '製品の種類を表す言葉', ...SENTENCE, ...REQUIRED },
  'product.company': { about: '提供する会社の名前', ...SENTENCE, ...REQUIRED },
  'terms.changed_on': {
    about: '利用規約の改定日',
    allowed: '2026-12-01 の形の、暦にある日付',
    read: japaneseDate,
    ...REQUIRED,
  },
  'terms.document': { about: '利用規約', ...DOCUMENT, ...REQUIRED },
  'privacy.document': { about: 'プライバシーポリシー', ...DOCUMENT, ...REQUIRED },
  'support.telephone': {
    about: 'サポートの電話番号',
    allowed: '市外局番からの半角数字とハイフン（例：0120-000-000）',
    read: (text) =>
      /^\+?\d[\d-]{8,18}\d$/.test(text) && text.replace(/\D/g, '').length >= 10 ? text : undefined,
    ...REQUIRED,
  },
  'support.hours': { about: 'サポートの受付時間', ...SENTENCE, ...REQUIRED },
  'support.mail': {
    about: 'サポートのメールアドレス。メールの返信先にもなる',
    allowed: 'メールアドレス 1 つ',
    read: (text) => (isMailAddress(text) ? text : undefined),
    ...REQUIRED,
  },
  'contract.charging_starts': { about: '料金が発生する時期', ...SENTENCE },
  'contract.use_ends': { about: '解約後、利用が終わる日', ...SENTENCE },
  'contract.last_bill': { about: '解約後の最後の請求', ...SENTENCE },
  'contract.data_afterwards': { about: '解約後のデータの扱い', ...SENTENCE },
  'completions.entry': { about: '新規お申し込みの完了画面とメールの文', ...SENTENCE },
  'completions.migration': { about: '移行の完了画面とメールの文', ...SENTENCE },
  'completions.suspension': { about: '利用停止の完了画面とメールの文', ...SENTENCE },
  'completions.trial': { about: '無料体験の完了画面とメールの文', ...SENTENCE },
  'next.entry': {
    about: '新規お申し込みの、このあとの流れと時期。完了画面とメール、状況のページに入る',
    ...SENTENCE,
  },
  'next.migration': { about: '移行の、このあとの流れと時期', ...SENTENCE },
  'next.suspension': { about: '利用停止の、このあとの流れと時期', ...SENTENCE },
  'next.trial': { about: '無料体験の、このあとの流れと時期', ...SENTENCE },
  'questions.1': QUESTION,
  'questions.2': QUESTION,
  'questions.3': QUESTION,
  'questions.4': QUESTION,
  'questions.5': QUESTION,
  'figures.campaigns': {
    about: '「数字」で名前を出すキャンペーン（utm_campaign の値）。ほかは「その他」に数える',
    allowed: `「、」で区切った、1 行、${MOST_CAMPAIGNS} 文字までの名前`,
    read: campaigns,
  },
  'closed.days': {
    about:
      '土日と祝日のほかに、お申し込みに対応しない日。待っている時間、古さ、期限超過、WAITING_ALERT_HOURS に数えない',
    allowed: `「、」で区切った、2026-12-29 か 2026-12-29〜2027-01-03 の形の日、合わせて ${MOST_CLOSED_DAYS} 日まで`,
    read: closedDays,
  },
  'staff.console': {
    about: '担当者の画面のアドレス。担当者へのメールに入る',
    allowed: 'http:// か https:// で始まるアドレス',
    read: (text) => (isUrlOf(text, /^https?:\/\/./) ? withoutEnd(text, /\//) : undefined),
  },
} satisfies Settings

export type OperatorSetting = keyof typeof OPERATOR_SETTINGS

/** On one line, without characters that nobody sees. */
function sentence(text: string): string | undefined {
  const isPlain = revealHidden(text).every(({ hidden }) => !hidden)
  return text.trim() !== '' && text.length <= MOST && isPlain ? text.trim() : undefined
}

function campaigns(text: string): readonly string[] | undefined {
  const names = text.split(/[、,]/).flatMap((name) => name.trim() || [])
  const isPlain = revealHidden(text).every(({ hidden }) => !hidden)
  return names.length > 0 && text.length <= MOST_CAMPAIGNS && isPlain ? names : undefined
}

/** Each of them as YYYY-MM-DD. */
function closedDays(text: string): readonly string[] | undefined {
  const found: string[] = []
  for (const part of text.split(/[、,]/)) {
    const [from = '', to = from, ...more] = part.split(/[〜～~]/).map((day) => day.trim())
    if (more.length > 0 || !japaneseDate(from) || !japaneseDate(to) || to < from) return undefined
    for (let day = from; day <= to; day = dayAfter(day)) {
      if (found.length >= MOST_CLOSED_DAYS) return undefined
      found.push(day)
    }
  }
  return found
}

/** 2026-12-01 as `2026年12月1日`; undefined for a day that no calendar has. */
function japaneseDate(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (year === '' || date.toISOString().slice(0, 10) !== text) return undefined
  return `${Number(year)}年${Number(month)}月${Number(day)}日`
}

function documentName(text: string): string | undefined {
  if (text.startsWith('https://')) return isUrlOf(text, /^https:\/\/./) ? text : undefined
  return /^[^\0:]+\.pdf$/i.test(text) ? text : undefined
}
