/** The estimate: total, breakdown, the reason of every row's charge, and the printed sheet (reading 5). */
import type { RefObject } from 'react'
import type { FlowWithRows } from '#domain/flows.ts'
import { formatYen } from '#domain/price-lists.ts'
import type { Quote } from '../sending/application-state.ts'
import { EstimateLines, serviceName } from './estimate-lines.tsx'
import { EstimateSheet } from './estimate-sheet.tsx'
import { reasonOf } from './remarks.ts'

type Props = { flow: FlowWithRows; form: RefObject<HTMLFormElement | null>; quote: Quote }

export function EstimateResult(props: Props) {
  const { estimate, rows } = props.quote
  return (
    <div className="estimate">
      <p className="total">
        <span>お見積もり額（月額・税抜）</span>
        <strong>{formatYen(estimate.total)}</strong>
      </p>
      <EstimateLines estimate={estimate} />
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
      <button type="button" className="secondary" onClick={() => print()}>
        見積書を印刷する
      </button>
      <EstimateSheet {...props} />
    </div>
  )
}
