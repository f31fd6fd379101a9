/** /trial/input: the free trial, in one step; the estimate is computed inside the submit. */
import { useDocumentTitle } from '../browser/document-title.ts'
import { lookUp } from '../form/look-up.ts'
import { useApplication } from '../form/use-application.ts'
import { Agreement } from '../parts/agreement.tsx'
import { ApplicantFields } from '../parts/applicant-fields.tsx'
import { ProblemsProvider } from '../parts/field.tsx'
import { ErrorSummary, loadLateParts, SendNotice } from '../parts/late-parts.tsx'
import { PostalLookUp } from '../parts/postal-look-up.tsx'
import { PriceNotes } from '../parts/price-notes.tsx'
import { Section } from '../parts/section.tsx'
import { SendButton } from '../parts/send-button.tsx'
import { Trap } from '../parts/trap.tsx'
import { FacilityTable } from '../table/facility-table.tsx'
import type { PageProps } from './page.ts'

const LABEL = '無料体験を申し込む'

export function Page({ title, navigation }: PageProps) {
  const application = useApplication('trial', {
    navigation,
    loadParts: loadLateParts,
  })
  const { state, problems, list, formProps, isReady, press } = application
  useDocumentTitle(title, undefined, problems.length > 0)
  return (
    <>
      <ErrorSummary problems={problems} />
      <ProblemsProvider problems={problems}>
        <form {...formProps}>
          <Section id="applicant-title" title="法人の情報">
            <ApplicantFields flow="trial" lookUp={<PostalLookUp lookUp={lookUp} />} />
          </Section>
          <Section id="facilities-title" title="事業所の情報">
            <p>
              お試しになる事業所を、サービス種類ごとに分けて入力してください。事業所番号は10桁の半角数字です（地域生活支援事業で番号がない場合は空欄のままで構いません）。
            </p>
            <FacilityTable flow="trial" list={list} application={application} />
            <details>
              <summary>ご契約になった場合の料金の目安</summary>
              <PriceNotes list={list} />
            </details>
          </Section>
          <Section id="submit-title" title="お申し込み">
            <Trap />
            <Agreement />
            <SendNotice flow="trial" state={state} label={LABEL} onResume={press} />
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
