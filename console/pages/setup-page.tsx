/** First setup of an account: setup code, then second factor and password, then recovery codes. */

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { CONSOLE_PATHS, STAFF_NAME_LIMIT } from '#contract/console.ts'
import type { SetupDone, SetupReply } from '#contract/console-answers.ts'
import type { SetupBody, SetupCodeBody } from '#contract/console-schemas.ts'
import { moveFocus } from '#ui/focus.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { send } from '../api.ts'
import { Alert, FormField, Heading } from '../parts/basics.tsx'
import { useForm } from '../use-form.ts'

type Begun = SetupCodeBody & SetupReply

export function SetupPage() {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>([])
  return (
    <main id="main" className="login">
      <Heading title="初期設定" />
      {recoveryCodes.length > 0 ? (
        <RecoveryCodes codes={recoveryCodes} />
      ) : begun ? (
        <SecondFactor begun={begun} onDone={setRecoveryCodes} />
      ) : (
        <SetupCode onBegun={setBegun} />
      )}
    </main>
  )
}

function SetupCode({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { problem, isBusy, submit } = useForm<keyof SetupCodeBody>(async (fields) => {
    onBegun({ ...fields, ...(await send<SetupReply>('POST', CONSOLE_PATHS.setup, fields)) })
  })
  return (
    <form onSubmit={submit} aria-busy={isBusy}>
      {problem !== '' && <Alert>{problem}</Alert>}
      <FormField
        name="name"
        label="利用者名"
        maxLength={STAFF_NAME_LIMIT}
        autoComplete="username"
      />
      <FormField
        name="code"
        label="設定コード"
        support="管理者から受け取ったコードです。24時間以内に1回だけ使えます。"
        autoComplete="off"
      />
      <button type="submit">次へ進む</button>
      <p>
        <Link href="/">ログインに戻る</Link>
      </p>
    </form>
  )
}

type FactorProps = { begun: Begun; onDone: (recoveryCodes: string[]) => void }

function SecondFactor({ begun, onDone }: FactorProps) {
  const { name, code, secret, uri } = begun
  const { problem, isBusy, submit } = useForm<'password' | 'totp'>(async (fields) => {
    const body: SetupBody = { name, code, ...fields }
    onDone((await send<SetupDone>('POST', CONSOLE_PATHS.setupEnd, body)).recoveryCodes)
  })
  return (
    <form onSubmit={submit} aria-busy={isBusy}>
      {problem !== '' && <Alert>{problem}</Alert>}
      <StepHeading>1. 認証アプリに登録する</StepHeading>
      <p>スマートフォンの認証アプリで、次の二次元コードを読み取ってください。</p>
      <QrCode text={uri} label="認証アプリで読み取る二次元コード" />
      <p>
        読み取れないときは、このキーを入力してください：
        <code className="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <FormField
        name="totp"
        label="確認コード"
        support="認証アプリに表示される6桁の数字です。"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <h2>2. パスワードを決める</h2>
      <input type="hidden" autoComplete="username" value={name} />
      <FormField
        name="password"
        label="新しいパスワード"
        support="12文字以上で入力してください。文字の種類は問いません。利用者名やよく使われる言葉は使えません。"
        type="password"
        minLength={12}
        autoComplete="new-password"
      />
      <button type="submit">設定する</button>
    </form>
  )
}

/** What was pressed is gone with the step before. */
function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => moveFocus(heading.current), [])
  return <h2 ref={heading}>{children}</h2>
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <StepHeading>回復用コードを保管する</StepHeading>
      <p>
        認証アプリを使えないとき、確認コードの代わりに入力します。それぞれ1回だけ使えます。
        この画面を閉じると、二度と表示されません。印刷するか、安全な場所に書き写してください。
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        {/* A full load: the session began with the last step. */}
        <a className="button" href="/">
          保管しました。お申し込み一覧へ進む
        </a>
      </p>
    </>
  )
}
