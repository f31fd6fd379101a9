/** Where the page is, by wouter's hooks; while it comes to life, as it was prerendered: without its query. */
import { useSearch } from 'wouter/use-browser-location'

export { navigate, useHistoryState, usePathname } from 'wouter/use-browser-location'

/** The query string, `?` included; empty until the page has come to life. */
export function useQuery(): string {
  return useSearch({ ssrSearch: '' })
}
