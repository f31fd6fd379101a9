/** Form that erases an application's personal data: cannot be undone, so the reference and the password are asked for. */
import { useContext } from 'react'
import {
  type ApplicationRecord,
  type ErasureBody,
  providerLoginPath,
  referencePath,
} from '#domain/console.ts'
import { send } from '../api.ts'
import { Alert } from '../parts/alert.tsx'
import { FormField } from '../parts/form-field.tsx'
import { SessionContext } from '../session-context.ts'
import { useForm } from '../use-form.ts'

type Props = { record: ApplicationRecord; onDone: (sentence: string) => Promise<void> }

export function ErasureForm({ record, onDone }: Props) {
  const { user } = useContext(SessionContext)
  const { problem, isBusy, submit } = useForm<keyof ErasureBody>(
    async ({ reference, password }) => {
      const body: ErasureBody = { reference, password: password ?? '' }
      await send('POST', referencePath('erasure', record.reference), body)
      await onDone('個人情報を消去しました。')
    },
  )
  return (
    <details className="card erasure">
      <summary>個人情報の消去</summary>
      <form onSubmit={submit} aria-busy={isBusy} aria-label="個人情報の消去">
        <p>
          申込者・事業所・メモを消去します。元には戻せません。同意の記録と料金は証拠として残ります。
        </p>
        {problem !== '' && <Alert>{problem}</Alert>}
        <FormField name="reference" label="受付番号をもう一度入力" autoComplete="off" />
        {user.canLogOut && !user.hasPassword && (
          <p>
            消去の前に、
            <a href={providerLoginPath(`/applications/${record.reference}`, true)}>
              社内アカウントで認証し直して
            </a>
            ください。認証から5分以内に消去できます。
          </p>
        )}
        {user.hasPassword && (
          <FormField
            name="password"
            label="パスワード"
            type="password"
            autoComplete="current-password"
          />
        )}
        <button type="submit" className="danger">
          消去する
        </button>
      </form>
    </details>
  )
}
