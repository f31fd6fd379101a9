/** One question how an application stands, and what its answer is. */
import { GATES, STATUS_ADDRESS, type StatusErrorCode } from '#contract/status.ts'
import type { StatusAnswer, StatusQuestion } from '#contract/status-schemas.ts'
import { FLOWS } from '#domain/flows.ts'
import { IN_BETWEEN, messages } from '#domain/messages.ts'
import { APPLICANT_STATUSES } from '#domain/status.ts'
import { askForReload } from '../reload.ts'
import { ApiError, member, post } from '../sending/http.ts'

export type Outcome =
  | { kind: 'answered'; answer: StatusAnswer; at: number }
  | { kind: 'unknown' }
  | { kind: 'resting' }
  | { kind: 'refused' }
  | { kind: 'failed'; sentence: string }

/** A gate's answer is not repeated by itself: a wrong one would count twice. */
export function askStatus(question: StatusQuestion): Promise<Outcome> {
  return answered(STATUS_ADDRESS, question, { mayRepeat: question.answer === undefined })
}

/** Any call that is answered with how the application stands. */
export async function answered(
  address: string,
  question: StatusQuestion,
  options: { mayRepeat: boolean; headers?: Record<string, string> },
): Promise<Outcome> {
  try {
    const body = await post(address, question, { isOwn: true, ...options })
    if (isStatusAnswer(body)) return { kind: 'answered', answer: body, at: Date.now() }
    // A newer server says what this page does not know.
    void askForReload(STATUS_ADDRESS)
    return { kind: 'failed', sentence: messages.generic }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code } = error
    if (isStatusError(code)) return { kind: OUTCOMES[code] }
    return { kind: 'failed', sentence: sentenceOf(error) }
  }
}

const OUTCOMES = {
  link_unknown: 'unknown',
  gate_resting: 'resting',
  gate_refused: 'refused',
} as const satisfies Partial<Record<StatusErrorCode, string>>

const isStatusError = (code: string | undefined): code is keyof typeof OUTCOMES =>
  code !== undefined && Object.hasOwn(OUTCOMES, code)

function isStatusAnswer(body: unknown): body is StatusAnswer {
  const application = member(body, 'application')
  const has = (table: object, key: unknown) => typeof key === 'string' && Object.hasOwn(table, key)
  return (
    has(FLOWS, member(application, 'flow')) &&
    has(APPLICANT_STATUSES, member(application, 'status')) &&
    (GATES as readonly unknown[]).includes(member(body, 'gate'))
  )
}

function sentenceOf({ status, isIntercepted, sentence }: ApiError): string {
  if (status === null)
    return 'サーバーに接続できませんでした。回線をご確認のうえ、もう一度お試しください。'
  if (isIntercepted) return `サーバーに接続できませんでした。${IN_BETWEEN}お試しください。`
  return sentence
}
