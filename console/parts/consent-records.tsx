/** Consent evidence: price, wording, version of the terms, time. */
import type { ApplicationRecord, ConsentEvidence } from '#domain/console.ts'
import { flowOfKind } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { formatSecond } from '../format-time.ts'
import { ApplicantText } from './applicant-text.tsx'

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
    ['日時', formatSecond(at)],
    ['押されたボタンの文言', words],
    ['利用規約の版', termsVersion],
    ['表示された料金', priceText === null ? 'なし' : `${priceText}円`],
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
