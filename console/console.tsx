/** Root of the console: setup and login until there is a session, then the route's page. */

import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link, Route, Router, Switch } from 'wouter'
import { CONSOLE_PATHS, type SessionReply } from '#contract/console.ts'
import { leave, Refusal, send } from './api.ts'
import { AccountPage } from './pages/account-page.tsx'
import { ApplicationPage } from './pages/application-page.tsx'
import { GuidePage } from './pages/guide-page.tsx'
import { ListPage } from './pages/list-page.tsx'
import { LoginPage } from './pages/login-page.tsx'
import { SetupPage } from './pages/setup-page.tsx'
import { Alert, Heading } from './parts/basics.tsx'
import { Frame } from './parts/frame.tsx'
import { SessionContext } from './session-context.ts'

type Session = SessionReply | 'unknown' | 'nobody' | Refusal

export function Console() {
  const [session, setSession] = useState<Session>('unknown')
  const endSession = useCallback(() => setSession('nobody'), [])
  useEffect(() => {
    void currentSession().then(setSession)
  }, [])

  if (session === 'unknown') return null
  if (session instanceof Refusal)
    return (
      <main>
        <Alert>{session.message}</Alert>
      </main>
    )
  return (
    <Router>
      <Switch>
        <Route path="/setup">
          <SetupPage />
        </Route>
        <Route>
          {session === 'nobody' ? (
            <LoginPage onLogin={setSession} />
          ) : (
            <Pages user={session} endSession={endSession} />
          )}
        </Route>
      </Switch>
    </Router>
  )
}

function Pages({ user, endSession }: { user: SessionReply; endSession: () => void }) {
  const context = useMemo(() => ({ user, endSession }), [user, endSession])
  const logOut = () => void leave(CONSOLE_PATHS.session, endSession)
  return (
    <SessionContext value={context}>
      <Frame who={user.who} onLogOut={user.canLogOut ? logOut : undefined}>
        <Switch>
          <Route path="/" component={ListPage} />
          <Route path="/applications/:reference">
            {({ reference }) => <ApplicationPage key={reference} reference={reference} />}
          </Route>
          <Route path="/guide" component={GuidePage} />
          {user.canLogOut && <Route path="/account" component={AccountPage} />}
          <Route component={NotFoundPage} />
        </Switch>
      </Frame>
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

/** Page for unknown addresses (404). */
function NotFoundPage() {
  return (
    <>
      <Heading title="ページが見つかりません" />
      <p>
        アドレスをご確認ください。<Link href="/">お申し込み一覧</Link>から探すこともできます。
      </p>
    </>
  )
}
