/**
 * Idempotency: which application a consent or facilities call belongs to, and whether its key may be used for it (reading
 * 20). Facilities of an existing number may come without a key: they find the request they belong to, and no other is lost.
 */

import type { FacilityRow } from '#domain/facilities.ts'
import {
  type Flow,
  type FlowWithRows,
  hasRows,
  isCustomerNumber,
  isRequest,
  TEMPORARY_CUSTOMER,
} from '#domain/flows.ts'
import { AppError } from '../errors.ts'
import { findInvitationUse } from '../store/queries/invitations.ts'
import {
  bindKey,
  facilitiesOf,
  findById,
  findByKey,
  findKeylessRequest,
  findKeylessRequests,
  insertApplication,
  insertConsents,
  lastConsentOf,
  type Progress,
} from '../store/queries/public-calls.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import type { ApplicationsOptions, FacilitiesCall } from './call-types.ts'
import {
  FIRST_LINK,
  idOfIssued,
  isSameRecords,
  newApplication,
  newRequestId,
  recordsOf,
} from './new-rows.ts'
import { acceptedPrices, priceMismatch } from './refusals.ts'

/** Whether a path names an issued customer or an existing number; anything else is unknown (reading 18). */
export function customerKind(customer: string): 'issued' | 'existing' {
  if (TEMPORARY_CUSTOMER.test(customer)) return 'issued'
  if (isCustomerNumber(customer)) return 'existing'
  throw new AppError('unknown_customer')
}

/**
 * The application of an issued customer: whoever knows its name may go on, with its key, another or none. One that is
 * complete takes no key any more (reading 44).
 */
export async function issuedApplication(
  tx: Transaction,
  customer: string,
  key: string | null,
): Promise<Progress> {
  const application = await findById(tx, { id: idOfIssued(customer) })
  if (!application) throw new AppError('unknown_customer')
  if (key === null || application.application_key === key) return application
  // One key never names two applications.
  if (await findByKey(tx, { key })) throw new AppError('key_reused')
  const isBound = await bindKey(tx, { id: application.id, key })
  return isBound ? { ...application, application_key: key } : application
}

/** Shorter keys can be guessed: they name an application, and are given no link. */
const SECRET_KEY_LENGTH = 20

/**
 * The link to the status, for a call that is the applicant's own for certain (reading 44): under the key that the
 * application was completed with, until the first link ends; or in the one answer that completes an application without
 * a key. Anybody can name an existing number, and repeat a call without a key.
 */
export function linkFor(
  { application_key, flow, reference, link_generation: generation }: Progress,
  { key, links, completes }: LinkWanted,
): string | null {
  if (generation !== FIRST_LINK) return null
  const isOwn =
    key === null
      ? completes && application_key === null && !isRequest(flow)
      : application_key === key && key.length >= SECRET_KEY_LENGTH
  return isOwn ? links.to({ reference, generation }) : null
}

type LinkWanted = Pick<FacilitiesCall, 'key'> &
  Pick<ApplicationsOptions, 'links'> & {
    /** Whether this very call completes the application. */
    completes: boolean
  }

/** The request of an existing number, of a flow or of any that has facilities, that a key is bound to; a key bound to anything else is refused. */
export async function keyedRequest(
  tx: Transaction,
  { key, flow, customer }: { key: string; flow?: Flow; customer: string },
): Promise<Progress | undefined> {
  const application = await findByKey(tx, { key })
  if (!application) return undefined
  const fits = flow === undefined ? hasRows(application.flow) : application.flow === flow
  if (!fits || application.customer !== customer) throw new AppError('key_reused')
  return application
}

/** `isOwn`: the rows belong to this very application; else it only shows what was consented to. */
type Found = { application: Progress; isOwn: boolean }
type Search = Pick<FacilitiesCall, 'customer' | 'invitation'> & {
  rows: readonly FacilityRow[]
  at: number
}

/** The request that this invitation was used for. */
export async function invitedRequest(
  tx: Transaction,
  { customer, invitation }: Search,
): Promise<Found | undefined> {
  if (invitation?.status !== 'valid') return undefined
  const use = await findInvitationUse(tx, { id: invitation.id })
  const application = use && (await findById(tx, { id: use.application }))
  if (application?.customer !== customer || application.application_key !== null) return undefined
  return { application, isOwn: true }
}

/**
 * At the price of these rows: the completed request that has the very same rows, unless a consent came since; else
 * the newest that is pending. Where somebody else's rows completed the only one, or it was made with an invitation
 * that this call does not show, its consent counts for a request of these rows' own: nobody's rows get in the way of
 * another's. Throws price_mismatch, with the list in force, where there are consents, but none at this price.
 */
export async function keylessRequest(
  tx: Transaction,
  { customer, rows, at }: Search,
): Promise<Found | undefined> {
  const any = await findKeylessRequest(tx, { customer })
  if (!any) return undefined
  const flow = any.flow as FlowWithRows
  for (const price of acceptedPrices(flow, rows, at)) {
    const found = await requestAtPrice(tx, { customer, price }, rows)
    if (found) return found
  }
  throw priceMismatch(flow, at)
}

async function requestAtPrice(
  tx: Transaction,
  search: { customer: string; price: string },
  rows: readonly FacilityRow[],
): Promise<Found | undefined> {
  const pending = await findKeylessRequests(tx, { ...search, state: 'pending' })
  const complete = await findKeylessRequests(tx, { ...search, state: 'complete' })
  const [next] = pending.filter(({ assurance }) => assurance !== 'invited')
  let same: Progress | undefined
  for (const one of complete)
    if (isSameRecords(await facilitiesOf(tx, { application: one.id }), recordsOf(one.id, rows))) {
      same = one
      break
    }
  if (next && (!same || next.created_at > (same.completed_at ?? 0)))
    return { application: next, isOwn: true }
  if (same) return { application: same, isOwn: true }
  const [shown] = [...complete, ...pending]
  return shown && { application: shown, isOwn: false }
}

/** A request of its own with the evidence of a consent that was given for the same number at the same price. */
export async function copyConsent(
  tx: Transaction,
  { id, flow, customer, consent_price }: Progress,
  at: number,
): Promise<Progress> {
  const consent = await lastConsentOf(tx, { application: id })
  if (!consent) throw new Conflict()
  const application = {
    ...newApplication({
      id: newRequestId(),
      flow,
      customer,
      application_key: null,
      assurance: 'unverified',
      created_at: at,
    }),
    consent_seq: 1,
    consent_price,
  }
  if (!(await insertApplication(tx, application))) throw new Conflict()
  await insertConsents(tx, [{ ...consent, application: application.id, seq: 1 }])
  return application
}
