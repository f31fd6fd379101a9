/// <reference types="vite/client" />
/** The guide as it was prerendered: static HTML inside the form, for which the browser loads no code. */
import { useState } from 'react'
import type { FlowWithRows } from '#domain/flows.ts'
import { useHydrated } from '../navigation.ts'

const GUIDE_ID = 'guide'

// The build for browsers drops the branch of the prerender.
const Guide = import.meta.env.SSR ? (await import('./guide.tsx')).Guide : null

/** For a page that is shown again without being loaded again. */
const copy = Guide ? null : document.getElementById(GUIDE_ID)?.cloneNode(true)

export function PrerenderedGuide({ flow }: { flow: FlowWithRows }) {
  const isHydrated = useHydrated()
  const [isOnPage] = useState(!isHydrated)
  if (Guide)
    return (
      <div id={GUIDE_ID}>
        <Guide flow={flow} />
      </div>
    )
  if (!isOnPage) return <div ref={fill} />
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

/** One function for all renders: React calls another one's each time. */
function fill(place: HTMLElement | null): void {
  if (copy) place?.append(...copy.cloneNode(true).childNodes)
}
