/** Mails that did not arrive: the call about them, and another address after it. */
import { MOST_CONTACTED } from '#contract/console.ts'
import type { ApplicationRecord, Delivery } from '#contract/console-answers.ts'
import type { AddressBody, ContactedBody } from '#contract/console-schemas.ts'
import { normaliseField } from '#domain/applicant.ts'
import { hasApplicant } from '#domain/flows.ts'
import { isClosed } from '#domain/staff.ts'
import { Alert, ApplicantText, FormField, Telephone } from '../parts/basics.tsx'
import { Refused } from '../parts/conflict.tsx'
import { useForm } from '../use-form.ts'
import { usePress } from '../use-press.ts'

type Done = (sentence: string) => Promise<void>

export function isAddressMended({ flow, state, status, erasedAt }: ApplicationRecord): boolean {
  return hasApplicant(flow) && state === 'complete' && !isClosed(status) && erasedAt === null
}

type ContactedProps = {
  record: Pick<ApplicationRecord, 'reference' | 'tel'>
  /** Those that are drawn, of this application. */
  deliveries: readonly Delivery[]
  onDone: Done
}

/** Takes mails that are drawn out of those that did not arrive; nothing where there are none. */
export function ContactedForm(props: ContactedProps) {
  const undelivered = props.deliveries
    .filter(({ isUndelivered }) => isUndelivered)
    .slice(0, MOST_CONTACTED)
  if (undelivered.length === 0) return null
  return <ContactForm {...props} deliveries={undelivered} />
}

function ContactForm({ record: { reference, tel }, deliveries, onDone }: ContactedProps) {
  const press = usePress({ reference })
  const { problem, isBusy, submit } = useForm<'note'>(async ({ note }) => {
    const body: ContactedBody = { deliveries: deliveries.map(({ id }) => id), note }
    // After a lost answer the same mails are sent again, whatever has come back since.
    await press('contacted', { path: 'contacted', body, entered: { note } })
    await onDone('連絡済みにしました。')
  })
  return (
    <form onSubmit={submit} aria-busy={isBusy} aria-label={`${reference} 不達の連絡`}>
      {problem !== '' && <Alert>{problem}</Alert>}
      {tel !== '' && (
        <p>
          登録されている電話番号：<Telephone>{tel}</Telephone>
        </p>
      )}
      <FormField name="note" label="連絡のメモ（任意）" autoComplete="off" isOptional />
      <button type="submit" className="secondary">
        連絡済みにする
      </button>
    </form>
  )
}

type AddressProps = { record: ApplicationRecord; onDone: Done; onLate: () => Promise<void> }

/** Only after a call to the number on file: whoever calls may be anybody. */
export function AddressForm({ record, onDone, onLate }: AddressProps) {
  const { mailaddress, tel } = record
  const press = usePress(record)
  const { refusal, isBusy, submit } = useForm<'to' | 'note'>(
    async ({ to, note }) => {
      const body: Omit<AddressBody, 'seen'> = { to: normaliseField('email', to), note }
      await press('address', { path: 'address', body })
      await onDone(
        'メールアドレスを変更し、新しいリンクを送信します。前のリンクは使えなくなりました。',
      )
    },
    { onLate },
  )
  return (
    <section className="card" aria-labelledby="address-form">
      <h2 id="address-form">メールアドレスの変更</h2>
      <form onSubmit={submit} aria-busy={isBusy} aria-labelledby="address-form">
        <p>
          かかってきた電話ではなく、登録されている電話番号（
          <Telephone>{tel}</Telephone>
          ）へこちらから電話して、正しいメールアドレスを確認してください。
        </p>
        <p>
          現在のメールアドレス：<ApplicantText>{mailaddress}</ApplicantText>
        </p>
        <FormField name="to" label="正しいメールアドレス" inputMode="email" autoComplete="off" />
        <FormField name="note" label="確認のメモ（任意）" autoComplete="off" isOptional />
        <button type="submit" className="secondary">
          メールアドレスを変更する
        </button>
        <Refused problem={refusal} />
      </form>
    </section>
  )
}
