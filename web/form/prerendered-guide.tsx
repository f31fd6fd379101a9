/// <reference types="vite/client" />
/** The guide as it was prerendered: static HTML inside the form, for which the browser loads no code. */
import { useState } from 'react'
import { useHydrated } from '../navigation.ts'

const GUIDE_ID = 'guide'

// The build for browsers drops the branch of the prerender.
const Guide = import.meta.env.SSR ? (await import('./guide.tsx')).Guide : null

/** For a page that is shown again without being loaded again. */
const copy = Guide ? null : document.getElementById(GUIDE_ID)?.cloneNode(true)

export function PrerenderedGuide() {
  const isHydrated = useHydrated()
  const [isOnPage] = useState(!isHydrated)
  if (Guide)
    return (
      <div id={GUIDE_ID}>
        <Guide />
      </div>
    )
  if (!isOnPage)
    return <div ref={(place) => void (copy && place?.append(...copy.cloneNode(true).childNodes))} />
  // Hydration leaves alone what stands in an element whose HTML is not React's.
  return (
    <div
      id={GUIDE_ID}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, neither in hydration nor afterwards.
      dangerouslySetInnerHTML={NOT_OURS}
    />
  )
}

const NOT_OURS = { __html: '' }
