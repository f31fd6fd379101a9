/** /inherit-facility-info/input: migration of an existing customer's contracts to the renewed system. */
import { FLOWS } from '#domain/flows.ts'
import { ProblemsProvider } from '#ui/field.tsx'
import { ContractSteps, contractStepOf } from '../form/contract-steps.tsx'
import { CustomerNumber, useCustomerNumber } from '../form/customer-number.tsx'
import { ErrorSummary, ReceivedNotice } from '../form/notices.tsx'
import { PrerenderedGuide } from '../form/prerendered-guide.tsx'
import { Trap } from '../form/send-button.tsx'
import { useApplication } from '../form/use-application.ts'
import { type PageProps, useDocumentTitle } from '../navigation.ts'
import { CONTRACT_STEPS, Steps } from '../page-parts.tsx'
import { useUninvited } from '../sending/invitation.ts'

export function Page({ title, navigation }: PageProps) {
  const number = useCustomerNumber()
  const uninvited = useUninvited()
  const customer = uninvited ? null : number
  const application = useApplication('migration', {
    navigation,
    customer,
  })
  const { state, problems, summary, formProps } = application
  const step = contractStepOf(application)
  useDocumentTitle(title, customer === null ? undefined : CONTRACT_STEPS[step], problems.length > 0)
  return (
    <>
      {customer !== null && <Steps names={CONTRACT_STEPS} current={step} />}
      <CustomerNumber flow="migration" number={number} uninvited={uninvited}>
        {customer === null && <WithoutNumber />}
      </CustomerNumber>
      {customer === null ? (
        <PrerenderedGuide flow="migration" />
      ) : (
        <>
          <ReceivedNotice state={state} />
          <ErrorSummary summary={summary} />
          <ProblemsProvider problems={problems}>
            <form {...formProps}>
              <Trap />
              <ContractSteps flow="migration" application={application} />
              <WithoutNumber />
            </form>
          </ProblemsProvider>
        </>
      )}
    </>
  )
}

function WithoutNumber() {
  return (
    <p className="without-number">
      お客様番号をお持ちでない方は、
      <a href={FLOWS.entry.inputPath}>新しいお客様番号を発行する</a>
      （新規の有料のご契約になります。ご契約中の内容は移行されません）
    </p>
  )
}
