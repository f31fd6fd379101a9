/** What is recorded of an application: deliveries, consents, history, the applicant's fields. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { WIRE_NAMES } from '#contract/apply.ts'
import type { ApplicationRecord, ConsentEvidence, Delivery } from '#contract/console-answers.ts'
import { type ApplicantField, CAMPAIGN_KEYS, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { FLOWS, flowOfKind } from '#domain/flows.ts'
import {
  confirmedByText,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  PROCEDURES,
  staffActionDetail,
  staffActionLabel,
} from '#domain/staff.ts'
import { formatSecond } from '#domain/tokyo-time.ts'
import { ApplicantText, StateBadge, StatusBadge } from './basics.tsx'

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
            <p className="principal">{DELIVERY_KINDS[delivery.kind].label}</p>
            <DeliveryState delivery={delivery} />
            {actions(delivery)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One sentence says what stands in the way, when it is tried next and what to do; below it stands since when. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { recipient, state, attempts, sentence, createdAt, sentAt, returned } = delivery
  const isBack = returned !== null && returned.state !== 'past'
  const shown = isBack ? 'failed' : state
  return (
    <>
      <p>
        <span className={`badge delivery-${shown}`}>{DELIVERY_STATES[shown]}</span>{' '}
        {recipient !== '' && <ApplicantText>{recipient}</ApplicantText>}
      </p>
      {sentence !== null && (
        <p>
          <ApplicantText>{sentence}</ApplicantText>
        </p>
      )}
      {returned && (
        <p>
          {isBack ? '' : '以前の送信：'}
          {returned.sentence}
          <span className="detail">
            {formatSecond(Date.parse(returned.at))}に戻りました
            {returned.state === 'settled' && '（連絡済み）'}
          </span>
        </p>
      )}
      <p className="detail">
        {sentAt
          ? formatSecond(Date.parse(sentAt))
          : `${formatSecond(Date.parse(createdAt))}から${attempts}回試行`}
      </p>
    </>
  )
}

/** Consent evidence: price, wording, version of the terms, time. */
export function ConsentRecords({ record }: { record: ApplicationRecord }) {
  const { consents } = record
  return (
    <section className="card" aria-labelledby="consents">
      <h2 id="consents">同意の記録</h2>
      {consents.length === 0 && <p>同意はまだ記録されていません。</p>}
      {consents.map((consent, index) => (
        <Consent key={consent.no} consent={consent} isLast={index === consents.length - 1} />
      ))}
    </section>
  )
}

function Consent({ consent, isLast }: { consent: ConsentEvidence; isLast: boolean }) {
  const { no, kind, at, words, termsVersion, priceText, priceList } = consent
  const flow = flowOfKind(kind)
  const entries = [
    ['日時', formatSecond(Date.parse(at))],
    ['同意したときの文言', words],
    ['利用規約の版', termsVersion],
    [
      flow && FLOWS[flow].isFree ? '表示した目安' : '表示された料金',
      priceText === null ? 'なし' : `${priceText}円`,
    ],
    ['その時点の料金表', priceList ?? 'なし'],
    ['お手続き', flow ? `${PROCEDURES[flow]}（種別 ${kind}）` : `種別 ${kind}`],
  ] as const
  return (
    <article className="consent">
      <h3>
        同意 {no}
        {isLast ? '（有効）' : '（後の同意に置き換え）'}
      </h3>
      <dl className="answers">
        {entries.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <ApplicantText>{text}</ApplicantText>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

/** Other applications under the same customer number, newest first. */
export function Related({ record }: { record: ApplicationRecord }) {
  const { related } = record
  if (related.length === 0) return null
  return (
    <section className="card" aria-labelledby="related">
      <h2 id="related">同じお客様番号のお申し込み</h2>
      <ul className="related">
        {related.map(({ reference, flow, state, status, createdAt, invitedAt }) => (
          <li key={reference}>
            <Link href={`/applications/${reference}`}>{reference}</Link> {PROCEDURES[flow]}{' '}
            {state === 'complete' ? <StatusBadge status={status} /> : <StateBadge state={state} />}
            <span className="detail">
              {formatSecond(Date.parse(createdAt))}
              {invitedAt !== null && `、招待リンクを使用 ${formatSecond(Date.parse(invitedAt))}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Changes by staff, newest first. */
export function History({ record }: { record: ApplicationRecord }) {
  const { history } = record
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">履歴</h2>
      {history.length === 0 && <p>まだ対応の履歴はありません。</p>}
      <ol className="history" reversed>
        {[...history].reverse().map(({ at, who, action, detail, confirmedBy }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the history only ever grows.
          <li key={history.length - index}>
            <p className="detail">
              <time dateTime={at}>{formatSecond(Date.parse(at))}</time>
              <ApplicantText>{who}</ApplicantText>
            </p>
            <p className="principal">{staffActionLabel(action)}</p>
            {[...staffActionDetail(action, detail).split('\n'), confirmedByText(confirmedBy)]
              .filter((line, lineNo) => lineNo === 0 || line !== '')
              .map((line, lineNo) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text have nothing but their order.
                <p key={lineNo}>
                  <ApplicantText>{line}</ApplicantText>
                </p>
              ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Every field of the applicant as it was sent; a field that was not sent is not shown. */
export function ApplicantDetails({ record }: { record: ApplicationRecord }) {
  const { givenNumber, createdAt, completedAt, repeats } = record
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">お申し込み内容</h2>
      <dl className="answers">
        {givenNumber !== null && <Entry term="お客様番号" text={givenNumber} />}
        {sentFields(record).map(({ label, text }) => (
          <Entry key={label} term={label} text={text} />
        ))}
        <Entry term="受付日時" text={formatSecond(Date.parse(createdAt))} />
        {completedAt && <Entry term="申込完了日時" text={formatSecond(Date.parse(completedAt))} />}
        {repeats > 0 && <Entry term="同じお申し込みの再送" text={`${repeats}回`} />}
      </dl>
    </section>
  )
}

function Entry({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <ApplicantText>{text}</ApplicantText>
      </dd>
    </div>
  )
}

function sentFields(record: ApplicationRecord): { label: string; text: string }[] {
  const typed = (Object.keys(WIRE_NAMES) as ApplicantField[]).map((field) => {
    const { label } = fieldRow(field)
    return { label, text: choiceLabel(field, record[WIRE_NAMES[field]]) }
  })
  const tracking = CAMPAIGN_KEYS.map((key) => ({ label: key, text: record[key] }))
  return [...typed, ...tracking].filter(({ text }) => text !== '')
}
