/** Hook: who is logged in, how long still, and what happens when the session ends: a page stays as it is until somebody is logged in again. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { SessionReply } from '#contract/console-answers.ts'
import { leave, poll, Refusal, send } from './api.ts'
import { createDrafts, forgetDrafts, tabStorage } from './drafts.ts'
import type { SessionState } from './session-context.ts'
import { after, type SessionWarning, warningOf } from './session-time.ts'

/** The server says how long it lasts; between two answers the time is counted here. */
const ASK_MS = 30_000
const ASK_LOST_MS = 3000
const TICK_MS = 10_000

/** Between the tabs of one browser. */
const CHANNEL = 'session'
type Message = 'logged-in' | 'logged-out'

type Standing = {
  /** `lost`: the server knows no session any more, and the person did not end it. */
  phase: 'unknown' | 'nobody' | 'open' | 'lost'
  /** While it is open or lost; `at` is when the server named it, in epoch milliseconds. */
  user: SessionReply | null
  at: number
  /** Why the server could not be asked at the start. */
  refusal: Refusal | null
}

const UNKNOWN: Standing = { phase: 'unknown', user: null, at: 0, refusal: null }
const NOBODY: Standing = { ...UNKNOWN, phase: 'nobody' }

export type SessionKeeper = Pick<Standing, 'phase' | 'refusal'> & {
  warning: SessionWarning | null
  /** Puts the end of the session off. */
  goOn(): Promise<void>
  logIn(user: SessionReply): void
  /** False where nobody knows whether it ended. */
  logOut(): Promise<boolean>
  /** For the pages, while somebody is or was logged in. */
  state: SessionState | null
}

export function useSession(): SessionKeeper {
  const { standing, ask, named, lose, forget } = useStanding()
  const { phase, user } = standing
  const tell = useChannel((message) => (message === 'logged-out' ? forget() : void ask()))
  useEffect(() => void ask(), [ask])
  useRegularly(ask, phase)

  const endSession = useCallback(() => {
    tell('logged-out')
    // The pages are gone before whoever calls it leaves for an identity provider: the browser would ask about a form.
    flushSync(forget)
  }, [tell, forget])
  const state = useMemo(
    () =>
      user && {
        ...{ user, lose, endSession, isLost: phase === 'lost' },
        drafts: createDrafts(tabStorage(), user.who),
      },
    [user, phase, lose, endSession],
  )
  return {
    ...{ phase, refusal: standing.refusal, state, warning: useWarning(standing) },
    goOn: async () => {
      await send('POST', CONSOLE_PATHS.sessionExtension).catch(ignoreRefusal)
      await ask()
    },
    logIn: (next) => {
      named(next)
      tell('logged-in')
    },
    logOut: () => leave(CONSOLE_PATHS.session, endSession),
  }
}

/** What is known of the session. Of several answers under way the one that was asked for last counts. */
function useStanding() {
  const [standing, setStanding] = useState(UNKNOWN)
  const { begin, take } = useTurns()
  const named = useCallback((next: SessionReply) => {
    forgetDrafts(tabStorage(), next.who)
    setStanding({ phase: 'open', user: next, at: Date.now(), refusal: null })
  }, [])
  const lose = useCallback(() => setStanding(withoutSession), [])
  const forget = useCallback(() => {
    take(begin())
    forgetDrafts(tabStorage())
    setStanding(NOBODY)
  }, [begin, take])
  const ask = useCallback(async () => {
    const turn = begin()
    try {
      const next = await poll<SessionReply>(CONSOLE_PATHS.session)
      if (take(turn)) named(next)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!take(turn)) return
      // A line that is down says nothing of the session.
      if (error.status === 401) lose()
      else setStanding((old) => (old.phase === 'unknown' ? { ...old, refusal: error } : old))
    }
  }, [named, lose, begin, take])
  return { standing, ask, named, lose, forget }
}

/** Stale answers: one that a later answer has overtaken would bring back an end that was put off, or a session that was ended. */
function useTurns() {
  const last = useRef({ begun: 0, taken: 0 })
  const begin = useCallback(() => {
    last.current.begun += 1
    return last.current.begun
  }, [])
  /** False where an answer of a later turn was taken before. */
  const take = useCallback((turn: number) => {
    if (turn < last.current.taken) return false
    last.current.taken = turn
    return true
  }, [])
  return { begin, take }
}

function withoutSession(old: Standing): Standing {
  return old.user === null ? NOBODY : { ...old, phase: 'lost' }
}

/** The question that follows tells what became of it. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

function useRegularly(ask: () => Promise<void>, phase: Standing['phase']): void {
  useEffect(() => {
    if (phase !== 'open' && phase !== 'lost') return
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    const timer = setInterval(() => void ask(), phase === 'lost' ? ASK_LOST_MS : ASK_MS)
    document.addEventListener('visibilitychange', askIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfSeen)
    }
  }, [ask, phase])
}

/** Hears what the browser's other tabs did, and tells them. */
function useChannel(onMessage: (message: Message) => void): (message: Message) => void {
  const channel = useRef<BroadcastChannel>(undefined)
  const latest = useRef(onMessage)
  useEffect(() => {
    latest.current = onMessage
  })
  useEffect(() => {
    const own = new BroadcastChannel(CHANNEL)
    own.onmessage = ({ data }) => latest.current(data as Message)
    channel.current = own
    return () => own.close()
  }, [])
  return useCallback((message) => channel.current?.postMessage(message), [])
}

/** Null while there is time. */
function useWarning({ phase, user, at }: Standing): SessionWarning | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (phase !== 'open' || !user?.remaining) return null
  return warningOf(after(user.remaining, Math.max(0, now - at) / 1000))
}
