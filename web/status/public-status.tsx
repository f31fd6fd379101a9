/** What whoever has the link sees: how the application stands, what happens next, and what it is. */
import type { MouseEvent } from 'react'
import type { Gate } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { agreedPrice, hasRows } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { APPLICANT_STATUS_NAMES, APPLICANT_STATUSES, type ApplicantStatus } from '#domain/status.ts'
import { timeInWords } from '#domain/tokyo-time.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { SupportPhone } from '../page-parts.tsx'
import { GATE_ID } from './gate.tsx'

type Application = StatusAnswer['application']
type Props = { application: Application }

export const STANDING_ID = 'standing'

/** Of the section in which a question is answered, behind the gate. */
export const CONVERSATION_ID = 'conversation'

type StandingProps = Props & { gate: Gate; isOpen: boolean }

export function Standing({ application, gate, isOpen }: StandingProps) {
  const { status, questionWaiting, next } = application
  return (
    <section className="card" aria-labelledby={STANDING_ID}>
      <h2 id={STANDING_ID} tabIndex={-1}>
        現在の状況：<span className="unbroken">{APPLICANT_STATUSES[status].label}</span>
      </h2>
      <Progress application={application} />
      {questionWaiting && !isOpen && <QuestionWaits gate={gate} />}
      <h3>このあとの流れ</h3>
      <p className="words">
        <Unbroken>{questionWaiting ? AFTER_ANSWER : (next ?? NEXT[status])}</Unbroken>
      </p>
    </section>
  )
}

/** Within the page, by the focus alone: the address keeps the private link, which a fragment would take the place of. */
function PlaceLink({ id, children }: { id: string; children: string }) {
  const go = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  return (
    <a href={`#${id}`} onClick={go}>
      {children}
    </a>
  )
}

/** The applicant is next, and not staff. */
const AFTER_ANSWER = 'ご回答をいただいたあと、担当者が内容を確認してお手続きを進めます。'

function QuestionWaits({ gate }: Pick<StandingProps, 'gate'>) {
  return (
    <div className="callout">
      <p>
        <strong>担当者から、お申し込みについて確認したいことがあります。</strong>
      </p>
      {gate === 'telephone' || gate === 'customer_number' ? (
        <p>
          お手数ですが、<PlaceLink id={GATE_ID}>番号を確認</PlaceLink>
          してから、このページでご回答ください。
        </p>
      ) : (
        <p>
          お手数ですが、サポート（
          <SupportPhone />
          ）へご連絡ください。
        </p>
      )}
    </div>
  )
}

/** Where the operator has no words of its own. */
const NEXT: Record<ApplicantStatus, string> = {
  received: '担当者が内容を確認し、ご案内します。',
  in_progress: '担当者が内容を確認し、ご案内します。',
  done: 'ご不明な点は、サポートへお問い合わせください。',
  rejected: '詳しくは、サポートへお問い合わせください。',
  withdrawn: 'お心当たりのないときは、サポートへお問い合わせください。',
}

function Progress({ application }: Props) {
  return (
    <ol className="progress" aria-label="お手続きの流れ">
      {shownSteps(application).map(({ status, at, isReached }) => (
        <li
          key={status}
          className={isReached ? `reached ${status}` : undefined}
          aria-current={status === application.status ? 'step' : undefined}
        >
          {APPLICANT_STATUSES[status].label}
          <small>{at === null ? !isReached && 'これから' : timeInWords(Date.parse(at))}</small>
        </li>
      ))}
    </ol>
  )
}

type Step = { status: ApplicantStatus; at: string | null; isReached: boolean }

const OPEN = APPLICANT_STATUS_NAMES.filter((name) => !APPLICANT_STATUSES[name].isEnd)

/** From the beginning to the end that there is, or that is hoped for; what was taken back has not been reached. */
export function shownSteps({ status, steps }: Pick<Application, 'status' | 'steps'>): Step[] {
  const path = [...OPEN, APPLICANT_STATUSES[status].isEnd ? status : 'done']
  const current = path.indexOf(status)
  return path.flatMap((name, index): Step[] => {
    const isReached = index <= current
    const at = steps.findLast((step) => step.status === name)?.at ?? null
    // Closed without having been begun.
    if (isReached && index > 0 && index < current && at === null) return []
    return [{ status: name, at: isReached ? at : null, isReached }]
  })
}

/** First what a person needs when calling. */
export function Facts({ application }: Props) {
  const { flow, receiptNumber, receivedAt, facilities, price } = application
  const facts: [label: string, words: string][] = [
    ['受付番号', receiptNumber],
    ['お手続き', PROCEDURES[flow]],
    ['受付日時', timeInWords(Date.parse(receivedAt))],
    ...(hasRows(flow) ? [['事業所', `${facilities}件`] satisfies [string, string]] : []),
    ...(price === null ? [] : [agreedPrice(flow, price)]),
  ]
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">お申し込み</h2>
      <dl className="answers">
        {facts.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Unbroken>{words}</Unbroken>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
