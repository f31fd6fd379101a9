/** The consent call: appends a consent version to a pending application, or starts a request of an existing number. */
import { MOST_CONSENTS } from '#contract/apply.ts'
import { endsWithConsent, FLOWS, type Flow, flowOfKind, isRequest } from '#domain/flows.ts'
import { refusals } from '#domain/messages.ts'
import { AppError } from '../errors.ts'
import { insertChange } from '../store/queries/feed.ts'
import { addFlag, flagOtherRequests } from '../store/queries/flags.ts'
import {
  advanceConsent,
  insertApplication,
  insertConsents,
  insertOutbox,
  type Progress,
} from '../store/queries/public-calls.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import type { Applications, ApplicationsOptions, Completed, ConsentCall } from './call-types.ts'
import { customerKind, issuedApplication, keyedRequest, linkFor } from './idempotency.ts'
import { judgeInvitation, requireInvitation } from './invited.ts'
import { newApplication, newConsent, newNotices, newRequestId } from './new-rows.ts'
import { priceFaults, refuse } from './refusals.ts'

export function consentOperation(options: ApplicationsOptions): Applications['consent'] {
  return async (call) => {
    const flow = flowOfKind(call.kind)
    if (!flow) throw new AppError('malformed_request')
    if (customerKind(call.customer) !== FLOWS[flow].customer) throw new AppError('unknown_customer')
    refuse(priceFaults(flow, call.priceText))
    const price = call.priceText ?? null
    const consent = { ...options, ...call, flow, price, at: options.clock() }
    const run = isRequest(flow) ? consentToRequest : consentOfIssued
    return options.database.atomic((tx) => run(tx, consent))
  }
}

type Consent = ApplicationsOptions & ConsentCall & { flow: Flow; price: string | null; at: number }

async function consentOfIssued(tx: Transaction, consent: Consent): Promise<Completed> {
  const application = await issuedApplication(tx, consent.customer, consent.key)
  if (application.flow !== consent.flow)
    throw new AppError('validation_failed', { fields: { kind: [refusals.otherProcedure] } })
  return nextVersion(tx, application, consent)
}

/**
 * The key's own request goes on; any other consent is a request of its own, kept whole beside whatever was asked for
 * the same number before: nobody can tell which of them is the customer's (reading 32).
 */
async function consentToRequest(tx: Transaction, consent: Consent): Promise<Completed> {
  const { key, flow, customer, at, notices } = consent
  const bound = key === null ? undefined : await keyedRequest(tx, { key, flow, customer })
  if (bound) {
    const answer = await nextVersion(tx, bound, consent)
    if (!answer.replayed) await judgeInvitation(tx, bound, consent)
    return answer
  }
  if (consent.refusal) throw consent.refusal
  requireInvitation(consent)
  const isComplete = endsWithConsent(flow)
  const application = newRequest(consent, isComplete)
  if (!(await insertApplication(tx, application))) throw new Conflict()
  await judgeInvitation(tx, application, consent)
  await record(tx, application, consent)
  if (isComplete) {
    await insertChange(tx, { application: application.id })
    await flagOtherRequests(tx, application, at)
    await insertOutbox(tx, newNotices(application, notices, { at, sender: '' }))
  }
  const statusLink = isComplete ? linkFor(application, { ...consent, completes: true }) : null
  return { reference: application.reference, replayed: false, isNew: true, statusLink }
}

/** The same consent is a replay; another price is a further version while the application is pending. */
async function nextVersion(
  tx: Transaction,
  application: Progress,
  consent: Consent,
): Promise<Completed> {
  const { flow, at, price, flags, refusal, termsVersion } = consent
  const { id, state, reference, consent_seq: seq } = application
  if (state === 'superseded') throw new AppError('superseded')
  if (seq > 0 && application.consent_price === price)
    return {
      reference,
      replayed: true,
      isNew: false,
      statusLink: endsWithConsent(flow)
        ? linkFor(application, { ...consent, completes: false })
        : null,
    }
  if (state === 'complete') throw new AppError('already_completed')
  if (seq >= MOST_CONSENTS) throw new AppError('too_many_consents')
  if (refusal) throw refusal
  const [moved] = await Promise.all([
    advanceConsent(tx, { id, from: seq, to: seq + 1, price }),
    insertConsents(tx, [
      newConsent(flow, {
        application: id,
        seq: seq + 1,
        price_text: price,
        at,
        terms_version: termsVersion,
      }),
    ]),
    ...flags.map((flag) => addFlag(tx, { application: id, ...flag, at })),
  ])
  if (!moved) throw new Conflict()
  return { reference, replayed: false, isNew: false, statusLink: null }
}

function newRequest({ key, flow, customer, price, at }: Consent, isComplete: boolean) {
  return {
    ...newApplication({
      id: newRequestId(),
      flow,
      customer,
      application_key: key,
      assurance: 'unverified',
      created_at: at,
    }),
    consent_seq: 1,
    consent_price: price,
    ...(isComplete && { state: 'complete' as const, completed_at: at }),
  }
}

async function record(tx: Transaction, { id }: Progress, consent: Consent): Promise<void> {
  const { flow, at, price, flags, termsVersion } = consent
  const values = { application: id, seq: 1, price_text: price, at, terms_version: termsVersion }
  await Promise.all([
    insertConsents(tx, [newConsent(flow, values)]),
    ...flags.map((flag) => addFlag(tx, { application: id, ...flag, at })),
  ])
}
