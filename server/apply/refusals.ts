/**
 * Validation of the calls: the domain's rules and storable text, errors under wire names (reading 23); and the price that
 * both sides agree on, for what was consented to must follow from the rows (reading 21).
 */

import { PRICE_TEXT, PRICE_TEXT_LIMIT, WIRE_NAMES } from '#contract/apply.ts'
import type { FacilityBody } from '#contract/apply-schemas.ts'
import {
  type Applicant,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  CAMPAIGN_LIMIT,
  type Campaign,
  fieldRow,
  validateApplicant,
} from '#domain/applicant.ts'
import {
  CELL_LABELS,
  cellName,
  FACILITY_CELLS,
  type FacilityRow,
  isBlankRow,
  validateRows,
} from '#domain/facilities.ts'
import { FLOWS, type Flow, type FlowWithApplicant, type FlowWithRows } from '#domain/flows.ts'
import { isMailAddress } from '#domain/mail-address.ts'
import { messages, refusals } from '#domain/messages.ts'
import { acceptedPriceLists, estimate, formatAmount, priceListAt } from '#domain/prices.ts'
import { isUnstorable, lengthOf } from '#domain/text.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'

export type Fields = Record<string, string[]>

/** Throws `validation_failed` where there is anything to say. */
export function refuse(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields })
}

/** What is wrong with a registration: text first, then the page's own rules, then the mail address (reading 24). */
export function registrationFaults(
  flow: FlowWithApplicant,
  applicant: Applicant,
  campaign: Campaign,
): Fields {
  const fields: Fields = {}
  const bound = (name: string, label: string, text: string, limit: number) => {
    if (isUnstorable(text)) say(fields, name, messages.unstorable(label))
    else if (lengthOf(text) > limit) say(fields, name, messages.tooLong(label, limit))
  }
  // Fields that are not shown too: the page sends them empty, another client may not.
  for (const field of applicantFieldsOf(flow)) {
    const { label, limit } = fieldRow(field)
    bound(WIRE_NAMES[field], label, applicant[field], limit)
  }
  if (FLOWS[flow].tracksCampaign)
    for (const key of CAMPAIGN_KEYS) bound(key, key, campaign[key], CAMPAIGN_LIMIT)

  for (const { field, message } of validateApplicant(flow, applicant))
    fields[WIRE_NAMES[field as keyof Applicant]] ??= [message]
  if (!isMailAddress(applicant.email)) fields[WIRE_NAMES.email] ??= [messages.mailFormat]
  return fields
}

/** What is wrong with a consent's price; a flow without prices needs none (reading 21). */
export function priceFaults(flow: Flow, priceText: string | undefined): Fields {
  if (priceText === undefined)
    return FLOWS[flow].catalogue === null ? {} : { priceText: [refusals.priceMissing] }
  const isPrice = priceText.length <= PRICE_TEXT_LIMIT && PRICE_TEXT.test(priceText)
  return isPrice ? {} : { priceText: [refusals.priceMalformed] }
}

/** What is wrong with the facilities of a flow, each field by its row's number as sent. */
export function facilityFaults(flow: FlowWithRows, rows: readonly FacilityRow[]): Fields {
  const { rows: rules, catalogue } = FLOWS[flow]
  if (rows.length > rules.max) return { facilities: [refusals.tooManyRows(rules.max)] }
  const fields: Fields = {}
  for (const row of rows)
    for (const cell of FACILITY_CELLS)
      if (isUnstorable(row[cell]))
        say(
          fields,
          cellName(row.no, cell),
          messages.inRow(row.no, messages.unstorable(CELL_LABELS[cell])),
        )
  if (Object.keys(fields).length > 0) return fields

  for (const { field, message, also } of validateRows(rules, catalogue, rows)) {
    say(fields, field, message)
    if (also) say(fields, also, message)
  }
  return fields
}

export function numbered(facilities: readonly FacilityBody[]): FacilityRow[] {
  return facilities.map(({ facilityName, facilityNumber, serviceKey }, index) => ({
    no: index + 1,
    facilityName,
    facilityNumber,
    serviceKey,
  }))
}

function say(fields: Fields, field: string, message: string): void {
  fields[field] ??= []
  fields[field].push(message)
}

/** Yen a month, and the list that makes it. */
export type Agreement = { total: number; list: string; inForce: boolean }

/** By the list in force, else by the one it replaced within the hour. Throws price_mismatch, with the list in force, where neither gives that price. */
export function agreedPrice(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  consented: string | null,
  at: number,
): Agreement {
  const agreed = offers(flow, rows, at).find(({ total }) => formatAmount(total) === consented)
  if (agreed) return agreed
  throw priceMismatch(flow, at)
}

/** With the list in force. */
export function priceMismatch(flow: FlowWithRows, at: number): AppError {
  const { version, prices } = priceListAt(FLOWS[flow].catalogue, at)
  return new AppError('price_mismatch', {
    inForce: { version, prices, at: isoTime(at) },
  })
}

/** The prices that a consent to these rows may name now, as consents store them. */
export function acceptedPrices(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  at: number,
): string[] {
  return [...new Set(offers(flow, rows, at).map(({ total }) => formatAmount(total)))]
}

/** What the rows cost under each list that counts now; a list that lacks one of their services offers nothing. */
function offers(flow: FlowWithRows, rows: readonly FacilityRow[], at: number): Agreement[] {
  const filled = rows.filter((row) => !isBlankRow(row))
  return acceptedPriceLists(FLOWS[flow].catalogue, at).flatMap((list, index) => {
    const sum = estimate(list, filled)
    return sum ? [{ total: sum.total, list: list.version, inForce: index === 0 }] : []
  })
}
