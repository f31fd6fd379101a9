/** An estimate explained (reading 5): its lines, and of each row what it is charged and why. */
import { GROUPS } from '#domain/catalogue.ts'
import { type FacilityRow, isEmpty } from '#domain/facilities.ts'
import { type Estimate, formatYen, type RowCharge, sharesCharge } from '#domain/prices.ts'
import { Unbroken } from '#ui/unbroken.tsx'

/** What is counted, how many times, at which price, for which rows. A narrow window has price and count under the name. */
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
              {GROUPS[group].name}{' '}
              <small className="narrow">
                {formatYen(unitPrice)} × {count}
                {COUNTED[per].unit}
              </small>
              <small>
                <Unbroken>{COUNTED[per].how}</Unbroken>
              </small>
              <small>
                <Unbroken>{`対象：${rangesOf(rowNos)}行目`}</Unbroken>
              </small>
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

/** A row's charge in a cell: the amount, or the row that carries it. */
export function chargeOf(charge: RowCharge, { lines }: Estimate): string {
  const { group, by } = charge
  if (sharesCharge(charge)) return `${by}行目に含む`
  return formatYen(lines.find((line) => line.group === group)?.unitPrice ?? 0)
}

/** Why a row is or is not charged, as a sentence. */
export function reasonOf(
  { group, reason, by }: RowCharge,
  { lines }: Estimate,
  row: FacilityRow | undefined,
): string {
  const { name } = GROUPS[group]
  if (reason === 'same-number')
    return row && isEmpty(row.facilityNumber)
      ? `事業所番号が空欄の行は、${by}行目とまとめて1件分です。`
      : `${by}行目と同じ事業所番号のため、加算はありません。`
  if (reason === 'once-per-corporation')
    return `${name}は1法人につき1回の料金のため、${by}行目の料金に含まれます。`
  const unitPrice = lines.find((line) => line.group === group)?.unitPrice ?? 0
  return `${name}の料金（${formatYen(unitPrice)}）がかかります。`
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
