/** Compares a ledger with a database: what was lost, what is there twice, what nobody sent. */
import {
  APPLICANT_FIELDS,
  type ApplicantField,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
} from '#domain/applicant.ts'
import { type Call, FLOWS, hasApplicant } from '#domain/flows.ts'
import { formatAmount } from '#domain/prices.ts'
import type { Application } from '../client/application.ts'
import type { Entry } from './ledger.ts'
import type { Row, Stored } from './stored.ts'

/** One line for each finding; all three are empty where the server kept its word. */
export type Findings = {
  /** Acknowledged, and absent or not whole. */
  lost: string[]
  doubled: string[]
  /** Never sent, sent otherwise, or half stored. */
  unexpected: string[]
}

export function audit(entries: readonly Entry[], stored: Stored): Findings {
  const findings: Findings = { lost: [], doubled: [], unexpected: [] }
  const byApplicant = indexBy(stored.applications, identityOfRow)
  const parts = {
    consents: indexBy(stored.consents, applicationOf),
    facilities: indexBy(stored.facilities, applicationOf),
    outbox: indexBy(stored.outbox, applicationOf),
  }
  for (const claim of claimsOf(entries).values()) {
    const identity = identityOf(claim.application)
    const rows = byApplicant.get(identity) ?? []
    byApplicant.delete(identity)
    judgeRows(claim, rows, findings)
    const [row] = rows
    const actual = row ? contentOf(row, claim.application, parts) : NOTHING
    for (const call of FLOWS[claim.application.flow].calls)
      judgeCall(claim, call, actual[call], findings)
  }
  for (const row of [...byApplicant.values()].flat())
    findings.unexpected.push(`${row.id}: nobody sent it`)
  return findings
}

/** What the clients know of one application. */
type Claim = {
  application: Application
  sent: Set<Call>
  acknowledged: Set<Call>
  usernames: Set<string>
}

function claimsOf(entries: readonly Entry[]): Map<string, Claim> {
  const claims = new Map<string, Claim>()
  for (const entry of entries) {
    if (entry.event === 'begun') {
      const { application } = entry
      const empty = { sent: new Set<Call>(), acknowledged: new Set<Call>() }
      claims.set(entry.key, { application, ...empty, usernames: new Set() })
    }
    const claim = claims.get(entry.key)
    if (entry.event === 'sent') claim?.sent.add(entry.call)
    if (entry.event !== 'acknowledged') continue
    claim?.acknowledged.add(entry.call)
    if (entry.username !== undefined) claim?.usernames.add(entry.username)
  }
  return claims
}

/** What makes two rows the same application, whatever key they carry: everything invented is different. */
function identityOf({ customer, applicant }: Application): string {
  return customer ?? applicant.companyName
}
function identityOfRow(row: Row): string {
  return String(row.company_name || row.customer)
}

function judgeRows(claim: Claim, rows: readonly Row[], findings: Findings): void {
  const { key } = claim.application
  for (const { id } of rows.slice(1)) findings.doubled.push(`${key}: stored again as ${id}`)
  if (claim.usernames.size > 1)
    findings.doubled.push(`${key}: answered ${[...claim.usernames].join(' and ')}`)
  for (const username of claim.usernames)
    if (!rows.some(({ issued_name }) => issued_name === username))
      findings.lost.push(`${key}: ${username} was answered and is not there`)
}

/** What one call has stored: all that was sent or nothing; all, once it is acknowledged. */
function judgeCall(
  { application, sent, acknowledged }: Claim,
  call: Call,
  actual: readonly string[],
  findings: Findings,
): void {
  const { key } = application
  const expected = expectedOf(application, call)
  const missing = without(expected, actual)
  const surplus = without(actual, expected)
  if (acknowledged.has(call)) {
    if (missing.length > 0) findings.lost.push(`${key} ${call}: ${missing.join(', ')}`)
  } else if (actual.length > 0 && missing.length > 0)
    findings.unexpected.push(`${key} ${call}: half stored, without ${missing.join(', ')}`)
  if (actual.length > 0 && !sent.has(call))
    findings.unexpected.push(`${key} ${call}: stored and never sent`)
  for (const item of surplus)
    (expected.includes(item) ? findings.doubled : findings.unexpected).push(
      `${key} ${call}: ${item}`,
    )
}

type Content = Record<Call, string[]>
const NOTHING: Content = { register: [], consent: [], facilities: [] }

/** Each fact that a call must leave behind, as one line. */
function expectedOf(application: Application, call: Call): string[] {
  const { flow, customer, applicant, campaign, priceText, facilities, key } = application
  const { kind, calls } = FLOWS[flow]
  const lines: string[] = []
  if (call === calls[0]) {
    const asked = new Set(hasApplicant(flow) ? applicantFieldsOf(flow) : [])
    lines.push(fact('key', key), fact('flow', flow))
    if (customer !== null) lines.push(fact('customer', customer))
    for (const field of FIELDS) lines.push(fact(field, asked.has(field) ? applicant[field] : ''))
    for (const name of CAMPAIGN_KEYS) lines.push(fact(name, flow === 'trial' ? campaign[name] : ''))
  }
  if (call === 'consent')
    lines.push(fact('consent', [1, kind, priceText]), fact('consent that counts', [1, priceText]))
  if (call === 'facilities')
    for (const [index, row] of facilities.entries())
      lines.push(fact('row', [index + 1, row.facilityName, row.facilityNumber, row.serviceKey]))
  if (call === calls.at(-1)) {
    if (hasApplicant(flow)) lines.push(fact('promised', ['mail_applicant', applicant.email]))
    lines.push(fact('promised', 'mail_staff'), fact('state', 'complete'))
    lines.push(fact('agreed', priceText))
  }
  return lines
}

type Parts = Record<'consents' | 'facilities' | 'outbox', Map<string, Row[]>>

/** The same lines, from what is stored. */
function contentOf(row: Row, { flow, customer }: Application, parts: Parts): Content {
  const id = String(row.id)
  const [first, last] = [FLOWS[flow].calls[0], FLOWS[flow].calls.at(-1)]
  const content: Content = { register: [], consent: [], facilities: [] }
  content[first].push(fact('key', row.application_key), fact('flow', row.flow))
  if (customer !== null) content[first].push(fact('customer', row.customer))
  for (const field of FIELDS) content[first].push(fact(field, row[columnOf(field)]))
  for (const name of CAMPAIGN_KEYS) content[first].push(fact(name, row[name]))

  for (const { seq, kind, price_text } of parts.consents.get(id) ?? [])
    content.consent.push(fact('consent', [seq, kind, price_text]))
  if (row.consent_seq !== 0)
    content.consent.push(fact('consent that counts', [row.consent_seq, row.consent_price]))

  for (const facility of parts.facilities.get(id) ?? []) {
    const { no, facility_name, facility_number, service_key } = facility
    content.facilities.push(fact('row', [no, facility_name, facility_number, service_key]))
  }
  const end = content[last ?? first]
  for (const { kind, recipient } of parts.outbox.get(id) ?? [])
    end.push(fact('promised', kind === 'mail_applicant' ? [kind, recipient] : kind))
  if (row.state !== 'pending') {
    const agreed = row.agreed_price
    end.push(fact('state', row.state))
    end.push(fact('agreed', agreed === null ? null : formatAmount(Number(agreed))))
  }
  return content
}

const FIELDS = Object.keys(APPLICANT_FIELDS) as ApplicantField[]

/** companyName → company_name */
function columnOf(field: ApplicantField): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function fact(name: string, value: unknown): string {
  return `${name} = ${JSON.stringify(value)}`
}

/** Items of `all` beyond those of `others`, each as often as it is surplus. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return all.filter((item) => {
    const index = left.indexOf(item)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

function applicationOf(row: Row): string {
  return String(row.application)
}

function indexBy(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  return Map.groupBy(rows, keyOf)
}
