/** What staff make of a request of an applicant: accept it, or decline it with a reason that the applicant reads. */
import { useRef, useState } from 'react'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import type { DecisionBody } from '#contract/console-schemas.ts'
import { MESSAGE_LIMIT } from '#contract/status.ts'
import { decisionPress } from '#domain/presses.ts'
import type { Purpose } from '../drafts.ts'
import { Confirm, type Question } from '../parts/confirm.tsx'
import { Refused } from '../parts/conflict.tsx'
import { usePermission } from '../session-context.ts'
import { useForm } from '../use-form.ts'
import { useKeptText } from '../use-kept-text.ts'
import { usePress } from '../use-press.ts'
import { Lines } from './conversation.tsx'

export type DecisionWords = {
  /** Heads the card and names its form: a heading that named the form would be read past. */
  title: string
  accept: string
  decline: string
  /** Of the field for the reason. */
  reason: string
  accepted: string
  declined: string
  /** Before it is accepted. */
  question?: Question
}

export type DecisionProps = {
  record: ApplicationRecord
  /** What is drawn: what waits, or what became of it. */
  asked: { of: 'correction' | 'withdrawal'; id: string; isWaiting: boolean }
  words: DecisionWords
  onDone: (sentence: string) => Promise<void>
  /** Called where somebody was faster: what came first is told. */
  onLate: () => Promise<void>
}

/** A reason belongs to the request that it was typed for: beside another one it is only shown. */
export function Decision(props: DecisionProps) {
  const { of, id, isWaiting } = props.asked
  const mayChange = usePermission('change')
  const [typed, setTyped] = useState({ id, text: '' })
  const isLeft = typed.text !== '' && (typed.id !== id || !isWaiting)
  if (!mayChange) return null
  return (
    <>
      {isWaiting && <DecisionForm key={id} {...props} onType={(text) => setTyped({ id, text })} />}
      {isLeft && (
        <div id={`${of}-left`}>
          <p>記録されなかった、あなたの入力：</p>
          <Lines text={typed.text} />
        </div>
      )}
    </>
  )
}

function useDecision({ record, asked, words, onDone, onLate, onType }: FormProps) {
  const accepts = useRef(true)
  const form = useRef<HTMLFormElement>(null)
  const purpose: Purpose =
    asked.of === 'correction' ? `correction-${Number(asked.id)}` : `withdrawal-${asked.id}`
  const { keep, forget } = useKeptText({ form, reference: record.reference, purpose })
  const press = usePress(record)
  const sending = useForm<'sentence'>(
    async ({ sentence }) => {
      const accept = accepts.current
      const reason = accept ? '' : sentence
      const body: Omit<DecisionBody, 'seen'> = { of: asked.of, accept, reason }
      await press(decisionPress(body), { path: 'decision', body, seen: { asked: asked.id } })
      onType('')
      forget()
      await onDone(accept ? words.accepted : words.declined)
    },
    { onLate, asks: () => accepts.current && words.question !== undefined },
  )
  const choose = (accept: boolean) => {
    accepts.current = accept
  }
  return { ...sending, form, keep, choose }
}

type FormProps = DecisionProps & { onType: (text: string) => void }

function DecisionForm(props: FormProps) {
  const { asked, words, onType } = props
  const { form, keep, choose, refusal, isBusy, submit, isAsking, answer } = useDecision(props)
  const field = `${asked.of}-sentence`
  return (
    <form
      ref={form}
      id={`${asked.of}-decision`}
      tabIndex={-1}
      onInput={keep}
      onSubmit={submit}
      aria-busy={isBusy}
      aria-label={words.title}
    >
      <button type="submit" formNoValidate onClick={() => choose(true)}>
        {words.accept}
      </button>
      <div className="field">
        <label htmlFor={field}>{words.reason}</label>
        <p className="support" id={`${field}-support`}>
          申込者の状況のページに表示されます。
        </p>
        <textarea
          id={field}
          name="sentence"
          rows={3}
          maxLength={MESSAGE_LIMIT}
          required
          aria-describedby={`${field}-support`}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      </div>
      <button type="submit" className="secondary" onClick={() => choose(false)}>
        {words.decline}
      </button>
      <Refused problem={refusal} />
      {isAsking && words.question && <Confirm {...words.question} onAnswer={answer} />}
    </form>
  )
}
