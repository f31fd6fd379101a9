/** Navigation within a document: path, query, history state, document title and whether hydration is done, as hooks; and what every page is given for it. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Result } from './sending/receipt.ts'
import * as site from './site.ts'

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

const noSubscription = () => () => {}

/** Whether hydration is done: clock, query and storage are read only afterwards (reading 4). */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
}

/** document.title: the h1, the current step, and 「エラー：」 in front while there are validation errors. */
export function useDocumentTitle(title: string, step?: string, hasProblems = false): void {
  const text = documentTitleOf(title, step, hasProblems)
  useEffect(() => {
    document.title = text
  }, [text])
}

export function documentTitleOf(title: string, step?: string, hasProblems = false): string {
  return `${hasProblems ? 'エラー：' : ''}${title}${step ? `（${step}）` : ''}｜${site.productName}`
}

export type Navigation = {
  goTo: (path: string, state: Result | null) => Promise<void>
}

/** Props of every page component: its heading, and navigation to other pages of the same document. */
export type PageProps = { title: string; navigation: Navigation }
