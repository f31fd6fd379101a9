/** /teishi/input: suspension, which cancels the contract of a customer number with one press. */
import { type FormEvent, useEffect, useEffectEvent } from 'react'
import { CONSENT_WORDS } from '#domain/consent.ts'
import { FLOWS } from '#domain/flows.ts'
import { afterSuspension } from '#domain/known-terms.ts'
import { useCustomerNumber } from '../browser/customer.ts'
import { useDocumentTitle } from '../browser/document-title.ts'
import { FailureBanner } from '../parts/banner.tsx'
import { CustomerNumber } from '../parts/customer-number.tsx'
import { Received } from '../parts/received.tsx'
import { Section } from '../parts/section.tsx'
import { SendButton } from '../parts/send-button.tsx'
import { SupportPhone } from '../parts/support-phone.tsx'
import { isUnfinished } from '../sending/application-state.ts'
import { useReceived } from '../sending/received.ts'
import { useSending } from '../sending/use-sending.ts'
import * as site from '../site.ts'
import type { PageProps } from './page.ts'

/** One consent, without a price. */
const REQUEST = { applicant: null, search: '', rows: [] }

export function Page({ title, navigation }: PageProps) {
  const customer = useCustomerNumber()
  const { state, send, resume } = useSending({
    flow: 'suspension',
    customer: customer ?? null,
    name: customer ? `suspension.${customer}` : null,
    navigation,
  })
  const start = useEffectEvent(() => {
    // One press is all that happens here: what answers it must not need the network any more.
    void navigation.prepare(FLOWS.suspension.resultPath)
    void resume(async () => {}).catch(() => {})
  })
  useEffect(() => {
    if (customer) start()
  }, [customer])
  const press = (event: FormEvent) => {
    event.preventDefault()
    void send(REQUEST)
  }
  const received = useReceived()
  useDocumentTitle(title)
  return (
    <>
      <CustomerNumber flow="suspension" number={customer} />
      {received !== null && state.step !== 'done' && <Received number={received} />}
      {/* The form for a number takes more room than the number: a reused element would count as a layout shift. */}
      <Section key={`${customer === null}`} id="suspend-title" title="利用停止（解約）の内容">
        <Consequences />
        {customer !== null && (
          <form method="post" onSubmit={press}>
            {isUnfinished(state) && (
              <FailureBanner
                message={state.step === 'failed' ? state.message : undefined}
                onResume={() => send(REQUEST)}
              />
            )}
            <SendButton
              label={CONSENT_WORDS.suspension}
              state={state}
              isOpen={customer !== undefined && state.step === 'estimated'}
              missing=""
              isDestructive
            />
          </form>
        )}
      </Section>
    </>
  )
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
            ）へお尋ねください。
          </li>
        )}
      </ul>
      <p>
        <a href={site.termsHref} target="_blank" rel="noopener">
          利用規約（PDF）
        </a>
        をお読みになり、よろしければボタンを押してください。
      </p>
    </>
  )
}
