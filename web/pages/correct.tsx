/** /status/correct: the content of an application is corrected by the form that it was typed in; staff confirm it. */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { STATUS_PAGE } from '#contract/status-pages.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { moveFocus } from '#ui/focus.ts'
import { Status } from '#ui/status.tsx'
import { CorrectionFields, KeptHere } from '../correct/correction-form.tsx'
import { type HandOver, handOver } from '../correct/hand-over.ts'
import { type Correctable, useCorrectable } from '../correct/use-correctable.ts'
import { useCorrection } from '../correct/use-correction.ts'
import { type PageProps, useDocumentTitle } from '../navigation.ts'
import { SupportPhone } from '../page-parts.tsx'
import { LOAD_FAILURE_ID, LoadFailure } from '../status/load-failure.tsx'
import { useFocusAfter } from '../waiting-focus.ts'

export function Page({ title, navigation }: PageProps) {
  const { view, isWaiting, askAgain } = useCorrectable()
  const [round, setRound] = useState(0)
  const isRetrying = isWaiting && view.step === 'failed'
  useFocusAfter(isRetrying ? 'retry' : null, { retry: LOADING }, () =>
    moveFocus(document.getElementById(LOAD_FAILURE_ID) ?? document.querySelector('h1')),
  )
  const giveUp = () => {
    flushSync(() => setRound(round + 1))
    moveFocus(document.querySelector('h1'))
  }
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <Status className={view.step === 'loading' ? 'announced lead' : 'announced unseen'}>
        {view.step === 'loading' ? LOADING : ''}
      </Status>
      {view.step === 'no-link' && <NoLink />}
      {view.step === 'failed' && (
        <LoadFailure
          {...{ what: 'お申し込みの内容', sentence: view.sentence, isWaiting }}
          onRetry={() => void askAgain()}
        />
      )}
      {view.step === 'ended' && <Ended sentence={view.sentence} given={view.given} />}
      {view.step === 'left' && <Left link={view.link} />}
      {view.step === 'shown' && (
        <Correction
          key={`${view.correctable.revision} ${round}`}
          title={title}
          given={view.given}
          correctable={round === 0 ? view.correctable : { ...view.correctable, proposed: null }}
          navigation={navigation}
          onOvertaken={askAgain}
          onGiveUp={giveUp}
        />
      )}
    </>
  )
}

const LOADING = 'お申し込みの内容を読み込んでいます。'

type CorrectionProps = Pick<PageProps, 'title' | 'navigation'> & {
  given: HandOver
  correctable: Correctable
  /** Asks anew: how the application stands, or why the correction cannot go on. */
  onOvertaken: () => Promise<Correctable | string | null>
  onGiveUp: () => void
}

function Correction({ title, navigation, correctable, onGiveUp, ...options }: CorrectionProps) {
  const { given } = options
  const onSent = () => {
    handOver({ ...given, isSent: true })
    void navigation.goTo(pathOf(given), null)
  }
  const form = useCorrection({ ...options, correctable, onSent })
  useDocumentTitle(title, undefined, form.problems.length > 0)
  return (
    <>
      <p className="lead">
        受付番号<span className="unbroken">{correctable.receiptNumber}</span>（
        {PROCEDURES[correctable.flow]}
        ）の内容を訂正します。担当者の確認後に反映されます。
      </p>
      <p>
        <KeptHere />
        <WayBack given={given} />
      </p>
      <CorrectionFields
        correctable={correctable}
        form={form}
        onGiveUp={() => {
          form.giveUp()
          onGiveUp()
        }}
      />
    </>
  )
}

function NoLink() {
  return (
    <div className="callout">
      <p>
        <strong>この画面は、「お申し込みの状況」のページから開きます。</strong>
      </p>
      <p>
        受付の確認メールなどのリンクから「お申し込みの状況」を開き、番号を入力して、「内容の訂正を申し出る」を押してください。
      </p>
      <p>
        <a href={STATUS_PAGE}>お申し込みの状況へ</a>
      </p>
      <p>
        サポート：
        <SupportPhone />
      </p>
    </div>
  )
}

const pathOf = ({ link }: Pick<HandOver, 'link'>) => `${STATUS_PAGE}#${link}`

/** What has opened the gate here opens it there. */
function WayBack({ given }: { given: HandOver }) {
  return (
    <a href={pathOf(given)} onClick={() => handOver(given)}>
      お申し込みの状況に戻る
    </a>
  )
}

function Left({ link }: { link: string }) {
  return (
    <div className="callout">
      <p>
        <strong>画面を離れたため、お申し込みの内容を閉じました。</strong>
      </p>
      <p>
        入力した内容は残っています。「お申し込みの状況」で番号を入力すると、続きから訂正できます。
      </p>
      <p>
        <a href={pathOf({ link })}>お申し込みの状況へ</a>
      </p>
    </div>
  )
}

function Ended({ sentence, given }: { sentence: string; given: HandOver }) {
  return (
    <div className="outcome failed">
      <p>{sentence}</p>
      <p>
        <WayBack given={given} />
      </p>
      <p>
        サポート：
        <SupportPhone />
      </p>
    </div>
  )
}
