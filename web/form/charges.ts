/** Why a row is or is not charged, as a sentence (reading 5). */
import { GROUPS } from '#domain/catalogue.ts'
import { type Estimate, formatYen, type RowCharge, sharesCharge } from '#domain/prices.ts'

/** A row's charge in a cell: the amount, or the row that carries it. */
export function chargeOf(charge: RowCharge, { lines }: Estimate): string {
  const { group, by } = charge
  if (sharesCharge(charge)) return `${by}行目に含む`
  return formatYen(lines.find((line) => line.group === group)?.unitPrice ?? 0)
}

export function reasonOf({ group, reason, by }: RowCharge, { lines }: Estimate): string {
  const { name } = GROUPS[group]
  if (reason === 'same-number') return `${by}行目と同じ事業所番号のため、加算はありません。`
  if (reason === 'once-per-corporation')
    return `${name}は1法人につき1回の料金のため、${by}行目の料金に含まれます。`
  const unitPrice = lines.find((line) => line.group === group)?.unitPrice ?? 0
  return `${name}の料金（${formatYen(unitPrice)}）がかかります。`
}
