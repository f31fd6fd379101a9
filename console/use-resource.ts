/** Hook: server data kept up to date by polling while the page is visible. */
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Refusal, readNewer, type Version } from './api.ts'
import { SessionContext } from './session-context.ts'

const REFRESH_MS = 4000

export type Resource<T> = {
  /** Of the path asked last, or of the one before while that loads; null before the first. */
  data: T | null
  isLoading: boolean
  /** Why the last attempt brought nothing. */
  refusal: Refusal | null
  refresh(): Promise<void>
}

type State<T> = { path: string; version: Version<T> | null; refusal: Refusal | null }

export function useResource<T>(path: string): Resource<T> {
  const { isLost, lose } = useContext(SessionContext)
  const [state, setState] = useState<State<T>>({ path: '', version: null, refusal: null })
  const latest = useRef<{ path: string; etag: string }>(undefined)
  const aborter = useRef<AbortController>(undefined)

  const load = useCallback(
    async (isPolling: boolean) => {
      aborter.current?.abort()
      const own = new AbortController()
      aborter.current = own
      try {
        const etag = latest.current?.path === path ? latest.current.etag : undefined
        const version = await readNewer<T>(path, {
          etag: etag,
          isPolling,
          signal: own.signal,
        })
        if (version) latest.current = { path, etag: version.etag }
        setState((old) => (version ? { path, version, refusal: null } : withoutRefusal(old)))
      } catch (error) {
        if (!(error instanceof Refusal)) return
        if (error.status === 401) lose()
        else setState((old) => ({ ...old, path, refusal: error }))
      }
    },
    [path, lose],
  )
  const refresh = useCallback(() => load(false), [load])

  useEffect(() => {
    // Without a session nothing is asked; with the next one everything is.
    if (isLost) return
    const refreshIfSeen = () => {
      if (document.visibilityState === 'visible') void load(true)
    }
    void refresh()
    const timer = setInterval(refreshIfSeen, REFRESH_MS)
    document.addEventListener('visibilitychange', refreshIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfSeen)
      aborter.current?.abort()
    }
  }, [load, refresh, isLost])

  const { version, refusal } = state
  return { data: version?.data ?? null, isLoading: state.path !== path, refusal, refresh }
}

/** The same object where nothing is to change: then nothing is drawn again. */
function withoutRefusal<T>(state: State<T>): State<T> {
  return state.refusal === null ? state : { ...state, refusal: null }
}
