/** Layout of every page behind the login: header with the user, main content. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ApplicantText } from './basics.tsx'
import { LogOut } from './log-out.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'

type FrameProps = {
  who: string
  /** Missing where there is no session to end. */
  onLogOut?: (() => Promise<boolean>) | undefined
  children: ReactNode
}

export function Frame({ who, onLogOut, children }: FrameProps) {
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
          <p className="to-guide">
            <Link href="/activity">活動の記録</Link>
          </p>
          <p>
            <Link href="/guide">担当者の手引き</Link>
          </p>
          <ShortcutHelp />
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
    </>
  )
}
