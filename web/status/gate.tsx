/** The gate: the number that was typed in the application opens what else was typed. */
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { GATE_ANSWER_LIMIT, type Gate as GateKind, STATUS_ERRORS } from '#contract/status.ts'
import { messages } from '#domain/messages.ts'
import { Field, ProblemsProvider } from '#ui/field.tsx'
import { useAfterPress } from '../form/use-after-press.ts'
import { SupportPhone, WaitingWords } from '../page-parts.tsx'
import type { Failure } from './use-status.ts'

export const GATE_ID = 'gate'
export const GATE_FIELD = 'answer'
export const GATE_FAILURE_ID = 'gate-failure'
export const GATE_WAITING = '確認しています。そのままお待ちください。'

type Props = {
  gate: GateKind
  /** What it opens. */
  title: string
  failure: Failure | undefined
  isWaiting: boolean
  onAnswer: (answer: string) => void
  /** Somebody is about to answer. */
  onTouch: () => void
  /** Another answer stands there than the one that was wrong. */
  onMended: () => void
}

export function Gate(props: Props) {
  const question = QUESTIONS[props.gate]
  return (
    <section className="card gate" aria-labelledby={GATE_ID}>
      <h2 id={GATE_ID} tabIndex={-1}>
        {question === null ? 'お問い合わせ' : props.title}
      </h2>
      {question === null ? <Closed gate={props.gate} /> : <Question {...props} {...question} />}
    </section>
  )
}

type Wording = { label: string; type: 'tel' | 'text' }

/** By what an applicant may do behind it. */
export const GATE_TITLES = {
  correctable: '内容の確認・訂正・取り下げ',
  other: '内容の確認・取り下げ',
} as const

/** What is asked; null where no answer opens. */
const QUESTIONS: Record<GateKind, Wording | null> = {
  telephone: { label: '電話番号', type: 'tel' },
  customer_number: { label: 'お客様番号', type: 'text' },
  by_telephone_only: null,
  resting: null,
}

function Closed({ gate }: { gate: GateKind }) {
  return (
    <>
      <p>
        {gate === 'resting'
          ? STATUS_ERRORS.gate_resting
          : 'お申し込みの電話番号では確認できないため、入力した内容はこのページに表示できません。お電話でお問い合わせください。'}
      </p>
      <p>
        サポート：
        <SupportPhone />
      </p>
    </>
  )
}

function Question({ label, type, failure, isWaiting, ...on }: Props & Wording) {
  const { onAnswer, onTouch, onMended } = on
  const [isMissing, setMissing] = useState(false)
  const sent = useRef('')
  const afterPress = useAfterPress()
  const leave = ({ target: { value } }: FocusEvent<HTMLInputElement>) =>
    afterPress(() => {
      if (value.trim() !== '') setMissing(false)
      if (value !== sent.current) onMended()
    })
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem(GATE_FIELD)
    if (!(field instanceof HTMLInputElement)) return
    const answer = field.value
    setMissing(answer.trim() === '')
    if (answer.trim() === '') return field.focus()
    sent.current = answer
    onAnswer(answer)
  }
  const refusal = failure?.of === 'answer' ? failure.sentence : undefined
  const message = isMissing ? messages.required(label) : refusal
  return (
    <ProblemsProvider problems={message === undefined ? [] : [{ field: GATE_FIELD, message }]}>
      <form method="post" onSubmit={press} onFocus={onTouch}>
        {failure?.of === 'gate' && (
          <div className="banner" id={GATE_FAILURE_ID} tabIndex={-1}>
            <p>{failure.sentence}</p>
            <p>入力した番号は残っています。もう一度「番号を確認して開く」を押してください。</p>
          </div>
        )}
        <Field
          name={GATE_FIELD}
          label={label}
          required
          support={`確認のため、お申し込みのときに入力した${label}を入力してください。`}
        >
          {(tied) => (
            <input
              type={type}
              autoComplete={type === 'tel' ? 'tel' : 'off'}
              autoCapitalize="none"
              spellCheck="false"
              maxLength={GATE_ANSWER_LIMIT}
              readOnly={isWaiting}
              onBlur={leave}
              {...tied}
            />
          )}
        </Field>
        <p>入力した内容が開き、担当者へのご連絡もできます。</p>
        <button type="submit" disabled={isWaiting}>
          番号を確認して開く
        </button>
        {isWaiting && <WaitingWords words={GATE_WAITING} />}
      </form>
    </ProblemsProvider>
  )
}
