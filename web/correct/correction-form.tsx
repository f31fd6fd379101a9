/** The form of a correction: the fields and rows of the application, what changes, the price where it changes, and the button. */
import { correctionWords } from '#domain/consent.ts'
import { differenceOf } from '#domain/difference.ts'
import { shownPrice } from '#domain/flows.ts'
import { recoveries } from '#domain/messages.ts'
import { formatAmount, formatYen } from '#domain/prices.ts'
import { DifferenceTables } from '#ui/difference.tsx'
import { ProblemsProvider } from '#ui/field.tsx'
import { Status } from '#ui/status.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { ApplicantFields } from '../form/applicant-fields.tsx'
import { Boundary } from '../form/boundary.tsx'
import { EstimateLines } from '../form/estimate-lines.tsx'
import { ErrorSummary, FailureBanner, useNewsBox } from '../form/notices.tsx'
import { SendButton } from '../form/send-button.tsx'
import { Section } from '../page-parts.tsx'
import { type Application, type Notice, unfinishedOf } from '../sending/application-state.ts'
import { isKept } from '../sending/session-storage.ts'
import { FacilityTable } from '../table/facility-table.tsx'
import { ApplicantValues, FacilityValues, Part } from './parts.tsx'
import { type Correctable, waitingOf } from './use-correctable.ts'
import type { CorrectionForm, Origin } from './use-correction.ts'

type Props = { correctable: Correctable; form: CorrectionForm; onGiveUp: () => void }

export function CorrectionFields({ correctable, form, onGiveUp }: Props) {
  const { flow } = correctable
  const { problems, summary, list, formProps, origin } = form
  const version = correctable.proposed ?? correctable.base
  return (
    <>
      <OriginNotice origin={origin} onGiveUp={onGiveUp} />
      {form.isUnseen && (
        <div className="callout">
          <OtherProposal correctable={correctable} />
          <p>この画面の内容を申し出ると、待っている訂正がこの画面の内容に入れ替わります。</p>
        </div>
      )}
      <ErrorSummary summary={summary} />
      <ProblemsProvider problems={problems}>
        <form data-flow={flow} {...formProps}>
          <Part
            id="applicant-title"
            title="法人の情報"
            form={form}
            of="fields"
            values={<ApplicantValues flow={flow} version={version} />}
          >
            <ApplicantFields flow={flow} />
          </Part>
          <Part
            id="facilities-title"
            title="事業所の情報"
            form={form}
            of="rows"
            values={<FacilityValues version={version} />}
          >
            <p>直すところだけを変更してください。行の追加や削除もできます。</p>
            <FacilityTable flow={flow} list={list} application={form} />
          </Part>
          <CheckSection correctable={correctable} form={form} />
          <SendSection correctable={correctable} form={form} />
        </form>
      </ProblemsProvider>
    </>
  )
}

/** Nothing is promised where the browser keeps nothing. */
export function KeptHere() {
  return isKept() && '入力した内容は、このタブを閉じるまで残ります。'
}

const ORIGINS: Record<Exclude<Origin, 'base'>, string> = {
  proposed:
    '確認を待っている訂正の内容が入っています。あらためて申し出ると、前の申し出と入れ替わります。',
  typed: '前回、この画面で入力した内容が入っています。',
  overtaken:
    'この間に、お申し込みの内容が変わりました。変わった内容に、この画面で入力した内容を合わせてあります。ご確認ください。',
}

/** A correction that was not there when the typing was begun, or the answer to the one that was. */
function OtherProposal({ correctable: { base, proposal } }: Pick<Props, 'correctable'>) {
  if (!proposal) return <p>確認を待っていた訂正の申し出は、なくなりました。</p>
  const { isWaiting, version, reason } = proposal
  return (
    <>
      <p>
        <strong>
          {isWaiting
            ? 'この画面で入力している間に、次の訂正が申し出られ、確認を待っています。'
            : '前の訂正の申し出は、お受けできませんでした。'}
        </strong>
      </p>
      {isWaiting ? (
        <DifferenceTables difference={differenceOf(base, version)} />
      ) : (
        <p className="words">{reason}</p>
      )}
    </>
  )
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
        <tbody>
          <tr>
            <th scope="row">変更前</th>
            <td>
              <Unbroken>{agreed}</Unbroken>
            </td>
          </tr>
          <tr>
            <th scope="row">変更後</th>
            <td>
              <Unbroken>{wanted}</Unbroken>
              <small>
                <strong>{differenceInWords(quote.estimate.total - amountOf(price))}</strong>
              </small>
            </td>
          </tr>
        </tbody>
      </table>
      <EstimateLines estimate={quote.estimate} />
    </>
  )
}

const amountOf = (priceText: string) => Number(priceText.replaceAll(',', ''))

/** e.g. 差額 +19,960円; a minus is as wide as a plus. */
function differenceInWords(yen: number): string {
  return yen === 0 ? '料金は変わりません' : `差額 ${yen < 0 ? '−' : '+'}${formatYen(Math.abs(yen))}`
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
        {notice && notice.kind !== 'unfinished' && (
          <Changed correctable={correctable} notice={notice} label={label} />
        )}
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

type ChangedProps = Pick<Props, 'correctable'> & {
  notice: Exclude<Notice, { kind: 'unfinished' }>
  label: string
}

/** Not what was shown when the button was: another press is needed (reading 29). */
function Changed({ correctable, notice, label }: ChangedProps) {
  const box = useNewsBox()
  return (
    <section
      className="banner"
      ref={box}
      tabIndex={-1}
      aria-label="訂正の内容をもう一度ご確認ください"
    >
      <h3>訂正の内容をもう一度ご確認ください</h3>
      {notice.kind === 'proposal-changed' ? (
        <OtherProposal correctable={correctable} />
      ) : (
        <p>
          {notice.kind === 'price-revised'
            ? recoveries.priceRevised
            : '表示したあとに、内容が変わりました。上の「訂正の確認」をご確認ください。'}
        </p>
      )}
      {notice.kind === 'price-revised' && notice.also && <p>{notice.also}</p>}
      {notice.kind === 'proposal-changed' && waitingOf(correctable) !== null ? (
        <p>
          まだ送信はされていません。もう一度「{label}
          」を押すと、待っている訂正がこの画面の内容に入れ替わります。
        </p>
      ) : (
        <p>よろしければ、もう一度「{label}」を押してください。まだ送信はされていません。</p>
      )}
    </section>
  )
}
