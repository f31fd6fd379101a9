/** Button that sends a delivery again which was given up (dead letter) or is held by a limit. */
import { type Delivery, type ResendBody, referencePath } from '#domain/console.ts'
import { DELIVERY_KINDS } from '#domain/staff.ts'
import { send } from '../api.ts'
import { Alert } from '../parts/alert.tsx'
import { useForm } from '../use-form.ts'

type Props = {
  reference: string
  delivery: Delivery
  onDone: (sentence: string) => Promise<void>
}

const RESENDABLE: ReadonlySet<Delivery['state']> = new Set(['failed', 'held'])

export function ResendForm({ reference, delivery: { id, kind, state }, onDone }: Props) {
  const label = DELIVERY_KINDS[kind]
  const { problem, isBusy, submit } = useForm(async () => {
    const body: ResendBody = { delivery: id }
    await send('POST', referencePath('resend', reference), body)
    await onDone(`「${label}」を送信待ちにしました。まもなく送信します。`)
  })
  // It may have gone out by itself meanwhile: then the sentence says so.
  if (!RESENDABLE.has(state)) return problem === '' ? null : <Alert>{problem}</Alert>
  return (
    <form onSubmit={submit} aria-busy={isBusy} aria-label={`${label}の再送`}>
      {problem !== '' && <Alert>{problem}</Alert>}
      <button type="submit">もう一度送る</button>
    </form>
  )
}
