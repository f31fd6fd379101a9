/** Loads the code that reads a paste: once the page is idle, so that the first paste does not wait for it, else with that paste. */
import { useEffect, useState } from 'react'
import type { PasteTools } from './paste-tools.ts'

/** Milliseconds after which a page that is never idle is asked all the same. */
const IDLE_TIMEOUT_MS = 2000

export function usePasteTools() {
  const [tools, setTools] = useState<PasteTools | null>(null)
  /** Null where the code cannot be had. */
  const load = async (): Promise<PasteTools | null> => {
    const loaded = await import('./paste-tools.ts').catch(() => null)
    if (loaded) setTools(loaded.pasteTools)
    return loaded?.pasteTools ?? null
  }
  useEffect(() => {
    // A failure is told to the paste that needs the code.
    const preload = () => void import('./paste-tools.ts').catch(() => {})
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, IDLE_TIMEOUT_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(preload, { timeout: IDLE_TIMEOUT_MS })
    return () => cancelIdleCallback(request)
  }, [])
  return { tools, load }
}
