/** The live part of a document: the page it was opened for, then the results that page leads to. */
import { useEffect, useRef } from 'react'
import { navigate, usePathname } from './browser/location.ts'
import type { Navigation } from './pages/page.ts'
import { bring, loadedPages, pageRowOf } from './pages.tsx'

/** `path` is the one to prerender; the browser knows its own. */
export function App({ path: ssrPath }: { path?: string }) {
  const path = usePathname(ssrPath === undefined ? {} : { ssrPath })
  const opened = useRef(path)
  const shown = useRef(path)
  const Page = loadedPages.get(path)
  useEffect(() => {
    // Its code is not here, as on the way back from a result that was itself reloaded.
    if (!Page) return location.reload()
    if (shown.current === path) return
    shown.current = path
    const intro = document.getElementById('intro')
    if (intro) intro.hidden = path !== opened.current
    document.querySelector<HTMLElement>(':not([hidden]) > h1')?.focus()
  }, [path, Page])
  return Page ? <Page key={path} title={pageRowOf(path).title} navigation={navigation} /> : null
}

const navigation: Navigation = {
  prepare: (path) => void bring(path).catch(() => {}),
  // Where the code cannot be had, the document of that address is loaded instead, its state kept.
  goTo: async (path, state) => {
    await bring(path).catch(() => {})
    navigate(path, { state })
  },
}
