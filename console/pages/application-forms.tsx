/** Forms of an application's page: who takes it over, sending a delivery again, erasing personal data. */
import { useContext, useState } from 'react'
import {
  type ApplicationRecord,
  type AssigneeReply,
  type Delivery,
  providerLoginPath,
  referencePath,
} from '#contract/console.ts'
import type { AssigneeBody, ErasureBody, ResendBody } from '#contract/console-schemas.ts'
import { DELIVERY_KINDS } from '#domain/staff.ts'
import { send } from '../api.ts'
import { Alert, ApplicantText, FormField } from '../parts/basics.tsx'
import { SessionContext } from '../session-context.ts'
import { useForm } from '../use-form.ts'
import { useShortcuts } from '../use-shortcuts.ts'

type AssigneeFormProps = {
  record: ApplicationRecord
  onDone: (sentence: string) => Promise<void>
}

/** Who takes care of it: one press takes it over, another gives it back. */
export function AssigneeForm({ record, onDone }: AssigneeFormProps) {
  const { who } = useContext(SessionContext).user
  const isOwn = record.assignee === who
  const { problem, isBusy, submit } = useForm(async () => {
    const body: AssigneeBody = { from: record.assignee, to: isOwn ? '' : who }
    await send<AssigneeReply>('POST', referencePath('assignee', record.reference), body)
    await onDone(isOwn ? '担当から外れました。' : '自分の担当にしました。')
  })
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  useShortcuts(isOwn ? {} : { take: () => form?.requestSubmit() })
  return (
    <form ref={setForm} className="assignee" onSubmit={submit} aria-busy={isBusy} aria-label="担当">
      <p>
        担当：
        {record.assignee === '' ? 'なし' : <ApplicantText>{record.assignee}</ApplicantText>}
      </p>
      <button type="submit" className="secondary">
        {isOwn ? '担当から外れる' : '自分の担当にする'}
      </button>
      {problem !== '' && <Alert>{problem}</Alert>}
    </form>
  )
}

type ResendFormProps = {
  reference: string
  delivery: Delivery
  onDone: (sentence: string) => Promise<void>
}

const RESENDABLE: ReadonlySet<Delivery['state']> = new Set(['failed', 'held'])

/** Sends a delivery again that was given up (dead letter) or is held by a limit. */
export function ResendForm({ reference, delivery: { id, kind, state }, onDone }: ResendFormProps) {
  const label = DELIVERY_KINDS[kind]
  const { problem, isBusy, submit } = useForm(async () => {
    const body: ResendBody = { delivery: id }
    await send('POST', referencePath('resend', reference), body)
    await onDone(`「${label}」を送信待ちにしました。まもなく送信します。`)
  })
  // It may have gone out by itself meanwhile: then the sentence says so.
  if (!RESENDABLE.has(state)) return problem === '' ? null : <Alert>{problem}</Alert>
  return (
    <form onSubmit={submit} aria-busy={isBusy} aria-label={`${reference} ${label}の再送`}>
      {problem !== '' && <Alert>{problem}</Alert>}
      <button type="submit">もう一度送る</button>
    </form>
  )
}

type ErasureFormProps = { record: ApplicationRecord; onDone: (sentence: string) => Promise<void> }

/** Erases an application's personal data: it cannot be undone, so the reference and the password are asked for. */
export function ErasureForm({ record, onDone }: ErasureFormProps) {
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
