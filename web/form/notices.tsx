/** Notices of a form: what is wrong, what was received, and what stands between a person and the send button. */
import { type MouseEvent, useEffect, useRef } from 'react'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { type Problem, recoveries } from '#domain/messages.ts'
import { formatYen } from '#domain/prices.ts'
import { SupportPhone } from '../pages/layout.tsx'
import { askForReload, reloadWhenReachable } from '../reload.ts'
import type { Failed, Offer } from '../sending/actions.ts'
import {
  type Application,
  type Notice,
  type Quote,
  unfinishedOf,
} from '../sending/application-state.ts'
import { useReceived } from '../sending/received.ts'
import { isKept } from '../sending/session-storage.ts'
import { Boundary } from './boundary.tsx'

export function ErrorSummary({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <Boundary>
      <ProblemList problems={problems} />
    </Boundary>
  )
}

/** After history.back() from a completed application. */
export function ReceivedNotice({ state }: { state: Application }) {
  const received = useReceived()
  if (received === null || state.step === 'done') return null
  return (
    <Boundary>
      <Received number={received} />
    </Boundary>
  )
}

type NoticeProps = { flow: FlowWithRows; state: Application; label: string; onResume: () => void }

/** A failed attempt, an application that was received before, or a price that has changed. */
export function SendNotice({ flow, state, label, onResume }: NoticeProps) {
  const failed = unfinishedOf(state)
  if (failed) return <FailureBanner failed={failed} onResume={onResume} />
  if (state.step === 'done' && state.received !== undefined)
    return <CompletedBefore number={state.received} statusLink={state.statusLink} />
  return state.step === 'estimated' && state.notice && state.quote ? (
    <PriceChanged flow={flow} quote={state.quote} label={label} notice={state.notice} />
  ) : null
}

type CompletedProps = { number: string; statusLink: string | undefined }

/** The call asked to complete what is complete: another attempt could only fail again. */
function CompletedBefore({ number, statusLink }: CompletedProps) {
  const box = useNewsBox()
  return (
    <section className="callout" ref={box} tabIndex={-1} aria-label="受け付け済みです">
      <h3>受け付け済みです</h3>
      {statusLink === undefined ? (
        <p>{recoveries.completed}</p>
      ) : (
        <p>
          このお申し込みは受け付け済みです。内容を変更する場合は、「
          <a href={statusLink}>お申し込みの状況</a>
          」のページか、サポートへご連絡ください。
        </p>
      )}
      {number !== '' && (
        <p>
          受付番号は<span className="unbroken">{number}</span>です。
        </p>
      )}
      <p>
        サポート：
        <SupportPhone />
      </p>
    </section>
  )
}

/** A box that takes the focus when it appears. */
export function useNewsBox() {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return box
}

/** Besides what has happened: what was kept, and what to do. */
const ADVICE: Record<Offer, string> = {
  retry: '入力内容は残っています。もう一度送信しても、二重に登録されることはありません。',
  correct: '入力内容は残っています。内容をご確認のうえ、もう一度お進みください。',
  reload: '',
  support: '入力内容は残っています。',
}

type BannerProps = { failed: Failed; onResume: () => void }

/** Banner of a failed attempt: says why, takes focus, and offers what can succeed. */
export function FailureBanner({ failed: { message, offer }, onResume }: BannerProps) {
  const box = useNewsBox()
  return (
    <section className="banner" ref={box} tabIndex={-1} aria-label="送信が完了しませんでした">
      <h3>送信が完了しませんでした</h3>
      <p>{message ?? '前回の送信は完了していません。'}</p>
      {ADVICE[offer] && <p>{ADVICE[offer]}</p>}
      {offer === 'retry' && (
        <button type="button" onClick={onResume}>
          もう一度送信する
        </button>
      )}
      {offer === 'reload' && (
        <button
          type="button"
          onClick={() => (isKept() ? reloadWhenReachable() : askForReload(box))}
        >
          再読み込みする
        </button>
      )}
      <p>
        {offer === 'support' ? '' : '繰り返しても送信できないときは、'}サポート（
        <SupportPhone />
        ）へご連絡ください。
      </p>
    </section>
  )
}

/** Error summary above the form: lists every validation problem, takes focus, links to each control. */
function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const box = useRef<HTMLElement>(null)
  const before = useRef<readonly Problem[]>([])
  // Focus again after every press, even where the words are the same; not when a problem was only removed.
  useEffect(() => {
    const isNews = problems.some((problem) => !before.current.includes(problem))
    before.current = problems
    if (!isNews) return
    const summary = box.current
    summary?.focus()
    // After history.back() the browser restores its scroll position a moment later.
    requestAnimationFrame(() => summary?.scrollIntoView({ block: 'nearest' }))
  }, [problems])
  const title = `入力内容に誤りがあります（${problems.length}件）`
  return (
    <section className="summary" ref={box} tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`} onClick={(event) => focusControl(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Focus by script: following the fragment would add an entry to the history. */
export function focusControl(event: MouseEvent, field: string): void {
  const control = document.getElementById(field)
  if (!control) return
  event.preventDefault()
  const place = control.closest('.field, [role="row"]') ?? control
  place.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}

/** Says that an application was already sent from this page, and under which number. */
export function Received({ number }: { number: string }) {
  return (
    <div className="callout">
      <p>
        <strong>この画面からのお申し込みは、受け付け済みです。</strong>
        {number !== '' && (
          <>
            受付番号は<span className="unbroken">{number}</span>です。
          </>
        )}
      </p>
      <p>
        ブラウザーの「進む」で、受付内容の控えに戻れます。別のお申し込みをするときは、このまま入力してください。
      </p>
    </div>
  )
}

type PriceChangedProps = { flow: FlowWithRows; quote: Quote; label: string; notice: Notice }

/** The price has changed since the button was shown: nothing is complete, another press consents to the new one (reading 29). */
function PriceChanged({ flow, quote, label, notice }: PriceChangedProps) {
  const box = useNewsBox()
  const what = FLOWS[flow].isFree ? 'ご契約になった場合の料金の目安' : '新しいお見積もり額'
  return (
    <section className="banner" ref={box} tabIndex={-1} aria-label="料金が変わりました">
      <h3>料金が変わりました</h3>
      {notice.kind === 'price-revised' && <p>{recoveries.priceRevised}</p>}
      <p>
        {what}は、月額{formatYen(quote.estimate.total)}
        （税抜）です。お申し込みはまだ完了していません。
      </p>
      {notice.kind === 'price-revised' && notice.also && <p>{notice.also}</p>}
      <p>よろしければ、もう一度「{label}」を押してください。</p>
    </section>
  )
}
