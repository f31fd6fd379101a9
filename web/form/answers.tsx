/** Check-your-answers: everything that will be sent, every row with its charge, each with a link to change it. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { type ApplicantField, applicantFieldsOf, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { termSentences } from '#domain/consent.ts'
import { cellName } from '#domain/facilities.ts'
import { type Flow, hasApplicant } from '#domain/flows.ts'
import { formatYen } from '#domain/prices.ts'
import type { Quote } from '../sending/application-state.ts'
import * as site from '../site.ts'
import { type Values, valuesOf } from './controls.ts'
import { useCustomerNumber } from './customer-number.tsx'
import { chargeOf, serviceName } from './estimate-lines.tsx'
import { focusControl } from './notices.tsx'

type Props = {
  flow: Flow
  form: RefObject<HTMLFormElement | null>
  quote: Quote
}

export function Answers({ flow, form, quote }: Props) {
  const typed = useTyped(form)
  const customer = useCustomerNumber()
  return (
    <>
      <p>次の内容を送信します。ご確認ください。</p>
      <dl className="answers">
        {customer && <Answer label="お客様番号">{customer}</Answer>}
        {hasApplicant(flow) &&
          applicantFieldsOf(flow).map((field) => (
            <Answer key={field} label={fieldRow(field).label} field={field}>
              {answerOf(field, typed)}
            </Answer>
          ))}
        <Answer label="月額（税抜）">
          <strong>{formatYen(quote.estimate.total)}</strong>
        </Answer>
        {termSentences(flow, site.words).map(([label, text]) => (
          <Answer key={label} label={label}>
            {text}
          </Answer>
        ))}
      </dl>
      <Facilities quote={quote} />
    </>
  )
}

type AnswerProps = { label: string; field?: string; children: ReactNode }

function Answer({ label, field, children }: AnswerProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {field && (
        <dd>
          <ChangeLink field={field} label={label} />
        </dd>
      )}
    </div>
  )
}

function Facilities({ quote: { rows, estimate } }: { quote: Quote }) {
  return (
    <>
      <h3 id="sent-title">送信する事業所（{rows.length}件）</h3>
      <ul className="sent-rows" aria-labelledby="sent-title">
        {estimate.rows.map((charge, index) => (
          <li key={charge.no}>
            <span>{charge.no}行目</span>
            <span>
              {rows[index]?.facilityName}
              <small>
                {rows[index]?.facilityNumber || '番号なし'}　{serviceName(rows[index])}
              </small>
            </span>
            <span>{chargeOf(charge, estimate)}</span>
            <ChangeLink
              field={cellName(charge.no, 'facilityName')}
              label={`${charge.no}行目の事業所`}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function ChangeLink({ field, label }: { field: string; label: string }) {
  return (
    <a
      href={`#${field}`}
      aria-label={`${label}を変更`}
      onClick={(event) => focusControl(event, field)}
    >
      変更
    </a>
  )
}

function answerOf(field: ApplicantField, typed: Values): ReactNode {
  const value = typed[field]
  return value === undefined ? <em>未入力</em> : choiceLabel(field, value)
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
