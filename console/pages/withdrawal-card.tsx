/** An applicant's request to withdraw: staff confirm it, or refuse it with a sentence that the applicant reads. */
import { useRef, useState } from 'react'
import { type Conversation, referencePath } from '#contract/console.ts'
import type { WithdrawalBody } from '#contract/console-schemas.ts'
import { MESSAGE_LIMIT } from '#contract/status.ts'
import { formatSecond } from '#domain/tokyo-time.ts'
import { Refusal, send } from '../api.ts'
import { Alert, ApplicantText } from '../parts/basics.tsx'
import { usePermission } from '../session-context.ts'
import { useForm } from '../use-form.ts'
import { useKeptText } from '../use-kept-text.ts'
import { ageInWords } from '../waiting-words.ts'
import { type ConversationProps, Lines } from './conversation.tsx'

type Withdrawal = NonNullable<Conversation['withdrawal']>

export function WithdrawalCard(props: ConversationProps) {
  const mayChange = usePermission('change')
  const [late, setLate] = useState<Late | null>(null)
  const { withdrawal } = props.conversation
  // Once it is withdrawn, the status says so.
  if (!withdrawal || (withdrawal.state === 'confirmed' && !late)) return null
  const isWaiting = withdrawal.state === 'waiting'
  const at = Date.parse(withdrawal.at)
  return (
    <section className={isWaiting ? 'card warnings' : 'card'} aria-labelledby="withdrawal">
      <h2 id="withdrawal">取り下げの申し出</h2>
      <p>
        {formatSecond(at)}{' '}
        {isWaiting && <span className="badge unsettled">{ageInWords(at, Date.now())}</span>}
      </p>
      {isWaiting && mayChange && (
        <DecisionForm {...props} withdrawal={withdrawal} onRefused={setLate} />
      )}
      {withdrawal.state === 'refused' && <Refused withdrawal={withdrawal} />}
      {late && <TooLate late={late} />}
    </section>
  )
}

function Refused({ withdrawal: { decidedBy, decidedAt, sentence } }: { withdrawal: Withdrawal }) {
  return (
    <>
      <p>
        {decidedAt && formatSecond(Date.parse(decidedAt))}{' '}
        <ApplicantText>{decidedBy ?? ''}</ApplicantText>さんが断りました。
      </p>
      <Lines text={sentence} />
    </>
  )
}

/** A decision that came too late: why, and what was typed for it. */
type Late = { problem: string; typed: string }

function TooLate({ late: { problem, typed } }: { late: Late }) {
  return (
    <>
      <Alert>
        <ApplicantText>{problem}</ApplicantText>
      </Alert>
      {typed !== '' && (
        <>
          <p>記録されなかった、あなたの入力：</p>
          <Lines text={typed} />
        </>
      )}
    </>
  )
}

type DecisionProps = ConversationProps & {
  withdrawal: Withdrawal
  onRefused: (late: Late | null) => void
}

function DecisionForm({ record, withdrawal, onDone, onLate, onRefused }: DecisionProps) {
  const accepts = useRef(true)
  const form = useRef<HTMLFormElement>(null)
  const purpose = `withdrawal-${withdrawal.id}` as const
  const { keep, forget } = useKeptText({ form, reference: record.reference, purpose })
  const { problem, isBusy, submit } = useForm<'sentence'>(async ({ sentence }) => {
    const accept = accepts.current
    const body: WithdrawalBody = {
      request: withdrawal.id,
      accept,
      sentence: accept ? '' : sentence.replaceAll('\r\n', '\n'),
    }
    onRefused(null)
    const path = referencePath('withdrawal', record.reference)
    await send('POST', path, body).catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 409) throw error
      onRefused({ problem: error.message, typed: sentence })
      await onLate()
      throw error
    })
    forget()
    await onDone(accept ? '申し出のとおり、取り下げにしました。' : '取り下げの申し出を断りました。')
  })
  const choose = (accept: boolean) => {
    accepts.current = accept
  }
  return (
    <form
      ref={form}
      onInput={keep}
      onSubmit={submit}
      aria-busy={isBusy}
      aria-labelledby="withdrawal"
    >
      <button type="submit" formNoValidate onClick={() => choose(true)}>
        申し出のとおり取り下げる
      </button>
      <div className="field">
        <label htmlFor="sentence">断る理由</label>
        <p className="support" id="sentence-support">
          申込者の状況のページに表示されます。
        </p>
        <textarea
          id="sentence"
          name="sentence"
          rows={3}
          maxLength={MESSAGE_LIMIT}
          required
          aria-describedby="sentence-support"
        />
      </div>
      <button type="submit" className="secondary" onClick={() => choose(false)}>
        断る
      </button>
      {problem !== '' && <Alert>{problem}</Alert>}
    </form>
  )
}
