/** Router hooks (wouter): path, query, history state. During hydration the query is empty, as in the prerendered HTML. */
import { useSearch } from 'wouter/use-browser-location'

export { navigate, useHistoryState, usePathname } from 'wouter/use-browser-location'

/** The query string, `?` included; empty until hydration is done. */
export function useQuery(): string {
  return useSearch({ ssrSearch: '' })
}
