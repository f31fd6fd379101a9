/** An operator's own words and dates, as pages, mails and consents have them. Prices are in price-lists.ts. */
import type { Flow } from './flows.ts'

export type OperatorWords = {
  /** Version of all these words, the terms among them: every consent records it. */
  version: string
  productName: string
  productKind: string
  /** The company behind the product. */
  operator: string
  phone: string
  phoneHref: string
  supportHours: string
  supportMail: string
  termsHref: string
  /** The day of the terms, e.g. `2022年4月1日`. */
  termsChangeOn: string
  privacyHref: string
  /** When charging starts, when use ends after a suspension, the last bill, and what becomes of the data; none says nothing of it. */
  chargingStart?: string
  useEnd?: string
  lastBill?: string
  dataAfter?: string
  /** What a result page and its mail say in place of completions.ts. */
  completions?: Partial<Record<Flow, string>>
  /** What happens next and by when, after the page's own words and on the page of the application's status. Nobody consents to it. */
  next?: Partial<Record<Flow, string>>
}

/** What pages are rendered with: the words, and of the settings what the pages must know. */
export type PageWords = OperatorWords & {
  /** Migration and suspension are begun by an invitation's link alone. */
  needsInvitation?: true
}

/** Where a document of the operator's is served. */
export const DOCUMENT_PATHS = {
  terms: '/documents/terms.pdf',
  privacy: '/documents/privacy.pdf',
} as const

/** Campaigns as samples; those of a demo. */
export const SAMPLE_CAMPAIGNS = ['2026秋の展示会', 'メルマガ', '検索広告'] as const

/** As delivered: samples, and the dates of the specification. Other words are another version. */
export const DEFAULT_WORDS: OperatorWords = {
  version: '2022-04-01',
  productName: 'あおぞら請求',
  productKind: '障害福祉サービス事業所のための請求ソフト',
  operator: 'サンプル株式会社',
  phone: '0120-000-000',
  phoneHref: 'tel:0120000000',
  supportHours: '平日 9:00〜17:00',
  supportMail: 'support@example.co.jp',
  termsHref: DOCUMENT_PATHS.terms,
  termsChangeOn: '2022年4月1日',
  privacyHref: DOCUMENT_PATHS.privacy,
}
