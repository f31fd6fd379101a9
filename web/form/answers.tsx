/** Check-your-answers: everything that will be sent, every row with its charge, each with a link to change it; and beside the button what it comes to. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { type ApplicantField, applicantFieldsOf, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { serviceName } from '#domain/catalogue.ts'
import { termSentences } from '#domain/consent.ts'
import { cellName, type FacilityRow } from '#domain/facilities.ts'
import { type Flow, hasApplicant } from '#domain/flows.ts'
import { type Estimate, formatYen, type RowCharge } from '#domain/prices.ts'
import { loadLate } from '../reload.ts'
import type { Quote } from '../sending/application-state.ts'
import * as site from '../site.ts'
import type { Values } from './controls.ts'
import { useCustomerNumber } from './customer-number.tsx'
import { chargeOf } from './estimate-lines.tsx'
import type { Hint } from './hints.ts'
import { LongList } from './long-list.tsx'
import { focusControl } from './notices.tsx'
import { SEND_ID } from './send-button.tsx'
import { isHinted, loadHints } from './use-hints.ts'
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
  const doubts = useDoubts(typed)
  return (
    <>
      {missing.length === 0 && <p>次の内容を送信します。ご確認ください。</p>}
      {doubts.size > 0 && (
        <p className="doubt">
          <strong>ご確認ください：</strong>
          {Array.from(doubts, ([field, { mend }]) => aboutOf(field, mend !== undefined)).join('、')}
        </p>
      )}
      <dl className="answers">
        {customer && <Answer label="お客様番号">{customer}</Answer>}
        {hasApplicant(flow) &&
          applicantFieldsOf(flow).map((field) => (
            <Answer key={field} label={fieldRow(field).label} field={field}>
              {answerOf(field, typed)}
              {doubts.has(field) && <small className="doubt">{doubts.get(field)?.sentence}</small>}
            </Answer>
          ))}
      </dl>
      <Facilities quote={quote} />
    </>
  )
}

/** Beside the button: what is still missing, and what it agrees to. */
export function AgreedTerms({ flow, quote, missing }: Omit<Props, 'form'>) {
  return (
    <>
      {missing[0] !== undefined && <Gaps first={missing[0]} count={missing.length} />}
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

/** On a phone, as long as the button is out of sight. */
export function PriceBar({ quote }: Pick<Props, 'quote'>) {
  return (
    <p className="price-bar">
      <span>
        月額<strong>{formatYen(quote.estimate.total)}</strong>（税抜）
      </span>
      <button type="button" className="secondary" onClick={goToSend}>
        登録へ進む
      </button>
    </p>
  )
}

function goToSend(): void {
  const button = document.querySelector<HTMLElement>(`#${SEND_ID} button`)
  button?.focus({ preventScroll: true })
  button?.scrollIntoView({ block: 'center' })
}

const EMPTY: Values = {}

/** What is hinted at the fields, whoever has looked at it there or not. Blocks nothing. */
function useDoubts(typed: Values): ReadonlyMap<ApplicantField, Hint> {
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadHints>> | null>(null)
  // A form without such fields has no use for the code: where it can no longer be had, a reload would be asked for in vain.
  const isAny = Object.keys(typed).some(isHinted)
  useEffect(() => {
    if (isAny) void loadLate(loadHints).then((loaded) => loaded && setCode(loaded))
  }, [isAny])
  const doubts = new Map<ApplicantField, Hint>()
  for (const [name, value] of Object.entries(typed)) {
    const hint = code && isHinted(name) && value !== undefined ? code.hintOf(name, value) : null
    if (hint) doubts.set(name as ApplicantField, hint)
  }
  return doubts
}

/** Of a mail address that has no certain mend its form is doubtful. */
function aboutOf(field: ApplicantField, isCertain: boolean): string {
  return `${fieldRow(field).label}${field === 'email' && !isCertain ? 'の形式' : ''}`
}

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

function Facilities({ quote: { rows, estimate } }: { quote: Quote }) {
  return (
    <>
      <h3 id="sent-title">送信する事業所（{rows.length}件）</h3>
      <LongList
        className="sent-rows"
        aria-labelledby="sent-title"
        skip={
          <a className="skip" href={`#${SEND_ID}`}>
            一覧をとばす
          </a>
        }
        rows={estimate.rows.map((charge, index) => ({
          key: charge.no,
          content: <SentRow charge={charge} row={rows[index]} estimate={estimate} />,
        }))}
      />
    </>
  )
}

type RowProps = { charge: RowCharge; row: FacilityRow | undefined; estimate: Estimate }

function SentRow({ charge, row, estimate }: RowProps) {
  return (
    <>
      <span>{charge.no}行目</span>
      <span>
        {row?.facilityName}
        <small>
          {row?.facilityNumber || '番号なし'}　{serviceName(row?.serviceKey ?? '')}
        </small>
      </span>
      <span>{chargeOf(charge, estimate)}</span>
      <ChangeLink field={cellName(charge.no, 'facilityName')} label={`${charge.no}行目の事業所`} />
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
