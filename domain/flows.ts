/** The four flows as data (a difference between them is a column of this table, and stands nowhere else), how a price is named in each, and who {customer} may be. */

import type { Catalogue } from './catalogue.ts'

export type Flow = 'entry' | 'migration' | 'suspension' | 'trial'
export type Call = 'register' | 'consent' | 'facilities'

/** What the pages do when a call fails (specification 8). */
export type FailureReaction =
  /** The generic sentence on the flow's result page. */
  | 'result'
  /** The server's sentence in a banner on the form, which can go on at the failed call. */
  | 'banner'
  /** /trial/mail-error when the reply carries an error for mailaddress, else as 'result'. */
  | 'mail-error'

export type RowRules = {
  initial: number
  step: number
  max: number
  /** lenient: outer spaces of a number are trimmed; exact: they are an error, and so is any length but ten. */
  number: 'lenient' | 'exact'
}

export type FlowRow = {
  inputPath: string
  resultPath: string
  /** Consent kind on the wire. */
  kind: 1 | 2 | 3 | 4
  /**
   * Whose {customer} the calls name: one that the register call issues, or the number in the page's query. With an
   * existing number the application is a request, unverified until staff act on it (reading 19).
   */
  customer: 'issued' | 'existing'
  /** Form number on the wire; null where the flow registers no corporation. */
  appform: 3 | 4 | null
  /** Whether the applicant is asked besides how they heard of the product and how they bill today. */
  hasSurvey: boolean
  /** Whether the campaign values of the page's query are sent and stored. */
  tracksCampaign: boolean
  /** One button estimates and sends, and a box to tick asks for the terms; else the estimate comes first. */
  isOneStep: boolean
  /** The price is what a later contract would cost; nothing is charged for the application itself. */
  isFree: boolean
  /** Facility rows; null where the flow has none. */
  rows: RowRules | null
  catalogue: Catalogue | null
  calls: readonly Call[]
  onFailure: Partial<Record<Call, FailureReaction>>
}

export const FLOWS = {
  entry: {
    inputPath: '/entry/input',
    resultPath: '/entry/result',
    kind: 1,
    customer: 'issued',
    appform: 3,
    hasSurvey: false,
    tracksCampaign: false,
    isOneStep: false,
    isFree: false,
    rows: { initial: 10, step: 10, max: 100, number: 'lenient' },
    catalogue: 'contract',
    calls: ['register', 'consent', 'facilities'],
    onFailure: { register: 'result', consent: 'banner', facilities: 'banner' },
  },
  migration: {
    inputPath: '/inherit-facility-info/input',
    resultPath: '/inherit-facility-info/result',
    kind: 2,
    customer: 'existing',
    appform: null,
    hasSurvey: false,
    tracksCampaign: false,
    isOneStep: false,
    isFree: false,
    rows: { initial: 10, step: 10, max: 100, number: 'lenient' },
    catalogue: 'contract',
    calls: ['consent', 'facilities'],
    onFailure: { consent: 'result', facilities: 'result' },
  },
  suspension: {
    inputPath: '/teishi/input',
    resultPath: '/teishi/result',
    kind: 3,
    customer: 'existing',
    appform: null,
    hasSurvey: false,
    tracksCampaign: false,
    isOneStep: false,
    isFree: false,
    rows: null,
    catalogue: null,
    calls: ['consent'],
    onFailure: { consent: 'result' },
  },
  trial: {
    inputPath: '/trial/input',
    resultPath: '/trial/result',
    kind: 4,
    customer: 'issued',
    appform: 4,
    hasSurvey: true,
    tracksCampaign: true,
    isOneStep: true,
    isFree: true,
    rows: { initial: 5, step: 5, max: 30, number: 'exact' },
    catalogue: 'trial',
    calls: ['register', 'consent', 'facilities'],
    onFailure: { register: 'mail-error', consent: 'banner', facilities: 'banner' },
  },
} as const satisfies Record<Flow, FlowRow>

export const FLOW_NAMES = Object.keys(FLOWS) as Flow[]

/** Flows whose pages have facility rows, and so an estimate. */
export type FlowWithRows = { [F in Flow]: (typeof FLOWS)[F]['rows'] extends null ? never : F }[Flow]
/** Flows that register a corporation first. */
export type FlowWithApplicant = {
  [F in Flow]: (typeof FLOWS)[F]['appform'] extends null ? never : F
}[Flow]

export function hasRows(flow: Flow): flow is FlowWithRows {
  return FLOWS[flow].rows !== null
}

export function hasApplicant(flow: Flow): flow is FlowWithApplicant {
  return FLOWS[flow].appform !== null
}

/** A request of an existing customer, which staff act on; else the application of a new one. */
export function isRequest(flow: Flow): boolean {
  return FLOWS[flow].customer === 'existing'
}

/** Whether the consent is the last call, and so completes the application. */
export function endsWithConsent(flow: Flow): boolean {
  return FLOWS[flow].calls.at(-1) === 'consent'
}

/** The price that was shown: label and words. A trial's says first that it costs nothing (reading 37). */
export function shownPrice(flow: Flow, priceText: string): [label: string, text: string] {
  const monthly = `月額${priceText}円（税抜）`
  return FLOWS[flow].isFree
    ? ['無料体験の料金', `0円（ご契約になった場合の目安：${monthly}）`]
    : ['料金', monthly]
}

/** The price that was agreed to: label and words. */
export function agreedPrice(flow: Flow, priceText: string): [label: string, text: string] {
  const [label, text] = shownPrice(flow, priceText)
  return [FLOWS[flow].isFree ? label : `同意いただいた${label}`, text]
}

export const MAIL_ERROR_PATH = '/trial/mail-error'

/** An estimate that somebody has put into a link. */
export const QUOTE_PATH = '/quote'

/** Days a free trial lasts (specification 9). */
export const TRIAL_DAYS = 60

export function flowOfKind(kind: number): Flow | undefined {
  return FLOW_NAMES.find((flow) => FLOWS[flow].kind === kind)
}

export function flowOfAppform(appform: number): Flow | undefined {
  return FLOW_NAMES.find((flow) => FLOWS[flow].appform === appform)
}

/** The number of an existing customer as it may stand in a page's query (reading 14). */
const CUSTOMER_NUMBER = /^[0-9A-Za-z_-]{1,64}$/
/** A {customer} issued by the register call: 128 random bits in lower-case base 32 behind a mark. */
export const TEMPORARY_CUSTOMER = /^tmp-[a-z2-7]{26}$/
export const TEMPORARY_CUSTOMER_MARK = 'tmp-'

/** Usable as an existing customer's number; a temporary customer never is (reading 18). */
export function isCustomerNumber(text: string): boolean {
  return CUSTOMER_NUMBER.test(text) && !text.startsWith(TEMPORARY_CUSTOMER_MARK)
}
