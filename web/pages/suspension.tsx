/** /teishi/input: suspension, which cancels the contract of a customer number with one press. */
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { afterSuspension, CONSENT_WORDS } from '#domain/consent.ts'
import { CustomerNumber, useCustomerNumber } from '../form/customer-number.tsx'
import { FailureBanner } from '../form/notices.tsx'
import { SendButton } from '../form/send-button.tsx'
import { useFragment } from '../fragment.ts'
import { type PageProps, useDocumentTitle } from '../navigation.ts'
import { Section, SupportPhone } from '../page-parts.tsx'
import { type ApplicationEvent, unfinishedOf } from '../sending/application-state.ts'
import { useUninvited } from '../sending/invitation.ts'
import { keepReceived, recallReceived } from '../sending/received.ts'
import { useSending } from '../sending/use-sending.ts'
import * as site from '../site.ts'

/** One consent, without a price. */
const REQUEST = { applicant: null, search: '', rows: [] }

export function Page({ title, navigation }: PageProps) {
  const customer = useCustomerNumber()
  const uninvited = useUninvited()
  const name = customer ? `suspension.${customer}` : null
  const { state, dispatch, send, resume } = useSending({
    flow: 'suspension',
    customer: customer ?? null,
    name,
    navigation,
    onComplete: (received) => name && keepReceived(name, received),
  })
  useReceivedBefore(name, dispatch)
  useOtherLink(dispatch)
  const start = useEffectEvent(() => void resume(async () => {}).catch(() => {}))
  useEffect(() => {
    if (customer) start()
  }, [customer])
  const press = (event: FormEvent) => {
    event.preventDefault()
    void send(REQUEST)
  }
  const received = state.step === 'done' ? state.received : undefined
  const failed = unfinishedOf(state)
  const isClosed = customer === null || uninvited !== null
  useDocumentTitle(title)
  return (
    <>
      <CustomerNumber
        flow="suspension"
        number={customer}
        uninvited={received === undefined ? uninvited : null}
      />
      {/* The form for a number takes more room than the number: a reused element would count as a layout shift. */}
      <Section key={`${isClosed}`} id="suspend-title" title="利用停止（解約）の内容">
        <Consequences />
        {received !== undefined && <Received number={received} />}
        {!isClosed && received === undefined && (
          <form method="post" onSubmit={press}>
            <p>
              <a href={site.termsHref} target="_blank" rel="noopener">
                利用規約（PDF）
              </a>
              をお読みになり、よろしければボタンを押してください。
            </p>
            {failed && <FailureBanner failed={failed} onResume={() => send(REQUEST)} />}
            <SendButton
              label={CONSENT_WORDS.suspension}
              state={state}
              isOpen={customer !== undefined && state.step === 'estimated'}
              missing=""
              look="destructive"
            />
          </form>
        )}
      </Section>
    </>
  )
}

/** Looks before anything is painted, and where the browser shows the page again as it was left. */
function useReceivedBefore(name: string | null, dispatch: (event: ApplicationEvent) => void): void {
  const look = useEffectEvent(() => {
    const received = name && recallReceived(name)
    if (received !== null) dispatch({ type: 'received', received })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again when the name is known.
  useLayoutEffect(() => {
    const lookAgain = () => look()
    lookAgain()
    addEventListener('pageshow', lookAgain)
    return () => removeEventListener('pageshow', lookAgain)
  }, [name])
}

/** Opened in this document, it may do what the one before could not. */
function useOtherLink(dispatch: (event: ApplicationEvent) => void): void {
  const fragment = useFragment()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins anew with each link.
  useEffect(() => dispatch({ type: 'estimated', quote: null }), [fragment])
}

function Consequences() {
  const consequences = afterSuspension(site.words)
  const unknown = consequences.flatMap(([label, text]) => (text ? [] : [label]))
  return (
    <>
      <p className="warning">
        このお手続きは、<strong>上のお客様番号のご契約の解約</strong>にあたります。
      </p>
      <ul>
        <li>お手続きを受け付けたあと、担当者が内容を確認し、ご登録の連絡先へご連絡します。</li>
        <li>ご連絡を差し上げるまで、現在のご契約はそのまま継続します。</li>
        {consequences.map(
          ([label, text]) =>
            text && (
              <li key={label}>
                {label}：{text}
              </li>
            ),
        )}
        {unknown.length > 0 && (
          <li>
            {unknown.join('、')}については、お手続きの前にサポート（
            <SupportPhone />
            ）へお問い合わせください。
          </li>
        )}
      </ul>
    </>
  )
}

/** In place of the button: a second press would file a second application. */
function Received({ number }: { number: string }) {
  return (
    <div className="callout">
      <p>
        <strong>このお客様番号の利用停止手続きは、受け付け済みです。</strong>
        {number !== '' && (
          <>
            受付番号は<span className="unbroken">{number}</span>です。
          </>
        )}
      </p>
      <p>
        取り下げは、お手続きの直後の画面か、印刷した控えにある「お申し込みの状況」のリンクから申し出られます。リンクがないときは、サポート（
        <SupportPhone />
        ）へご連絡ください。
      </p>
    </div>
  )
}
