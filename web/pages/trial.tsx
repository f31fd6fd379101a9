/** /trial/input: the free trial, in one step; the estimate is computed inside the submit. */

import { useState } from 'react'
import { TRIAL_DAYS } from '#domain/flows.ts'
import type { PriceList } from '#domain/prices.ts'
import { CellField, ProblemsProvider } from '#ui/field.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { ApplicantFields } from '../form/applicant-fields.tsx'
import { Boundary } from '../form/boundary.tsx'
import { AGREEMENT } from '../form/controls.ts'
import { PriceNotes } from '../form/guide.tsx'
import { ErrorSummary, ReceivedNotice, SendNotice } from '../form/notices.tsx'
import { PrerenderedGuide } from '../form/prerendered-guide.tsx'
import { SendButton, Trap } from '../form/send-button.tsx'
import { useApplication } from '../form/use-application.ts'
import { type PageProps, useDocumentTitle } from '../navigation.ts'
import { Section } from '../page-parts.tsx'
import * as site from '../site.ts'
import { FacilityTable } from '../table/facility-table.tsx'

const LABEL = '無料体験を申し込む'

export function Page({ title, navigation }: PageProps) {
  const application = useApplication('trial', { navigation })
  const { state, problems, summary, list, formProps, isReady, press } = application
  useDocumentTitle(title, undefined, problems.length > 0)
  return (
    <>
      <ReceivedNotice state={state} />
      <ErrorSummary summary={summary} />
      <ProblemsProvider problems={problems}>
        <form {...formProps}>
          <Section id="applicant-title" title="法人の情報">
            <ApplicantFields flow="trial" />
          </Section>
          <PrerenderedGuide flow="trial" />
          <Section id="facilities-title" title="事業所の情報" required="※1件以上必須">
            <p>
              <Unbroken>
                1行に1つのサービスで入力してください。空いた行はそのままで構いません。事業所番号は10桁の半角数字です（地域生活支援事業で番号がない場合は空欄のままで構いません）。
              </Unbroken>
            </p>
            <FacilityTable flow="trial" list={list} application={application} />
            <PriceDetails list={list} />
          </Section>
          <Section id="submit-title" title="お申し込み">
            <p className="total">
              <span>
                <Unbroken>{`無料体験（${TRIAL_DAYS}日間）の料金`}</Unbroken>
              </span>
              <strong>0円</strong>
            </p>
            <Trap />
            <Agreement />
            <Boundary>
              <SendNotice flow="trial" state={state} label={LABEL} onResume={press} />
            </Boundary>
            <SendButton
              label={LABEL}
              state={state}
              isOpen={isReady && (state.step === 'editing' || state.step === 'estimated')}
              missing=""
            />
          </Section>
        </form>
      </ProblemsProvider>
    </>
  )
}

/** Prices of a trial's later contract, drawn when a person asks for them. */
function PriceDetails({ list }: { list: PriceList }) {
  const [isOpen, setOpen] = useState(false)
  // It may have been opened before hydration.
  const look = (details: HTMLDetailsElement | null) => {
    if (details?.open) setOpen(true)
  }
  return (
    <details ref={look} onToggle={() => setOpen(true)}>
      <summary>ご契約になった場合の料金の目安</summary>
      {isOpen && (
        <Boundary>
          <PriceNotes list={list} />
        </Boundary>
      )}
    </details>
  )
}

/** The trial's checkbox that accepts the terms and the privacy policy, both linked. */
function Agreement() {
  return (
    <div className="field">
      <CellField name={AGREEMENT}>
        {(tied) => (
          <div className="agree">
            <input type="checkbox" aria-required {...tied} />
            <label htmlFor={AGREEMENT}>
              <a href={site.termsHref} target="_blank" rel="noopener">
                利用規約
              </a>
              と
              <a href={site.privacyHref} target="_blank" rel="noopener">
                プライバシーポリシー
              </a>
              に同意する
            </label>
          </div>
        )}
      </CellField>
    </div>
  )
}
