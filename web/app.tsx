/** The hydrated part of a document: the router's current page, and the results it navigates to. */
import { useEffect, useRef } from 'react'
import { Boundary } from './form/boundary.tsx'
import { WAITING_ID } from './frame-places.ts'
import { type Navigation, navigate, usePathname } from './navigation.ts'
import { reloadWhenReachable } from './reload.ts'
import { loadedPages, loadPage, pageRowOf } from './routes.tsx'

/** `path` is given when prerendering; in the browser the address has it. */
export function App({ path: prerendered }: { path?: string }) {
  const path = usePathname(prerendered)
  const opened = useRef(path)
  const shown = useRef(path)
  const Page = loadedPages.get(path)
  useEffect(() => document.getElementById(WAITING_ID)?.remove(), [])
  useEffect(() => {
    // Back from a result page that was reloaded: this document never loaded the form's code.
    if (!Page) return location.reload()
    if (shown.current === path) return
    shown.current = path
    const intro = document.getElementById('intro')
    if (intro) intro.hidden = path !== opened.current
    document.querySelector<HTMLElement>(':not([hidden]) > h1')?.focus()
  }, [path, Page])
  return (
    Page && (
      <Boundary key={path} isPage>
        <Page title={pageRowOf(path).title} navigation={navigation} />
      </Boundary>
    )
  )
}

/** Milliseconds that another page's code is waited for. */
const PREPARE_MS = 5000

function isThere(path: string): Promise<boolean> {
  return Promise.race([
    loadPage(path.replace(/#.*/, '')).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, PREPARE_MS, false)),
  ])
}

const navigation: Navigation = {
  goTo: async (path, state) => {
    if (await isThere(path)) return navigate(path, state)
    // The page stays on the screen until that address is loaded as a document; its navigation state survives.
    history.pushState(state, '', path)
    await reloadWhenReachable()
  },
}
