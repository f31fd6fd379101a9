/** What staff and an applicant have said to each other, and a form that goes on with it. */
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { ApplicationRecord, Conversation, QuestionTexts } from '#contract/console-answers.ts'
import type { DecisionBody, QuestionBody } from '#contract/console-schemas.ts'
import { MESSAGE_LIMIT } from '#contract/status.ts'
import { hasApplicant } from '#domain/flows.ts'
import { isClosed, MESSAGE_KINDS } from '#domain/staff.ts'
import { formatSecond } from '#domain/tokyo-time.ts'
import { send } from '../api.ts'
import { ApplicantText } from '../parts/basics.tsx'
import { Refused } from '../parts/conflict.tsx'
import { usePermission } from '../session-context.ts'
import { useForm } from '../use-form.ts'
import { useKeptText } from '../use-kept-text.ts'
import { usePress } from '../use-press.ts'
import { isUnsettled } from '../waiting.ts'
import { ageInWords } from '../waiting-words.ts'

type Message = Conversation['messages'][number]

export type ConversationProps = {
  record: ApplicationRecord
  conversation: Conversation
  onDone: (sentence: string) => Promise<void>
  /** Called where somebody was faster: what came first is told. */
  onLate: () => Promise<void>
}

export function ConversationCard(props: ConversationProps) {
  const { record, conversation } = props
  const mayChange = usePermission('change')
  const form = useRef<HTMLFormElement>(null)
  const text = useKeptText({
    ...{ form, reference: record.reference, purpose: 'message' },
    lastSent: conversation.messages.findLast(({ kind }) => isOfStaff(kind))?.text,
  })
  // What is typed stays, whatever a colleague makes of the application.
  const [isTyped, setTyped] = useState(text.kept !== null)
  const isOpen = hasApplicant(record.flow) && !isClosed(record.status)
  const mayWrite = mayChange && (isOpen || isTyped)
  if (conversation.messages.length === 0 && !mayWrite) return null
  return (
    <section className="card" aria-labelledby="conversation">
      <h2 id="conversation">申込者との連絡</h2>
      {conversation.messages.length > 0 && (
        <ol className="history said">
          {conversation.messages.map((message) => (
            <li key={message.id} className={isUnsettled(message) ? 'waits' : undefined}>
              <Said message={message} />
              {mayChange && message.settledAt === null && (
                <SettleForm {...props} message={message} />
              )}
            </li>
          ))}
        </ol>
      )}
      {mayWrite && <QuestionForm {...props} form={form} text={text} onTyped={setTyped} />}
    </section>
  )
}

function isOfStaff(kind: Message['kind']): boolean {
  return kind === 'question' || kind === 'notice'
}

function Said({ message }: { message: Message }) {
  const { kind, who, at, text, settledAt, settledBy } = message
  return (
    <>
      <p className="detail">
        <time dateTime={at}>{formatSecond(Date.parse(at))}</time>
        {who !== '' && <ApplicantText>{who}</ApplicantText>}
      </p>
      <p className="principal">{MESSAGE_KINDS[kind]}</p>
      <Lines text={text} />
      <p className="detail">
        {settledAt === null ? (
          <span className="badge unsettled">
            {kind === 'question' ? '回答待ち' : `未確認 ${ageInWords(Date.parse(at), Date.now())}`}
          </span>
        ) : (
          kind !== 'notice' && (
            <>
              {kind === 'question' ? '終了' : '確認済み'} {formatSecond(Date.parse(settledAt))}{' '}
              <ApplicantText>{settledBy ?? ''}</ApplicantText>
            </>
          )
        )}
      </p>
    </>
  )
}

export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text have nothing but their order.
    <p key={index}>
      <ApplicantText>{line}</ApplicantText>
    </p>
  ))
}

type SettleProps = ConversationProps & { message: Message }

function SettleForm({ record, message, onDone, onLate }: SettleProps) {
  const isQuestion = message.kind === 'question'
  const press = usePress(record)
  const { refusal, isBusy, submit } = useForm(
    async () => {
      const body: Omit<DecisionBody, 'seen'> = { of: 'message', accept: true, reason: '' }
      await press('decision', { path: 'decision', body, seen: { asked: message.id } })
      await onDone(isQuestion ? '質問を取り消しました。' : 'メッセージを確認済みにしました。')
    },
    { onLate },
  )
  const label = isQuestion ? '質問を取り消す' : '確認済みにする'
  return (
    <form
      onSubmit={submit}
      aria-busy={isBusy}
      aria-label={`${label}（${formatSecond(Date.parse(message.at))}）`}
    >
      <button type="submit" className="secondary">
        {label}
      </button>
      <Refused problem={refusal} />
    </form>
  )
}

type QuestionProps = ConversationProps & {
  form: RefObject<HTMLFormElement | null>
  text: ReturnType<typeof useKeptText>
  onTyped: (isTyped: boolean) => void
}

function QuestionForm(props: QuestionProps) {
  const { record, conversation, onDone, onLate, form, text, onTyped } = props
  const texts = useQuestionTexts()
  const support = useId()
  const press = usePress(record)
  const { refusal, isBusy, submit } = useForm<'text' | 'wantsAnswer'>(
    async (fields) => {
      const body: Omit<QuestionBody, 'seen'> = {
        text: fields.text,
        wantsAnswer: fields.wantsAnswer === 'on',
      }
      const seen = { message: conversation.messages.at(-1)?.id ?? '' }
      await press('question', { path: 'questions', body, seen })
      form.current?.reset()
      text.forget()
      onTyped(false)
      await onDone('送信しました。申込者には、連絡があることだけをメールで知らせます。')
    },
    { onLate },
  )
  const choose = (event: FormEvent<HTMLSelectElement>) => {
    const field = form.current?.elements.namedItem('text')
    const { value } = event.currentTarget
    if (value === '' || !(field instanceof HTMLTextAreaElement)) return
    field.value = value
    text.keep()
  }
  const type = () => {
    text.keep()
    onTyped(true)
  }
  return (
    <form ref={form} onInput={type} onSubmit={submit} aria-busy={isBusy} aria-label="申込者に書く">
      {texts.length > 0 && (
        <div className="field">
          <label htmlFor="questionText">用意した文から選ぶ</label>
          <select id="questionText" onChange={choose}>
            <option value="">選んでください</option>
            {texts.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </select>
        </div>
      )}
      <div className="field">
        <label htmlFor="text">申込者に書く</label>
        <p className="support" id={support}>
          状況のページで、電話番号を確認したあとに表示されます。メールには内容を書きません。
        </p>
        <textarea
          id="text"
          name="text"
          rows={4}
          maxLength={MESSAGE_LIMIT}
          required
          aria-describedby={support}
        />
      </div>
      <label className="agree">
        <input type="checkbox" name="wantsAnswer" defaultChecked />
        回答を求める
      </label>
      <button type="submit" className="secondary">
        送信する
      </button>
      <Refused problem={refusal} />
    </form>
  )
}

/** Of the operator's file. Asked for once: they change with a start of the server. */
function useQuestionTexts(): readonly string[] {
  const [texts, setTexts] = useState<readonly string[]>([])
  useEffect(() => {
    send<QuestionTexts>('GET', CONSOLE_PATHS.questionTexts).then(
      (reply) => setTexts(reply.texts),
      // Then staff write their own words.
      () => {},
    )
  }, [])
  return texts
}

const RESTS: Record<NonNullable<Conversation['gateRests']>, string> = {
  next_hour:
    '番号の確認に1時間に5回失敗したため、しばらく（最長1時間）確認できません。申込者からお急ぎとの連絡があったときは、「申込者のリンク」でいまのリンクを無効にし、新しいリンクをお渡しください。',
  renewal:
    '番号の確認に20回失敗したため、いまのリンクでは確認できません。申込者ご本人に状況を聞き、「申込者のリンク」でいまのリンクを無効にし、新しいリンクをお渡しください。',
}

/** Wrong answers have closed the gate of the applicant's page. */
export function GateRests({ gateRests }: Pick<Conversation, 'gateRests'>) {
  if (gateRests === null) return null
  return (
    <section className="warnings" aria-labelledby="gate-rests">
      <h2 id="gate-rests">申込者のページの確認が止まっています</h2>
      <p>{RESTS[gateRests]}</p>
    </section>
  )
}
