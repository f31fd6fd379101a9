/** An application as a client of the calls has it, its calls as messages, and all of them in their order. */
import {
  API_BASE,
  customerPath,
  IDEMPOTENCY_KEY_HEADER,
  PATHS,
  registrationFields,
} from '#contract/apply.ts'
import type { FacilityBody } from '#contract/apply-schemas.ts'
import { type Applicant, CAMPAIGN_KEYS, type Campaign } from '#domain/applicant.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { type Call, FLOWS, type Flow, hasApplicant } from '#domain/flows.ts'
import { estimate, formatAmount, priceListAt } from '#domain/prices.ts'
import type { Message } from './http.ts'

export type Application = {
  /** Its Idempotency-Key, through all its calls. */
  key: string
  flow: Flow
  /** The number of an existing customer; null where the register call issues one. */
  customer: string | null
  applicant: Applicant
  campaign: Campaign
  /** null where the flow has no price. */
  priceText: string | null
  facilities: FacilityBody[]
}

export const NO_CAMPAIGN = Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, ''])) as Campaign

/** What the rows cost under the list that is in force at an instant (epoch milliseconds). */
export function priceOf(
  catalogue: Catalogue,
  facilities: readonly FacilityBody[],
  at: number,
): string {
  const rows = facilities.map((facility, index) => ({ no: index + 1, ...facility }))
  const total = estimate(priceListAt(catalogue, at), rows)?.total
  if (total === undefined) throw new RangeError('a service of these rows has no price')
  return formatAmount(total)
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** `username` is what the register call answered. */
export function messageOf(application: Application, call: Call, username: string): Message {
  const { key, flow, applicant, campaign, customer, priceText, facilities } = application
  const named = { [IDEMPOTENCY_KEY_HEADER]: key }
  if (call === 'register') {
    if (!hasApplicant(flow)) throw new RangeError(`${flow} registers nobody`)
    const fields = registrationFields(flow, applicant, campaign)
    const body = new URLSearchParams(fields).toString()
    return { path: `${API_BASE}${PATHS.register}`, headers: { ...named, ...FORM_TYPE }, body }
  }
  const path = `${API_BASE}${customerPath(call, customer ?? username)}`
  const { kind } = FLOWS[flow]
  const consent = { kind, ...(priceText !== null && { priceText }) }
  const body = JSON.stringify(call === 'consent' ? consent : { facilities })
  return { path, headers: { ...named, ...JSON_TYPE }, body }
}

type Applied = {
  /** The customer's number: issued, or the one that it came with. */
  customer: string
  /** The address of its status page; empty where the product has no public address. */
  statusLink: string
}

/** Sends every call in order. Rejects where one is not answered with 200; `url` has no path. */
export function apply(url: string, application: Application): Promise<Applied> {
  return applyBy(async ({ path, headers, body }) => {
    const response = await fetch(url + path, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }, application)
}

/** The same through a client of another kind. */
export async function applyBy(
  post: (message: Message) => Promise<{ status: number; text: string }>,
  application: Application,
): Promise<Applied> {
  const applied = { customer: application.customer ?? '', statusLink: '' }
  for (const call of FLOWS[application.flow].calls) {
    const { status, text } = await post(messageOf(application, call, applied.customer))
    if (status !== 200) throw new Error(`${call}: ${status} ${text}`)
    const reply = JSON.parse(text)
    applied.customer = reply.username ?? applied.customer
    applied.statusLink = reply.statusLink ?? applied.statusLink
  }
  return applied
}
