/** The sections that entry and migration share: facilities, estimate, registration. */
import type { ReactNode } from 'react'
import { CONSENT_WORDS } from '#domain/consent.ts'
import type { FlowWithRows } from '#domain/flows.ts'
import { formatYen } from '#domain/prices.ts'
import { Status } from '#ui/status.tsx'
import { Section } from '../pages/layout.tsx'
import { type Application, unfinishedOf } from '../sending/application-state.ts'
import * as site from '../site.ts'
import { FacilityTable } from '../table/facility-table.tsx'
import { Answers } from './answers.tsx'
import { Boundary } from './boundary.tsx'
import { EstimateResult } from './estimate.tsx'
import { SendNotice } from './notices.tsx'
import { PrerenderedGuide } from './prerendered-guide.tsx'
import { SendButton } from './send-button.tsx'
import type { ApplicationForm } from './use-application.ts'

export const CONTRACT_STEPS = ['入力と見積もり', '確認と登録', '完了'] as const

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
      <Section id="facilities-title" title="事業所の情報">
        <p>
          ご利用になる事業所を、サービス種類ごとに分けて入力してください。空いている行はそのままで構いません。
          <a href="#prices-title">料金と入力のご注意</a>は、表の下にあります。
          <span className="required">※1件以上必須</span>
        </p>
        <FacilityTable flow={flow} list={list} application={application} />
      </Section>
      <PrerenderedGuide />
      {/* Two cards with next to nothing in them stand side by side. */}
      <div className={quote ? undefined : 'side-by-side'}>
        <EstimateSection application={application}>
          {quote && (
            <Boundary>
              <EstimateResult flow={flow} form={application.form} quote={quote} />
            </Boundary>
          )}
        </EstimateSection>
        <RegisterSection flow={flow} application={application}>
          {quote && (
            <Boundary>
              <Answers
                flow={flow}
                form={application.form}
                quote={quote}
                missing={application.missing}
              />
            </Boundary>
          )}
        </RegisterSection>
      </div>
    </>
  )
}

type SectionProps = { application: ApplicationForm; children: ReactNode }

function EstimateSection({ application, children }: SectionProps) {
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

function RegisterSection({ flow, application, children }: SectionProps & Pick<Props, 'flow'>) {
  const { state, isReady, missing, press } = application
  return (
    <Section id="register-title" title="確認と登録">
      {children}
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
    </Section>
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
