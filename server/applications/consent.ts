/** The consent call: a further version for what is pending, a new request for an existing number. */
import { FLOWS, type Flow, flowOfKind } from '#domain/flows.ts'
import { refusals } from '#domain/messages.ts'
import { AppError } from '../errors.ts'
import {
  addOutbox,
  advanceConsent,
  countRepeat,
  findOpenSuspension,
  insertApplication,
  insertConsent,
  type Progress,
} from '../store/applications.ts'
import { addFlag, flagLaterRequest } from '../store/flags.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Answer, Applications, ApplicationsOptions, ConsentCall } from './calls.ts'
import { customerKind, issuedApplication, keyedRequest } from './identity.ts'
import { judgeInvitation, requireInvitation } from './invited.ts'
import { newRequestId } from './names.ts'
import { priceFaults, refuse } from './refusals.ts'
import { newApplication, newConsent, newNotices } from './rows.ts'

export function consentOperation(options: ApplicationsOptions): Applications['consent'] {
  return async (call) => {
    const flow = flowOfKind(call.kind)
    if (!flow) throw new AppError('malformed_request')
    if (customerKind(call.customer) !== FLOWS[flow].customer) throw new AppError('unknown_customer')
    refuse(priceFaults(flow, call.priceText))
    const at = options.clock()
    const consent = CONSENTS[flow]
    const price = call.priceText ?? null
    return options.database.atomic((tx) => consent(tx, { ...options, ...call, flow, price, at }))
  }
}

type Consent = ApplicationsOptions & ConsentCall & { flow: Flow; price: string | null; at: number }

const CONSENTS: Record<Flow, (tx: Transaction, consent: Consent) => Promise<Answer>> = {
  entry: consentOfIssued,
  trial: consentOfIssued,
  migration: consentToMigration,
  suspension: consentToSuspension,
}

async function consentOfIssued(tx: Transaction, consent: Consent): Promise<Answer> {
  const application = await issuedApplication(tx, consent.customer, consent.key)
  if (application.flow !== consent.flow)
    throw new AppError('validation_failed', { fields: { kind: [refusals.otherProcedure] } })
  return nextVersion(tx, application, consent)
}

async function consentToMigration(tx: Transaction, consent: Consent): Promise<Answer> {
  const { key, flow, customer } = consent
  const bound = key === null ? undefined : await keyedRequest(tx, { key, flow, customer })
  if (bound) {
    const answer = await nextVersion(tx, bound, consent)
    if (!answer.replayed) await judgeInvitation(tx, bound, consent)
    return answer
  }
  requireInvitation(consent)
  const application = newRequest(consent)
  if (!(await insertApplication(tx, application))) throw new Conflict()
  await judgeInvitation(tx, application, consent)
  await record(tx, application, consent)
  return { reference: application.reference, replayed: false, isNew: true }
}

/** One open request a number: the same again is counted, and answered as the first was (reading 19). */
async function consentToSuspension(tx: Transaction, consent: Consent): Promise<Answer> {
  const { key, flow, customer, at, notices } = consent
  const bound = key === null ? undefined : await keyedRequest(tx, { key, flow, customer })
  if (bound) return { reference: bound.reference, replayed: true, isNew: false }
  requireInvitation(consent)
  const application = {
    ...newRequest(consent),
    state: 'complete' as const,
    completed_at: at,
  }
  if (await insertApplication(tx, application)) {
    await judgeInvitation(tx, application, consent)
    await record(tx, application, consent)
    await flagLaterRequest(tx, application, at)
    await addOutbox(tx, newNotices(application, notices, at))
    return { reference: application.reference, replayed: false, isNew: true }
  }
  const open = await findOpenSuspension(tx, customer)
  if (!open) throw new Conflict()
  await judgeInvitation(tx, open, consent)
  await countRepeat(tx, open.id)
  return { reference: open.reference, replayed: false, isNew: false }
}

/** More than anybody compares. No limit counts further versions: without an end, one application would fill a disk. */
const MOST_VERSIONS = 100
const RETRY_AFTER_SECONDS = 3600

/** The same consent is a replay; another price is a further version while the application is pending. */
async function nextVersion(
  tx: Transaction,
  application: Progress,
  { flow, at, price, marks }: Consent,
): Promise<Answer> {
  const { id, state, reference, consent_seq: seq } = application
  if (state === 'superseded') throw new AppError('superseded')
  if (seq > 0 && application.consent_price === price)
    return { reference, replayed: true, isNew: false }
  if (state === 'complete') throw new AppError('already_completed')
  if (seq >= MOST_VERSIONS) throw new AppError('rate_limited', { retryAfter: RETRY_AFTER_SECONDS })
  const [moved] = await Promise.all([
    advanceConsent(tx, { id, from: seq, to: seq + 1, price }),
    insertConsent(tx, newConsent(flow, { application: id, seq: seq + 1, price_text: price, at })),
    ...marks.map((mark) => addFlag(tx, { application: id, ...mark, at })),
  ])
  if (!moved) throw new Conflict()
  return { reference, replayed: false, isNew: false }
}

function newRequest({ key, flow, customer, price, at }: Consent) {
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
  }
}

async function record(tx: Transaction, { id }: Progress, consent: Consent): Promise<void> {
  const { flow, at, price, marks } = consent
  await Promise.all([
    insertConsent(tx, newConsent(flow, { application: id, seq: 1, price_text: price, at })),
    ...marks.map((mark) => addFlag(tx, { application: id, ...mark, at })),
  ])
}
