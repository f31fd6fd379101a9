/** The sections that entry and migration share: facilities, estimate, registration. */
import type { ReactNode } from 'react'
import { CONSENT_WORDS } from '#domain/consent.ts'
import { type FlowWithRows, hasApplicant } from '#domain/flows.ts'
import { formatYen } from '#domain/prices.ts'
import { Status } from '#ui/status.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { Section } from '../page-parts.tsx'
import { type Application, type Quote, unfinishedOf } from '../sending/application-state.ts'
import * as site from '../site.ts'
import { FacilityTable } from '../table/facility-table.tsx'
import { AgreedTerms, Answers, PriceBar } from './answers.tsx'
import { Boundary } from './boundary.tsx'
import { EstimateResult } from './estimate.tsx'
import { SendNotice } from './notices.tsx'
import { PrerenderedGuide } from './prerendered-guide.tsx'
import { SendButton } from './send-button.tsx'
import type { ApplicationForm } from './use-application.ts'

/** Index into CONTRACT_STEPS: what is not filled in belongs to the first. */
export function contractStepOf({ state, missing }: ApplicationForm): number {
  return state.step === 'editing' || missing.length > 0 ? 0 : 1
}

type Props = {
  flow: FlowWithRows
  application: ApplicationForm
}

export function ContractSteps({ flow, application }: Props) {
  const { state, list } = application
  const quote = 'quote' in state ? state.quote : null
  return (
    <>
      {hasApplicant(flow) && <PrerenderedGuide flow={flow} />}
      <Section id="facilities-title" title="事業所の情報" required="※1件以上必須">
        <p>
          <Unbroken>
            1行に1つのサービスで入力してください。空いた行はそのままで構いません。
          </Unbroken>
        </p>
        <FacilityTable flow={flow} list={list} application={application} />
      </Section>
      {/* Two cards with next to nothing in them stand side by side; afterwards what is sent stands beside what it comes to. */}
      <div className={quote ? 'check' : 'side-by-side'}>
        <EstimateSection application={application}>
          {quote && (
            <Boundary>
              <EstimateResult flow={flow} form={application.form} quote={quote} />
            </Boundary>
          )}
        </EstimateSection>
        <RegisterSection flow={flow} application={application} quote={quote} />
      </div>
      {/* What is typed first comes first: a migration begins with its rows. */}
      {!hasApplicant(flow) && <PrerenderedGuide flow={flow} />}
    </>
  )
}

type EstimateProps = { application: ApplicationForm; children: ReactNode }

function EstimateSection({ application, children }: EstimateProps) {
  const { state, isReady, estimate } = application
  const isEstimated = state.step !== 'editing'
  // What was refused is mended by other rows and another estimate, and by nothing else.
  const isNext = !isEstimated || unfinishedOf(state)?.offer === 'correct'
  return (
    <Section id="estimate-title" title="お見積もり">
      <p>入力した事業所から月額料金を計算します。まだ登録はされません。</p>
      <button
        type="button"
        className={isNext ? undefined : 'secondary'}
        disabled={!isReady || state.step === 'sending'}
        onClick={estimate}
      >
        見積もる
      </button>
      <Status className={isEstimated ? 'unseen' : 'reason'}>{statusOf(state)}</Status>
      {children}
    </Section>
  )
}

type RegisterProps = Props & { quote: Quote | null }

/** Its two parts are cards of their own once there is something to check. */
function RegisterSection({ flow, application, quote }: RegisterProps) {
  const { state, isReady, missing, press, form } = application
  return (
    <section className="card register" aria-labelledby="register-title">
      <div>
        <h2 id="register-title">確認と登録</h2>
        {quote && (
          <Boundary>
            <Answers {...{ flow, form, quote, missing }} />
          </Boundary>
        )}
      </div>
      {quote && (
        <Boundary>
          <PriceBar quote={quote} />
        </Boundary>
      )}
      <div className="consent">
        {quote && (
          <Boundary>
            <AgreedTerms {...{ flow, quote, missing }} />
          </Boundary>
        )}
        <p>
          <a href={site.termsHref} target="_blank" rel="noopener">
            利用規約（PDF）
          </a>
          と
          <a href={site.privacyHref} target="_blank" rel="noopener">
            プライバシーポリシー（PDF）
          </a>
          をお読みになり、よろしければ登録してください。
        </p>
        <Boundary>
          <SendNotice flow={flow} state={state} label={CONSENT_WORDS[flow]} onResume={press} />
        </Boundary>
        <SendButton
          label={CONSENT_WORDS[flow]}
          state={state}
          isOpen={isReady && state.step === 'estimated'}
          missing={
            state.step === 'editing' && state.outdated
              ? 'もう一度見積もると、このボタンで登録できます。'
              : '見積もりが済むと、このボタンで登録できます。'
          }
          look={missing.length > 0 ? 'secondary' : undefined}
        />
      </div>
    </section>
  )
}

const OUTDATED = {
  edited: '事業所の内容が変わりました。もう一度見積もってください。',
  restored: '入力した内容を復元しました。もう一度見積もってください。',
} as const

function statusOf(state: Application): string {
  if (state.step === 'editing') return state.outdated ? OUTDATED[state.outdated] : ''
  const total = 'quote' in state && state.quote ? formatYen(state.quote.estimate.total) : ''
  return state.step === 'estimated' ? `お見積もり額は月額${total}（税抜）です。` : ''
}
