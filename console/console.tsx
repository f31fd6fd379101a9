/** Root of the console: setup and login until there is a session, then the route's page. */

import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { Link, Route, Router, Switch } from 'wouter'
import type { SessionReply } from '#contract/console-answers.ts'
import { hasPermission } from '#domain/roles.ts'
import { type Guard, GuardContext } from './leaving.ts'
import { type Walk, WalkContext } from './list-walk.ts'
import { AccountPage } from './pages/account-page.tsx'
import { ActivityPage } from './pages/activity-page.tsx'
import { ApplicationPage } from './pages/application-page.tsx'
import { GuidePage } from './pages/guide-page.tsx'
import { ListPage } from './pages/list-page.tsx'
import { LoginPage } from './pages/login-page.tsx'
import { SetupPage } from './pages/setup-page.tsx'
import { UndeliveredPage } from './pages/undelivered-page.tsx'
import { Alert, Heading } from './parts/basics.tsx'
import { Frame } from './parts/frame.tsx'
import { SessionEnded, SessionWarning } from './parts/session-notices.tsx'
import { SessionContext, usePermission } from './session-context.ts'
import { type SessionKeeper, useSession } from './use-session.ts'

/** Charts are a part of their own: nobody else loads them. */
const SituationPage = lazy(async () => ({
  default: (await import('./pages/situation-page.tsx')).SituationPage,
}))

const FiguresPage = lazy(async () => ({
  default: (await import('./pages/figures-page.tsx')).FiguresPage,
}))

export function Console() {
  const session = useSession()
  const guard = useRef<Guard>(null)
  if (session.phase === 'unknown')
    return session.refusal === null ? null : (
      <main>
        <Alert>{session.refusal.message}</Alert>
      </main>
    )
  return (
    <GuardContext value={guard}>
      <Router
        aroundNav={(navigate, to, options) => {
          const go = () => navigate(to, options)
          if (!guard.current?.(go)) go()
        }}
      >
        <Switch>
          <Route path="/setup">
            <SetupPage />
          </Route>
          <Route>
            {session.state === null ? (
              <LoginPage onLogin={session.logIn} />
            ) : (
              // Another person gets nothing of what this one's pages hold.
              <Pages key={session.state.user.who} session={session} state={session.state} />
            )}
          </Route>
        </Switch>
      </Router>
    </GuardContext>
  )
}

type PagesProps = { session: SessionKeeper; state: NonNullable<SessionKeeper['state']> }

function Pages({ session, state }: PagesProps) {
  const { who, canLogOut, build } = state.user
  const walk = useRef<Walk>({ last: null, confirmation: '' })
  // A modal dialog makes the rest of the document inert, also while it is hidden with its page.
  useLayoutEffect(() => {
    if (session.phase === 'lost')
      for (const dialog of document.querySelectorAll('dialog')) dialog.close()
  }, [session.phase])
  return (
    <SessionContext value={state}>
      <WalkContext value={walk.current}>
        {session.phase === 'lost' && <SessionEnded onGiveUp={state.endSession} />}
        {/* Not taken away: what is typed in it goes on after the next login. */}
        <div hidden={session.phase === 'lost'}>
          <Frame who={who} build={build} onLogOut={canLogOut ? session.logOut : undefined}>
            <Routes user={state.user} />
          </Frame>
          {session.warning && <SessionWarning {...session.warning} onGoOn={session.goOn} />}
        </div>
      </WalkContext>
    </SessionContext>
  )
}

function Routes({ user }: { user: SessionReply }) {
  const figuresAt = (path: string) => (
    <Route path={path}>
      <Suspense>
        <FiguresPage />
      </Suspense>
    </Route>
  )
  const ofEverybody = (
    <>
      {hasPermission(user.role, 'figures') && figuresAt('/figures')}
      <Route path="/signed-in" component={SignedInPage} />
      {user.canLogOut && <Route path="/account" component={AccountPage} />}
      <Route component={NotFoundPage} />
    </>
  )
  if (!hasPermission(user.role, 'view'))
    return (
      <Switch>
        {figuresAt('/')}
        {ofEverybody}
      </Switch>
    )
  return (
    <Switch>
      <Route path="/" component={ListPage} />
      <Route path="/applications/:reference">
        {({ reference }) => <ApplicationPage key={reference} reference={reference} />}
      </Route>
      <Route path="/undelivered" component={UndeliveredPage} />
      <Route path="/situation">
        <Suspense>
          <SituationPage />
        </Suspense>
      </Route>
      <Route path="/activity" component={ActivityPage} />
      <Route path="/guide" component={GuidePage} />
      {ofEverybody}
    </Switch>
  )
}

/** Where a login ends that was begun for a page in another tab. */
function SignedInPage() {
  return (
    <>
      <Heading title="ログインしました" />
      <p>このタブを閉じて、元のタブで続けてください。入力した内容は、元のタブに残っています。</p>
      <p>
        <HomeLink />
        を開くこともできます。
      </p>
    </>
  )
}

/** Page for unknown addresses (404). */
function NotFoundPage() {
  return (
    <>
      <Heading title="ページが見つかりません" />
      <p>
        アドレスをご確認ください。
        <HomeLink />
        から探すこともできます。
      </p>
    </>
  )
}

/** The page that the console begins with. */
function HomeLink() {
  return <Link href="/">{usePermission('view') ? 'お申し込み一覧' : '数字'}</Link>
}
