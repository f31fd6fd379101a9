/** What a sheet and a linked estimate say besides the lines: consumption tax, and every row with its charge. */
import { serviceName } from '#domain/catalogue.ts'
import { formatYen } from '#domain/prices.ts'
import type { Quote } from '../sending/application-state.ts'
import { chargeOf } from './estimate-lines.tsx'

export function TaxLines({ total }: { total: number }) {
  const tax = consumptionTaxOf(total)
  return (
    <dl className="sheet-tax">
      <dt>小計（税抜）</dt>
      <dd>{formatYen(total)}</dd>
      <dt>消費税（{TAX_PERCENT}％）</dt>
      <dd>{formatYen(tax)}</dd>
      <dt>合計（税込）</dt>
      <dd>{formatYen(total + tax)}</dd>
    </dl>
  )
}

/** Consumption tax, in percent; a fraction of a yen is dropped. */
export const TAX_PERCENT = 10

export function consumptionTaxOf(yen: number): number {
  return Math.floor((yen * TAX_PERCENT) / 100)
}

/** Every row with its charge; an annex stands on a sheet of its own. A narrow window has number and service under the name. */
export function EstimateRows({
  quote: { rows, estimate },
  isAnnex = false,
}: {
  quote: Quote
  isAnnex?: boolean
}) {
  return (
    <table className={isAnnex ? 'lines rows charged annex' : 'lines rows charged'}>
      <caption>
        {isAnnex ? '別紙　' : ''}対象の事業所（{rows.length}件）
      </caption>
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">事業所名</th>
          <th scope="col" className="wide">
            事業所番号
          </th>
          <th scope="col" className="wide">
            サービス種類
          </th>
          <th scope="col">料金</th>
        </tr>
      </thead>
      <tbody>
        {estimate.rows.map((charge, index) => (
          <tr key={charge.no}>
            <th scope="row">{charge.no}</th>
            <td>
              {rows[index]?.facilityName}
              <small className="narrow">{rows[index]?.facilityNumber}</small>
              <small className="narrow">{serviceName(rows[index]?.serviceKey ?? '')}</small>
            </td>
            <td className="wide">{rows[index]?.facilityNumber}</td>
            <td className="wide">{serviceName(rows[index]?.serviceKey ?? '')}</td>
            <td>{chargeOf(charge, estimate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
