/** Navigation state of a result page (reading 16), and the receipt in it: what was received, as words, so that later changes of the tables do not alter it. */
import { applicantFieldsOf, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { serviceName } from '#domain/catalogue.ts'
import type { Completion } from '#domain/completions.ts'
import { termSentences } from '#domain/consent.ts'
import { agreedPrice, FLOWS, type Flow, hasApplicant } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { timeInWords } from '#domain/tokyo-time.ts'
import * as site from '../site.ts'
import type { Failed } from './actions.ts'
import type { FormContent } from './calls.ts'

export type Received = {
  flow: Flow
  content: FormContent
  /** {customer} of the calls. */
  customer: string
  /** The receipt number, where the server tells one. */
  reference: string | null
  /** The private address of its status page, where the server tells one. */
  statusLink?: string
  /** Epoch milliseconds. */
  at: number
}

export function receiptOf(received: Received): Receipt {
  const { flow, content, customer, reference, statusLink, at } = received
  const { applicant, rows, priceText } = content
  const next = site.words.next?.[flow]
  const isExisting = FLOWS[flow].customer === 'existing'
  const number = reference ?? (isExisting ? null : customer)
  const facts: (readonly [string, string] | null)[] = [
    number === null ? null : ['受付番号', number],
    isExisting ? ['お客様番号', customer] : null,
    ['お手続き', PROCEDURES[flow]],
    ['受付日時', timeInWords(at)],
    ...(hasApplicant(flow) && applicant
      ? applicantFieldsOf(flow).map((field): [string, string] => [
          fieldRow(field).label,
          choiceLabel(field, applicant[field]),
        ])
      : []),
    priceText === undefined ? null : agreedPrice(flow, priceText),
    ...termSentences(flow, site.words),
  ]
  return {
    number,
    facts: facts.filter((fact) => fact !== null && fact[1] !== '') as [string, string][],
    facilities: rows.map(({ facilityName, facilityNumber, serviceKey }) => [
      facilityName,
      facilityNumber,
      serviceName(serviceKey),
    ]),
    mailTo: applicant?.email ?? null,
    ...(next !== undefined && { next }),
    ...(statusLink && { statusLink }),
  }
}

/** What was received, in words. */
export type Receipt = {
  /** The receipt number; null where the server tells none. */
  number: string | null
  facts: [label: string, words: string][]
  facilities: [name: string, number: string, service: string][]
  /** Where the acknowledgement goes; null where none is sent. */
  mailTo: string | null
  /** What the operator does next, and by when, where the operator says it. */
  next?: string
  /** The private address of its status page; none where the server tells none. */
  statusLink?: string
}

/** `failed`: what is offered after a failure, where it is not just a retry; `message` is said besides. */
export type Result = Completion & { isFailure?: true; failed?: Failed; receipt?: Receipt }

/** Navigation state is whatever the history holds: only a result of this shape is shown. */
export function isResult(state: unknown): state is Result {
  if (typeof state !== 'object' || state === null) return false
  const { title, message, failed, receipt } = state as Partial<Result>
  return (
    typeof title === 'string' &&
    typeof message === 'string' &&
    ['string', 'undefined'].includes(typeof failed?.message) &&
    (receipt === undefined || isReceipt(receipt))
  )
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false
  const { number, facts, facilities, mailTo, next, statusLink } = value as Partial<Receipt>
  return (
    isTexts(facts) &&
    isTexts(facilities) &&
    isTextOrNull(number) &&
    isTextOrNull(mailTo) &&
    isTextOrNull(next ?? null) &&
    (statusLink === undefined || isAddress(statusLink))
  )
}

function isTexts(value: unknown): value is string[][] {
  return (
    Array.isArray(value) &&
    value.every((texts) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'))
  )
}

/** It becomes a link. */
function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/\S+$/.test(value)
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
