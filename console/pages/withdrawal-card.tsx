/** An applicant's request to withdraw: staff confirm it, or refuse it with a sentence that the applicant reads. */
import type { Conversation } from '#contract/console-answers.ts'
import { formatSecond } from '#domain/tokyo-time.ts'
import { ApplicantText } from '../parts/basics.tsx'
import type { Question } from '../parts/confirm.tsx'
import { hasUnsettled } from '../waiting.ts'
import { ageInWords } from '../waiting-words.ts'
import { type ConversationProps, Lines } from './conversation.tsx'
import { Decision, type DecisionWords } from './decision-form.tsx'

type Withdrawal = NonNullable<Conversation['withdrawal']>

export function WithdrawalCard(props: ConversationProps) {
  const { withdrawal } = props.conversation
  if (!withdrawal) return null
  const { id, state } = withdrawal
  const isWaiting = state === 'waiting'
  const at = Date.parse(withdrawal.at)
  return (
    <section className={isWaiting ? 'card warnings' : 'card'} aria-labelledby="withdrawal">
      <h2 id="withdrawal">{WORDS.title}</h2>
      <p>
        {formatSecond(at)}{' '}
        {isWaiting && <span className="badge unsettled">{ageInWords(at, Date.now())}</span>}
      </p>
      {!isWaiting && <Decided withdrawal={withdrawal} />}
      <Decision {...props} asked={{ of: 'withdrawal', id, isWaiting }} words={wordsFor(props)} />
    </section>
  )
}

function Decided({ withdrawal }: { withdrawal: Withdrawal }) {
  const { state, decidedBy, decidedAt, sentence } = withdrawal
  return (
    <>
      <p>
        {decidedAt && formatSecond(Date.parse(decidedAt))}{' '}
        <ApplicantText>{decidedBy ?? ''}</ApplicantText>さんが
        {state === 'confirmed' ? '確認しました。' : '断りました。'}
      </p>
      {state === 'refused' && <Lines text={sentence} />}
    </>
  )
}

/** Accepted, it ends the application: whoever has not read what else the applicant says is told so before. */
function wordsFor({ record }: ConversationProps): DecisionWords {
  if (!hasUnsettled(record)) return WORDS
  const text = `まだ確認していない申込者のメッセージがあります。${QUESTION.text}`
  return { ...WORDS, question: { ...QUESTION, text } }
}

const QUESTION: Question = {
  title: 'このお申し込みを取り下げますか。',
  text: '対応状況が「取り下げ」になり、申込者にメールで知らせます。',
  label: '取り下げる',
}

const WORDS: DecisionWords = {
  title: '取り下げの申し出',
  accept: '申し出のとおり取り下げる',
  decline: '断る',
  reason: '断る理由',
  accepted: '申し出のとおり、取り下げにしました。',
  declined: '取り下げの申し出を断りました。',
  question: QUESTION,
}
