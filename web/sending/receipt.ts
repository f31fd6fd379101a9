/** Navigation state of a result page (reading 16), and the receipt in it: what was received, as words, so that later changes of the tables do not alter it. */
import { applicantFieldsOf, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { isServiceKey, SERVICES } from '#domain/catalogue.ts'
import type { Completion } from '#domain/completions.ts'
import { termSentences } from '#domain/consent.ts'
import { FLOWS, type Flow, hasApplicant } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { timeInWords } from '#domain/tokyo-time.ts'
import * as site from '../site.ts'
import type { FormContent } from './calls.ts'

export type Received = {
  flow: Flow
  content: FormContent
  /** {customer} of the calls. */
  customer: string
  /** The receipt number, where the server tells one. */
  reference: string | null
  /** Epoch milliseconds. */
  at: number
}

export function receiptOf({ flow, content, customer, reference, at }: Received): Receipt {
  const { applicant, rows, priceText } = content
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
    priceText === undefined ? null : [PRICE_LABELS[flow], `月額${priceText}円（税抜）`],
    ...termSentences(flow, site.words),
  ]
  return {
    number,
    facts: facts.filter((fact) => fact !== null && fact[1] !== '') as [string, string][],
    facilities: rows.map(({ facilityName, facilityNumber, serviceKey }) => [
      facilityName,
      facilityNumber,
      isServiceKey(serviceKey) ? SERVICES[serviceKey].name : serviceKey,
    ]),
    mailTo: applicant?.email ?? null,
  }
}

/** The trial charges nothing (specification 1). */
const PRICE_LABELS: Record<Flow, string> = {
  entry: '同意いただいた料金',
  migration: '同意いただいた料金',
  suspension: '料金',
  trial: 'ご契約になった場合の料金',
}

/** What was received, in words. */
export type Receipt = {
  /** The receipt number; null where the server tells none. */
  number: string | null
  facts: [label: string, words: string][]
  facilities: [name: string, number: string, service: string][]
  /** Where the acknowledgement goes; null where none is sent. */
  mailTo: string | null
}

export type Result = Completion & { isFailure?: true; receipt?: Receipt }

/** Navigation state is whatever the history holds: only a result of this shape is shown. */
export function isResult(state: unknown): state is Result {
  if (typeof state !== 'object' || state === null) return false
  const { title, message, receipt } = state as Partial<Result>
  return (
    typeof title === 'string' &&
    typeof message === 'string' &&
    (receipt === undefined || isReceipt(receipt))
  )
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false
  const { number, facts, facilities, mailTo } = value as Partial<Receipt>
  return isTexts(facts) && isTexts(facilities) && isTextOrNull(number) && isTextOrNull(mailTo)
}

function isTexts(value: unknown): value is string[][] {
  return (
    Array.isArray(value) &&
    value.every((texts) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'))
  )
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
