/** Where the page is, as hooks: path, query, history state. During hydration the query is empty, as in the prerendered HTML. */
import { useSyncExternalStore } from 'react'

/** The path; `prerendered` is the one that HTML is made for. */
export function usePathname(prerendered?: string): string {
  return useSyncExternalStore(subscribe, pathname, () => prerendered ?? pathname())
}

/** The query string, `?` included; empty until hydration is done. */
export function useQuery(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
}

/** What navigate() gave the history entry; null until hydration is done. */
export function useHistoryState(): unknown {
  return useSyncExternalStore(
    subscribe,
    () => history.state,
    () => null,
  )
}

/** To another path of this document, as a new history entry. */
export function navigate(path: string, state: unknown): void {
  history.pushState(state, '', path)
  // The browser itself tells only of going back and forward.
  dispatchEvent(new Event('popstate'))
}

const pathname = () => location.pathname

function subscribe(onChange: () => void): () => void {
  addEventListener('popstate', onChange)
  return () => removeEventListener('popstate', onChange)
}
