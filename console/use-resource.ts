/** Hook: server data kept up to date by polling while the page is visible. */
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Refusal, readNewer, type Version } from './api.ts'
import { SessionContext } from './session-context.ts'

const REFRESH_MS = 4000
/** Then an answer is given up for that of a poll. */
const LONGEST_MS = 30_000

export type Resource<T> = {
  /** Of the path asked last, or of the one before while that loads; null before the first. */
  data: T | null
  isLoading: boolean
  /** Why the last attempt brought nothing. */
  refusal: Refusal | null
  /** Resolves behind an answer that was asked for now or later, or refused. */
  refresh(): Promise<void>
}

type Load = { aborter: AbortController; begun: number; done: Promise<void> }

type State<T> = { path: string; version: Version<T> | null; refusal: Refusal | null }

export function useResource<T>(path: string): Resource<T> {
  const { isLost, lose } = useContext(SessionContext)
  const [state, setState] = useState<State<T>>({ path: '', version: null, refusal: null })
  const latest = useRef<{ path: string; etag: string }>(undefined)
  const running = useRef<Load>(undefined)

  const load = useCallback(
    (isPolling: boolean): Promise<void> => {
      const before = running.current
      // A slow answer is waited for: polls that ended it would leave the page without any.
      if (isPolling && before && performance.now() - before.begun < LONGEST_MS) return before.done
      before?.aborter.abort()
      const aborter = new AbortController()
      const { signal } = aborter
      const read = async () => {
        try {
          const etag = latest.current?.path === path ? latest.current.etag : undefined
          const version = await readNewer<T>(path, { etag, isPolling, signal })
          if (version) latest.current = { path, etag: version.etag }
          setState((old) => (version ? { path, version, refusal: null } : withoutRefusal(old)))
        } catch (error) {
          // Overtaken: what it would have brought comes with what overtook it.
          if (signal.aborted) return running.current?.done
          if (!(error instanceof Refusal)) return
          if (error.status === 401) lose()
          else setState((old) => ({ ...old, path, refusal: error }))
        } finally {
          if (running.current?.aborter === aborter) running.current = undefined
        }
      }
      const done = read()
      running.current = { aborter, begun: performance.now(), done }
      return done
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
      running.current?.aborter.abort()
      running.current = undefined
    }
  }, [load, refresh, isLost])

  const { version, refusal } = state
  return { data: version?.data ?? null, isLoading: state.path !== path, refusal, refresh }
}

/** The same object where nothing is to change: then nothing is drawn again. */
function withoutRefusal<T>(state: State<T>): State<T> {
  return state.refusal === null ? state : { ...state, refusal: null }
}
