/** /entry/input: a new contract, for one corporation and up to a hundred facilities. */

import { ProblemsProvider } from '#ui/field.tsx'
import { ApplicantFields } from '../form/applicant-fields.tsx'
import { ContractSteps, contractStepOf } from '../form/contract-steps.tsx'
import { ErrorSummary, ReceivedNotice } from '../form/notices.tsx'
import { Trap } from '../form/send-button.tsx'
import { useApplication } from '../form/use-application.ts'
import { type PageProps, useDocumentTitle } from '../navigation.ts'
import { CONTRACT_STEPS, Section, Steps } from '../page-parts.tsx'

export function Page({ title, navigation }: PageProps) {
  const application = useApplication('entry', { navigation })
  const { state, problems, summary, formProps } = application
  const step = contractStepOf(application)
  useDocumentTitle(title, CONTRACT_STEPS[step], problems.length > 0)
  return (
    <>
      <Steps names={CONTRACT_STEPS} current={step} />
      <ReceivedNotice state={state} />
      <ErrorSummary summary={summary} />
      <ProblemsProvider problems={problems}>
        <form {...formProps}>
          <Section id="applicant-title" title="法人の情報">
            <ApplicantFields flow="entry" />
          </Section>
          <Trap />
          <ContractSteps flow="entry" application={application} />
        </form>
      </ProblemsProvider>
    </>
  )
}
