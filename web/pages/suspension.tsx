/** /teishi/input: suspension, which cancels the contract of a customer number with one press. */
import { type FormEvent, useEffect, useEffectEvent } from 'react'
import { CONSENT_WORDS } from '#domain/consent.ts'
import { useCustomerNumber } from '../browser/customer.ts'
import { useDocumentTitle } from '../browser/document-title.ts'
import { FailureBanner } from '../parts/banner.tsx'
import { CustomerNumber } from '../parts/customer-number.tsx'
import { Section } from '../parts/section.tsx'
import { SendButton } from '../parts/send-button.tsx'
import { isUnfinished } from '../sending/application.ts'
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
  const resumeAttempt = useEffectEvent(() => void resume(async () => {})?.catch(() => {}))
  useEffect(() => {
    if (customer) resumeAttempt()
  }, [customer])
  const press = (event: FormEvent) => {
    event.preventDefault()
    void send(REQUEST)
  }
  useDocumentTitle(title)
  return (
    <>
      <CustomerNumber number={customer}>
        <p>このお客様番号でお間違いがないか、ご確認ください。</p>
      </CustomerNumber>
      {customer !== null && (
        <form method="post" onSubmit={press}>
          <Section id="suspend-title" title="利用停止の内容">
            <ul>
              <li>
                このお手続きは、<strong>上のお客様番号のご契約の解約</strong>にあたります。
              </li>
              <li>
                お手続きを受け付けたあと、担当者が内容を確認し、ご登録の連絡先へご連絡します。
              </li>
              <li>ご連絡を差し上げるまで、現在のご契約はそのまま継続します。</li>
            </ul>
            <p>
              <a href={site.termsHref} target="_blank" rel="noopener">
                利用規約（PDF）
              </a>
              をお読みになり、よろしければボタンを押してください。
            </p>
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
            />
          </Section>
        </form>
      )}
    </>
  )
}
