/** The form of a correction: the fields and rows of the application, what changes, the price where it changes, and the button. */
import { correctionWords } from '#domain/consent.ts'
import { shownPrice } from '#domain/flows.ts'
import { recoveries } from '#domain/messages.ts'
import { formatAmount } from '#domain/prices.ts'
import { DifferenceTables } from '#ui/difference.tsx'
import { ProblemsProvider } from '#ui/field.tsx'
import { Status } from '#ui/status.tsx'
import { ApplicantFields } from '../form/applicant-fields.tsx'
import { Boundary } from '../form/boundary.tsx'
import { EstimateLines } from '../form/estimate-lines.tsx'
import { ErrorSummary, FailureBanner, useNewsBox } from '../form/notices.tsx'
import { SendButton } from '../form/send-button.tsx'
import { Section, Unbroken } from '../pages/layout.tsx'
import { type Application, type Notice, unfinishedOf } from '../sending/application-state.ts'
import { FacilityTable } from '../table/facility-table.tsx'
import type { Correctable } from './use-correctable.ts'
import type { CorrectionForm, Origin } from './use-correction.ts'

type Props = { correctable: Correctable; form: CorrectionForm; onGiveUp: () => void }

export function CorrectionFields({ correctable, form, onGiveUp }: Props) {
  const { flow } = correctable
  const { problems, list, formProps, origin } = form
  return (
    <>
      <OriginNotice origin={origin} onGiveUp={onGiveUp} />
      <ErrorSummary problems={problems} />
      <ProblemsProvider problems={problems}>
        <form data-flow={flow} {...formProps}>
          <Section id="applicant-title" title="法人の情報">
            <ApplicantFields flow={flow} />
          </Section>
          <Section id="facilities-title" title="事業所の情報">
            <p>
              直すところだけを変更してください。行の追加や削除もできます。
              <span className="required">※1件以上必須</span>
            </p>
            <FacilityTable flow={flow} list={list} application={form} />
          </Section>
          <CheckSection correctable={correctable} form={form} />
          <SendSection correctable={correctable} form={form} />
        </form>
      </ProblemsProvider>
    </>
  )
}

const ORIGINS: Record<Exclude<Origin, 'base'>, string> = {
  proposed:
    '確認を待っている訂正の内容が入っています。あらためて申し出ると、前の申し出と入れ替わります。',
  typed: '前回、この画面で入力した内容が入っています。',
  overtaken:
    'この間に、お申し込みの内容が変わりました。変わった内容に、この画面で入力した内容を合わせてあります。ご確認ください。',
}

function OriginNotice({ origin, onGiveUp }: { origin: Origin; onGiveUp: () => void }) {
  if (origin === 'base') return null
  return (
    <div className="callout">
      <p>{ORIGINS[origin]}</p>
      <button type="button" className="secondary" onClick={onGiveUp}>
        現在のお申し込みの内容から始める
      </button>
    </div>
  )
}

type SectionProps = Omit<Props, 'onGiveUp'>

function CheckSection({ correctable, form }: SectionProps) {
  const { state, change, isNothing, check } = form
  const isShown = state.step !== 'editing' && change !== null
  return (
    <Section id="check-title" title="訂正の確認">
      <p>どこが変わるかを確認します。まだ送信はされません。</p>
      <button
        type="button"
        className={isShown ? 'secondary' : undefined}
        disabled={state.step === 'sending' || state.step === 'done'}
        onClick={check}
      >
        訂正の内容を確認する
      </button>
      <Status className={isShown ? 'unseen' : 'reason'}>{statusOf(state, isNothing)}</Status>
      {isShown && (
        <Boundary>
          <DifferenceTables difference={change.difference} />
          <Price correctable={correctable} change={change} />
        </Boundary>
      )}
    </Section>
  )
}

function statusOf(state: Application, isNothing: boolean): string {
  if (isNothing) return '変わったところがありません。内容を直してから、もう一度確認してください。'
  if (state.step === 'editing')
    return state.outdated ? '内容が変わりました。もう一度確認してください。' : ''
  return state.step === 'estimated' ? '変わるところを、このボタンの下に表示しました。' : ''
}

type PriceProps = Pick<Props, 'correctable'> & { change: NonNullable<CorrectionForm['change']> }

/** Old and new; nothing is asked where the price stays. */
function Price({ correctable: { flow, price }, change: { quote } }: PriceProps) {
  if (price === null) return null
  const [, agreed] = shownPrice(flow, price)
  if (!quote) return <p>料金は変わりません。</p>
  const [, wanted] = shownPrice(flow, formatAmount(quote.estimate.total))
  return (
    <>
      <table className="lines">
        <caption>料金</caption>
        <thead>
          <tr>
            <th scope="col">変更前</th>
            <th scope="col">変更後</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            {[agreed, wanted].map((words, index) => (
              <td key={index === 0 ? 'before' : 'after'}>
                <Unbroken>{words}</Unbroken>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <EstimateLines estimate={quote.estimate} />
    </>
  )
}

function SendSection({ correctable, form }: SectionProps) {
  const { state, change, press } = form
  const label = correctionWords(correctable.flow, change?.quote != null)
  const failed = unfinishedOf(state)
  const notice = state.step === 'estimated' ? state.notice : undefined
  return (
    <Section id="send-title" title="訂正の申し出">
      <p>担当者が確認し、結果をメールでお知らせします。それまでは、元の内容のままです。</p>
      <Boundary>
        {failed && <FailureBanner failed={failed} onResume={press} />}
        {notice && notice.kind !== 'unfinished' && <Changed notice={notice} label={label} />}
      </Boundary>
      <SendButton
        label={label}
        state={state}
        isOpen={state.step === 'estimated'}
        missing={
          state.step === 'editing' && state.outdated
            ? 'もう一度確認すると、このボタンで申し出られます。'
            : '訂正の内容を確認すると、このボタンで申し出られます。'
        }
      />
    </Section>
  )
}

type ChangedProps = { notice: Exclude<Notice, { kind: 'unfinished' }>; label: string }

/** Not what was shown when the button was: another press is needed (reading 29). */
function Changed({ notice, label }: ChangedProps) {
  const box = useNewsBox()
  return (
    <section
      className="banner"
      ref={box}
      tabIndex={-1}
      aria-label="訂正の内容をもう一度ご確認ください"
    >
      <h3>訂正の内容をもう一度ご確認ください</h3>
      <p>
        {notice.kind === 'price-revised'
          ? recoveries.priceRevised
          : '表示したあとに、内容が変わりました。上の「訂正の確認」をご確認ください。'}
      </p>
      {notice.kind === 'price-revised' && notice.also && <p>{notice.also}</p>}
      <p>よろしければ、もう一度「{label}」を押してください。まだ送信はされていません。</p>
    </section>
  )
}
