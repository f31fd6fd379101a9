/** Submits an application: runs its calls and turns the outcome into a result page or a failure. Lazy-loaded. */
import { completionOf } from '#domain/completions.ts'
import { FORM_SIGNALS_HEADER, formatFormSignals, INVITATION_HEADER } from '#domain/contract.ts'
import type { Call, Flow } from '#domain/flows.ts'
import { messages } from '#domain/messages.ts'
import type { Problem } from '#domain/problem.ts'
import * as site from '../site.ts'
import { ApiError } from './api.ts'
import { type Destination, destinationOf } from './outcome.ts'
import { receiptOf } from './receipt.ts'
import { problemsOfRefusal } from './refused-fields.ts'
import type { Result } from './result.ts'
import { type FormContent, type Progress, runCalls } from './run-calls.ts'

export { resumeAttempt } from './resume-attempt.ts'

export type Submission = {
  flow: Flow
  customer: string | null
  content: FormContent
  /** Milliseconds since hydration, and whether the honeypot was filled in. */
  signals: { elapsed: number; trap: boolean }
  progress: Progress | undefined
  onProgress: (progress: Progress) => void
  onCall: (call: Call) => void
}

/** A failed attempt, and how it continues. */
export type Failure = {
  /** The sentence fit to show. */
  sentence: string
  destination: Destination
  /** Fields that the server refused, to be marked when the form is seen again. */
  refused: Problem[]
  /** The server does not know the application any more: a retry needs a new key. */
  startsAnew: boolean
}

const UNKNOWN_TO_SERVER = ['unknown_customer', 'superseded', 'key_reused']

/** What the result page is told when the application is complete, else how it goes on. */
export async function submit({ signals, ...submission }: Submission): Promise<Result | Failure> {
  const { flow, content } = submission
  let at: Call | undefined
  let reference: string | undefined
  const invitation = invitationOf(location.hash)
  try {
    const customer = await runCalls({
      ...submission,
      apiBase: site.apiBase,
      extraHeaders: site.extraHeaders
        ? {
            [FORM_SIGNALS_HEADER]: formatFormSignals(signals),
            ...(invitation && { [INVITATION_HEADER]: invitation }),
          }
        : null,
      onCall: (call) => {
        at = call
        submission.onCall(call)
      },
      onReference: (given) => {
        reference = given
      },
    })
    const received = { flow, content, customer, reference: reference ?? null, at: Date.now() }
    return { ...completionOf(flow, site.words), receipt: receiptOf(received) }
  } catch (thrown) {
    // Anything but an ApiError is a bug of the page: report it, and show the generic failure.
    if (!(thrown instanceof ApiError)) reportError(thrown)
    const error =
      thrown instanceof ApiError ? thrown : new ApiError(null, undefined, messages.generic)
    return {
      sentence: error.sentence,
      destination: destinationOf(flow, at ?? 'consent', error.body),
      refused: at === 'register' ? problemsOfRefusal(error.body) : [],
      startsAnew: UNKNOWN_TO_SERVER.some((code) => code === error.code),
    }
  }
}

/** The invitation token of the URL fragment, which never reaches a server log; null if there is none. */
export function invitationOf(hash: string): string | null {
  const token = new URLSearchParams(hash.slice(1)).get('inv')
  return token !== null && /^[\x21-\x7e]{1,512}$/.test(token) ? token : null
}
