/** Layout of every page behind the login: header with the user, main content, the build in the foot. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePermission } from '../session-context.ts'
import { ApplicantText } from './basics.tsx'
import { LogOut } from './log-out.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'

type FrameProps = {
  who: string
  /** Of the server; for whoever reports a fault. */
  build: string
  /** Missing where there is no session to end. */
  onLogOut?: (() => Promise<boolean>) | undefined
  children: ReactNode
}

export function Frame({ who, build, onLogOut, children }: FrameProps) {
  const mayView = usePermission('view')
  return (
    <>
      <a className="skip" href="#main">
        本文へ進む
      </a>
      <header className="masthead">
        <div className="inner">
          <p className="name">
            <Link href="/">お申し込み管理</Link>
          </p>
          {mayView && (
            <p className="to-guide">
              <Link href="/situation">状況</Link>
            </p>
          )}
          {usePermission('figures') && (
            <p>
              <Link href="/figures">数字</Link>
            </p>
          )}
          {mayView && (
            <>
              <p>
                <Link href="/activity">活動の記録</Link>
              </p>
              <p>
                <Link href="/guide">担当者の手引き</Link>
              </p>
              <ShortcutHelp />
            </>
          )}
          <p className="who">
            担当者：
            {onLogOut ? (
              <Link href="/account">
                <ApplicantText>{who}</ApplicantText>
              </Link>
            ) : (
              <ApplicantText>{who}</ApplicantText>
            )}
          </p>
          {onLogOut && <LogOut label="ログアウト" onLogOut={onLogOut} />}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="build">バージョン {build}</footer>
    </>
  )
}
