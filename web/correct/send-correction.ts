/** Sends one correction under a key of its own, kept across retries and a reload, and says what its answer leads to. */
import { IDEMPOTENCY_KEY_HEADER, WIRE_NAMES } from '#contract/apply.ts'
import type { PricesInForce } from '#contract/apply-schemas.ts'
import { CORRECTION_ADDRESS } from '#contract/status.ts'
import type { CorrectionCall } from '#contract/status-schemas.ts'
import type { ApplicantField } from '#domain/applicant.ts'
import type { Version } from '#domain/difference.ts'
import { messages, type Problem, recoveries } from '#domain/messages.ts'
import { formatAmount } from '#domain/prices.ts'
import { actionOf, type Failed, isOffer, type Offer } from '../sending/actions.ts'
import { ApiError, post } from '../sending/http.ts'
import { pricesInForce, problemsOfRefusal, problemsOfRows } from '../sending/outcome.ts'
import { keepProgress, newKey, recallProgress } from '../sending/session-storage.ts'
import type { HandOver } from './hand-over.ts'

export type Correction = {
  /** The revision that it was made from. */
  base: number
  /** The correction that was seen waiting; null where none was. */
  waiting: number | null
  version: Version<ApplicantField>
  /** Yen a month; null where the price that was agreed to stays. */
  price: number | null
}

export type Outcome =
  | { kind: 'sent' }
  /** The price that was sent is not in force; null where the answer does not say which is. */
  | { kind: 'price'; inForce: PricesInForce | null }
  /** Another version counts or another correction waits meanwhile, or the number opens nothing more. */
  | { kind: 'overtaken' }
  | { kind: 'failed'; failed: Failed; problems: Problem[] }

/** `name` names the form in session storage. */
export async function sendCorrection(
  name: string,
  given: HandOver,
  correction: Correction,
): Promise<Outcome> {
  const body = bodyOf(given, correction)
  const call: CorrectionCall = { ...body, proposal: correction.waiting }
  try {
    await post(CORRECTION_ADDRESS, call, {
      headers: { [IDEMPOTENCY_KEY_HEADER]: keyOf(name, body) },
      isOwn: true,
      mayRepeat: true,
    })
    return { kind: 'sent' }
  } catch (thrown) {
    // Anything but an ApiError is a bug of the page.
    if (!(thrown instanceof ApiError)) reportError(thrown)
    const error =
      thrown instanceof ApiError ? thrown : new ApiError(null, undefined, messages.generic)
    return outcomeOf(error, correction)
  }
}

/** Without what it replaces. */
type Typed = Omit<CorrectionCall, 'proposal'>

function bodyOf({ link, answer }: HandOver, { base, version, price }: Correction): Typed {
  const fields = Object.entries(version.fields).map(([field, text]) => [
    WIRE_NAMES[field as ApplicantField],
    text,
  ])
  return {
    ...{ link, answer, base, fields: Object.fromEntries(fields) },
    rows: version.rows.map(({ facilityName, facilityNumber, serviceKey }) => ({
      ...{ name: facilityName, number: facilityNumber, service: serviceKey },
    })),
    ...(price !== null && { priceText: formatAmount(price) }),
  }
}

/** The same for the same correction, whatever it replaces, so that a lost answer can be had again; another one is another proposal. */
function keyOf(name: string, body: Typed): string {
  const registration = JSON.stringify(body)
  const kept = recallProgress(name)
  if (kept?.registration === registration) return kept.key
  const key = newKey()
  keepProgress(name, { key, registration })
  return key
}

type Answer = Exclude<Outcome['kind'], 'sent' | 'failed'> | Offer

/** What the codes lead to that no form's call knows. */
const ANSWERS: Partial<Record<string, Answer>> = {
  price_mismatch: 'price',
  base_changed: 'overtaken',
  proposal_changed: 'overtaken',
  gate_refused: 'overtaken',
  gate_resting: 'overtaken',
  link_unknown: 'overtaken',
  correction_closed: 'overtaken',
  correction_empty: 'correct',
  correction_limit: 'support',
}

function outcomeOf(error: ApiError, { version }: Correction): Outcome {
  const { body, code = '', isIntercepted } = error
  const answer = isIntercepted ? undefined : Object.hasOwn(ANSWERS, code) && ANSWERS[code]
  if (answer === 'price') return { kind: answer, inForce: pricesInForce(body) }
  if (answer === 'overtaken') return { kind: answer }
  const action = isIntercepted ? 'retry' : actionOf(code)
  const offer = answer || (isOffer(action) ? action : 'retry')
  const message = offer === 'reload' ? recoveries.outdatedPage : error.sentence
  const problems = [...problemsOfRefusal(body), ...problemsOfRows(body, version.rows)]
  return { kind: 'failed', failed: { message, offer }, problems }
}
