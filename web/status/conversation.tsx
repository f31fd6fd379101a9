/** Behind the gate: what staff and the applicant have said to each other, with a form for an answer and one for a message. */
import { type FormEvent, useEffect, useState } from 'react'
import { MESSAGE_ADDRESS, MESSAGE_LIMIT } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { messages as sentences } from '#domain/messages.ts'
import { areUnstorable, linesOf } from '#domain/text.ts'
import { timeInWords } from '#domain/tokyo-time.ts'
import { Field, ProblemsProvider } from '#ui/field.tsx'
import { useAfterPress } from '../form/use-after-press.ts'
import { DETAILS_ID } from '../frame-places.ts'
import { SupportPhone, WaitingWords } from '../page-parts.tsx'
import { forget, keep, recall } from '../sending/session-storage.ts'
import { CONVERSATION_ID } from './public-status.tsx'
import type { Presses } from './use-press.ts'

type Details = NonNullable<StatusAnswer['details']>
type Message = Details['messages'][number]
type Props = {
  details: Details
  /** Staff wait for an answer: nothing else is asked beside it. */
  isAsked: boolean
  presses: Presses
}

export function Conversation({ details: { messages, actions }, isAsked, presses }: Props) {
  const sent = messages
    .filter(({ kind }) => KINDS[kind].className === 'own')
    .map(({ text }) => text)
  const writing = { presses, sent }
  useEffect(() => {
    // The code of this part came later than the answer, whose focus went to what was there.
    const isWanted = isAsked && document.activeElement?.id === DETAILS_ID
    if (isWanted) document.getElementById(CONVERSATION_ID)?.focus()
  }, [isAsked])
  return (
    <section
      className={`card conversation${isAsked ? ' awaited' : ''}${messages.length > 0 ? '' : ' offered'}`}
      aria-labelledby={CONVERSATION_ID}
    >
      <h2 id={CONVERSATION_ID} tabIndex={-1}>
        {isAsked ? 'ご回答をお待ちしています' : '担当者との連絡'}
      </h2>
      {messages.length > 0 && (
        <ol className="said">
          {messages.map((message) => (
            <li key={message.id} className={KINDS[message.kind].className}>
              <Said message={message} />
              {(message.isWaiting || unsentText(answerName(message.id), writing) !== '') && (
                <Answer question={message.id} isOpen={message.isWaiting} {...writing} />
              )}
            </li>
          ))}
        </ol>
      )}
      {!actions.message && !isAsked && (
        <p>
          今日のメッセージは送信済みです。次は明日から送れます。お急ぎのときは、サポート（
          <SupportPhone />
          ）へお問い合わせください。
        </p>
      )}
      {((actions.message && !isAsked) || unsentText('message', writing) !== '') && (
        <Writing
          name="message"
          label="担当者へのメッセージ"
          support={`1日に1件、${MESSAGE_LIMIT.toLocaleString()}文字まで送れます。`}
          button="メッセージを送る"
          closed={actions.message ? undefined : UNSENT}
          {...writing}
        />
      )}
    </section>
  )
}

/** Another tab or person was faster: what is typed stays, to be copied or sent another day. */
const UNSENT = 'この欄の文章は、送信されていません。'
const UNSENT_ANSWER = `この質問への回答は、受け付け済みか、不要になっています。${UNSENT}`

const answerName = (question: string) => `answer-${question}`

/** What outlives a reload, as in the forms; not what has arrived though its answer was lost. */
const draftKey = (reference: string, name: string) => `typed.${reference}.${name}`

function unsentText(name: string, { presses, sent }: Pick<WritingProps, 'presses' | 'sent'>) {
  const text = String(recall(draftKey(presses.reference, name)) ?? '')
  return sent.includes(linesOf(text).trim()) ? '' : text
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

type AnswerProps = Pick<WritingProps, 'presses' | 'sent'> & { question: string; isOpen: boolean }

function Answer({ question, isOpen, ...rest }: AnswerProps) {
  return (
    <Writing
      name={answerName(question)}
      label="この質問への回答"
      support={`${MESSAGE_LIMIT.toLocaleString()}文字まで入力できます。`}
      button="回答を送る"
      question={question}
      closed={isOpen ? undefined : UNSENT_ANSWER}
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
  /** Why it cannot be sent. */
  closed: string | undefined
  presses: Presses
  /** The applicant's texts that are there. */
  sent: readonly string[]
}

function faultOf(text: string, label: string): string | undefined {
  if (text.trim() === '') return sentences.required(label)
  return areUnstorable(text) ? sentences.unstorable(label) : undefined
}

function Writing({ name, label, support, button, question, closed, presses, sent }: WritingProps) {
  const { press, waiting, isWaiting, problem, reference } = presses
  const [fault, setFault] = useState<string>()
  const afterPress = useAfterPress()
  const draft = draftKey(reference, name)
  const [typed] = useState(() => unsentText(name, { presses, sent }))
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLTextAreaElement)) return
    const text = field.value
    const wrong = faultOf(text, label)
    setFault(wrong)
    if (wrong !== undefined) return field.focus()
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
  const message = fault ?? refusal
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
              onBlur={({ target: { value } }) =>
                afterPress(() => value.trim() !== '' && setFault(undefined))
              }
              {...tied}
            />
          )}
        </Field>
        {closed !== undefined && <p>{closed}</p>}
        <button type="submit" className="secondary" disabled={isWaiting || closed !== undefined}>
          {button}
        </button>
        {waiting?.place === name && <WaitingWords words={waiting.words} />}
      </form>
    </ProblemsProvider>
  )
}
