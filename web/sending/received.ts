/** What was sent from this entry of the history, or this tab: its receipt number. */
import { useHistoryState } from '../navigation.ts'
import { member } from './http.ts'
import { keep, recall } from './session-storage.ts'

const receivedKey = (name: string) => `received.${name}`

/** Marks the form's entry in the history. */
export function markReceived(received: string): void {
  history.replaceState({ received }, '')
}

/** The receipt number of what was sent from this entry of the history, '' where the server told none; null before. */
export function useReceived(): string | null {
  return receivedOf(useHistoryState())
}

/** For a flow without anything to type: kept while the tab lives, because a second press alone would be a second application. */
export function keepReceived(name: string, received: string): void {
  keep(receivedKey(name), received)
}

/** The receipt number of what this tab has sent under the name, as useReceived gives it. */
export function recallReceived(name: string): string | null {
  const received = recall(receivedKey(name))
  return typeof received === 'string' ? received : receivedOf(history.state)
}

function receivedOf(state: unknown): string | null {
  const received = member(state, 'received')
  return typeof received === 'string' ? received : null
}
