/** Behind the gate: what staff and the applicant have said to each other, with a form for an answer and one for a message. */
import { type FormEvent, useState } from 'react'
import { MESSAGE_ADDRESS, MESSAGE_LIMIT } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { messages as sentences } from '#domain/messages.ts'
import { timeInWords } from '#domain/tokyo-time.ts'
import { Field, ProblemsProvider } from '#ui/field.tsx'
import { SupportPhone, WaitingWords } from '../pages/layout.tsx'
import { forget, keep, recall } from '../sending/session-storage.ts'
import { CONVERSATION_ID } from './standing.tsx'
import type { Presses } from './use-press.ts'

type Details = NonNullable<StatusAnswer['details']>
type Message = Details['messages'][number]
type Props = { details: Details; presses: Presses }

export function Conversation({ details: { messages, actions }, presses }: Props) {
  const sent = messages
    .filter(({ kind }) => KINDS[kind].className === 'own')
    .map(({ text }) => text)
  return (
    <section className="card conversation" aria-labelledby={CONVERSATION_ID}>
      <h2 id={CONVERSATION_ID} tabIndex={-1}>
        担当者との連絡
      </h2>
      {messages.length > 0 && (
        <ol className="said">
          {messages.map((message) => (
            <li key={message.id} className={KINDS[message.kind].className}>
              <Said message={message} />
              {message.isWaiting && <Answer question={message.id} presses={presses} sent={sent} />}
            </li>
          ))}
        </ol>
      )}
      {actions.message ? (
        <Writing
          name="message"
          label="担当者へのメッセージ"
          support={`1日に1件、${MESSAGE_LIMIT.toLocaleString()}文字まで送れます。`}
          button="メッセージを送る"
          presses={presses}
          sent={sent}
        />
      ) : (
        <p>
          今日のメッセージは送信済みです。次は明日から送れます。お急ぎのときは、サポート（
          <SupportPhone />
          ）へお問い合わせください。
        </p>
      )}
    </section>
  )
}

const KINDS: Record<Message['kind'], { label: string; className: string }> = {
  question: { label: '担当者からの質問', className: 'theirs' },
  notice: { label: '担当者からの連絡', className: 'theirs' },
  answer: { label: 'あなたの回答', className: 'own' },
  message: { label: 'あなたのメッセージ', className: 'own' },
}

function Said({ message: { kind, at, text } }: { message: Message }) {
  return (
    <>
      <h3>{KINDS[kind].label}</h3>
      <p className="detail">
        <time dateTime={at}>{timeInWords(Date.parse(at))}</time>
      </p>
      <p className="words">
        <bdi>{text}</bdi>
      </p>
    </>
  )
}

function Answer({
  question,
  ...rest
}: Pick<WritingProps, 'presses' | 'sent'> & { question: string }) {
  return (
    <Writing
      name={`answer-${question}`}
      label="この質問への回答"
      support={`${MESSAGE_LIMIT.toLocaleString()}文字まで入力できます。`}
      button="回答を送る"
      question={question}
      {...rest}
    />
  )
}

type WritingProps = {
  name: string
  label: string
  support: string
  button: string
  question?: string
  presses: Presses
  /** The applicant's texts that are there. */
  sent: readonly string[]
}

function Writing({ name, label, support, button, question, presses, sent }: WritingProps) {
  const { press, waiting, isWaiting, problem, reference } = presses
  const [isMissing, setMissing] = useState(false)
  // What is typed outlives a reload, as in the forms; not what has arrived though its answer was lost.
  const draft = `typed.${reference}.${name}`
  const [typed] = useState(() => {
    const text = String(recall(draft) ?? '')
    return sent.includes(text) ? '' : text
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLTextAreaElement)) return
    const text = field.value.replaceAll('\r\n', '\n')
    setMissing(text.trim() === '')
    if (text.trim() === '') return field.focus()
    const isDone = await press({
      address: MESSAGE_ADDRESS,
      body: { text, ...(question !== undefined && { question }) },
      place: name,
      words: '送信しています。そのままお待ちください。',
      goesTo: CONVERSATION_ID,
    })
    if (!isDone) return
    forget(draft)
    field.value = ''
  }
  const refusal = problem?.place === name ? problem.sentence : undefined
  const message = isMissing ? sentences.required(label) : refusal
  return (
    <ProblemsProvider problems={message === undefined ? [] : [{ field: name, message }]}>
      <form method="post" onSubmit={submit}>
        <Field name={name} label={label} support={support}>
          {(tied) => (
            <textarea
              rows={4}
              maxLength={MESSAGE_LIMIT}
              readOnly={isWaiting}
              defaultValue={typed}
              onInput={(event) => keep(draft, event.currentTarget.value)}
              {...tied}
            />
          )}
        </Field>
        <button type="submit" className="secondary" disabled={isWaiting}>
          {button}
        </button>
        {waiting?.place === name && <WaitingWords words={waiting.words} />}
      </form>
    </ProblemsProvider>
  )
}
