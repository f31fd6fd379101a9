/** The application's mails and webhook calls with their delivery state. */
import type { ReactNode } from 'react'
import type { Delivery } from '#domain/console.ts'
import { DELIVERY_KINDS, DELIVERY_STATES } from '#domain/staff.ts'
import { formatSecond } from '../format-time.ts'
import { ApplicantText } from './applicant-text.tsx'

type Props = {
  deliveries: readonly Delivery[]
  /** What can be done with one. */
  actions: (delivery: Delivery) => ReactNode
}

export function Deliveries({ deliveries, actions }: Props) {
  if (deliveries.length === 0) return null
  return (
    <section className="card" aria-labelledby="deliveries">
      <h2 id="deliveries">通知</h2>
      <ul className="deliveries">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <One delivery={delivery} />
            {actions(delivery)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function One({ delivery }: { delivery: Delivery }) {
  const { kind, recipient, state, attempts, lastError, sentAt } = delivery
  return (
    <>
      <p>
        <span className="principal">{DELIVERY_KINDS[kind]}</span>
        <span className={`badge delivery-${state}`}>{DELIVERY_STATES[state]}</span>
      </p>
      <p className="detail">
        {recipient !== '' && <ApplicantText>{recipient}</ApplicantText>}
        <span>{sentAt ? formatSecond(sentAt) : `試行 ${attempts}回`}</span>
      </p>
      {lastError && (
        <p className="detail">
          {state === 'held' ? '保留の理由：' : '直近のエラー：'}
          <ApplicantText>{lastError}</ApplicantText>
        </p>
      )}
    </>
  )
}
