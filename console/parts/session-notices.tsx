/** What is said about the session's end: before it comes, and while somebody has to log in again. */
import { useState } from 'react'
import type { SessionWarning as Warning } from '../session-time.ts'
import { Heading } from './basics.tsx'

/** At the window's edge: it moves nothing. */
export function SessionWarning({
  sentence,
  canGoOn,
  onGoOn,
}: Warning & { onGoOn: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const goOn = async () => {
    setBusy(true)
    await onGoOn()
    setBusy(false)
  }
  return (
    <section className="banner fault session" aria-label="ログインの残り時間">
      <div role="alert">
        <p>{sentence}</p>
      </div>
      {canGoOn && (
        <button type="button" aria-busy={isBusy} onClick={() => void goOn()}>
          続ける
        </button>
      )}
    </section>
  )
}

/** Stands in front of a page that waits; whoever logs in again goes on with it. */
export function SessionEnded({ onGiveUp }: { onGiveUp: () => void }) {
  return (
    <main className="login">
      <Heading title="ログインの期限が切れました" />
      <div role="alert">
        <p>新しいタブでログインすると、この画面の続きに戻ります。入力した内容は残っています。</p>
      </div>
      <p className="actions">
        <a className="button" href="/signed-in" target="_blank" rel="noreferrer">
          新しいタブでログイン
        </a>
        <button type="button" className="secondary" onClick={onGiveUp}>
          入力した内容を破棄して終了
        </button>
      </p>
    </main>
  )
}
