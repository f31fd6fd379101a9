/** Check-your-answers: everything that will be sent, beside the button that sends it. */
import { type RefObject, useEffect, useState } from 'react'
import { type ApplicantField, applicantFieldsOf, fieldRow } from '#domain/applicant.ts'
import { type Flow, hasApplicant } from '#domain/flows.ts'
import { formatYen } from '#domain/pricing.ts'
import { type Values, valuesOf } from '../form/form.ts'
import type { Quote } from '../sending/application.ts'

type Props = {
  flow: Flow
  form: RefObject<HTMLFormElement | null>
  quote: Quote
}

export function Answers({ flow, form, quote }: Props) {
  const typed = useTyped(form)
  return (
    <dl className="answers">
      {hasApplicant(flow) &&
        applicantFieldsOf(flow).map((field) => (
          <div key={field}>
            <dt>{fieldRow(field).label}</dt>
            <dd>{answerOf(field, typed)}</dd>
          </div>
        ))}
      <div>
        <dt>事業所</dt>
        <dd>{summaryOf(quote)}</dd>
      </div>
      <div>
        <dt>月額（税抜）</dt>
        <dd>
          <strong>{formatYen(quote.estimate.total)}</strong>
        </dd>
      </div>
    </dl>
  )
}

function answerOf(field: ApplicantField, typed: Values) {
  return typed[field] ?? <em>未入力</em>
}

function summaryOf({ rows }: Quote): string {
  const names = [...new Set(rows.map(({ facilityName }) => facilityName))]
  const shown = names.slice(0, 3).join('、')
  return `${rows.length}件（${shown}${names.length > 3 ? ' ほか' : ''}）`
}

/** The form's values, kept up to date while they are shown. */
function useTyped(form: RefObject<HTMLFormElement | null>): Values {
  const [typed, setTyped] = useState<Values>({})
  useEffect(() => {
    const element = form.current
    if (!element) return
    const update = () => setTyped(valuesOf(element))
    update()
    element.addEventListener('input', update)
    // After the blur has normalised what was typed.
    element.addEventListener('focusout', update)
    return () => {
      element.removeEventListener('input', update)
      element.removeEventListener('focusout', update)
    }
  }, [form])
  return typed
}
