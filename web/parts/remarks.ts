/** Why a row is or is not charged, in a sentence (reading 5). */
import { GROUPS } from '#domain/catalogue.ts'
import { type Estimate, formatYen, type RowCharge } from '#domain/pricing.ts'
import type { Quote } from '../application.ts'

/** Row number → what stands beside the row: only what a person would not expect. */
export function remarksOf({ rows, estimate }: Quote): ReadonlyMap<number, string> {
  const remarks = new Map<number, string>()
  const withoutNumber = estimate.rows.filter(
    ({ group }, index) => GROUPS[group].per === 'number' && rows[index]?.facilityNumber === '',
  )
  for (const charge of estimate.rows)
    if (charge.reason !== 'charged') remarks.set(charge.no, reasonOf(charge, estimate))
  if (withoutNumber.length > 1) for (const { no } of withoutNumber) remarks.set(no, WITHOUT_NUMBER)
  return remarks
}

const WITHOUT_NUMBER = '事業所番号が空欄の行は、まとめて1件分の料金になります。'

export function reasonOf({ group, reason, by }: RowCharge, { lines }: Estimate): string {
  const { name } = GROUPS[group]
  if (reason === 'same-number') return `${by}行目と同じ事業所番号のため、加算はありません。`
  if (reason === 'once-per-corporation')
    return `${name}は1法人につき1回の料金のため、${by}行目の料金に含まれます。`
  const unitPrice = lines.find((line) => line.group === group)?.unitPrice ?? 0
  return `${name}の料金（${formatYen(unitPrice)}）がかかります。`
}
