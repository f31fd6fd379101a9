/** Root of the console: the login page until there is a session, then the route's page. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Route, Router, Switch } from 'wouter'
import { CONSOLE_PATHS, type SessionReply } from '#domain/console.ts'
import { Refusal, send } from './api.ts'
import { ApplicationPage } from './pages/application-page.tsx'
import { ListPage } from './pages/list-page.tsx'
import { LoginPage } from './pages/login-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { Alert } from './parts/alert.tsx'
import { Frame } from './parts/frame.tsx'
import { SessionContext } from './session-context.ts'

type Session = SessionReply | 'unknown' | 'nobody' | Refusal

export function Console() {
  const [session, setSession] = useState<Session>('unknown')
  const endSession = useCallback(() => setSession('nobody'), [])
  const context = useMemo(() => ({ endSession }), [endSession])
  useEffect(() => {
    void currentSession().then(setSession)
  }, [])

  if (session === 'unknown') return null
  if (session === 'nobody') return <LoginPage onLogin={setSession} />
  if (session instanceof Refusal)
    return (
      <main>
        <Alert>{session.message}</Alert>
      </main>
    )
  const logOut = () => void send('DELETE', CONSOLE_PATHS.session).finally(endSession)
  return (
    <SessionContext value={context}>
      <Router>
        <Frame who={session.who} onLogOut={session.canLogOut ? logOut : undefined}>
          <Switch>
            <Route path="/" component={ListPage} />
            <Route path="/applications/:reference">
              {({ reference }) => <ApplicationPage key={reference} reference={reference} />}
            </Route>
            <Route component={NotFoundPage} />
          </Switch>
        </Frame>
      </Router>
    </SessionContext>
  )
}

async function currentSession(): Promise<Session> {
  try {
    return await send<SessionReply>('GET', CONSOLE_PATHS.session)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.status === 401 ? 'nobody' : error
  }
}
