/// <reference types="vite/client" />
/** Selective hydration of the guide: its HTML is prerendered, its code is not part of the first load. */
import { lazy, Suspense } from 'react'

// Awaited when prerendering; the build for browsers drops that branch.
const Guide = import.meta.env.SSR
  ? (await import('./guide.tsx')).Guide
  : lazy(() => import('./guide.tsx').then(({ Guide }) => ({ default: Guide })))

/** One element for every render: an update before its code is there would replace the prerendered HTML. */
export const GUIDE = (
  <Suspense>
    <Guide />
  </Suspense>
)
