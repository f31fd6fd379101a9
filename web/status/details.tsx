/** Behind the gate: everything that was typed, and what may be done. Loaded when somebody is about to pass it. */
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { applicantFieldsOf, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { isServiceKey, SERVICES } from '#domain/catalogue.ts'
import { type Flow, hasApplicant } from '#domain/flows.ts'
import type { Navigation } from '../navigation.ts'
import { FacilityList } from '../pages/facility-list.tsx'
import type { Outcome } from './ask-status.ts'
import { Conversation } from './conversation.tsx'
import { Proposal, WayToCorrection } from './corrections.tsx'
import { type Given, usePress } from './use-press.ts'
import { Withdrawal } from './withdrawal.tsx'

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
  const facts = [['お客様番号', customerNumber ?? ''] as const, ...typed]
  return (
    <>
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
          facilities={rows.map(({ name, number, service }) => [
            name,
            number,
            isServiceKey(service) ? SERVICES[service].name : service,
          ])}
        />
      )}
      <p className="actions">
        <button type="button" className="secondary" onClick={() => print()}>
          控えを印刷する
        </button>
        {actions.correct && <WayToCorrection given={given} navigation={navigation} />}
      </p>
    </>
  )
}

type ActionsProps = Omit<Props, 'navigation'> & {
  take: (outcome: Outcome) => void
}

/** What the applicant may do behind the gate. */
export function Actions({ flow, details, given, take }: ActionsProps) {
  const presses = usePress({ given, take })
  return (
    <>
      <Conversation details={details} presses={presses} />
      <Withdrawal flow={flow} details={details} presses={presses} />
    </>
  )
}
