/** What stands behind `#` of the address, a private link or an invitation: in no request, and no place within the page. */
import { useSyncExternalStore } from 'react'

/** Null where nothing does, undefined until hydration is done. */
export function useFragment(): string | null | undefined {
  return useSyncExternalStore(subscribe, currentFragment, () => undefined)
}

let last: string | null = null

/** After a step to a place within the page, what stood there before. */
export function currentFragment(): string | null {
  const fragment = location.hash.slice(1)
  if (document.getElementById(fragment) === null) last = fragment === '' ? null : fragment
  return last
}

/** After a step to a place within the page it comes back into the address, for a reload. */
function subscribe(onChange: () => void): () => void {
  const look = () => {
    const fragment = currentFragment()
    if (fragment !== null && location.hash !== `#${fragment}`)
      history.replaceState(history.state, '', `#${fragment}`)
    onChange()
  }
  addEventListener('hashchange', look)
  return () => removeEventListener('hashchange', look)
}
