/** What the page does about an error code (reading 36). A code without its action does not compile. */
import type { ErrorCode } from '#domain/messages.ts'

/** Where a failure that is not mended leads, section 8 of the specification says; here, what is offered there. */
export type Action =
  /** Shows the price in force and waits for another press. */
  | 'show-price'
  /** Sends the consent again, by the same press, once. */
  | 'consent-again'
  /** Begins anew under a new key, by the same press, once. */
  | 'begin-anew'
  /** Says that the application is received. */
  | 'received'
  /** Says by which link the procedure begins, on the form. */
  | 'begin-by-link'
  | Offer

/** What is offered after a failure: nothing that cannot succeed. */
export type Offer =
  /** A button that goes on at the call that failed. */
  | 'retry'
  /** The form, to be changed and sent again. */
  | 'correct'
  /** A button that reloads the page. */
  | 'reload'
  /** The support alone. */
  | 'support'

/** A failed attempt, as it is said; `message` is left out where the result page has said it. */
export type Failed = { message?: string; offer: Offer }

const ACTIONS = {
  price_mismatch: 'show-price',
  consent_missing: 'consent-again',
  unknown_customer: 'begin-anew',
  superseded: 'begin-anew',
  key_reused: 'begin-anew',
  already_completed: 'received',
  validation_failed: 'correct',
  payload_too_large: 'correct',
  malformed_request: 'reload',
  unsupported_media_type: 'reload',
  not_found: 'reload',
  method_not_allowed: 'reload',
  too_many_consents: 'support',
  invitation_required: 'begin-by-link',
  cross_site: 'support',
  headers_too_large: 'support',
  request_timeout: 'retry',
  rate_limited: 'retry',
  unavailable: 'retry',
  internal: 'retry',
} as const satisfies Record<ErrorCode, Action>

const OFFERS: readonly Action[] = ['retry', 'correct', 'reload', 'support'] satisfies Offer[]

export function isOffer(action: Action): action is Offer {
  return OFFERS.includes(action)
}

/** Of no code, or of one that this build does not know, nothing is known: it may go better the next time. */
export function actionOf(code: string | undefined): Action {
  return code !== undefined && Object.hasOwn(ACTIONS, code) ? ACTIONS[code as ErrorCode] : 'retry'
}
