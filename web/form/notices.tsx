/** Notices of a form: what is wrong, what was received, and what stands between a person and the send button. */
import { type MouseEvent, useEffect, useRef } from 'react'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { recoveries } from '#domain/messages.ts'
import { formatYen } from '#domain/prices.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { SupportPhone } from '../page-parts.tsx'
import { askForReload, reloadWhenReachable } from '../reload.ts'
import type { Failed, Offer } from '../sending/actions.ts'
import {
  type Application,
  type Notice,
  type Quote,
  type ReceivedBefore,
  unfinishedOf,
} from '../sending/application-state.ts'
import { useReceived } from '../sending/received.ts'
import { isKept } from '../sending/session-storage.ts'
import { Boundary } from './boundary.tsx'
import type { Line } from './mending.ts'
import type { Summary } from './use-problems.ts'

export function ErrorSummary({ summary: { round, lines } }: { summary: Summary }) {
  if (lines.length === 0) return null
  return (
    <Boundary>
      <ProblemList key={round} lines={lines} />
    </Boundary>
  )
}

/** After history.back() from a completed application. */
export function ReceivedNotice({ state }: { state: Application }) {
  const received = useReceived()
  if (received === null || state.step === 'done') return null
  return (
    <Boundary>
      <Received {...received} />
    </Boundary>
  )
}

type NoticeProps = { flow: FlowWithRows; state: Application; label: string; onResume: () => void }

/** A failed attempt, an application that was received before, or a price that has changed. */
export function SendNotice({ flow, state, label, onResume }: NoticeProps) {
  const failed = unfinishedOf(state)
  if (failed) return <FailureBanner failed={failed} onResume={onResume} />
  if (state.step === 'done' && state.received !== undefined)
    return <CompletedBefore {...state} received={state.received} />
  return state.step === 'estimated' && state.notice && state.quote ? (
    <PriceChanged flow={flow} quote={state.quote} label={label} notice={state.notice} />
  ) : null
}

/** The call asked to complete what is complete: another attempt could only fail again. */
function CompletedBefore({ received: number, isElsewhere = false }: ReceivedBefore) {
  const box = useNewsBox()
  return (
    <section className="callout" ref={box} tabIndex={-1} aria-label="受け付け済みです">
      <h3>受け付け済みです</h3>
      <NotSent isElsewhere={isElsewhere} />
      <p>{recoveries.completed}</p>
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

/** The rows were others, in another tab or before an answer was lost. */
function NotSent({ isElsewhere }: { isElsewhere: boolean }) {
  return (
    <p>
      {isElsewhere && '別の画面から受け付け済みです。'}
      {recoveries.notSent}
    </p>
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

/** Error summary above the form, one for each press: takes focus, links to each control, and follows what is mended. */
function ProblemList({ lines }: { lines: readonly Line[] }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const summary = box.current
    summary?.focus()
    // After history.back() the browser restores its scroll position a moment later.
    requestAnimationFrame(() => summary?.scrollIntoView({ block: 'nearest' }))
  }, [])
  const count = lines.filter(({ filled }) => filled === undefined).length
  const title =
    count > 0 ? `入力内容に誤りがあります（${count}件）` : '入力内容の誤りはなくなりました'
  return (
    <section
      className={count > 0 ? 'summary' : 'summary mended'}
      ref={box}
      tabIndex={-1}
      aria-label={title}
    >
      {/* What is mended is said where it happens, away from the focus. */}
      <div aria-live="polite">
        <h2>{title}</h2>
        <ul>
          {lines.map(({ field, message, filled }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place: what has the focus keeps it.
            <li key={index} className={filled === undefined ? undefined : 'filled'}>
              <a href={`#${field}`} onClick={(event) => focusControl(event, field)}>
                <Unbroken>{filled === undefined ? message : `入力しました：${filled}`}</Unbroken>
              </a>
            </li>
          ))}
        </ul>
      </div>
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

type ReceivedProps = NonNullable<ReturnType<typeof useReceived>>

/** Says that an application was already sent from this page, or from a duplicate of it, and under which number. */
function Received({ number, isElsewhere }: ReceivedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // With the heading above it, which has the focus; the browser restores its scroll position, of the longer form that was sent, a moment later.
    requestAnimationFrame(() => box.current?.scrollIntoView({ block: 'end' }))
  }, [])
  return (
    <div className="callout" ref={box}>
      {isElsewhere && <NotSent isElsewhere />}
      <p>
        {!isElsewhere && <strong>この画面からのお申し込みは、受け付け済みです。</strong>}
        {number !== '' && (
          <>
            受付番号は<span className="unbroken">{number}</span>です。
          </>
        )}
      </p>
      {!isElsewhere && (
        <p>
          ブラウザーの「進む」で、受付内容の控えに戻れます。別のお申し込みをするときは、このまま入力してください。
        </p>
      )}
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
        {what}は、
        <Unbroken>{`月額${formatYen(quote.estimate.total)}（税抜）です。`}</Unbroken>
        お申し込みはまだ完了していません。
      </p>
      {notice.kind === 'price-revised' && notice.also && <p>{notice.also}</p>}
      <p>よろしければ、もう一度「{label}」を押してください。</p>
    </section>
  )
}
