/** The lines of an estimate: what is counted, how many times, at which price, for which rows (reading 5). A narrow window has price and count under the name. */
import { GROUPS, isServiceKey, SERVICES } from '#domain/catalogue.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import type { Estimate } from '#domain/prices.ts'
import { formatYen } from '#domain/prices.ts'

export function EstimateLines({ estimate }: { estimate: Estimate }) {
  return (
    <table className="lines sums">
      <caption>料金の内訳</caption>
      <thead>
        <tr>
          <th scope="col">区分</th>
          <th scope="col" className="wide">
            単価
          </th>
          <th scope="col" className="wide">
            数
          </th>
          <th scope="col">小計</th>
        </tr>
      </thead>
      <tbody>
        {estimate.lines.map(({ group, per, count, unitPrice, amount, rowNos }) => (
          <tr key={group}>
            <th scope="row">
              {GROUPS[group].name}
              <small className="narrow">
                {formatYen(unitPrice)} × {count}
                {COUNTED[per].unit}
              </small>
              <small>{COUNTED[per].how}</small>
              <small>対象：{rangesOf(rowNos)}行目</small>
            </th>
            <td className="wide">{formatYen(unitPrice)}</td>
            <td className="wide">
              {count}
              {COUNTED[per].unit}
            </td>
            <td>{formatYen(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function serviceName(row: FacilityRow | undefined): string {
  return row && isServiceKey(row.serviceKey) ? SERVICES[row.serviceKey].name : ''
}

const COUNTED = {
  corporation: { unit: '法人', how: '1法人につき1回の料金' },
  number: { unit: '件', how: '事業所番号ごとに1回の料金' },
} as const

/** [1, 2, 3, 7] → 「1〜3・7」 */
export function rangesOf(nos: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const no of nos) {
    const range = ranges.at(-1)
    if (range && range.last === no - 1) range.last = no
    else ranges.push({ first: no, last: no })
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}〜${last}`)).join('・')
}
