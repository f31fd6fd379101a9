/** Check-your-answers: everything that will be sent, every row with its charge, each with a link to change it. */
import type { ReactNode, RefObject } from 'react'
import { type ApplicantField, applicantFieldsOf, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { termSentences } from '#domain/consent.ts'
import { cellName } from '#domain/facilities.ts'
import { type Flow, hasApplicant } from '#domain/flows.ts'
import { formatYen } from '#domain/prices.ts'
import type { Quote } from '../sending/application-state.ts'
import * as site from '../site.ts'
import type { Values } from './controls.ts'
import { useCustomerNumber } from './customer-number.tsx'
import { chargeOf, serviceName } from './estimate-lines.tsx'
import { focusControl } from './notices.tsx'
import { SEND_ID } from './send-button.tsx'
import { useTyped } from './use-typed.ts'

type Props = {
  flow: Flow
  form: RefObject<HTMLFormElement | null>
  quote: Quote
  /** What is still to be filled in. */
  missing: readonly ApplicantField[]
}

export function Answers({ flow, form, quote, missing }: Props) {
  const typed = useTyped(form, true, EMPTY, (values) => values)
  const customer = useCustomerNumber()
  return (
    <>
      {missing[0] === undefined ? (
        <p>次の内容を送信します。ご確認ください。</p>
      ) : (
        <Gaps first={missing[0]} count={missing.length} />
      )}
      <dl className="answers">
        {customer && <Answer label="お客様番号">{customer}</Answer>}
        {hasApplicant(flow) &&
          applicantFieldsOf(flow).map((field) => (
            <Answer key={field} label={fieldRow(field).label} field={field}>
              {answerOf(field, typed)}
            </Answer>
          ))}
      </dl>
      <Facilities quote={quote} />
      <dl className="answers">
        <Answer label="月額（税抜）">
          <strong>{formatYen(quote.estimate.total)}</strong>
        </Answer>
        {termSentences(flow, site.words).map(([label, text]) => (
          <Answer key={label} label={label}>
            {text}
          </Answer>
        ))}
      </dl>
    </>
  )
}

const EMPTY: Values = {}

type GapsProps = { first: ApplicantField; count: number }

/** A step further would be a step too early. */
function Gaps({ first, count }: GapsProps) {
  return (
    <div className="callout gaps">
      <p>
        <strong>あと{count}項目の入力が必要です</strong>
      </p>
      <button type="button" onClick={(event) => focusControl(event, first)}>
        未入力の項目へ
      </button>
    </div>
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

/** More than these are passed by with one key. */
const MANY_ROWS = 15

function Facilities({ quote: { rows, estimate } }: { quote: Quote }) {
  return (
    <>
      <h3 id="sent-title">送信する事業所（{rows.length}件）</h3>
      {rows.length > MANY_ROWS && (
        <a className="skip" href={`#${SEND_ID}`}>
          一覧をとばす
        </a>
      )}
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
