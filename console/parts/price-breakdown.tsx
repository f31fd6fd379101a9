/** Breakdown of the agreed price: the facilities estimated again under the agreed price list, line by line. */
import type { ApplicationRecord } from '#contract/console-answers.ts'
import { GROUPS } from '#domain/catalogue.ts'
import { FLOWS } from '#domain/flows.ts'
import {
  type Estimate,
  type EstimateLine,
  estimate,
  formatYen,
  PRICE_LISTS,
} from '#domain/prices.ts'

export function PriceBreakdown({ record }: { record: ApplicationRecord }) {
  const { agreedPrice, priceList, flow } = record
  const { isFree } = FLOWS[flow]
  const counted = agreedEstimate(record)
  if (agreedPrice === null) return null
  return (
    <section className="card" aria-labelledby="price">
      <h2 id="price">
        {isFree ? '無料体験の料金：0円（ご契約になった場合：月額・税抜）' : '料金（月額・税抜）'}
      </h2>
      {counted && (
        <table className="lines" aria-labelledby="price">
          <thead>
            <tr>
              <th scope="col">区分</th>
              <th scope="col">単価</th>
              <th scope="col">数量</th>
              <th scope="col">金額</th>
            </tr>
          </thead>
          <tbody>
            {counted.lines.map((line) => (
              <Line key={line.group} line={line} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                合計
              </th>
              <td>{formatYen(counted.total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <p>
        {isFree ? '表示した目安' : '合意した料金'}：<strong>{formatYen(agreedPrice)}</strong>
        （料金表 {priceList}）
      </p>
    </section>
  )
}

function Line({ line }: { line: EstimateLine }) {
  const { group, per, count, unitPrice, amount } = line
  return (
    <tr>
      <th scope="row">{GROUPS[group].name}</th>
      <td>{formatYen(unitPrice)}</td>
      <td>{per === 'corporation' ? '1法人' : `${count}件`}</td>
      <td>{formatYen(amount)}</td>
    </tr>
  )
}

/** Null while nothing is agreed, where nothing is charged, and when the rows were erased. */
export function agreedEstimate({ priceList, facilities }: ApplicationRecord): Estimate | null {
  const list = PRICE_LISTS.find(({ version }) => version === priceList)
  return list && facilities.length > 0 ? estimate(list, facilities) : null
}
