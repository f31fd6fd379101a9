/** Login: name, password and the code of the second factor in one form. */

import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import {
  CONSOLE_PATHS,
  providerLoginPath,
  SIGN_IN_REFUSALS,
  STAFF_NAME_LIMIT,
} from '#contract/console.ts'
import type { SessionReply, SignInReply } from '#contract/console-answers.ts'
import type { LoginBody } from '#contract/console-schemas.ts'
import { send } from '../api.ts'
import { Alert, FormField, Heading } from '../parts/basics.tsx'
import { useForm } from '../use-form.ts'
import { useResource } from '../use-resource.ts'

export function LoginPage({ onLogin }: { onLogin: (session: SessionReply) => void }) {
  const { problem, isBusy, submit } = useForm<keyof LoginBody>(async (login) => {
    onLogin(await send<SessionReply>('POST', CONSOLE_PATHS.session, login))
  })
  const form = useRef<HTMLFormElement>(null)
  // Read from its first field on, and not from a heading where reading stops.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <main id="main" className="login">
      <Heading title="ログイン" />
      <ProviderLogin />
      <form ref={form} onSubmit={submit} aria-busy={isBusy} aria-label="ログイン">
        {problem !== '' && <Alert>{problem}</Alert>}
        <FormField
          name="name"
          label="利用者名"
          maxLength={STAFF_NAME_LIMIT}
          autoComplete="username"
        />
        <FormField
          name="password"
          label="パスワード"
          type="password"
          autoComplete="current-password"
        />
        <FormField
          name="code"
          label="確認コード"
          support="認証アプリに表示される6桁の数字です。アプリを使えないときは、回復用コードを入力してください。"
          autoComplete="one-time-code"
        />
        <button type="submit">ログイン</button>
      </form>
      {/* The link says it all: whoever goes from one control to the next hears nothing between them. */}
      <p>
        <Link href="/setup">管理者から設定コードを受け取った方は、初期設定へ</Link>
      </p>
    </main>
  )
}

/** Sign-in through the company's identity provider, where there is one, and why the last try came back. */
function ProviderLogin() {
  const { data } = useResource<SignInReply>(CONSOLE_PATHS.signIn)
  const refusal = refusalIn(location.search)
  return (
    <>
      {refusal && <Alert>{refusal}</Alert>}
      {data?.provider && (
        <p>
          <a className="button" href={providerLoginPath(location.pathname)}>
            社内アカウントでログイン
          </a>
        </p>
      )}
    </>
  )
}

/** Only our own sentences are shown: anything else in the address is nothing. */
function refusalIn(query: string): string | undefined {
  const code = new URLSearchParams(query).get('sign-in') ?? ''
  return Object.hasOwn(SIGN_IN_REFUSALS, code)
    ? SIGN_IN_REFUSALS[code as keyof typeof SIGN_IN_REFUSALS]
    : undefined
}
