/** The correction that an applicant proposes: what it changes, its price, and what staff make of it. */
import { useRef, useState } from 'react'
import { applicantOf } from '#contract/apply.ts'
import { type ApplicationRecord, type Correction, referencePath } from '#contract/console.ts'
import type { CorrectionBody } from '#contract/console-schemas.ts'
import { MESSAGE_LIMIT } from '#contract/status.ts'
import { differenceOf, versionOf } from '#domain/difference.ts'
import { hasApplicant, shownPrice } from '#domain/flows.ts'
import { formatSecond } from '#domain/tokyo-time.ts'
import { DifferenceTables } from '#ui/difference.tsx'
import { Refusal, send } from '../api.ts'
import { Alert, ApplicantText } from '../parts/basics.tsx'
import { usePermission } from '../session-context.ts'
import { useForm } from '../use-form.ts'
import { useKeptText } from '../use-kept-text.ts'

type Props = {
  record: ApplicationRecord
  onDone: (sentence: string) => Promise<void>
  /** Called where somebody was faster: what came first is read. */
  onLate: () => Promise<void>
}

/** More than these are passed by with one key. */
const MANY_ROWS = 15
const DECISION_ID = 'correction-decision'

/** What was decided is shown until the next one; the history has the others. */
export function CorrectionCard(props: Props) {
  const { correction } = props.record
  if (!correction) return null
  const isWaiting = correction.state === 'waiting'
  return (
    <section className={isWaiting ? 'card warnings' : 'card'} aria-labelledby="correction">
      <h2 id="correction">訂正の申し出</h2>
      <Fate correction={correction} />
      {isWaiting && correction.facilities.length > MANY_ROWS && (
        <a className="skip" href={`#${DECISION_ID}`}>
          訂正の内容をとばす
        </a>
      )}
      {(isWaiting || correction.state === 'declined') && (
        <Change record={props.record} correction={correction} />
      )}
      <Decision {...props} correction={correction} />
    </section>
  )
}

type Shown = { record: ApplicationRecord; correction: Correction }

const FATES: Record<Correction['state'], string> = {
  waiting: '申込者が、内容の訂正を申し出ています。反映するまでは、元の内容のままです。',
  accepted: '反映しました。',
  declined: '反映しませんでした。',
  replaced: '申込者が、新しい訂正を申し出ました。',
  lapsed: '対応が終わったため、反映されませんでした。',
}

function Fate({
  correction: { state, at, decidedAt, decidedBy, sentence },
}: Pick<Shown, 'correction'>) {
  return (
    <>
      <p>申し出：{formatSecond(Date.parse(at))}</p>
      <p>
        {FATES[state]}
        {decidedAt !== null && `（${formatSecond(Date.parse(decidedAt))} `}
        {decidedAt !== null && <ApplicantText>{decidedBy ?? ''}</ApplicantText>}
        {decidedAt !== null && '）'}
      </p>
      {state === 'declined' && (
        <p>
          申込者への説明：<ApplicantText>{sentence}</ApplicantText>
        </p>
      )}
    </>
  )
}

/** Against what counts. */
function Change({ record, correction }: Shown) {
  const { flow, priceText: agreed, facilities } = record
  const { priceText: wanted, words } = correction
  if (!hasApplicant(flow)) return null
  const difference = differenceOf(
    versionOf(flow, applicantOf(record), facilities),
    versionOf(flow, applicantOf(correction.fields), correction.facilities),
  )
  return (
    <>
      <DifferenceTables
        difference={difference}
        text={(typed) => <ApplicantText>{typed}</ApplicantText>}
      />
      {wanted === null || wanted === agreed ? (
        <p>料金は変わりません。</p>
      ) : (
        <p>
          料金：変更前 {agreed === null ? 'なし' : shownPrice(flow, agreed)[1]}、変更後{' '}
          <strong>{shownPrice(flow, wanted)[1]}</strong>
          （申込者が押したボタン：「{words}」）
        </p>
      )}
    </>
  )
}

/** `accepts`: which of the two buttons was pressed. */
function useDecision({ record, correction, onDone, onLate }: Props & Shown) {
  const accepts = useRef(true)
  const element = useRef<HTMLFormElement>(null)
  const { kept, keep, forget } = useKeptText({
    ...{ form: element, reference: record.reference, isOpen: correction.state === 'waiting' },
    purpose: `correction-${correction.number}`,
  })
  const [typed, setTyped] = useState(kept?.text ?? '')
  const form = useForm<'sentence'>(async ({ sentence }) => {
    const { number, base } = correction
    const accept = accepts.current
    const text = accept ? '' : sentence.replaceAll('\r\n', '\n')
    const body: CorrectionBody = { number, base, accept, sentence: text }
    await send('POST', referencePath('correction', record.reference), body).catch(
      async (error: unknown) => {
        // Read before it is said, so that what came first is on the screen.
        if (error instanceof Refusal && error.status === 409) await onLate()
        throw error
      },
    )
    setTyped('')
    forget()
    await onDone(`${accept ? '訂正を反映しました。' : '訂正を反映しませんでした。'}${TOLD}`)
  })
  return { ...form, element, accepts, typed, setTyped, keep }
}

/** What was typed stays when somebody was faster. */
function Decision(props: Props & Shown) {
  const mayChange = usePermission('change')
  const { element, problem, isBusy, submit, accepts, typed, setTyped, keep } = useDecision(props)
  const isWaiting = props.correction.state === 'waiting'
  if (!mayChange || (!isWaiting && typed === '' && problem === '')) return null
  const choose = (accept: boolean) => {
    accepts.current = accept
  }
  return (
    <form
      ref={element}
      id={DECISION_ID}
      tabIndex={-1}
      onInput={keep}
      onSubmit={submit}
      aria-busy={isBusy}
      aria-label="訂正の申し出"
    >
      {isWaiting && (
        <button type="submit" formNoValidate onClick={() => choose(true)}>
          訂正を反映する
        </button>
      )}
      {(isWaiting || typed !== '') && <Sentence onType={setTyped} />}
      {isWaiting && (
        <button type="submit" className="secondary" onClick={() => choose(false)}>
          訂正を反映しない
        </button>
      )}
      {problem !== '' && (
        <Alert>
          <ApplicantText>{problem}</ApplicantText>
        </Alert>
      )}
    </form>
  )
}

function Sentence({ onType }: { onType: (typed: string) => void }) {
  return (
    <div className="field">
      <label htmlFor="correction-sentence">反映しない理由</label>
      <p className="support" id="correction-sentence-support">
        申込者の状況のページに表示されます。
      </p>
      <textarea
        id="correction-sentence"
        name="sentence"
        rows={3}
        maxLength={MESSAGE_LIMIT}
        required
        aria-describedby="correction-sentence-support"
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
    </div>
  )
}

const TOLD = '申込者にメールで知らせます。'
