/** Where a failed call leads, by the flow's row in FLOWS (specification 8), what its answer says of the fields and the price, and an unfinished attempt shown again after a reload. */
import type { RefObject } from 'react'
import { WIRE_NAMES } from '#contract/apply.ts'
import type { PricesInForce } from '#contract/apply-schemas.ts'
import { APPLICANT_FIELDS, type ApplicantField } from '#domain/applicant.ts'
import { cellName, FACILITY_CELLS, type FacilityRow } from '#domain/facilities.ts'
import { type Call, FLOWS, type Flow, type FlowRow, MAIL_ERROR_PATH } from '#domain/flows.ts'
import { FAILURE, messages, type Problem } from '#domain/messages.ts'
import type { Failed } from './actions.ts'
import { type Application, type ApplicationEvent, maySend } from './application-state.ts'
import { member } from './http.ts'
import type { Result } from './receipt.ts'
import { forgetAttempt, recallAttempt, recallRefused } from './session-storage.ts'

/** Where to go, with that page's navigation state; null stays on the form, under a banner. */
export type Destination = { path: string; state: Result | null } | null

/** `body` is the failed reply's, undefined where there was none. */
export function destinationOf(flow: Flow, call: Call, body: unknown): Destination {
  const { onFailure, resultPath }: FlowRow = FLOWS[flow]
  const reaction = onFailure[call]
  if (reaction === 'banner') return null
  if (reaction === 'mail-error' && refusalOf(body, WIRE_NAMES.email) !== null)
    return { path: MAIL_ERROR_PATH, state: null }
  return { path: resultPath, state: { ...FAILURE, isFailure: true } }
}

/** Every cell that the body names by its place among the rows that were sent. */
export function problemsOfRows(body: unknown, rows: readonly FacilityRow[]): Problem[] {
  return rows.flatMap(({ no }, index) =>
    FACILITY_CELLS.flatMap((cell) => {
      const sentence = refusalOf(body, cellName(index + 1, cell))
      if (!sentence) return []
      const message = messages.inRow(no, sentence.replace(/^\d+行目：/, ''))
      return [{ field: cellName(no, cell), message }]
    }),
  )
}

/** The price list of an answer with price_mismatch; null where it tells none, as another server may. */
export function pricesInForce(body: unknown): PricesInForce | null {
  const found = member(member(body, 'error'), 'inForce')
  const { version, prices, at } = (found ?? {}) as Partial<PricesInForce>
  const isList =
    typeof version === 'string' &&
    typeof prices === 'object' &&
    prices !== null &&
    Object.values(prices).every((price) => Number.isSafeInteger(price))
  return isList && !Number.isNaN(Date.parse(String(at)))
    ? { version, prices, at: String(at) }
    : null
}

/** Every applicant field that the body names, in screen order. */
export function problemsOfRefusal(body: unknown): Problem[] {
  return (Object.keys(APPLICANT_FIELDS) as ApplicantField[]).flatMap((field) => {
    const sentence = refusalOf(body, WIRE_NAMES[field])
    return sentence === null ? [] : [{ field, message: sentence || unworded(field) }]
  })
}

function unworded(field: ApplicantField): string {
  return field === 'email' ? messages.mailFormat : messages.generic
}

/** Finds a field's error anywhere in an error body (readings 15 and 22). */

/** The first sentence under this wire name at any depth, '' where the name has no words; null where it is absent. */
export function refusalOf(body: unknown, wireName: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  for (const [name, value] of Object.entries(body)) {
    const found = name === wireName ? sentenceOf(value) : null
    const deeper = found ?? refusalOf(value, wireName)
    if (deeper !== null) return deeper
  }
  return null
}

/** null for what says that all is well: null, false, an empty text or list. */
function sentenceOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return first === '' ? null : first
  return first === null || first === undefined || first === false ? null : ''
}

/** The banner's message after a reload while a call was in flight. */
const BROKEN_OFF =
  '送信の途中でページが再読み込みされたため、完了したかどうかを確認できませんでした。'

/** Resolves after the load event, when the browser has restored the scroll position: scrolling earlier would be undone. */
async function untilLoaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve))
}

type Resumption = {
  current: RefObject<Application>
  dispatch: (event: ApplicationEvent) => void
  /** Brings the estimate back. */
  prepare: () => Promise<void>
}

/** Shows an unfinished attempt again, with the button that continues it. */
export async function resumeAttempt(
  name: string,
  { current, dispatch, prepare }: Resumption,
): Promise<void> {
  const attempt = recallAttempt(name)
  if (attempt === null) return
  await untilLoaded()
  await prepare()
  // Nothing to send was found, or a person was faster.
  if (!maySend(current.current)) return
  if (attempt === 'running') {
    dispatch({ type: 'pressed' })
    dispatch({ type: 'failed', message: BROKEN_OFF, offer: 'retry' })
    return
  }
  forgetAttempt(name)
  if (recallRefused(name).length > 0) return
  const failed: Failed = attempt === 'failed' ? { offer: 'retry' } : attempt
  if (failed.offer === 'retry' || failed.offer === 'correct')
    return dispatch({ type: 'noticed', notice: { kind: 'unfinished', ...failed } })
  // The form's own button would send the same in vain.
  dispatch({ type: 'pressed' })
  dispatch({ type: 'failed', ...failed })
}
