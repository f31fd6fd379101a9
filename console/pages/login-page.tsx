/** Login: name, password and the code of the second factor in one form. */
import { Link } from 'wouter'
import {
  CONSOLE_PATHS,
  type LoginBody,
  type SessionReply,
  STAFF_NAME_LIMIT,
} from '#domain/console.ts'
import { send } from '../api.ts'
import { Alert } from '../parts/alert.tsx'
import { FormField } from '../parts/form-field.tsx'
import { Heading } from '../parts/heading.tsx'
import { useForm } from '../use-form.ts'
import { ProviderLogin } from './provider-login.tsx'

export function LoginPage({ onLogin }: { onLogin: (session: SessionReply) => void }) {
  const { problem, isBusy, submit } = useForm<keyof LoginBody>(async (login) => {
    onLogin(await send<SessionReply>('POST', CONSOLE_PATHS.session, login))
  })
  return (
    <main id="main" className="login">
      <Heading title="ログイン" />
      <ProviderLogin />
      <form onSubmit={submit} aria-busy={isBusy}>
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
          support="認証アプリに表示される6桁の数字。アプリを使えないときは、回復用コード"
          autoComplete="one-time-code"
        />
        <button type="submit">ログイン</button>
      </form>
      <p>
        管理者から設定コードを受け取った方は、<Link href="/setup">初期設定</Link>に進んでください。
      </p>
    </main>
  )
}
