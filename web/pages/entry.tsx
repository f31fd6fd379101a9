/** /entry/input: a new contract, for one corporation and up to a hundred facilities. */
import { useDocumentTitle } from '../browser/document-title.ts'
import { lookUp } from '../form/look-up.ts'
import { useApplication } from '../form/use-application.ts'
import { ApplicantFields } from '../parts/applicant-fields.tsx'
import { CONTRACT_STEPS, ContractSteps, contractStepOf } from '../parts/contract-steps.tsx'
import { ProblemsProvider } from '../parts/field.tsx'
import { ErrorSummary, loadLateParts, ReceivedNotice } from '../parts/late-parts.tsx'
import { PostalLookUp } from '../parts/postal-look-up.tsx'
import { Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'
import { Trap } from '../parts/trap.tsx'
import type { PageProps } from './page.ts'

export function Page({ title, navigation }: PageProps) {
  const application = useApplication('entry', { navigation, loadParts: loadLateParts })
  const { state, problems, formProps } = application
  const step = contractStepOf(state)
  useDocumentTitle(title, CONTRACT_STEPS[step], problems.length > 0)
  return (
    <>
      <Steps names={CONTRACT_STEPS} current={step} />
      <ReceivedNotice state={state} />
      <ErrorSummary problems={problems} />
      <ProblemsProvider problems={problems}>
        <form {...formProps}>
          <Section id="applicant-title" title="法人の情報">
            <ApplicantFields flow="entry" lookUp={<PostalLookUp lookUp={lookUp} />} />
          </Section>
          <Trap />
          <ContractSteps flow="entry" application={application} />
        </form>
      </ProblemsProvider>
    </>
  )
}
