/** Behind the gate: the application is withdrawn, at once or by a request that staff decide. */
import { useState } from 'react'
import { WITHDRAWAL_ADDRESS } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { hasApplicant } from '#domain/flows.ts'
import { timeInWords } from '#domain/tokyo-time.ts'
import { Dialog, dropFocus } from '#ui/dialog.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { WaitingWords } from '../page-parts.tsx'
import { STANDING_ID } from './public-status.tsx'
import type { Presses } from './use-press.ts'

type Details = NonNullable<StatusAnswer['details']>
type Props = {
  flow: StatusAnswer['application']['flow']
  details: Pick<Details, 'withdrawal' | 'proposal' | 'actions'>
  presses: Presses
}

const WITHDRAWAL_ID = 'withdrawal'
const FAILURE_ID = 'withdrawal-failure'

const WORDS = {
  at_once: { open: '申し込みを取り下げる', press: '取り下げる' },
  request: { open: '取り下げを申し出る', press: '申し出る' },
} as const

export function Withdrawal({ flow, details: { withdrawal, proposal, actions }, presses }: Props) {
  const [isAsked, setAsked] = useState(false)
  const { press, waiting, isWaiting, problem } = presses
  const kind = actions.withdraw
  const isCorrected = proposal?.state === 'waiting'
  if (kind === null && withdrawal === null) return null
  const withdraw = () => {
    dropFocus()
    setAsked(false)
    void press({
      address: WITHDRAWAL_ADDRESS,
      body: { proposal: isCorrected ? proposal.number : null },
      place: FAILURE_ID,
      words: '送信しています。そのままお待ちください。',
      goesTo: kind === 'at_once' ? STANDING_ID : WITHDRAWAL_ID,
    })
  }
  return (
    <section className={withdrawal ? 'card' : 'card offered'} aria-labelledby={WITHDRAWAL_ID}>
      <h2 id={WITHDRAWAL_ID} tabIndex={-1}>
        取り下げ
      </h2>
      {withdrawal && <Requested flow={flow} withdrawal={withdrawal} />}
      {problem?.place === FAILURE_ID && (
        <div className="banner" id={FAILURE_ID} tabIndex={-1}>
          <p>{problem.sentence}</p>
        </div>
      )}
      {kind === 'at_once' && (
        <p>お申し込みをすぐに取り下げます。取り下げると、元には戻せません。</p>
      )}
      {kind === 'request' && <p>{answerOf(flow)}</p>}
      {kind && (
        <button
          type="button"
          className="secondary"
          disabled={isWaiting}
          onClick={() => setAsked(true)}
        >
          {WORDS[kind].open}
        </button>
      )}
      {waiting?.place === FAILURE_ID && <WaitingWords words={waiting.words} />}
      {isAsked && kind && (
        <Dialog aria-labelledby="withdrawal-question" onClose={() => setAsked(false)}>
          {(close) => (
            <>
              <h2 id="withdrawal-question">この申し込みを取り下げますか。</h2>
              <p>取り下げると、元には戻せません。</p>
              {kind === 'at_once' && isCorrected && (
                <p>確認を待っている訂正の申し出も、取り下げられます。</p>
              )}
              {kind === 'request' && <p>{answerOf(flow)}</p>}
              <p className="actions">
                <button type="button" className="secondary" onClick={close}>
                  取り下げない
                </button>
                <button type="button" className="destructive" onClick={withdraw}>
                  {WORDS[kind].press}
                </button>
              </p>
            </>
          )}
        </Dialog>
      )}
    </section>
  )
}

function answerOf(flow: Props['flow']): string {
  const where = hasApplicant(flow) ? 'メール' : 'このページ'
  return `担当者が確認し、結果を${where}でお知らせします。`
}

type RequestedProps = Pick<Props, 'flow'> & { withdrawal: NonNullable<Details['withdrawal']> }

function Requested({ flow, withdrawal: { state, at, sentence } }: RequestedProps) {
  const when = timeInWords(Date.parse(at))
  if (state === 'waiting')
    return (
      <p>
        <Unbroken>{`${when}に、取り下げの申し出を受け付けました。`}</Unbroken>
        {answerOf(flow)}
      </p>
    )
  return (
    <div className="callout">
      <p>
        <strong>
          <Unbroken>{`${when}の取り下げの申し出は、お受けできませんでした。`}</Unbroken>
        </strong>
      </p>
      <p className="words">
        <bdi>{sentence}</bdi>
      </p>
    </div>
  )
}
