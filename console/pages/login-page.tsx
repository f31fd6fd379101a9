/** Asks for the console's password, and for the name under which the history will keep what is done. */
import { type FormEvent, useState } from 'react'
import { CONSOLE_PATHS, type SessionReply, STAFF_NAME_LIMIT } from '#domain/console.ts'
import { Refusal, send } from '../api.ts'
import { Alert } from '../parts/alert.tsx'
import { Heading } from '../parts/heading.tsx'

export function LoginPage({ onLogin }: { onLogin: (session: SessionReply) => void }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      const login = { name: form.get('name'), password: form.get('password') }
      onLogin(await send<SessionReply>('POST', CONSOLE_PATHS.session, login))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRefusal(error)
      setBusy(false)
    }
  }

  return (
    <main id="main" className="login">
      <Heading title="ログイン" />
      <form onSubmit={submit} aria-busy={isBusy}>
        {refusal && !isBusy && <Alert>{refusal.message}</Alert>}
        <div className="field">
          <label htmlFor="name">担当者名</label>
          <p className="support" id="name-support">
            対応の履歴に残る名前です
          </p>
          <input
            id="name"
            name="name"
            required
            maxLength={STAFF_NAME_LIMIT}
            autoComplete="username"
            aria-describedby="name-support"
          />
        </div>
        <div className="field">
          <label htmlFor="password">パスワード</label>
          <input
            id="password"
            name="password"
            type="password"
            required
            autoComplete="current-password"
          />
        </div>
        <button type="submit">ログイン</button>
      </form>
    </main>
  )
}
