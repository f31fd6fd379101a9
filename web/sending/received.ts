/** Marks the form's entry in the history as sent, so that going back to it tells what was received. */
import { useHistoryState } from '../browser/location.ts'

type Received = { received: string }

export function markReceived(received: string): void {
  history.replaceState({ received } satisfies Received, '')
}

/** The receipt number of what was sent from this entry of the history, '' where the server told none; null before. */
export function useReceived(): string | null {
  const state: unknown = useHistoryState()
  const received =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'received') : null
  return typeof received === 'string' ? received : null
}
