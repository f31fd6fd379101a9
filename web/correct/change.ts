/** What a form changes of the application that it corrects, and what that costs. Pure. */
import { type ApplicantField, validateApplicant } from '#domain/applicant.ts'
import {
  type Difference,
  differenceOf,
  isPricedAlike,
  type Version,
  versionOf,
} from '#domain/difference.ts'
import { validateRows, validRows } from '#domain/facilities.ts'
import { FLOWS, type FlowWithApplicant } from '#domain/flows.ts'
import type { Problem } from '#domain/messages.ts'
import type { PriceList } from '#domain/prices.ts'
import type { Typed } from '../form/controls.ts'
import { quoteOf } from '../form/quote.ts'
import type { Quote } from '../sending/application-state.ts'

export type Change = {
  version: Version<ApplicantField>
  difference: Difference<ApplicantField>
  /** The rows with their price; null where numbers and services stay, and with them the price that was agreed to. */
  quote: Quote | null
}

/** The change under the list in force, or everything wrong with the form. */
export function changeOf(
  flow: FlowWithApplicant,
  base: Version<ApplicantField>,
  { applicant, rows: typed }: Pick<Typed, 'applicant' | 'rows'>,
  list: PriceList,
): Change | Problem[] {
  const { rows: rules, catalogue } = FLOWS[flow]
  const rows = validRows(catalogue, typed)
  const staysPriced = isPricedAlike(base.rows, rows)
  const quote = staysPriced ? validateRows(rules, catalogue, typed) : quoteOf(flow, typed, list)
  const problems = [...validateApplicant(flow, applicant), ...(Array.isArray(quote) ? quote : [])]
  if (problems.length > 0) return problems
  const version = versionOf(flow, applicant, rows)
  const difference = differenceOf(base, version)
  return { version, difference, quote: Array.isArray(quote) ? null : quote }
}

/** Whether what was shown is what would be sent: the same texts, and the same price by the same list. */
export function isSameChange(a: Change | null, b: Change): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
