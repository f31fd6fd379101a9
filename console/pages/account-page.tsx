/** The user's own account: password, open sessions, logout everywhere; the audit trail for administrators. */
import { useContext, useState } from 'react'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { AccountReply } from '#contract/console-answers.ts'
import type { PasswordBody } from '#contract/console-schemas.ts'
import { ROLES } from '#domain/roles.ts'
import { formatMinute } from '#domain/tokyo-time.ts'
import { leave, send } from '../api.ts'
import { Alert, FormField, Heading } from '../parts/basics.tsx'
import { Done } from '../parts/done.tsx'
import { LogOut } from '../parts/log-out.tsx'
import { SessionContext, usePermission } from '../session-context.ts'
import { useForm } from '../use-form.ts'
import { useResource } from '../use-resource.ts'

export function AccountPage() {
  const { user } = useContext(SessionContext)
  const { data, refusal, refresh } = useResource<AccountReply>(CONSOLE_PATHS.account)
  const maySeeAudit = usePermission('audit')
  return (
    <>
      <Heading title="アカウント" />
      {refusal && <Alert>{refusal.message}</Alert>}
      <p>役割：{ROLES[user.role].label}</p>
      {user.hasPassword ? (
        <>
          {data && <p>残っている回復用コード：{data.recoveryCodesLeft}個</p>}
          <PasswordForm name={user.who} onDone={refresh} />
        </>
      ) : (
        <p>
          社内アカウントでログインしています。パスワードと役割は、社内の認証サービスで変更してください。
        </p>
      )}
      {data && <Sessions sessions={data.sessions} />}
      {maySeeAudit && (
        <section className="card" aria-labelledby="audit">
          <h2 id="audit">監査記録</h2>
          <p>誰が、いつ、何を見て、何を変更したかの記録です。この画面からは変更できません。</p>
          <p>
            <a href={CONSOLE_PATHS.audit} download>
              監査記録（JSON Lines）をダウンロード
            </a>
          </p>
        </section>
      )}
    </>
  )
}

function PasswordForm({ name, onDone }: { name: string; onDone: () => Promise<void> }) {
  const [confirmation, setConfirmation] = useState('')
  const [changes, setChanges] = useState(0)
  const { problem, isBusy, submit } = useForm<keyof PasswordBody>(async (fields) => {
    setConfirmation('')
    await send('POST', CONSOLE_PATHS.password, fields)
    setConfirmation('パスワードを変更しました。ほかの端末からはログアウトしました。')
    setChanges((count) => count + 1)
    await onDone()
  })
  return (
    <section className="card" aria-labelledby="password-form">
      <h2 id="password-form">パスワードの変更</h2>
      <Done>{confirmation}</Done>
      {/* A change remounts the form: no password stays in it. What was refused stays. */}
      <form key={changes} onSubmit={submit} aria-busy={isBusy} aria-labelledby="password-form">
        {problem !== '' && <Alert>{problem}</Alert>}
        <input type="hidden" autoComplete="username" value={name} />
        <FormField
          name="password"
          label="現在のパスワード"
          type="password"
          autoComplete="current-password"
        />
        <FormField name="code" label="確認コード" autoComplete="one-time-code" />
        <FormField
          name="next"
          label="新しいパスワード"
          support="12文字以上で入力してください。文字の種類は問いません。"
          type="password"
          minLength={12}
          autoComplete="new-password"
        />
        <button type="submit">変更する</button>
      </form>
    </section>
  )
}

function Sessions({ sessions }: Pick<AccountReply, 'sessions'>) {
  const { endSession } = useContext(SessionContext)
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">ログイン中の端末</h2>
      <ul>
        {sessions.map(({ startedAt, seenAt, isCurrent }) => (
          <li key={startedAt}>
            {formatMinute(Date.parse(startedAt))}にログイン
            {isCurrent ? '（この端末）' : `（最後の操作 ${formatMinute(Date.parse(seenAt))}）`}
          </li>
        ))}
      </ul>
      <LogOut
        label="すべての端末からログアウト"
        onLogOut={() => leave(CONSOLE_PATHS.accountSessions, endSession)}
      />
    </section>
  )
}
