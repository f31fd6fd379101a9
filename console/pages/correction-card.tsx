/** The correction that an applicant proposes: what it changes, its price, and what staff make of it. */
import { applicantOf } from '#contract/apply.ts'
import type { ApplicationRecord, Correction } from '#contract/console-answers.ts'
import { differenceOf, versionOf } from '#domain/difference.ts'
import { hasApplicant, shownPrice } from '#domain/flows.ts'
import { formatSecond } from '#domain/tokyo-time.ts'
import { DifferenceTables } from '#ui/difference.tsx'
import { ApplicantText } from '../parts/basics.tsx'
import { Decision, type DecisionProps, type DecisionWords } from './decision-form.tsx'

type Props = Omit<DecisionProps, 'asked' | 'words'>

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
      <h2 id="correction">{WORDS.title}</h2>
      <Fate correction={correction} />
      {isWaiting && correction.facilities.length > MANY_ROWS && (
        <a className="skip" href={`#${DECISION_ID}`}>
          訂正の内容をとばす
        </a>
      )}
      {(isWaiting || correction.state === 'declined') && (
        <Change record={props.record} correction={correction} />
      )}
      <Decision
        {...props}
        asked={{ of: 'correction', id: String(correction.number), isWaiting }}
        words={WORDS}
      />
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

const TOLD = '申込者にメールで知らせます。'

const WORDS: DecisionWords = {
  title: '訂正の申し出',
  accept: '訂正を反映する',
  decline: '訂正を反映しない',
  reason: '反映しない理由',
  accepted: `訂正を反映しました。${TOLD}`,
  declined: `訂正を反映しませんでした。${TOLD}`,
}
