/** What the applicant will pay, line by line, and why each row is or is not charged (reading 5). */
import { GROUPS, isServiceKey, SERVICES } from '#domain/catalogue.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { formatYen } from '#domain/pricing.ts'
import type { Quote } from '../application.ts'
import { reasonOf } from './remarks.ts'

export function EstimateResult({ quote }: { quote: Quote }) {
  const { estimate, rows } = quote
  return (
    <div className="estimate">
      <p className="total">
        <span>お見積もり額（月額・税抜）</span>
        <strong>{formatYen(estimate.total)}</strong>
      </p>
      <table className="lines">
        <caption>料金の内訳</caption>
        <thead>
          <tr>
            <th scope="col">区分</th>
            <th scope="col">単価</th>
            <th scope="col">数</th>
            <th scope="col">小計</th>
          </tr>
        </thead>
        <tbody>
          {estimate.lines.map(({ group, per, count, unitPrice, amount }) => (
            <tr key={group}>
              <th scope="row">{GROUPS[group].name}</th>
              <td>{formatYen(unitPrice)}</td>
              <td>
                {count}
                {COUNTED[per]}
              </td>
              <td>{formatYen(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>行ごとの料金の理由</summary>
        <ul>
          {estimate.rows.map((charge, index) => (
            <li key={charge.no}>
              {charge.no}行目 {serviceName(rows[index])}：{reasonOf(charge, estimate)}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

const COUNTED = { corporation: '法人', number: '番号' } as const

function serviceName(row: FacilityRow | undefined): string {
  return row && isServiceKey(row.serviceKey) ? SERVICES[row.serviceKey].name : ''
}

export { Answers } from './answers.tsx'
