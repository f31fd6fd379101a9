/** /status: how an application stands, for whoever has its link; everything that was typed behind the gate. */
import { useEffect, useEffectEvent, useState } from 'react'
import { CORRECTION_WAITS, STATUS_ERRORS } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { hasApplicant } from '#domain/flows.ts'
import { APPLICANT_STATUSES } from '#domain/status.ts'
import { timeInWords } from '#domain/tokyo-time.ts'
import { Status } from '#ui/status.tsx'
import { DETAILS_ID } from '../frame-places.ts'
import { type PageProps, useDocumentTitle } from '../navigation.ts'
import { SupportPhone } from '../page-parts.tsx'
import { loadLate } from '../reload.ts'
import type { Outcome } from '../status/ask-status.ts'
import {
  GATE_FAILURE_ID,
  GATE_FIELD,
  GATE_ID,
  GATE_TITLES,
  GATE_WAITING,
  Gate,
} from '../status/gate.tsx'
import { LOAD_FAILURE_ID, LoadFailure } from '../status/load-failure.tsx'
import { CONVERSATION_ID, Facts, STANDING_ID, Standing } from '../status/public-status.tsx'
import { usePress } from '../status/use-press.ts'
import { type Failure, useStatus, type View, type Waiting } from '../status/use-status.ts'
import { useFocusAfter } from '../waiting-focus.ts'

/** As the page calls what it loads. */
const WHAT = 'お申し込みの状況'

export function Page({ title, navigation }: PageProps) {
  const { view, waiting, isSent, given, take, visits, ...on } = useStatus()
  const hasProblem = view.step === 'shown' && view.failure?.of === 'answer'
  useDocumentTitle(title, undefined, hasProblem)
  useFocusAfter(waiting, WAITING_WORDS, (waited) => focusPlace(placeAfter(view, waited)))
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <Status className={view.step === 'loading' ? 'announced lead' : 'announced unseen'}>
        {announcementOf(view, isSent)}
      </Status>
      {view.step === 'no-link' && <NoLink />}
      {view.step === 'unknown' && <Unknown />}
      {view.step === 'failed' && (
        <LoadFailure
          {...{ what: WHAT, sentence: view.sentence }}
          isWaiting={waiting !== null}
          onRetry={on.askAgain}
        />
      )}
      {view.step === 'shown' && (
        <Shown
          {...{ view, waiting, given, take, visits, navigation }}
          onRefresh={on.askAgain}
          onAnswer={on.answerGate}
          onMended={on.forgetRefusal}
        />
      )}
    </>
  )
}

function announcementOf(view: View, isSent: boolean): string {
  if (view.step === 'loading') return WAITING_WORDS.status
  const proposal = view.step === 'shown' && view.answer.details?.proposal
  if (isSent && proposal && proposal.state === 'waiting') return CORRECTION_WAITS
  return view.step === 'shown'
    ? `現在の状況：${APPLICANT_STATUSES[view.answer.application.status].label}`
    : ''
}

const WAITING_WORDS: Record<Waiting, string> = {
  status: 'お申し込みの状況を読み込んでいます。',
  gate: GATE_WAITING,
}

/** What is behind the gate may still be on its way. */
function focusPlace(id: string): void {
  ;(document.getElementById(id) ?? document.getElementById(DETAILS_ID))?.focus()
}

function placeAfter(view: View, waited: Waiting): string {
  if (view.step !== 'shown') return LOAD_FAILURE_ID
  const { answer, failure } = view
  if (failure) return FAILURE_PLACES[failure.of]
  if (waited === 'status') return STANDING_ID
  if (!answer.details) return GATE_ID
  return answer.application.questionWaiting ? CONVERSATION_ID : DETAILS_ID
}

const FAILURE_PLACES: Record<Failure['of'], string> = {
  answer: GATE_FIELD,
  gate: GATE_FAILURE_ID,
  status: LOAD_FAILURE_ID,
}

function NoLink() {
  return (
    <div className="callout">
      <p>
        <strong>このページは、お申し込みごとのリンクから開きます。</strong>
      </p>
      <p>
        リンクは、受付の確認メールと、お手続きの直後に表示された画面（印刷した控え）にあります。
      </p>
      <p>
        リンクが見つからないときは、受付番号またはお客様番号を添えて、サポート（
        <SupportPhone />
        ）へお問い合わせください。
      </p>
      <p>
        <a href="/">お手続きの一覧へ</a>
      </p>
    </div>
  )
}

function Unknown() {
  return (
    <div className="outcome failed" id={LOAD_FAILURE_ID} tabIndex={-1}>
      <p>{STATUS_ERRORS.link_unknown}</p>
      <p>メールなどのリンクが、途中で切れていないかもご確認ください。</p>
      <p>
        サポート：
        <SupportPhone />
      </p>
    </div>
  )
}

type ShownProps = {
  view: Extract<View, { step: 'shown' }>
  waiting: Waiting | null
  given: () => { link: string; answer: string }
  take: (outcome: Outcome) => void
  visits: number
  navigation: PageProps['navigation']
  onRefresh: () => void
  onAnswer: (answer: string) => void
  onMended: () => void
}

function Shown({ view, waiting, given, take, visits, navigation, ...on }: ShownProps) {
  const { onRefresh, onAnswer, onMended } = on
  const { answer, at, failure } = view
  const { application, gate, details } = answer
  const { flow } = application
  const { code, prepare } = useDetails(details !== undefined)
  const isWaiting = waiting !== null
  return (
    <>
      {failure?.of === 'status' && (
        <LoadFailure
          {...{ what: WHAT, sentence: failure.sentence, isWaiting }}
          onRetry={onRefresh}
        />
      )}
      {details ? (
        <Opened {...{ application, gate, details, given, take, navigation }} code={code} />
      ) : (
        <div className="state">
          <Standing application={application} gate={gate} isOpen={false} />
          <Gate
            key={visits}
            {...{ gate, failure, isWaiting, onAnswer, onMended }}
            title={hasApplicant(flow) ? GATE_TITLES.correctable : GATE_TITLES.other}
            onTouch={prepare}
          />
          <Facts application={application} />
        </div>
      )}
      <p className="as-of">{timeInWords(at)}現在の状況です。</p>
      <p className="actions">
        <button type="button" className="secondary" disabled={isWaiting} onClick={onRefresh}>
          最新の状況に更新する
        </button>
      </p>
    </>
  )
}

type OpenedProps = Pick<ShownProps, 'given' | 'take' | 'navigation'> & {
  application: StatusAnswer['application']
  gate: StatusAnswer['gate']
  details: NonNullable<StatusAnswer['details']>
  /** Null while it is on its way. */
  code: DetailsCode | null
}

/** Behind the gate. What the applicant is asked comes first, in the document as on the screen; a withdrawal stands apart. */
function Opened({ application, gate, details, code, given, take, navigation }: OpenedProps) {
  const presses = usePress({ given, take })
  const { flow, questionWaiting: isAsked } = application
  const conversation = code && <code.Conversation {...{ details, isAsked, presses }} />
  return (
    <>
      {isAsked && conversation}
      <div className="state">
        <Standing application={application} gate={gate} isOpen />
        <Facts application={application} />
        <div className="opened">
          <section className="card" aria-labelledby={DETAILS_ID}>
            <h2 id={DETAILS_ID} tabIndex={-1}>
              入力した内容
            </h2>
            {code && <code.Details {...{ flow, details, given, navigation }} />}
          </section>
          {!isAsked && conversation}
          {code && <code.Withdrawal {...{ flow, details, presses }} />}
        </div>
      </div>
    </>
  )
}

const loadDetails = () => import('../status/details.tsx')
type DetailsCode = Awaited<ReturnType<typeof loadDetails>>

/** Their code comes when somebody is about to answer the gate. */
function useDetails(areShown: boolean) {
  const [code, setCode] = useState<DetailsCode | null>(null)
  const prepare = () => {
    if (!code) void loadLate(loadDetails).then((loaded) => loaded && setCode(loaded))
  }
  const prepareNow = useEffectEvent(prepare)
  useEffect(() => {
    if (areShown) prepareNow()
  }, [areShown])
  return { code, prepare }
}
