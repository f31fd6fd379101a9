/** Behind the gate: everything that was typed, and what may be done. Loaded when somebody is about to pass it. */
import { STATUS_ERRORS } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { applicantFieldsOf, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { serviceName } from '#domain/catalogue.ts'
import { type Flow, hasApplicant } from '#domain/flows.ts'
import { FacilityList } from '../facility-list.tsx'
import type { Navigation } from '../navigation.ts'
import { Proposal, WayToCorrection } from './corrections.tsx'
import { CONVERSATION_ID } from './public-status.tsx'
import type { Given } from './use-press.ts'

export { Conversation } from './conversation.tsx'
export { Withdrawal } from './withdrawal.tsx'

type Props = {
  flow: Flow
  details: NonNullable<StatusAnswer['details']>
  given: () => Given
  navigation: Navigation
}

export function Details({ flow, details, given, navigation }: Props) {
  const { fields, rows, customerNumber, actions } = details
  const typed = hasApplicant(flow)
    ? applicantFieldsOf(flow).map((field): [string, string] => [
        fieldRow(field).label,
        choiceLabel(field, fields[fieldRow(field).wire] ?? ''),
      ])
    : []
  const isLimited = actions.correct && actions.correctionsLeft === 0
  const facts = [['お客様番号', customerNumber ?? ''] as const, ...typed]
  return (
    <>
      <p className="choices">
        {actions.correct && !isLimited && <WayToCorrection given={given} navigation={navigation} />}
        <button type="button" className="secondary" onClick={goToConversation}>
          担当者に連絡する
        </button>
        <button type="button" className="secondary" onClick={() => print()}>
          控えを印刷する
        </button>
      </p>
      {isLimited && <p>{STATUS_ERRORS.correction_limit}</p>}
      <Proposal flow={flow} details={details} />
      <dl className="answers">
        {facts.map(
          ([label, words]) =>
            words !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{words}</dd>
              </div>
            ),
        )}
      </dl>
      {rows.length > 0 && (
        <FacilityList
          facilities={rows.map(({ name, number, service }) => [name, number, serviceName(service)])}
        />
      )}
    </>
  )
}

function goToConversation(): void {
  const place = document.getElementById(CONVERSATION_ID)
  const field = place?.parentElement?.querySelector<HTMLElement>('textarea')
  ;(field ?? place)?.focus()
}
