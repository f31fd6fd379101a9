/** Where a failed call leads, by the flow's row in FLOWS: to a page, or to a banner on the form (specification 8). */
import { WIRE_NAMES } from '#domain/contract.ts'
import { type Call, FLOWS, type Flow, type FlowRow, MAIL_ERROR_PATH } from '#domain/flows.ts'
import { FAILURE } from '#domain/messages.ts'
import { refusalOf } from './refusal.ts'
import type { Result } from './result.ts'

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
