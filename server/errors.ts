/**
 * The two ways to fail that somebody is told of. AppError is answered to a client: a stable code, its status and the one
 * body (reading 22). OperatorError is a sentence for whoever runs the server or a command. Any other class of error stays
 * in the folder that throws it, for its control flow, or is answered as `internal`.
 */

import type { PricesInForce } from '#contract/apply-schemas.ts'
import { CONSOLE_ERRORS } from '#contract/console.ts'
import type {
  ConflictSides,
  ConsoleErrorBody,
  ErrorBody,
  LastChange,
} from '#contract/error-schemas.ts'
import { STATUS_ERRORS } from '#contract/status.ts'
import { API_ERRORS } from '#domain/messages.ts'

const SENTENCES = { ...API_ERRORS, ...STATUS_ERRORS, ...CONSOLE_ERRORS }

export type FailureCode = keyof typeof SENTENCES

const STATUSES = {
  malformed_request: 400,
  idempotency_key_missing: 400,
  token_invalid: 401,
  login_required: 401,
  login_failed: 401,
  setup_failed: 401,
  encryption_required: 403,
  reauthentication_failed: 403,
  reauthentication_expired: 403,
  reauthentication_needed: 403,
  not_permitted: 403,
  scope_missing: 403,
  invitation_required: 403,
  cross_site: 403,
  unknown_person: 403,
  first_account_missing: 403,
  foreign_host: 403,
  gate_refused: 403,
  gate_resting: 403,
  link_unknown: 404,
  unknown_customer: 404,
  not_found: 404,
  unknown_application: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  consent_missing: 409,
  already_completed: 409,
  already_closed: 409,
  base_changed: 409,
  proposal_changed: 409,
  correction_closed: 409,
  correction_empty: 409,
  correction_limit: 409,
  correction_waiting: 409,
  confirmation_missing: 409,
  question_open: 409,
  question_closed: 409,
  message_sent_today: 409,
  superseded: 409,
  too_many_consents: 409,
  changed_meanwhile: 409,
  action_refused: 409,
  customer_number_taken: 409,
  not_resendable: 409,
  too_many_views: 409,
  version_changed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  account_refused: 422,
  key_reused: 422,
  idempotency_key_reused: 422,
  price_mismatch: 422,
  if_match_missing: 428,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  export_busy: 503,
} as const satisfies Record<FailureCode, number>

type Details = {
  /** Field name on the wire → Japanese sentences. */
  fields?: Record<string, string[]>
  /** Seconds until the same request may be worth sending again. */
  retryAfter?: number
  /** What a price was compared with. */
  inForce?: PricesInForce
  /** What came first, where it is the reason. */
  change?: LastChange | undefined
  /** The same for people: what they wanted, and what stands there. */
  sides?: ConflictSides | undefined
  /** The version that an application has now, where the caller named another. */
  version?: number
  /** A Japanese sentence of this very case, fit to show: a command prints it, a route puts it at a field (atField). */
  sentence?: string
  /** Logged with the error; never sent to the client. */
  cause?: unknown
}

/** An expected error with a stable code. Anything else that is thrown is answered as `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: FailureCode
  readonly status: number
  readonly fields: Record<string, string[]> | undefined
  readonly retryAfter: number | undefined
  readonly inForce: PricesInForce | undefined
  readonly change: LastChange | undefined
  readonly sides: ConflictSides | undefined
  readonly version: number | undefined
  readonly sentence: string | undefined

  constructor(code: FailureCode, details: Details = {}) {
    const { fields, retryAfter, inForce, change, sides, version, sentence, cause } = details
    super(sentence ?? SENTENCES[code], cause === undefined ? undefined : { cause })
    this.code = code
    this.status = STATUSES[code]
    this.fields = fields
    this.retryAfter = retryAfter
    this.inForce = inForce
    this.change = change
    this.sides = sides
    this.version = version
    this.sentence = sentence
  }
}

/** Whether the database cannot be had: the same again may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable'
}

/** Answers a refusal that has a sentence of its own with that sentence at a field. */
export async function atField<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || error.sentence === undefined) throw error
    const { code, sentence, change, sides } = error
    throw new AppError(code, { fields: { [field]: [sentence] }, change, sides, cause: error })
  }
}

/** An error whose message is for the operator, with the exit status of the command that it ends. */
const EXIT_STATUSES = { usage: 2, settings: 2, operator_file: 1, import: 1 } as const

/** A sentence for whoever started the server or a command, to be shown as it is; nothing was changed. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly about: keyof typeof EXIT_STATUSES
  readonly exitStatus: (typeof EXIT_STATUSES)[keyof typeof EXIT_STATUSES]

  constructor(about: keyof typeof EXIT_STATUSES, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.about = about
    this.exitStatus = EXIT_STATUSES[about]
  }
}

/** As any of the APIs may answer it. */
type FailureBody = {
  error: Omit<ErrorBody['error'] & ConsoleErrorBody['error'], 'code'> & { code: FailureCode }
}

/** The error response: status, additional headers, body. */
export type ErrorReply = { status: number; headers: Record<string, string>; body: FailureBody }

export function toErrorBody(error: AppError): ErrorReply {
  const { code, status, fields, retryAfter, inForce, change, sides } = error
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) },
    body: {
      error: {
        code,
        message: SENTENCES[code],
        ...(fields && { fields }),
        ...(inForce && { inForce }),
        ...(change && { change }),
        ...(sides && { sides }),
      },
    },
  }
}

// Errors thrown by libraries are mapped by their status; any other status becomes `internal`.
const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  400: 'malformed_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  431: 'headers_too_large',
  503: 'unavailable',
}

/** Maps any thrown value to an AppError. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const status = statusOf(thrown)
  const code = (status !== undefined && CODE_OF_STATUS[status]) || 'internal'
  return new AppError(code, { cause: thrown })
}

function statusOf(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  return 'statusCode' in thrown && typeof thrown.statusCode === 'number'
    ? thrown.statusCode
    : undefined
}
