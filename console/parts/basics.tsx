/** Small parts of every page: alert, heading, text input, an applicant's text, badges. */
import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'
import { revealHidden } from '#domain/hidden-characters.ts'
import {
  APPLICATION_STATES,
  type ApplicationState,
  ASSURANCES,
  type Assurance,
  STAFF_STATUSES,
  type StaffStatus,
} from '#domain/staff.ts'
import { telephoneNumbersIn } from '#domain/telephone.ts'
import { Field } from '#ui/field.tsx'
import { focusAt } from '../focus-at.ts'

/** An error message that screen readers announce at once (role=alert). */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div className="banner" role="alert">
      <p>{children}</p>
    </div>
  )
}

/** Why the page could not be brought up to date: at the window's edge, so that it moves nothing. */
export function Fault({ refusal }: { refusal: { message: string } | null }) {
  return <div className="fault">{refusal && <Alert>{refusal.message}</Alert>}</div>
}

/** A page's h1: also sets the document title, and takes focus after a client-side navigation. */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title}｜お申し込み管理`
  }, [title])
  // Not on the first page load: there focus starts at the top of the document.
  useEffect(() => {
    if (hasMoved) heading.current?.focus()
    hasMoved = true
  }, [])
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children ?? title}
    </h1>
  )
}

let hasMoved = false

type PlaceLinkProps = { id: string; className?: string; children: ReactNode }

/** Leads to a heading of the same page by focus: following the fragment would add an entry to the history. */
export function PlaceLink({ id, className, children }: PlaceLinkProps) {
  return (
    <a
      href={`#${id}`}
      className={className}
      onClick={(event) => {
        event.preventDefault()
        focusAt(id)
      }}
    >
      {children}
    </a>
  )
}

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'required'> & {
  name: string
  label: string
  support?: string
  isOptional?: boolean
}

/** A labelled text input, with an optional explanation. Forms of one page have fields of one name: its id is its own. */
export function FormField({ label, support, isOptional = false, name, ...input }: Props) {
  const id = useId()
  return (
    <Field name={id} label={label} support={support}>
      {(tied) => <input type="text" required={!isOptional} {...input} {...tied} name={name} />}
    </Field>
  )
}

/** Untrusted text: isolated in <bdi>, with invisible and bidirectional characters made visible. */
export function ApplicantText({ children }: { children: string }) {
  return (
    <bdi>
      {revealHidden(children).map(({ text, hidden }, index) =>
        hidden ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have nothing but their order.
          <code key={index} className="hidden-character" title="見えない文字">
            {text}
          </code>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}

/** The telephone as it was typed, a link that calls the first number it names; plain text where it names none. */
export function Telephone({ children }: { children: string }) {
  const [number] = telephoneNumbersIn(children)
  if (number === undefined) return <ApplicantText>{children}</ApplicantText>
  return (
    <a href={`tel:${number}`}>
      <ApplicantText>{children}</ApplicantText>
    </a>
  )
}

export function StatusBadge({ status }: { status: StaffStatus }) {
  const { sign, label } = STAFF_STATUSES[status]
  return <span className={`badge sign-${sign}`}>{label}</span>
}

export function StateBadge({ state }: { state: ApplicationState }) {
  return <span className={`badge state-${state}`}>{APPLICATION_STATES[state]}</span>
}

/** Renders nothing where the identity check does not apply. */
export function AssuranceBadge({ assurance }: { assurance: Assurance }) {
  if (assurance === 'none') return null
  return <span className={`badge assurance-${assurance}`}>{ASSURANCES[assurance]}</span>
}
