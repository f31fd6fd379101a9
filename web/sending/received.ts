/** What was sent from this entry of the history, or this tab: its receipt number. */
import { useHistoryState } from '../navigation.ts'
import { member } from './http.ts'
import { keep, recall } from './session-storage.ts'

const receivedKey = (name: string) => `received.${name}`

/** Marks the form's entry in the history; `isElsewhere`: another tab sent it, with other content than this one holds. */
export function markReceived(received: string, isElsewhere = false): void {
  history.replaceState({ received, ...(isElsewhere && { isElsewhere }) }, '')
}

/** What was sent by the time this entry of the history was left: its receipt number, '' where the server told none. */
export function useReceived(): { number: string; isElsewhere: boolean } | null {
  const state = useHistoryState()
  const number = receivedOf(state)
  return number === null ? null : { number, isElsewhere: member(state, 'isElsewhere') === true }
}

/** For a flow without anything to type: kept while the tab lives, because a second press alone would be a second application. */
export function keepReceived(name: string, received: string): void {
  keep(receivedKey(name), received)
}

/** The receipt number of what this tab has sent under the name; null where it has sent nothing. */
export function recallReceived(name: string): string | null {
  const received = recall(receivedKey(name))
  return typeof received === 'string' ? received : receivedOf(history.state)
}

function receivedOf(state: unknown): string | null {
  const received = member(state, 'received')
  return typeof received === 'string' ? received : null
}
