/** Forms of an application's page: who takes it over, sending a delivery again, erasing personal data. */
import { useContext, useState } from 'react'
import { providerLoginPath, STAFF_NAME_LIMIT } from '#contract/console.ts'
import type { ApplicationRecord, Delivery } from '#contract/console-answers.ts'
import type { AssigneeBody, ErasureBody, ResendBody } from '#contract/console-schemas.ts'
import { DELIVERY_KINDS } from '#domain/staff.ts'
import { Alert, ApplicantText, FormField } from '../parts/basics.tsx'
import { Confirm, type Question } from '../parts/confirm.tsx'
import { Refused } from '../parts/conflict.tsx'
import { SessionContext } from '../session-context.ts'
import { useForm } from '../use-form.ts'
import { usePeople } from '../use-people.ts'
import { usePress } from '../use-press.ts'
import { useShortcuts } from '../use-shortcuts.ts'

type AssigneeFormProps = {
  record: ApplicationRecord
  onDone: (sentence: string) => Promise<void>
  onLate: () => Promise<void>
}

/** Who takes care of it: one press takes it over, another gives it back. */
export function AssigneeForm({ record, onDone, onLate }: AssigneeFormProps) {
  const { who, remaining } = useContext(SessionContext).user
  const isOwn = record.assignee === who
  const press = usePress(record)
  const { refusal, isBusy, submit } = useForm(
    async () => {
      const body: Omit<AssigneeBody, 'seen'> = { to: isOwn ? '' : who }
      await press('assignee', { path: 'assignee', body })
      await onDone(isOwn ? '担当から外れました。' : '自分の担当にしました。')
    },
    { onLate },
  )
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  useShortcuts(isOwn ? {} : { take: () => form?.querySelector('button')?.click() })
  return (
    <div className="card people">
      <form
        ref={setForm}
        className="assignee"
        onSubmit={submit}
        aria-busy={isBusy}
        aria-label="担当"
      >
        <p id="assignee">
          担当：
          {record.assignee === '' ? 'なし' : <ApplicantText>{record.assignee}</ApplicantText>}
        </p>
        <button type="submit" className="secondary">
          {isOwn ? '担当から外れる' : '自分の担当にする'}
        </button>
        <Refused problem={refusal} />
      </form>
      {/* Where nobody is asked to log in, there are no accounts. */}
      {remaining !== null && <HandOverForm key={record.assignee} {...{ record, onDone, onLate }} />}
    </div>
  )
}

/** To a colleague, by any part of the name; its place does not wait for the names. */
function HandOverForm({ record, onDone, onLate }: AssigneeFormProps) {
  const { who } = useContext(SessionContext).user
  const others = usePeople().filter((name) => name !== who && name !== record.assignee)
  const press = usePress(record)
  const { refusal, isBusy, submit } = useForm(
    async (fields: Record<'to', string>) => {
      const to = fields.to.trim()
      const body: Omit<AssigneeBody, 'seen'> = { to }
      await press('assignee', { path: 'assignee', body })
      await onDone(`担当を${to}さんにしました。`)
    },
    { onLate },
  )
  return (
    <form className="assignee" onSubmit={submit} aria-busy={isBusy} aria-label="担当の引き継ぎ">
      <label htmlFor="hand-over">ほかの担当者</label>
      <input
        type="text"
        id="hand-over"
        name="to"
        list="people"
        required
        maxLength={STAFF_NAME_LIMIT}
        autoComplete="off"
      />
      <datalist id="people">
        {others.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit" className="secondary">
        引き継ぐ
      </button>
      <Refused problem={refusal} />
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
  const { label } = DELIVERY_KINDS[kind]
  const press = usePress({ reference })
  const { problem, isBusy, submit } = useForm(async () => {
    const body: ResendBody = { delivery: id }
    await press('resend', { path: 'resend', body })
    await onDone(`「${label}」を送信待ちにしました。まもなく送信します。`)
  })
  // It may have gone out by itself meanwhile: then the sentence says so.
  if (!RESENDABLE.has(state)) return problem === '' ? null : <Alert>{problem}</Alert>
  return (
    <form onSubmit={submit} aria-busy={isBusy} aria-label={`${reference} ${label}の再送`}>
      {problem !== '' && <Alert>{problem}</Alert>}
      {/* Where the mail was refused, calling comes first. */}
      <button type="submit" className={state === 'failed' ? 'secondary' : undefined}>
        もう一度送る
      </button>
    </form>
  )
}

type ErasureFormProps = AssigneeFormProps

const ERASE: Question = {
  title: '個人情報を消去しますか。',
  text: '申込者・事業所・メモを消去します。元には戻せません。',
  label: '消去する',
}

/** Erases an application's personal data: it cannot be undone, so the reference and the password are asked for. */
export function ErasureForm({ record, onDone, onLate }: ErasureFormProps) {
  const { user } = useContext(SessionContext)
  const press = usePress(record)
  const { refusal, isBusy, submit, isAsking, answer } = useForm<'reference' | 'password'>(
    async ({ reference, password = '' }) => {
      const body: Pick<ErasureBody, 'reference'> = { reference }
      await press('erasure', { path: 'erasure', body, secret: { password } })
      await onDone('個人情報を消去しました。')
    },
    { onLate, asks: () => true },
  )
  return (
    <details className="card erasure">
      <summary>個人情報の消去</summary>
      <form onSubmit={submit} aria-busy={isBusy} aria-label="個人情報の消去">
        <p>
          申込者・事業所・メモを消去します。元には戻せません。同意の記録と料金は証拠として残ります。
        </p>
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
        <button type="submit" className="destructive">
          消去する
        </button>
        <Refused problem={refusal} />
      </form>
      {isAsking && <Confirm {...ERASE} onAnswer={answer} />}
    </details>
  )
}
