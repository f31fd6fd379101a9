/** A failed attempt, and where it leads. */
import { FLOWS, type Flow } from '#domain/flows.ts'
import { FAILURE } from '#domain/messages.ts'
import type { ApplicationEvent } from './application-state.ts'
import { forgetProgress, keepAttempt, keepRefused } from './attempt.ts'
import type { Navigation } from './navigation.ts'
import type { Failure } from './submit.ts'

type Dispatch = (event: ApplicationEvent) => void

/** Lazy-loaded when a person begins to type: it is not needed before there is something to send. */
export const sendingCode = () => import('./submit.ts')

/** The chunk could not be loaded: a lost connection, before anything was sent. */
export function codeMissing(flow: Flow): Failure {
  return {
    sentence: FAILURE.message,
    destination: { path: FLOWS[flow].resultPath, state: { ...FAILURE, isFailure: true } },
    refused: [],
    startsAnew: false,
  }
}

export async function failAttempt(
  name: string,
  { sentence, destination, refused, startsAnew }: Failure,
  { dispatch, navigation }: { dispatch: Dispatch; navigation: Navigation },
): Promise<void> {
  if (startsAnew) forgetProgress(name)
  if (refused.length > 0) keepRefused(name, refused)
  // Without the result page's code the banner says it: a reload would lose the page to a dead connection.
  const leaves = destination !== null && (await navigation.prepare(destination.path))
  if (leaves) keepAttempt(name, 'failed')
  dispatch({ type: 'failed', message: sentence })
  if (leaves) await navigation.goTo(destination.path, destination.state)
}
