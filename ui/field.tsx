/** Form field: label, support text, control and error message, and all of their aria wiring. */
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Problem } from '#domain/messages.ts'
import { useSign } from './signs.ts'
import { Unbroken } from './unbroken.tsx'

/** What is wrong with one control: the sentences shown beside it, or another control's that mark it too. */
type FieldProblem = { sentences: string[]; errorId: string }

const FieldProblems = createContext<ReadonlyMap<string, FieldProblem>>(new Map())

export function ProblemsProvider({
  problems,
  children,
}: {
  problems: readonly Problem[]
  children: ReactNode
}) {
  const byField = useMemo(() => problemsByField(problems), [problems])
  return <FieldProblems value={byField}>{children}</FieldProblems>
}

/** Attributes of every control; spread last, so that a caller cannot overwrite them. */
export type Tied = {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  name: string
  label: string
  required?: boolean
  /** Support text between label and control. */
  support?: ReactNode
  /** A note under the control, which is said when it comes; it blocks nothing. Left out where there never is one. */
  note?: string | null
  /** The button of the note. */
  mend?: { words: string; onPress: () => void } | undefined
  hidden?: boolean
  children: (tied: Tied) => ReactNode
}

export function Field(props: FieldProps) {
  const { name, label, required, support, note, mend, hidden, children } = props
  const problem = useContext(FieldProblems).get(name)
  const supportId = support ? `${name}-support` : undefined
  const sign = useSign(name)
  return (
    <div className="field" hidden={hidden}>
      <div className="field-head">
        <Sign name={name} sign={sign} />
        <label htmlFor={name}>{label}</label>
        {required && <span className="required">※必須</span>}
      </div>
      {support && (
        <p className="support" id={supportId}>
          <Unbroken>{support}</Unbroken>
        </p>
      )}
      {children(tie(name, problem, sign, supportId, note ? noteId(name) : undefined))}
      {note !== undefined && (
        <div className="hint">
          <div role="status">
            {note && (
              <p className="note" id={noteId(name)}>
                <Unbroken>{note}</Unbroken>
              </p>
            )}
          </div>
          {mend && (
            <button type="button" className="secondary" onClick={mend.onPress}>
              {mend.words}
            </button>
          )}
        </div>
      )}
      <FieldError problem={problem} name={name} />
    </div>
  )
}

type CellProps = {
  name: string
  /** Ids of what stands elsewhere about the control. */
  describedBy?: string | undefined
  children: (tied: Tied) => ReactNode
}

/** The inside of a table cell: its control names itself, the error stands under it. */
export function CellField({ name, describedBy, children }: CellProps) {
  const problem = useContext(FieldProblems).get(name)
  const sign = useSign(name)
  return (
    <>
      <Sign name={name} sign={sign} />
      {children(tie(name, problem, sign, describedBy))}
      <FieldError problem={problem} name={name} />
    </>
  )
}

/** A paragraph a sentence: of several lines in one Orca reads the last alone. */
function FieldError({ problem, name }: { problem: FieldProblem | undefined; name: string }) {
  if (!problem || problem.sentences.length === 0) return null
  return (
    <div className="error" id={errorIdOf(name)}>
      {problem.sentences.map((sentence) => (
        <p key={sentence}>
          <Unbroken>{sentence}</Unbroken>
        </p>
      ))}
    </div>
  )
}

type SignProps = { name: string; sign: string | undefined }

/** Outside the label: the name stays what it is. */
function Sign({ name, sign }: SignProps) {
  return sign ? (
    <span className="sign" id={signIdOf(name)}>
      {sign}
    </span>
  ) : null
}

// The error first, the sign last: a screen reader reads the descriptions in this order.
function tie(
  name: string,
  problem: FieldProblem | undefined,
  sign: string | undefined,
  ...descriptions: (string | undefined)[]
): Tied {
  const ids = [problem?.errorId, ...descriptions, sign && signIdOf(name)].filter(
    (id) => id !== undefined,
  )
  return {
    id: name,
    name,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  }
}

/** Id of a control's note. */
export function noteId(name: string): string {
  return `${name}-note`
}

function signIdOf(name: string): string {
  return `${name}-sign`
}

function errorIdOf(name: string): string {
  return `${name}-error`
}

function problemsByField(problems: readonly Problem[]): Map<string, FieldProblem> {
  const byField = new Map<string, FieldProblem>()
  for (const { field, message, also } of problems) {
    const existing = byField.get(field)
    if (existing) existing.sentences.push(message)
    else byField.set(field, { sentences: [message], errorId: errorIdOf(field) })
    if (also && !byField.has(also)) byField.set(also, { sentences: [], errorId: errorIdOf(field) })
  }
  return byField
}
