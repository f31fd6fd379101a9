/** Badges of an application's status; colour only repeats the label. */
import {
  APPLICATION_STATES,
  type ApplicationState,
  ASSURANCES,
  type Assurance,
  FLAGS,
  type FlagName,
  STAFF_STATUSES,
  type StaffStatus,
} from '#domain/staff.ts'

export function StatusBadge({ status }: { status: StaffStatus }) {
  return <span className={`badge status-${status}`}>{STAFF_STATUSES[status].label}</span>
}

export function StateBadge({ state }: { state: ApplicationState }) {
  return <span className={`badge state-${state}`}>{APPLICATION_STATES[state]}</span>
}

/** Renders nothing where the identity check does not apply. */
export function AssuranceBadge({ assurance }: { assurance: Assurance }) {
  if (assurance === 'none') return null
  return <span className={`badge assurance-${assurance}`}>{ASSURANCES[assurance]}</span>
}

export function FlagList({ flags }: { flags: readonly FlagName[] }) {
  if (flags.length === 0) return null
  return (
    <ul className="flags">
      {flags.map((flag) => (
        <li key={flag}>{FLAGS[flag]}</li>
      ))}
    </ul>
  )
}
